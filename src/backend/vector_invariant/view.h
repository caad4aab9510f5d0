/* What a stage of the vector-invariant schemes reads of a part. For every backend; the loops are
 * theirs, the equations are in physics/. */
#ifndef SPATE_BACKEND_VECTOR_INVARIANT_VIEW_H
#define SPATE_BACKEND_VECTOR_INVARIANT_VIEW_H

#include "backend/vector_invariant/vector_invariant.h"
#include "physics/vector_invariant.h"
#include "physics/vector_invariant_steps.h"

/* Depth, u, v. */
typedef struct vi_state {
    real *h, *u, *v;
} vi_state;

typedef struct vi_view {
    vi_state in, base, out;
    const real *bed;
    real *force_x, *force_y; /* NULL with lumped mass */
    const uint8_t *codes;
    ptrdiff_t pitch;
    int form, blends;
    calc dt, weight;
    vi_metric metric;
} vi_view;

/* The Coriolis parameter in a row of corners, the south ones of row j. */
SPATE_FN calc vi_coriolis(const grid_part *p, int j)
{
    return (calc)part_coriolis(p, j);
}

SPATE_FN vi_state vi_slot(const grid_part *p, int slot)
{
    const vi_state s = {(real *)p->field[FIELD_DEPTH][slot], (real *)p->field[VI_U][slot],
                        (real *)p->field[VI_V][slot]};
    return s;
}

SPATE_FN vi_state vi_between(const grid_part *p)
{
    const vi_state s = {(real *)p->field[VI_BETWEEN_H][0], (real *)p->field[VI_BETWEEN_U][0],
                        (real *)p->field[VI_BETWEEN_V][0]};
    return s;
}

SPATE_FN vi_state vi_base(const grid_part *p)
{
    const vi_state s = {(real *)p->field[VI_BASE_H][0], (real *)p->field[VI_BASE_U][0],
                        (real *)p->field[VI_BASE_V][0]};
    return s;
}

SPATE_FN vi_state vi_read(const grid_part *p, int stage)
{
    const int now = p->clock->now;
    return stage == VI_SECOND                          ? vi_slot(p, 1 - now)
           : stage == VI_THIRD || stage == VI_IMPLICIT ? vi_between(p)
                                                       : vi_slot(p, now);
}

/* What the rate is added to. */
SPATE_FN vi_state vi_started(const grid_part *p, int stage)
{
    const int now = p->clock->now;
    return stage == VI_IMPLICIT ? vi_base(p) : vi_slot(p, stage == VI_LEAP ? 1 - now : now);
}

SPATE_FN double vi_stage_dt(const grid_part *p, int stage)
{
    const double dt = p->clock->dt, alpha = vi_of(p)->alpha;
    return stage == VI_LEAP       ? 2 * dt
           : stage == VI_EXPLICIT ? (1 - alpha) * dt
           : stage == VI_IMPLICIT ? alpha * dt
                                  : dt;
}

SPATE_FN vi_state vi_written(const grid_part *p, int stage)
{
    if (stage == VI_EXPLICIT)
        return vi_base(p);
    const int between = stage == VI_SECOND || (stage == VI_LEAP && vi_of(p)->filter > 0);
    return between ? vi_between(p) : vi_slot(p, 1 - p->clock->now);
}

SPATE_FN vi_view vi_view_at(const grid_part *p, int stage)
{
    const vi_part *own = vi_of(p);
    const vi_view v = {.in = vi_read(p, stage),
                       .base = vi_started(p, stage),
                       .out = vi_written(p, stage),
                       .bed = (const real *)p->field[FIELD_BED][0],
                       .force_x = (real *)p->field[VI_FORCE_X][0],
                       .force_y = (real *)p->field[VI_FORCE_Y][0],
                       .codes = p->codes,
                       .pitch = p->shape.pitch,
                       .form = own->form,
                       .blends = stage == VI_SECOND || stage == VI_THIRD,
                       .dt = (calc)vi_stage_dt(p, stage),
                       .weight = (calc)(stage == VI_SECOND ? 0.25 : 2.0 / 3.0),
                       .metric = vi_metric_of(p->params.dx, p->params.dy, p->params.gravity)};
    return v;
}

/* Of the stage in progress. */
SPATE_FN vi_view vi_view_of(const grid_part *p)
{
    return vi_view_at(p, vi_of(p)->stage);
}

/* For the time step, in rows j0 ... j1 - 1 of cells. f is largest at one of their edges. */
SPATE_FN vi_pacing vi_pacing_of_rows(const grid_part *p, int j0, int j1)
{
    const double south = (double)vi_coriolis(p, j0), north = (double)vi_coriolis(p, j1);
    const double f = __builtin_fmax(__builtin_fabs(south), __builtin_fabs(north));
    const part_params *m = &p->params;
    const vi_part *own = vi_of(p);
    return own->implicit
               ? vi_implicit_pacing_of(m->dx, m->dy, m->gravity, f, m->cfl / own->flow_courant)
               : vi_pacing_of(m->dx, m->dy, m->gravity, f, own->lumped);
}

#endif
