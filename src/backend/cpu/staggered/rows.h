/* Row functions of the staggered sweep: each is a loop over one row of a rectangle that calls the
 * physics and nothing else. Included by sweep.c only, once per precision and instruction set.
 *
 * Rows are indexed by the distance from the rectangle's west edge. Loops carry no dependence
 * (ROW_LOOP). Stored values and arithmetic have one type in every twin of this scheme. The
 * arguments `advection`, `law`, ... are constants at every call: each combination is a loop of its
 * own. */
#ifndef SPATE_BACKEND_CPU_STAGGERED_ROWS_H
#define SPATE_BACKEND_CPU_STAGGERED_ROWS_H

#include "backend/staggered/cell.h"

_Static_assert(sizeof(real) == sizeof(calc), "rows are read and written as calc");

/* An integer as wide as a value, so that comparisons stay in their vector lanes. */
#if SPATE_REAL_BITS == 32
typedef int32_t row_flag;
#else
typedef int64_t row_flag;
#endif

/* Cells beyond the rectangle that rows have: the widest need is that of Sielecki's order, whose v
 * sees the new u of the next column. */
enum { ROW_BEFORE = 3, ROW_BEYOND = 3 };

/* Not `omp simd`, which keeps structures that functions get by address in memory. */
#ifdef __clang__
#define ROW_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define ROW_LOOP _Pragma("GCC ivdep")
#endif

/* Whole vectors: a few more cells than anyone reads. Fields and scratch have room for them. */
enum { ROW_LANES = 64 / (int)sizeof(calc) };
#define FOR_ROW(i, first, end)                                                                     \
    ROW_LOOP for (int i = (first);                                                                 \
                  i < (first) + ((end) - (first) + ROW_LANES - 1) / ROW_LANES * ROW_LANES; ++i)

/* Fluxes of a row of faces and, with `masks`, whether they are open. The row at the back may be the
 * same one, a cell earlier. */
typedef struct flux_rows {
    const calc *h_behind, *h_back, *h_front, *h_ahead, *bed_back, *bed_front, *u;
    const calc *u_back, *u_front;                              /* the next faces along */
    const calc *low_back, *low_front, *high_back, *high_front; /* velocities across */
    calc *q, *open;
} flux_rows;

SPATE_FN calc sloped_depth(const flux_rows *a, const stag_pair *c, int i, calc pace,
                           calc pace_across)
{
    const stag_reach r = {.h_behind = a->h_behind[i],
                          .h_ahead = a->h_ahead[i],
                          .spread_back = stag_half_spread(a->u_back[i], a->u[i], a->low_back[i],
                                                          a->high_back[i], pace, pace_across),
                          .spread_front = stag_half_spread(a->u[i], a->u_front[i], a->low_front[i],
                                                           a->high_front[i], pace, pace_across)};
    return stag_sloped_depth(a->u[i], c, &r, pace);
}

SPATE_FN void row_flux(const flux_rows *a, int width, int masks, int sloped, stag_axis k)
{
    FOR_ROW (i, 1 - ROW_BEFORE, width + ROW_BEYOND) {
        const stag_pair c = {a->h_back[i], a->h_front[i], a->bed_back[i], a->bed_front[i]};
        a->q[i] = sloped ? sloped_depth(a, &c, i, k.pace, k.pace_across) * a->u[i]
                         : stag_face_flux(a->u[i], &c);
        if (masks)
            a->open[i] = stag_face_open(stag_face_depth(a->u[i], &c), k.h_dry, 0, 0);
    }
}

SPATE_FN void row_pulls(const flux_rows *a, calc *to, int width, calc pull)
{
    FOR_ROW (i, 1 - ROW_BEFORE, width + ROW_BEYOND) {
        const stag_pair c = {a->h_back[i], a->h_front[i], a->bed_back[i], a->bed_front[i]};
        to[i] = stag_half_pull(a->u[i], &c, pull);
    }
}

/* Depths and fluxes of a row of cells: qx at its west faces, south and north across. */
typedef struct cell_rows {
    const calc *h, *qx, *south, *north;
} cell_rows;

SPATE_FN stag_sides sides_of(cell_rows a, int i)
{
    const stag_sides q = {a.qx[i], a.qx[i + 1], a.south[i], a.north[i]};
    return q;
}

/* Depths after a step with fluxes as they are. Returns whether some cell would give more than it has,
 * 1, or is NaN, 2. */
SPATE_FN int row_depths(cell_rows a, calc *to, int width, calc dt_dx, calc dt_dy)
{
    row_flag is_short = 0, wrong = 0;
#pragma omp simd reduction(| : is_short, wrong)
    for (int i = 1 - ROW_BEFORE; i < width + ROW_BEYOND - 1; ++i) {
        const stag_sides q = sides_of(a, i);
        const calc h = stag_new_depth(a.h[i], q, dt_dx, dt_dy);
        to[i] = h;
        is_short |= stag_outflow(q, dt_dx, dt_dy) > a.h[i];
        wrong |= !(h >= C(0));
    }
    return (is_short != 0) | (wrong != 0) << 1;
}

SPATE_FN void row_shares(cell_rows a, calc *share, int width, calc dt_dx, calc dt_dy)
{
    FOR_ROW (i, 1 - ROW_BEFORE, width + ROW_BEYOND - 1)
        share[i] = stag_share(a.h[i], stag_outflow(sides_of(a, i), dt_dx, dt_dy));
}

/* In place. */
SPATE_FN void row_limit(calc *q, const calc *share_back, const calc *share_front, int width)
{
    FOR_ROW (i, 2 - ROW_BEFORE, width + ROW_BEYOND - 1)
        q[i] = stag_limited_flux(q[i], share_back[i], share_front[i]);
}

/* ---- velocities ---- */

/* Everything the velocities of a row of faces read. Pointers lead to the value of face i at [i];
 * those that a run does not need lead to any row. */
typedef struct face_rows {
    const calc *h_back, *h_front, *bed_back, *bed_front;
    const calc *here, *back, *front, *back2, *front2, *low, *high, *low2, *high2;
    const calc *low_back, *low_front, *high_back, *high_front;         /* velocities across */
    const calc *q, *q_back, *q_front;                                  /* fluxes along */
    const calc *p_low_back, *p_low_front, *p_high_back, *p_high_front; /* across */
    const calc *open_back, *open_front, *open_low, *open_high, *open_low2, *open_high2;
    const calc *pull, *pull_back, *pull_front, *pull_low, *pull_high;
    const calc *strength_back, *strength_front;
    calc *change;
    calc *to;
} face_rows;

SPATE_FN stag_pair pair_of(const face_rows *a, int i)
{
    const stag_pair c = {a->h_back[i], a->h_front[i], a->bed_back[i], a->bed_front[i]};
    return c;
}

SPATE_FN stag_velocities velocities_of(const face_rows *a, int i)
{
    const stag_velocities u = {.here = a->here[i],
                               .back = a->back[i],
                               .front = a->front[i],
                               .back2 = a->back2[i],
                               .front2 = a->front2[i],
                               .low = a->low[i],
                               .high = a->high[i],
                               .low2 = a->low2[i],
                               .high2 = a->high2[i],
                               .across_low = C(0.5) * (a->low_back[i] + a->low_front[i]),
                               .across_high = C(0.5) * (a->high_back[i] + a->high_front[i])};
    return u;
}

SPATE_FN stag_open open_of(const face_rows *a, int i)
{
    const stag_open m = {a->open_back[i], a->open_front[i], a->open_low[i],
                         a->open_high[i], a->open_low2[i],  a->open_high2[i]};
    return m;
}

SPATE_FN stag_pulls pulls_of(const face_rows *a, int i)
{
    const stag_pulls p = {a->pull[i], a->pull_back[i], a->pull_front[i], a->pull_low[i],
                          a->pull_high[i]};
    return p;
}

/* Change by pressure and advection. */
SPATE_FN void row_changes(const face_rows rows, int count, int advection, stag_axis k)
{
    const face_rows *const a = &rows;
    FOR_ROW (i, 0, count) {
        const stag_pair c = pair_of(a, i);
        const stag_velocities u = velocities_of(a, i);
        const stag_open open = open_of(a, i);
        const stag_pulls pulls = pulls_of(a, i);
        const stag_turnover mass = stag_turnover_of(a->q_back[i], a->q[i], a->q_front[i],
                                                    a->p_low_back[i] + a->p_low_front[i],
                                                    a->p_high_back[i] + a->p_high_front[i],
                                                    c.h_back + c.h_front, k.pace, k.pace_across);
        a->change[i] =
            stag_pulled(&c, &k) - stag_carried_away(advection, &u, &open, &pulls, &mass, &c, &k);
    }
}

SPATE_FN void row_mixing(const face_rows rows, int count, int viscous, stag_axis k)
{
    const face_rows *const a = &rows;
    FOR_ROW (i, 0, count) {
        const stag_velocities u = velocities_of(a, i);
        const stag_open open = open_of(a, i);
        a->change[i] = a->change[i] + stag_mixed(&u, &open, viscous, &k);
    }
}

/* New velocities from their changes; without advection and viscosity from pressure alone. No more
 * than `count`: beside them is another thread's rectangle. */
SPATE_FN void row_velocities(const face_rows rows, int count, int linear, int law, int pushed,
                             stag_axis k)
{
    const face_rows *const a = &rows;
    ROW_LOOP for (int i = 0; i < count; ++i)
    {
        const stag_pair c = pair_of(a, i);
        const stag_velocities u = velocities_of(a, i);
        const calc across = C(0.5) * (u.across_low + u.across_high);
        const calc strength = C(0.5) * (a->strength_back[i] + a->strength_front[i]);
        const calc change = linear ? stag_pulled(&c, &k) : a->change[i];
        a->to[i] = stag_settled(u.here, change, &c, across, strength, law, pushed, &k);
    }
}

/* ---- what a row of cells has become ---- */

typedef struct result_rows {
    const calc *h, *u, *v;            /* before */
    const calc *h_new, *west, *south; /* depths after: of the cell and of two neighbours */
    const calc *u_new, *v_new;
    calc *to;              /* the field of depths */
    calc *activity, *rate; /* largest so far by column */
} result_rows;

SPATE_FN void row_activity(result_rows a, int width)
{
    ROW_LOOP for (int i = 0; i < width; ++i)
    {
        const unrest_value moved =
            stag_activity(a.h[i], a.h_new[i], a.u[i], a.u_new[i], a.v[i], a.v_new[i]);
        a.activity[i] = max_r(a.activity[i], moved);
    }
}

SPATE_FN void row_results(result_rows a, int width, stag_pacing p)
{
    ROW_LOOP for (int i = 0; i < width; ++i)
    {
        const calc deepest = max_r(a.h_new[i], max_r(a.west[i], a.south[i]));
        a.to[i] = a.h_new[i];
        a.rate[i] = max_r(a.rate[i], stag_rate(deepest, a.u_new[i], a.v_new[i], &p));
    }
}

#endif
