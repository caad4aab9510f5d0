/* The rain map of a flow, and the tiles that sources force. */
#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"
#include "schemes/flow_sources.h"

/* Order-free sums have a unit of 2^-60. Rates of rain are small and are scaled to keep their
 * digits. */
#define RAIN_SCALE 0x1p20

int flow_make_forced(grid_part *p)
{
    if (!p->sources.tile_forced)
        p->sources.tile_forced = calloc(tile_room(&p->shape), 1);
    return p->sources.tile_forced != NULL;
}

/* Marks the tiles of a tile row where the rain map acts, and adds its rates. */
static void mark_rain(grid_part *p, int ty, exact_sum *sum)
{
    const part_shape *s = &p->shape;
    const int end = (ty + 1) * SPATE_TILE_Y;
    for (int j = ty * SPATE_TILE_Y; j < s->ny && j < end; ++j)
        for (int i = 0; i < s->nx; ++i) {
            const double rate =
                part_value(p, p->field[FIELD_RAIN_MAP][0], (ptrdiff_t)j * s->pitch + i);
            if (rate > 0) {
                exact_sum_add(sum, rate * RAIN_SCALE);
                p->sources.tile_forced[(ptrdiff_t)ty * s->tiles_x + i / SPATE_TILE_X] = 1;
            }
        }
}

exact_sum flow_mark_forced(grid_part *p)
{
    const part_shape *s = &p->shape;
    const inflow_list *l = &p->sources.inflow_cells;
    const int rainy_rows = p->field[FIELD_RAIN_MAP][0] ? s->tiles_y : 0;
    exact_sum sum = {0};
    memset(p->sources.tile_forced, 0, tile_count(s));
#pragma omp parallel
    {
        exact_sum mine = {0};
#pragma omp for schedule(static) nowait
        for (int ty = 0; ty < rainy_rows; ++ty)
            mark_rain(p, ty, &mine);
#pragma omp critical(spate_rain_map)
        exact_sum_merge(&sum, &mine);
    }
    for (int n = 0; n < l->count; ++n)
        p->sources.tile_forced[(ptrdiff_t)(l->cells[n].j / SPATE_TILE_Y) * s->tiles_x +
                               l->cells[n].i / SPATE_TILE_X] = 1;
    return sum;
}

void flow_rain_map_changed(void *self, double most)
{
    flow *k = self;
    exact_sum sum = {0};
    for (int n = 0; n < k->setup.part_count; ++n) {
        const exact_sum part = flow_mark_forced(&k->parts[n]);
        exact_sum_merge(&sum, &part);
    }
    comm_sum_exact(k->setup.ctx->comm, &sum);
    for (int n = 0; n < k->setup.part_count; ++n)
        k->parts[n].sources.rain_map_sum = exact_sum_value(&sum) / RAIN_SCALE;
    k->rain_map_most = most;
    flow_sources_changed(k);
}

void flow_rain_map_off(void *self)
{
    flow *k = self;
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = &k->parts[n];
        flow_drop_field(k, p, FIELD_RAIN_MAP);
        p->sources.rain_map_sum = 0;
        if (p->sources.tile_forced)
            flow_mark_forced(p);
    }
    k->rain_map_most = 0;
    flow_sources_changed(k);
}
