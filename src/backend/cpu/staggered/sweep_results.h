/* What a row leaves: fields, sources, reductions. */
#ifndef SPATE_BACKEND_CPU_STAGGERED_SWEEP_RESULTS_H
#define SPATE_BACKEND_CPU_STAGGERED_SWEEP_RESULTS_H

#include <math.h>

#include "backend/cpu/common/tile_maxima.h"
#include "backend/cpu/staggered/sweep_velocities.h"

static inline result_rows results_of(const sweep *s, int j)
{
    const ptrdiff_t o = origin(s, j);
    const result_rows a = {.h = (const calc *)s->v.h + o,
                           .u = (const calc *)s->v.vel[0] + o,
                           .v = (const calc *)s->v.vel[1] + o,
                           .h_new = few(s, ROWS_DEPTH, j),
                           .west = few(s, ROWS_DEPTH, j) - 1,
                           .south = few(s, ROWS_DEPTH, j - 1),
                           .to = field_row(s, FIELD_DEPTH, j),
                           .u_new = field_row(s, STAG_U, j),
                           .v_new = field_row(s, STAG_V, j),
                           .activity = row(s, ROW_ACTIVITY),
                           .rate = row(s, ROW_RATE)};
    return a;
}

/* Where faces may be claimed and cells inactive. */
static void edged_results(const sweep *s, int j)
{
    const result_rows a = results_of(s, j);
    const uint8_t *codes = s->v.codes + origin(s, j);
    for (int i = 0; i < s->width; ++i) {
        const unrest_value moved =
            stag_activity(a.h[i], a.h_new[i], a.u[i], a.u_new[i], a.v[i], a.v_new[i]);
        const calc deepest = max_r(a.h_new[i], max_r(a.west[i], a.south[i]));
        const calc u = codes[i] & FACE_WEST_CLAIMED ? C(0) : a.u_new[i];
        const calc v = codes[i] & FACE_SOUTH_CLAIMED ? C(0) : a.v_new[i];
        a.to[i] = a.h_new[i];
        a.activity[i] = max_r(a.activity[i], moved);
        if (!(codes[i] & CELL_INACTIVE))
            a.rate[i] = max_r(a.rate[i], stag_rate(deepest, u, v, &s->v.pacing));
    }
}

/* Whether all tiles of the row that j is in have been seen moving. */
static int all_move(const sweep *s)
{
    for (int i = 0; i < s->width; i += SPATE_TILE_X)
        if (!(tile_largest(row(s, ROW_ACTIVITY) + i) > C(0)))
            return 0;
    return 1;
}

/* The activity of further rows does not matter once all tiles are known to move. */
static SWEEP_NOINLINE void plain_results(sweep *s, int j)
{
    row_results(results_of(s, j), s->width, s->v.pacing);
    if (s->moving)
        return;
    row_activity(results_of(s, j), s->width);
    s->moving = all_move(s);
}

static void note_source(const sweep *s, ptrdiff_t o, int i, int active)
{
    calc *activity = row(s, ROW_ACTIVITY) + i, *rate = row(s, ROW_RATE) + i;
    const int next = 1 - s->part->clock->now;
    *activity = max_r(*activity, active ? C(1) : C(0));
    *rate = max_r(*rate, stag_own_rate_at(s->part, &s->v.pacing, next, o));
}

/* Rain and ground, then inflows, of a row whose depths are stored. */
static void sources_of_row(const sweep *s, int j)
{
    const inflow_list *list = &s->part->sources.inflow_cells;
    const int water = part_water_kind(s->part);
    const ptrdiff_t o = origin(s, j);
    for (int i = 0; i < s->width && water != WATER_KEPT; ++i)
        if (!(s->v.codes[o + i] & CELL_INACTIVE))
            note_source(s, o + i, i, part_water_cell(s->part, water, o + i));
    for (int n = list->count ? list->row_start[j] : 0; list->count && n < list->row_start[j + 1];
         ++n) {
        const int i = list->cells[n].i - s->r->x0;
        if (i >= 0 && i < s->width)
            note_source(s, o + i, i, stag_inflow_cell(s->part, n));
    }
}

/* ---- reductions ---- */

static void clear_maxima(const sweep *s)
{
    tile_clear(row(s, ROW_ACTIVITY), s->width);
    tile_clear(row(s, ROW_RATE), s->width);
}

/* Stores activity and rates of the tiles whose last row was j. */
static void report_tiles(sweep *s, int j)
{
    const grid_part *p = s->part;
    const ptrdiff_t first =
        (ptrdiff_t)(j / SPATE_TILE_Y) * p->shape.tiles_x + s->r->x0 / SPATE_TILE_X;
    for (int i = 0; i < s->width; i += SPATE_TILE_X) {
        const ptrdiff_t tile = first + i / SPATE_TILE_X;
        p->tile_moving[0][tile] = tile_largest(row(s, ROW_ACTIVITY) + i) > 0;
        p->tile_face_rate[tile] = s->wrong ? (double)INFINITY : 0; /* the step fails */
        p->tile_cell_rate[tile] = (double)tile_largest(row(s, ROW_RATE) + i);
    }
    clear_maxima(s);
    s->moving = 0;
}

#endif
