/* options.tile_delays: devices that are held back in proportion to their work, for experiments. */
#include "run/tile_delays.h"

#include <math.h>
#include <stdlib.h>

enum { LONGEST = 10 }; /* s */

spate_status tile_delays_read(spate_context *ctx, const char *text, double delays[MOST_DEVICES],
                              int *count)
{
    const char *at = text;
    *count = 0;
    if (!text || !*text)
        return SPATE_OK;
    do {
        char *end;
        const double delay = strtod(at, &end);
        if (*count == MOST_DEVICES || end == at || (*end && *end != ',') ||
            !(delay >= 0 && delay <= LONGEST))
            return fail_argument(
                ctx,
                "tile_delays is \"%s\": value %d is not a number of seconds from 0 "
                "to %d; give one for each device, such as 0,2e-6",
                text, *count + 1, LONGEST);
        delays[(*count)++] = delay;
        at = end;
    } while (*at++ == ',');
    return SPATE_OK;
}

spate_status tile_delays_begin(spate_sim *sim)
{
    double delays[MOST_DEVICES];
    int count;
    SPATE_TRY(tile_delays_read(sim->ctx, sim->options.tile_delays, delays, &count));
    if (count == 0)
        return SPATE_OK;
    if (!sim->ops->about->can.rows_move)
        return fail_argument(sim->ctx,
                             "tile_delays is \"%s\": devices of scheme \"%s\" cannot be held back",
                             sim->options.tile_delays, sim->options.scheme);
    if (count != sim->device_set.count || count != sim->part_count)
        return fail_argument(
            sim->ctx,
            "tile_delays is \"%s\", and there are %d devices and %d parts: give one "
            "number and one part for each device",
            sim->options.tile_delays, sim->device_set.count, sim->part_count);
    for (int d = 0; d < count; ++d)
        sim->ops->hold_back(sim->scheme, d, delays[d]);
    return SPATE_OK;
}
