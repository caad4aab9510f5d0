/* Rows of a step in which gravity alone acts. */
#ifndef SPATE_BACKEND_CPU_STAGGERED_SWEEP_GRAVITY_H
#define SPATE_BACKEND_CPU_STAGGERED_SWEEP_GRAVITY_H

#include "backend/cpu/staggered/gravity_rows.h"
#include "backend/cpu/staggered/sweep_results.h"

static SWEEP_NOINLINE int plain_depths(gravity_cells a, int width, calc dt_dx, calc dt_dy)
{
    return row_gravity_depths(a, width, 0, dt_dx, dt_dy);
}

static SWEEP_NOINLINE int edged_depths(gravity_cells a, int width, calc dt_dx, calc dt_dy)
{
    return row_gravity_depths(a, width, 1, dt_dx, dt_dy);
}

/* Fluxes in y of row j + 1 and depths of row j. */
static void gravity_depths(sweep *s, int j)
{
    const ptrdiff_t o = origin(s, j);
    const gravity_cells a = {.h = (const calc *)s->v.h + o,
                             .bed = (const calc *)s->v.bed + o,
                             .u = (const calc *)s->v.vel[0] + o,
                             .v = (const calc *)s->v.vel[1] + o,
                             .codes = s->v.codes + o,
                             .next = s->v.step[1],
                             .south = few(s, ROWS_QY, j),
                             .north = few(s, ROWS_QY, j + 1),
                             .to = few(s, ROWS_DEPTH, j)};
    const calc dt_dx = s->v.axis[0].pace, dt_dy = s->v.axis[1].pace;
    const int found = (s->edged ? edged_depths : plain_depths)(a, s->width, dt_dx, dt_dy);
    s->shorts[(j + FEW) & (FEW - 1)] = found & 1;
    if (j >= s->r->y0 && j < s->r->y1)
        s->wrong |= found >> 1;
}

/* Fluxes in x are not kept: computes those of row j + 1, whose cells need shares, and of row j, whose
 * depths are limited by the rows beside it. */
static void missing_fluxes(const sweep *s, int j)
{
    if (is_short(s, j + 1))
        fluxes(s, 0, j + 1, few(s, ROWS_QX, j + 1));
    if (!is_short(s, j) && (is_short(s, j - 1) || is_short(s, j + 1)))
        fluxes(s, 0, j, few(s, ROWS_QX, j));
}

/* Velocities and results of a row. */
static SWEEP_NOINLINE void gravity_results(sweep *s, int j)
{
    result_rows r = results_of(s, j);
    const ptrdiff_t o = origin(s, j);
    gravity_faces a = {.u = r.u,
                       .v = r.v,
                       .bed = (const calc *)s->v.bed + o,
                       .bed_south = (const calc *)s->v.bed + o - s->v.step[1],
                       .h = r.h_new,
                       .h_south = r.south,
                       .codes = s->v.codes + o,
                       .to_h = r.to,
                       .to_u = field_row(s, STAG_U, j),
                       .to_v = field_row(s, STAG_V, j),
                       .rate = r.rate,
                       .rate_before = row(s, ROW_CHANGE)};
    r.u_new = a.new_u = s->streams ? row(s, ROWS_NEW_U) : a.to_u;
    r.v_new = a.new_v = s->streams ? row(s, ROWS_NEW_U + 1) : a.to_v;
    if (s->streams)
        row_gravity_streamed(a, s->width, s->edged, s->v.axis[0], s->v.axis[1], s->v.pacing);
    else
        row_gravity_velocities(a, s->width, s->edged, s->v.axis[0], s->v.axis[1], s->v.pacing);
    if (s->moving)
        return;
    row_activity(r, s->width);
    s->moving = all_move(s);
}

static int is_gravity_alone(const stag_terms *t)
{
    return t->advection == STAG_LINEAR && t->viscous == STAG_INVISCID && !t->pushed &&
           t->law == FRICTION_NONE;
}

#endif
