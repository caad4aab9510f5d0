/* The ADI scheme of MIKE 21 HD (as described by Aackermann & Pedersen 2012; docs/theory/adi.md):
 * the matrix row of a face in a sweep along its line. A face lies between the cells `back` and
 * `front`; the neighbouring lines are `low` and `high`. Knows no arrays.
 *
 * The unknowns are p^(n+1) alone: the levels of both cells, w = predicted - along (p_front -
 * p_back)^(n+1), are eliminated from the momentum equation (Schur form). All terms are multiplied
 * by dt. */
#ifndef SPATE_PHYSICS_ADI_H
#define SPATE_PHYSICS_ADI_H

#include "physics/adi_friction.h"
#include "physics/adi_times.h"
#include "physics/adi_transport.h"
#include "physics/sources.h"

typedef struct adi_row {
    calc a, b, c, d;
} adi_row;

/* A cell of the line. "Middle" depths and fluxes are those that coefficients are made of: of the
 * middle of the step where they are extrapolated, else of its beginning. */
typedef struct adi_cell {
    calc h, bed;
    calc mid;           /* middle depth */
    calc inverse;       /* 1 / max(mid, h_dry) */
    calc predicted;     /* level if p^(n+1) were zero */
    calc flow;          /* sum of q at its two sides, for friction; as printed, of two times */
    calc upwind;        /* as in adi_transport */
    calc first, second; /* as in adi_weights, of its velocity */
} adi_cell;

/* What the row of a face depends on in a neighbouring line. */
typedef struct adi_side {
    calc back, front;     /* middle depths of its cells (adi_seen_depth) */
    calc q_back, q_front; /* fluxes between the two lines, in the middle of the step */
    calc p;               /* middle flux of its face */
    calc closed;          /* 1: that face is closed */
} adi_side;

typedef struct adi_face {
    adi_cell back, front;
    adi_side low, high;
    calc air;     /* air pressure, m of water: back minus front; if terms.aired */
    calc p;       /* p^n */
    calc cross;   /* middle flux, which is transported across */
    calc damping; /* adi_damping of it */
} adi_face;

/* Depth of the water at a face: the mean of the two cells where both beds are well below the
 * water; the depth of the higher level above the higher bed (*over) where one bed stands out of
 * the water; in between a mean of both. */
SPATE_FN calc adi_face_depth(const adi_cell *back, const adi_cell *front, calc *over)
{
    const calc level = max_r(back->h + back->bed, front->h + front->bed);
    const calc step = abs_r(back->bed - front->bed);
    const calc shallow = min_r(back->h, front->h);
    *over = level - max_r(back->bed, front->bed);
    /* min(room / step, 1), without a division where a warp of a GPU has room in all threads */
    const calc room = shallow - step, least = at_least_tiny(step);
    const calc share = room >= least ? C(1) : div_r(max_zero_r(room), least);
    return (C(1) - share) * *over + share * (C(0.5) * (back->mid + front->mid));
}

/* Middle depth of a cell of a neighbouring line as its neighbour in this line sees it: its own
 * where the other one is not deeper than h_flood. */
SPATE_FN calc adi_seen_depth(calc h_beside, calc mid_beside, calc own_mid, const adi_sweep *k)
{
    return h_beside > k->h_flood ? mid_beside : own_mid;
}

/* Four times the mean depth of the cells around the corner between two lines. */
SPATE_FN calc adi_corner_depth(const adi_side *s, const adi_face *f)
{
    return (s->back + s->front) + (f->back.mid + f->front.mid);
}

/* Velocities across at the two corners of a face: fluxes over mean depths, with one division for
 * both. The product of the depths neither overflows nor vanishes, because both are
 * above h_flood. */
typedef struct adi_corners {
    calc low, high;
} adi_corners;

SPATE_FN adi_corners adi_corner_velocities(const adi_face *f, int open, const adi_sweep *k)
{
    const int deep = open || (f->back.h > k->h_flood && f->front.h > k->h_flood);
    const calc low = deep ? adi_corner_depth(&f->low, f) : C(1);
    const calc high = deep ? adi_corner_depth(&f->high, f) : C(1);
    const calc shared = deep ? div_r(C(2), low * high) : C(0);
    const adi_corners v = {.low = (f->low.q_back + f->low.q_front) * (shared * high),
                           .high = (f->high.q_back + f->high.q_front) * (shared * low)};
    return v;
}

/* Mean flux across at a face, for friction, from `flow` of its cells. */
SPATE_FN calc adi_across_of(calc flow_back, calc flow_front, int extrapolated)
{
    return (extrapolated ? C(0.25) : C(0.125)) * (flow_back + flow_front);
}

/* The row of a face without flow: p = 0. */
SPATE_FN adi_row adi_still_row(void)
{
    const adi_row row = {C(0), C(1), C(0), C(0)};
    return row;
}

/* Whether terms that are zero everywhere are left out. Only a fast build does so: adding them may
 * turn -0 into 0. */
SPATE_FN int adi_left_out(int zero)
{
    return SPATE_FAST_ARITHMETIC && zero;
}

/* Damping against explicit transport across. That transport is computed before the waves of the
 * step. Extrapolated, it lags behind a wave that turns by theta in a step, and adds sigma
 * sin^3(theta/2) of its height, with the flow Courant number sigma (as printed: sigma sin(theta/2)
 * / 2). Levels are therefore taken a little beyond the end of the half step, away from the
 * extrapolated level: w + e (w - extrapolated). With e = sigma (1 + 1/C^2), C the Courant number
 * of waves, this removes more than was added, for every wave, and is of second order like the
 * extrapolation. An eighth of the flow along the line counts too, for waves along it that carry
 * the flux across. It fades out where flow becomes supercritical: there it would feed the waves
 * that run against the flow. The analysis is in docs/theory/adi.md. Returns e g h dt / ds. */
SPATE_FN calc adi_beyond(const adi_face *f, adi_corners across, calc depth, calc upwind,
                         const adi_sweep *k)
{
    const calc sideways = (C(2) * k->advect_across) * max_size_r(across.low, across.high);
    const calc forward = (C(0.125) * k->advect) * max_size_r(f->back.first + f->back.second,
                                                             f->front.first + f->front.second);
    return ((C(1) - upwind) * (sideways + forward)) * (k->pull * depth + k->pace);
}

/* Forces that do not depend on p^(n+1): slope of the predicted levels and of the air pressure,
 * transport across, rotation, wind, viscosity. */
SPATE_FN calc adi_forces(const adi_face *f, calc depth, adi_corners across, calc beyond,
                         calc upwind, const adi_terms *t, const adi_sweep *k)
{
    const calc out = adi_crossing(across.high, upwind, f->cross, f->high.p, t, k);
    const calc in = adi_crossing(across.low, upwind, f->low.p, f->cross, t, k);
    const calc fall = f->back.predicted - f->front.predicted;
    const calc before = (f->back.mid + f->back.bed) - (f->front.mid + f->front.bed);
    const calc push = t->aired ? fall + f->air : fall;
    calc forces = (k->pull * depth) * push + beyond * (fall - before);
    if (!t->unpushed && !adi_left_out(k->turn == C(0) && k->push == C(0))) {
        const calc q =
            C(0.25) * ((f->low.q_back + f->low.q_front) + (f->high.q_back + f->high.q_front));
        forces = forces + (k->turn * q + k->push * wind_share(depth));
    }
    forces = forces - k->advect_across * (out - in);
    if (t->mixed) { /* free slip along walls */
        const calc above = f->high.closed > C(0) ? f->cross : f->high.p;
        const calc below = f->low.closed > C(0) ? f->cross : f->low.p;
        forces = forces + k->mix_across * ((above - f->cross) - (f->cross - below));
    }
    return forces;
}

/* Factors of friction with z = dt rate. As printed: p^(n+1) times 1 + z. Else p^(n+1) times 1 + z
 * + z^2/2 and all other terms times 1 + z/2, which is of second order, damped for every z, and has
 * the same steady state. */
typedef struct adi_damped {
    calc own, others;
} adi_damped;

SPATE_FN adi_damped adi_damped_by(calc z, int extrapolated)
{
    const calc half = extrapolated ? C(0.5) * z : C(0);
    const adi_damped d = {.own = extrapolated ? C(1) + z * (C(1) + half) : C(1) + z,
                          .others = C(1) + half};
    return d;
}

SPATE_FN adi_row adi_face_row(const adi_face *f, const adi_terms *t, const adi_sweep *k)
{
    calc over = C(0);
    const calc depth = t->open ? C(0.5) * (f->back.mid + f->front.mid)
                               : adi_face_depth(&f->back, &f->front, &over);
    const calc upwind = t->open ? C(0) : max_r(f->front.upwind, f->back.upwind);
    const adi_corners across = adi_corner_velocities(f, t->open, k);
    const calc beyond = adi_beyond(f, across, depth, upwind, k);
    const calc levels = (k->pull * depth + beyond) * k->along;
    const calc stiff = t->mixed ? levels + k->mix_along : levels;
    const adi_damped damped = adi_damped_by(f->damping, t->extrapolated);
    const calc forces = adi_forces(f, depth, across, beyond, upwind, t, k);
    const calc diagonal = k->advect * (f->front.first - f->back.second) + C(2) * stiff;
    const adi_row row = {.a = -(damped.others * (k->advect * f->back.first + stiff)),
                         .b = damped.own + damped.others * diagonal,
                         .c = damped.others * (k->advect * f->front.second - stiff),
                         .d = f->p + damped.others * forces};
    return t->open || adi_is_open(over, f->p, k) ? row : adi_still_row();
}

#endif
