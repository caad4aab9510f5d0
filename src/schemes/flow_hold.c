/* Devices that are held back in proportion to the tiles that they compute, for experiments: they
 * work as slower devices would. A GPU keeps its own stream waiting, so that the host and other
 * devices go on. The host has no stream: what it computed for a device counts as done only some time
 * later, in which it computes for other devices. */
#include <math.h>

#include "schemes/flow.h"

void flow_hold_back(void *self, int device, double tile_seconds)
{
    flow *k = self;
    k->held[device].tile_seconds = tile_seconds;
    k->some_held = 0;
    for (int d = 0; d < k->part_total; ++d)
        k->some_held |= k->held[d].tile_seconds > 0;
    flow_order_parts(k);
}

/* How many tiles a GPU computes is known at the end of a step: those of the step before count. They
 * are held back with the inner ones, while ghost cells travel. */
static double tiles_to_hold(const grid_part *p, part_region region, int64_t computed)
{
    if (p->common->hold && region == REGION_RIM)
        return 0;
    return (double)(p->tiles_computed - (p->common->hold ? 0 : computed));
}

void flow_hold(flow *k, grid_part *p, part_region region, int64_t computed)
{
    const int d = flow_device_of(k, p);
    flow_held *h = &k->held[d];
    if (!(h->tile_seconds > 0))
        return;
    const double seconds = h->tile_seconds * tiles_to_hold(p, region, computed) / p->params.stages;
    if (p->common->hold) {
        if (seconds > 0)
            p->common->hold(p, seconds);
        return; /* its marks of time see it */
    }
    h->ready = fmax(h->ready, timers_now()) + seconds;
    if (k->measuring)
        k->work[d].seconds += seconds;
}

void flow_await_held(flow *k)
{
    double ready = 0;
    if (!k->some_held)
        return;
    for (int d = 0; d < k->part_total; ++d)
        ready = fmax(ready, k->held[d].ready);
    timers_await(ready);
}
