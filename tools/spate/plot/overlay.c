/* Reads the layers. */
#include "overlay.h"

map_overlay overlay_read(spate_context *ctx, const char *file)
{
    static const char *const names[OVERLAY_LAYERS] = {[OVERLAY_WALLS] = "walls",
                                                      [OVERLAY_BOUNDARIES] = "boundaries",
                                                      [OVERLAY_SECTIONS] = "sections",
                                                      [OVERLAY_GAUGES] = "gauges"};
    map_overlay o = {{NULL}};
    for (int k = 0; k < OVERLAY_LAYERS; ++k)
        if (vector_read(ctx, file, names[k], "", &o.layers[k]) != SPATE_OK)
            o.layers[k] = NULL;
    return o;
}

void overlay_free(map_overlay *o)
{
    for (int k = 0; k < OVERLAY_LAYERS; ++k) {
        if (o->layers[k])
            vector_free(o->layers[k]);
        o->layers[k] = NULL;
    }
}
