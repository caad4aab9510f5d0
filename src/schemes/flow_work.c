/* What the parts of devices cost: seconds of their kernels, tiles that they compute. */
#include "schemes/flow.h"

void flow_measure(void *self, int on)
{
    flow *k = self;
    k->measuring = on;
    for (int d = 0; d < k->part_total && on; ++d) {
        k->worked[d].seconds += k->work[d].seconds;
        k->worked[d].tiles += k->work[d].tiles;
        k->work[d] = (scheme_work){0};
    }
}

scheme_work flow_measured(void *self, int device)
{
    return ((const flow *)self)->work[device];
}

scheme_split flow_split(void *self, scheme_work *devices)
{
    const flow *k = self;
    for (int d = 0; d < k->part_total; ++d)
        devices[d] = (scheme_work){.seconds = k->worked[d].seconds + k->work[d].seconds,
                                   .tiles = k->worked[d].tiles + k->work[d].tiles};
    return k->split;
}

/* Where the host is alone, there is nothing to split. */
void flow_split_begin(flow *k)
{
    k->splitting = k->some_held || halo_is_remote(k->halo);
    k->split.steps += k->splitting;
    k->lapped = k->splitting ? timers_now() : 0;
}

void flow_split_lap(flow *k, double *sum)
{
    if (!k->splitting)
        return;
    const double now = timers_now();
    *sum += now - k->lapped;
    k->lapped = now;
}

void flow_work_begin(flow *k, grid_part *p)
{
    if (!k->measuring)
        return;
    if (p->common->time_kernels)
        p->common->time_kernels(p, 0);
    else
        k->since = timers_now();
}

void flow_work_end(flow *k, grid_part *p)
{
    if (!k->measuring)
        return;
    if (p->common->time_kernels)
        p->common->time_kernels(p, 1);
    else
        k->work[flow_device_of(k, p)].seconds += timers_now() - k->since;
}

void flow_count_work(flow *k)
{
    k->split.measured += k->measuring;
    for (int n = 0; n < k->setup.part_count && k->measuring; ++n) {
        grid_part *p = &k->parts[n];
        scheme_work *w = &k->work[flow_device_of(k, p)];
        w->tiles += (double)p->tiles_computed;
        if (p->common->timed_kernels)
            w->seconds += p->common->timed_kernels(p);
    }
}

void flow_count_alone(flow *k, double seconds, int64_t steps)
{
    scheme_work *w = &k->work[flow_device_of(k, &k->parts[0])];
    k->split.measured += steps;
    w->seconds += seconds;
    w->tiles += (double)steps * (double)k->parts[0].tiles_computed;
}

/* Parts begin on tiles of the grid. */
int flow_awake_rows(void *self, double *rows)
{
    flow *k = self;
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = &k->parts[n];
        const row_range window = k->windows[flow_device_of(k, p)];
        double *to = rows + (window.begin + p->shape.rows_below) / SPATE_TILE_Y;
        if (p->kernels->awake && !p->kernels->awake(p))
            return 0;
        for (int ty = 0; ty < p->shape.tiles_y; ++ty)
            for (int tx = 0; tx < p->shape.tiles_x; ++tx)
                to[ty] += p->tile_awake[(ptrdiff_t)ty * p->shape.tiles_x + tx];
    }
    return 1;
}
