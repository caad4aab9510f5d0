/* The ADI scheme of MIKE 21 HD (../shared/methods/seed-000.md, docs/theory/adi.md): the row of a face in a sweep along its
 * line, and the depth of a cell after it. A sweep along x takes the depth from n to n + 1/2 and p from n to n + 1, one
 * along y the depth from n + 1/2 to n + 1 and q from n + 1/2 to n + 3/2. p is the flux along the line (m2/s), q the one
 * across; a face lies between the cells `back` and `front`; lines beside are `low` and `high`. Knows no arrays.
 *
 * Rows are those of p^(n+1) alone: the level of both cells, w = predicted - along (p_front - p_back)^(n+1), is put into the
 * momentum equation (the Schur form of the notes). All terms are multiplied by dt. */
#ifndef SPATE_PHYSICS_ADI_H
#define SPATE_PHYSICS_ADI_H

#include "physics/adi_cube_root.h"
#include "physics/sources.h"

/* Constants of a sweep; ds: along, dn: across. */
typedef struct adi_sweep {
    calc along, across;         /* dt / (4 ds), dt / (4 dn) */
    calc pull;                  /* g dt / ds */
    calc advect, advect_across; /* dt / (2 ds), dt / (2 dn): weights are twice what they are */
    calc pace;                  /* ds / dt, m/s */
    calc turn;                  /* of the earth: dt f for p, -dt f for q */
    calc push;                  /* dt times the wind's stress over density */
    calc mix_along, mix_across; /* dt viscosity / ds^2, / dn^2 */
    calc dt, inverse_g;
    calc h_dry, h_flood; /* a face stops to flow, begins to flow; m of water above its bed */
} adi_sweep;

/* What shall be done, fixed for a run, so that loops without it can be compiled. */
typedef struct adi_terms {
    int law;          /* FRICTION_NONE ... */
    int extrapolated; /* 1: coefficients of the middle of the step (second order); 0: as printed */
    int mixed;        /* viscosity */
    int unpushed;     /* neither rotation nor wind */
    /* Known of all faces of a loop: open water, as adi_is_open_water tells. Much falls away, with the same bits (but for
     * the sign of a velocity of zero, which no sum keeps). */
    int open;
    int aired; /* pressure of the air */
} adi_terms;

typedef struct adi_row {
    calc a, b, c, d;
} adi_row;

/* A cell of the line. */
typedef struct adi_cell {
    calc h, bed;
    calc mid;       /* depth that coefficients are made of */
    calc inverse;   /* 1 / mid; of a depth that is not less than h_dry */
    calc predicted; /* level, if all fluxes of the end of the step along the line were zero */
    calc
        flow; /* sum of q at its two sides, of the times that friction is of; as printed, of two times */
    calc upwind;        /* as in adi_transport */
    calc first, second; /* as in adi_weights, of its velocity */
} adi_cell;

/* What the row of a face sees of the lines beside. */
typedef struct adi_side {
    calc back, front;     /* depths of its cells (adi_seen_depth) */
    calc q_back, q_front; /* fluxes across, in the middle of the step, between the lines */
    calc p;               /* flux of the face beside */
    calc closed;          /* 1: that face is closed */
} adi_side;

typedef struct adi_face {
    adi_cell back, front;
    adi_side low, high;
    calc
        air; /* m of water that the air weighs more at the back than in front; where terms say so */
    calc p;  /* p^n */
    calc cross;   /* p for what crosses to the lines beside */
    calc damping; /* adi_damping of it */
} adi_face;

/* A value for the middle of the step from those of its beginning and of a whole step before. */
SPATE_FN calc adi_extrapolate(calc now, calc before)
{
    return now + C(0.5) * (now - before);
}

/* The same from half a step before, for depths: never less than half of what there is. */
SPATE_FN calc adi_extrapolate_depth(calc now, calc before)
{
    return max_r(now + (now - before), C(0.5) * now);
}

/* Depth or level of a cell after fluxes at its four sides. Predicted: by p^n along the line and the sums of both times of q;
 * at the end of the half step: by the sums of both times of either. */
SPATE_FN calc adi_moved(calc height, calc p_back, calc p_front, calc q_low, calc q_high,
                        const adi_sweep *k)
{
    return height - (k->along * (p_front - p_back) + k->across * (q_high - q_low));
}

/* Depth of the water that a face carries. Where both beds are well below the water it is the mean of the two cells;
 * where one stands out of it, what the higher level has above the higher bed; in between something of both. */
SPATE_FN calc adi_face_depth(const adi_cell *back, const adi_cell *front, calc *over)
{
    const calc level = max_r(back->h + back->bed, front->h + front->bed);
    const calc step = abs_r(back->bed - front->bed);
    const calc shallow = min_r(back->h, front->h);
    *over = level - max_r(back->bed, front->bed);
    /* min(room / step, 1): a GPU whose threads all have room does not divide */
    const calc room = shallow - step, least = at_least_tiny(step);
    const calc share = room >= least ? C(1) : div_r(max_zero_r(room), least);
    return (C(1) - share) * *over + share * (C(0.5) * (back->mid + front->mid));
}

/* A face that does not flow begins to above h_flood, one that flows goes on above h_dry: no flicker at the shore. */
SPATE_FN int adi_is_open(calc over, calc p, const adi_sweep *k)
{
    return over > (p == C(0) ? k->h_flood : k->h_dry);
}

/* 1 / h of a neighbour; that of the cell itself where the neighbour has no water to speak of. */
SPATE_FN calc adi_inverse(calc h, calc own, const adi_sweep *k)
{
    return h > k->h_flood ? div_r(C(1), h) : own;
}

/* Velocity in a cell, and how much of its transport is upwind: none below a Froude number of 1/2, all from 1 on. MIKE
 * 21's weight grows from 1/4 on, linear in the Froude number; this one in its square, which takes no root. */
typedef struct adi_transport {
    calc velocity, upwind; /* m/s, 0 ... 1 */
} adi_transport;

#define ADI_SLOW_FROUDE_SQUARED 0.25

SPATE_FN calc adi_froude_squared(calc u, calc inverse, const adi_sweep *k)
{
    return (u * u) * (inverse * k->inverse_g);
}

/* 0 ... 1, of a cell with velocity u. */
SPATE_FN calc adi_upwind_of(calc u, calc inverse, const adi_sweep *k)
{
    const calc excess = adi_froude_squared(u, inverse, k) - C(ADI_SLOW_FROUDE_SQUARED);
    return min_r(max_zero_r(excess) * C(4.0 / 3.0), C(1));
}

/* Flux through a cell; none where there is no water to speak of. */
SPATE_FN calc adi_flux_through(calc p_back, calc p_front, calc h, const adi_sweep *k)
{
    return h > k->h_flood ? C(0.5) * (p_back + p_front) : C(0);
}

/* Where flow is faster than its waves, both p and the depth in u = p / h must come from upstream too, from the face that is
 * transported and the cell before it: else waves grow, for which (g h - u^2) h_x is a force that pushes the wrong way, a
 * zigzag of h by 20 % in a step at a Froude number of 2, waves of five cells by 2 % where p alone is a mean. flux: through
 * the cell; inverse: 1 / h of it, upstream: of the cell before it. */
SPATE_FN calc adi_velocity(calc flux, calc p_back, calc p_front, calc upwind, calc inverse,
                           calc upstream)
{
    const calc moved = flux + upwind * ((flux > C(0) ? p_back : p_front) - flux);
    return moved * (inverse + upwind * (upstream - inverse));
}

/* behind, ahead: depths of the neighbours of a cell along the line. */
SPATE_FN adi_transport adi_transport_of(calc p_back, calc p_front, calc h, calc inverse,
                                        calc behind, calc ahead, const adi_sweep *k)
{
    const calc flux = adi_flux_through(p_back, p_front, h, k);
    const calc upwind = adi_upwind_of(flux * inverse, inverse, k);
    const calc upstream = adi_inverse(flux > C(0) ? behind : ahead, inverse, k);
    const adi_transport t = {.velocity =
                                 adi_velocity(flux, p_back, p_front, upwind, inverse, upstream),
                             .upwind = upwind};
    return t;
}

/* What is known of some cells: no depth is less, no bed above or below, no sum of the two fluxes of a cell larger. */
typedef struct adi_survey {
    calc shallowest, highest, lowest, swiftest;
} adi_survey;

/* Open water: whatever two of the cells are neighbours, the face between them carries their mean depth and is open for
 * either limit, and flow in them is so slow that nothing is upwind. With e the rounding of a sum, level - bed is above
 * h - 3 e (h + |bed|); a Froude number is rounded by far less than the margin left here. Depths that coefficients are
 * extrapolated to are at least half of h. Differences round as they grow, so that other limits need no margin. */
SPATE_FN int adi_is_open_water(const adi_survey *s, int extrapolated, const adi_sweep *k)
{
    const calc h = s->shallowest, step = s->highest - s->lowest;
    const calc mid = extrapolated ? C(0.5) * h : h;
    const calc bed = max_r(abs_r(s->highest), abs_r(s->lowest));
    const calc u = div_r(C(0.5) * s->swiftest, mid);
    return h > k->h_flood && h - step > step &&
           h - (C(4) * SPATE_CALC_EPSILON) * (h + bed) > k->h_flood &&
           (u * u) * k->inverse_g < C(0.9 * ADI_SLOW_FROUDE_SQUARED) * mid;
}

/* Twice u p at a place between two faces: first p_back + second p_front. */
typedef struct adi_weights {
    calc first, second;
} adi_weights;

SPATE_FN adi_weights adi_weights_of(calc velocity, calc upwind)
{
    const calc size = upwind * abs_r(velocity);
    const adi_weights w = {.first = velocity + size, .second = velocity - size};
    return w;
}

/* What crosses to the lines beside is explicit. Extrapolated in time and central in space, waves of four cells grow by
 * sigma^4 / 4 in a step of flow Courant number sigma; an upwind share of sigma^3 takes away sigma^4, and is of third
 * order. As printed they grow by sigma^2 / 2, and by sigma times that of the flow along the line; a share of 2 sigma takes
 * away both. Returns twice v p between two lines, as adi_weights would have it. */
SPATE_FN calc adi_crossing(calc v, calc upwind, calc low, calc high, const adi_terms *t,
                           const adi_sweep *k)
{
    const calc speed = abs_r(v), sigma = (C(2) * k->advect_across) * speed;
    const calc printed = (C(4) * k->advect_across) * speed; /* 2 sigma */
    const calc share = at_most_one(t->extrapolated ? sigma * (sigma * sigma) : printed);
    const calc size = (t->open ? share : max_r(upwind, share)) * speed;
    return v * (low + high) + size * (low - high);
}

/* Depth (for coefficients) of a cell of the line beside, as its neighbour in this line sees it: its own where there is no
 * water to speak of. */
SPATE_FN calc adi_seen_depth(calc h_beside, calc mid_beside, calc own_mid, const adi_sweep *k)
{
    return h_beside > k->h_flood ? mid_beside : own_mid;
}

/* Four times the mean depth of the cells around the corner between two lines. */
SPATE_FN calc adi_corner_depth(const adi_side *s, const adi_face *f)
{
    return (s->back + s->front) + (f->back.mid + f->front.mid);
}

/* Velocities across at the two corners of a face, fluxes over mean depths: with one division for both, whose depths'
 * product neither overflows nor vanishes, for h_flood is less than both. */
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

/* dt times the damping rate of p: Manning's g n^2 |V| / h^(7/3), Chezy's g |V| / (C h)^2, where h^-2 is the mean of the
 * two cells', of which the shallower counts as half as deep as the other at least: water that runs onto dry ground would be held
 * back as a film else. With H = h^-2: h^(-7/3) = H H^(-1/3) H^(1/2). */
SPATE_FN calc adi_damping(calc p, calc q, calc inverse_back, calc inverse_front, calc strength,
                          int law, const adi_sweep *k)
{
    if (law == FRICTION_NONE)
        return C(0);
    const calc back = min_r(inverse_back, C(2) * inverse_front);
    const calc front = min_r(inverse_front, C(2) * inverse_back);
    const calc mean = C(0.5) * (back * back + front * front);
    const calc square = p * p + q * q;
    if (law == FRICTION_MANNING) /* one root for both */
        return (k->dt * strength) * (sqrt_r(square * mean) * (mean * adi_inverse_cube_root(mean)));
    return (k->dt * strength) * (sqrt_r(square) * mean);
}

/* The row of a face without flow. */
SPATE_FN adi_row adi_still_row(void)
{
    const adi_row row = {C(0), C(1), C(0), C(0)};
    return row;
}

/* Whether terms that are zero everywhere are left out: a fast build does, where all threads agree; adding them may turn -0
 * into 0. */
SPATE_FN int adi_left_out(int zero)
{
    return SPATE_FAST_ARITHMETIC && zero;
}

/* What crosses to the lines beside is known before waves are: extrapolated, it is behind a wave that turns by theta in a
 * step, and feeds it with sigma sin^3(theta/2) of its height, sigma being the flow Courant number (as printed: with
 * sigma sin(theta/2) / 2). So levels are taken a little beyond the end of the half step, away from the level that was
 * extrapolated: w + e (w - extrapolated), which takes away more than that for every wave if e is sigma (1 + 1/C^2); of
 * second order, as the extrapolation is. An eighth of the flow along the line counts too, for waves along it that take the
 * flux across with them. Not where flow is faster than its waves: it carries those that run against it the other way, which
 * this would feed. docs/theory/adi.md has the analysis. Returns e g h dt / ds. */
SPATE_FN calc adi_beyond(const adi_face *f, adi_corners across, calc depth, calc upwind,
                         const adi_sweep *k)
{
    const calc sideways = (C(2) * k->advect_across) * max_size_r(across.low, across.high);
    const calc forward = (C(0.125) * k->advect) * max_size_r(f->back.first + f->back.second,
                                                             f->front.first + f->front.second);
    return ((C(1) - upwind) * (sideways + forward)) * (k->pull * depth + k->pace);
}

/* Forces that do not depend on p^(n+1): slope of the predicted levels and of the air, transport across, rotation, wind,
 * mixing. */
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

/* p^(n+1) times (1 + z) as printed; else times 1 + z + z^2/2, and all other terms times 1 + z/2: second order, damped
 * for every z = dt rate, and the same steady state. */
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

/* ---- the time step ---- */

/* Largest flow Courant number |u| dt / dx: transport is explicit across lines, and in part along them where flow is fast. */
#define ADI_FLOW_COURANT 0.25

/* Of the larger of both directions, over the size of cells. fluxes: sums of the two faces of each direction. */
SPATE_FN calc adi_cell_flux(calc sum_x, calc sum_y, calc inverse_dx, calc inverse_dy)
{
    return C(0.5) * max_r(abs_r(sum_x) * inverse_dx, abs_r(sum_y) * inverse_dy);
}

SPATE_FN calc adi_cell_flow(calc h, calc flux, calc h_flood)
{
    return div_r(flux, max_r(h, h_flood));
}

/* Of waves on a depth and of a flow, 1/s; dt = courant / rate. It grows with either, rounding included: largest values make
 * the largest rate. */
SPATE_FN calc adi_rate(calc h, calc flow, calc g, calc inverse_dx, calc inverse_dy, calc courant)
{
    const calc waves = sqrt_r(g * h) * max_r(inverse_dx, inverse_dy);
    return max_r(waves, (courant * C(1 / ADI_FLOW_COURANT)) * flow);
}

SPATE_FN calc adi_cell_rate(calc h, calc sum_x, calc sum_y, calc g, calc inverse_dx,
                            calc inverse_dy, calc courant, calc h_flood)
{
    const calc flux = adi_cell_flux(sum_x, sum_y, inverse_dx, inverse_dy);
    return adi_rate(h, adi_cell_flow(h, flux, h_flood), g, inverse_dx, inverse_dy, courant);
}

/* A step in which water crossed more than a cell (a flow Courant number of 1), because discharges, rain or waves from
 * outside began in it, is repeated with a quarter of its length. The state does not show by how much it was too long; but the
 * shorter the step, the closer the new state is to the old one, for which dt was chosen. Returns the face rate that makes
 * redo_dt return a quarter of dt; 0 where the step is short enough. */
SPATE_FN double adi_redo_rate(double dt, double rate, double cfl)
{
    return dt * rate > (1 / ADI_FLOW_COURANT) * cfl ? 4 * REDO_SHARE / dt : 0;
}

/* ---- what leaves a cell is at most what it has ---- */

/* Shares below the normal numbers of what is stored would be rounded by more than an epsilon. */
#define ADI_LEAST_SHARE C(sizeof(real) == 4 ? 0x1p-126 : 0x1p-1022)

/* Largest share of its outflow that a cell can give: from h and what flows in, m in the half step. */
SPATE_FN calc adi_share(calc h, calc in, calc out)
{
    const calc has = h + in;
    const calc share = out > has ? div_r(max_zero_r(has), out) : C(1);
    return share >= ADI_LEAST_SHARE ? share : C(0);
}

#endif
