/* The last state of a run, for warm starts. */
#include <stdlib.h>

#include "results/folder/files.h"
#include "results/maps/maps_file.h"

static spate_status open_in(spate_context *ctx, const char *folder, const char *name, int *there,
                            maps_file **out)
{
    char *file = path_join(folder, name);
    if (!file)
        return fail_memory(ctx, "no memory to read %s", folder);
    *there = file_exists(file);
    const spate_status status = *there ? maps_open(ctx, file, out) : SPATE_OK;
    free(file);
    return status;
}

static spate_status has_depth(spate_context *ctx, const char *folder, maps_file **f)
{
    if (maps_find(*f, "depth") >= 0 && maps_get_info(*f)->frames > 0)
        return SPATE_OK;
    maps_close(*f);
    *f = NULL;
    return fail_data(ctx, "%s has no map of the depth to start from", folder);
}

spate_status results_last_state(spate_context *ctx, const char *folder, maps_file **out,
                                int64_t *frame)
{
    int there;
    *out = NULL;
    SPATE_TRY(open_in(ctx, folder, "state.nc", &there, out));
    if (!there) {
        SPATE_TRY(open_in(ctx, folder, "maps.nc", &there, out));
        if (there)
            spate_log(ctx, SPATE_LOG_WARNING,
                      "%s has no state.nc: its last map is used, in single precision", folder);
    }
    if (!there)
        return fail_data(ctx,
                         "%s has neither state.nc nor maps.nc: it is not a results folder, or the "
                         "run did not end; finish it with --resume first",
                         folder);
    SPATE_TRY(has_depth(ctx, folder, out));
    *frame = maps_get_info(*out)->frames - 1;
    return SPATE_OK;
}
