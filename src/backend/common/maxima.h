/* Maxima of a part, cell by cell: how all backends begin, and how simple ones continue. */
#ifndef SPATE_BACKEND_COMMON_MAXIMA_H
#define SPATE_BACKEND_COMMON_MAXIMA_H

#include "backend/common/part.h"
#include "physics/maxima.h"

/* The arrays of a part with their types, and the state Q^n. */
typedef struct maxima_view {
    const real *h, *hu, *hv;
    real *depth, *speed, *momentum, *arrival, *since, *duration;
    ptrdiff_t pitch;
    calc wet, deep;
    double t;
} maxima_view;

SPATE_FN maxima_view maxima_view_of(const grid_part *p)
{
    const int now = p->clock->now;
    const part_maxima *m = &p->maxima;
    const maxima_view v = {.h = (const real *)p->field[FIELD_DEPTH][now],
                           .hu = (const real *)p->field[FIELD_MOMENTUM_X][now],
                           .hv = (const real *)p->field[FIELD_MOMENTUM_Y][now],
                           .depth = (real *)p->field[FIELD_MAX_DEPTH][0],
                           .speed = (real *)p->field[FIELD_MAX_SPEED_SQUARED][0],
                           .momentum = (real *)p->field[FIELD_MAX_MOMENTUM_SQUARED][0],
                           .arrival = (real *)p->field[FIELD_ARRIVAL][0],
                           .since = (real *)p->field[FIELD_DEEP_SINCE][0],
                           .duration = (real *)p->field[FIELD_DURATION][0],
                           .pitch = p->shape.pitch,
                           .wet = (calc)(real)m->wet_depth,
                           .deep = (calc)(real)m->duration_depth,
                           .t = p->clock->t};
    return v;
}

SPATE_FN void maxima_store(const maxima_view *v, ptrdiff_t o, maxima_peaks p)
{
    v->depth[o] = (real)p.depth;
    v->speed[o] = (real)p.speed_squared;
    v->momentum[o] = (real)p.momentum_squared;
}

SPATE_FN maxima_peaks maxima_stored(const maxima_view *v, ptrdiff_t o)
{
    const maxima_peaks p = {.depth = (calc)v->depth[o],
                            .speed_squared = (calc)v->speed[o],
                            .momentum_squared = (calc)v->momentum[o]};
    return p;
}

SPATE_FN maxima_peaks maxima_now(const maxima_view *v, ptrdiff_t o)
{
    return maxima_of((calc)v->h[o], (calc)v->hu[o], (calc)v->hv[o], v->wet);
}

SPATE_FN void maxima_store_times(const maxima_view *v, ptrdiff_t o, maxima_times m)
{
    v->arrival[o] = m.arrival;
    v->since[o] = m.since;
    v->duration[o] = m.duration;
}

/* Discards earlier maxima and starts with the current state. */
SPATE_FN void maxima_begin_cell(const maxima_view *v, ptrdiff_t o, int active)
{
    maxima_store(v, o, maxima_now(v, o));
    maxima_store_times(v, o, maxima_begin((calc)v->h[o], v->wet, v->deep, active, v->t));
}

static inline void maxima_begin_row(const grid_part *part, int j)
{
    const maxima_view v = maxima_view_of(part);
    for (int i = 0; i < part->shape.nx; ++i) {
        const ptrdiff_t o = (ptrdiff_t)j * v.pitch + i;
        maxima_begin_cell(&v, o, !(part->codes[o] & CELL_INACTIVE));
    }
}

SPATE_FN void maxima_cross_cell(const maxima_view *v, ptrdiff_t o)
{
    const maxima_times m = {v->arrival[o], v->since[o], v->duration[o]};
    maxima_store_times(v, o, maxima_cross(m, (calc)v->h[o], v->wet, v->deep, v->t));
}

/* Writes only values that rose, for a GPU, where each thread has its own value. */
SPATE_FN void maxima_raise_cell(const maxima_view *v, ptrdiff_t o, maxima_peaks now)
{
    const maxima_peaks old = maxima_stored(v, o);
    if (now.depth > old.depth)
        v->depth[o] = (real)now.depth;
    if (now.speed_squared > old.speed_squared)
        v->speed[o] = (real)now.speed_squared;
    if (now.momentum_squared > old.momentum_squared)
        v->momentum[o] = (real)now.momentum_squared;
    if (maxima_crosses(v->arrival[o], v->since[o], (calc)v->h[o], v->wet, v->deep))
        maxima_cross_cell(v, o);
}

#endif
