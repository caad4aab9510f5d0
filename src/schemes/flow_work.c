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
static double *first_row_of(const flow *k, const grid_part *p, double *rows)
{
    return rows + (k->windows[flow_device_of(k, p)].begin + p->shape.rows_below) / SPATE_TILE_Y;
}

int flow_awake_rows(void *self, double *rows)
{
    flow *k = self;
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = &k->parts[n];
        const int columns = p->shape.tiles_x;
        double *to = first_row_of(k, p, rows);
        if (p->kernels->awake && !p->kernels->awake(p))
            return 0;
        for (int ty = 0; ty < p->shape.tiles_y; ++ty) {
            const uint8_t *awake = p->tile_awake + (ptrdiff_t)ty * columns;
            int count = 0;
            for (int tx = 0; tx < columns; ++tx)
                count += awake[tx];
            to[ty] += count;
        }
    }
    return 1;
}

/* ---- before the first step ---- */

static int is_wet(const grid_part *p, const void *depth, int tx, int ty)
{
    const int x0 = tx * SPATE_TILE_X, y0 = ty * SPATE_TILE_Y, nx = p->shape.nx, ny = p->shape.ny;
    const int x1 = x0 + SPATE_TILE_X < nx ? x0 + SPATE_TILE_X : nx;
    const int y1 = y0 + SPATE_TILE_Y < ny ? y0 + SPATE_TILE_Y : ny;
    int wet = 0;
    for (int j = y0; j < y1 && !wet; ++j) {
        const ptrdiff_t row = (ptrdiff_t)j * p->shape.pitch;
        for (int i = x0; i < x1; ++i)
            wet |= p->shape.real_bytes == 4 ? ((const float *)depth)[row + i] > 0
                                            : ((const double *)depth)[row + i] > 0;
    }
    return wet;
}

static int acts_on(const grid_part *p, ptrdiff_t tile)
{
    return p->tile_forced[tile] || (p->sources.tile_forced && p->sources.tile_forced[tile]);
}

void flow_wet_rows(void *self, double *rows)
{
    flow *k = self;
    flow_use_images(k, PART_STATE);
    for (int n = 0; n < k->setup.part_count; ++n) {
        const grid_part *p = &k->parts[n];
        const int rains = p->params.rain > 0 || p->sources.rain.count > 0;
        const void *depth = p->field[FIELD_DEPTH][p->clock->now];
        double *to = first_row_of(k, p, rows);
#pragma omp parallel for schedule(static)
        for (int ty = 0; ty < p->shape.tiles_y; ++ty)
            for (int tx = 0; tx < p->shape.tiles_x; ++tx)
                to[ty] += rains || acts_on(p, (ptrdiff_t)ty * p->shape.tiles_x + tx) ||
                          is_wet(p, depth, tx, ty);
    }
}
