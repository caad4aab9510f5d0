/* The picture of a state in memory, drawn as spate plot draws maps. */
#include "picture.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "kinds.h"
#include "map.h"
#include "ticks.h"

int picture_possible(void)
{
    return 1;
}

/* Depths that are shown, the bed, and the level of the water, without inactive cells: three maps in
 * one block. */
static double *shown_maps(const picture *p)
{
    const size_t cells = (size_t)p->nx * (size_t)p->ny;
    double *maps = malloc(3 * cells * sizeof *maps);
    for (size_t k = 0; maps && k < cells; ++k) {
        const int active = p->active[k] > 0;
        maps[k] = active && p->depth[k] > p->wet_depth ? p->depth[k] : (double)NAN;
        maps[cells + k] = active ? p->bed[k] : (double)NAN;
        maps[2 * cells + k] = p->bed[k] + maps[k];
    }
    return maps;
}

int picture_save(const spate_tool *tool, const picture *p, picture_range *range, const char *file)
{
    const map_kind *kind = kind_find("depth");
    const field values = {.grid = {.dx = p->dx, .dy = p->dy, .nx = p->nx, .ny = p->ny, .crs = ""},
                          .values = shown_maps(p)};
    if (!values.values)
        return tool_error(tool, SPATE_ERROR_MEMORY, "not enough memory for the picture %s", file);
    kind_range found = kind_range_begin();
    int code = kind_range_add(tool->ctx, &found, &values) == SPATE_OK
                   ? 0
                   : tool_failed(tool, SPATE_ERROR_MEMORY);
    if (code == 0) {
        char label[64], title[256], subtitle[96], duration[64];
        kind_settings as_found = {.low = NAN, .high = NAN};
        const map_legend own = kind_legend(kind, &found, &as_found, label, sizeof label);
        range->high = fmax(range->high, own.high);
        const kind_settings widest = {.low = NAN, .high = range->high};
        snprintf(title, sizeof title, "%c%s", toupper((unsigned char)p->title[0]),
                 *p->title ? p->title + 1 : "");
        snprintf(subtitle, sizeof subtitle, "Depth after %s",
                 ticks_duration(p->t, duration, sizeof duration));
        const map_picture drawn = {.title = title,
                                   .subtitle = subtitle,
                                   .grid = values.grid,
                                   .bed = values.values + field_count(&values),
                                   .values = values.values,
                                   .surface = values.values + 2 * field_count(&values),
                                   .legend =
                                       kind_legend(kind, &found, &widest, label, sizeof label)};
        code = map_draw(tool, &drawn, file, NULL);
    }
    free(values.values);
    return code;
}
