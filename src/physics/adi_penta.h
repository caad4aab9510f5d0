/* The equations of a line of the ADI scheme before levels are put into the momentum rows: fluxes and levels are both
 * unknowns, as in the paper (Aackermann & Pedersen 2012, 4.5), in turn along the line:
 *
 *     cell:   w + k (p_front - p_back) = predicted                              k = dt / (4 ds)
 *     face:   l p_before + a w_back + b p + c w_front + r p_after = d
 *
 * Beside physics/adi.h, which has them reduced to fluxes alone; made of the same depths, weights and forces. */
#ifndef SPATE_PHYSICS_ADI_PENTA_H
#define SPATE_PHYSICS_ADI_PENTA_H

#include "physics/adi.h"

typedef struct adi_momentum {
    calc l, a, b, c, r, d;
} adi_momentum;

SPATE_FN adi_momentum adi_still_momentum(void)
{
    const adi_momentum m = {.b = C(1)};
    return m;
}

/* A flux that is known, or that of another face: no level counts. */
SPATE_FN adi_momentum adi_momentum_without_levels(adi_row row)
{
    const adi_momentum m = {.l = row.a, .b = row.b, .r = row.c, .d = row.d};
    return m;
}

SPATE_FN adi_momentum adi_face_momentum(const adi_face *f, const adi_terms *t, const adi_sweep *k)
{
    calc over;
    const calc depth = adi_face_depth(&f->back, &f->front, &over);
    const calc upwind = max_r(f->front.upwind, f->back.upwind);
    const adi_corners across = adi_corner_velocities(f, 0, k);
    const calc beyond = adi_beyond(f, across, depth, upwind, k);
    const calc mixing = t->mixed ? k->mix_along : C(0);
    const adi_damped damped = adi_damped_by(f->damping, t->extrapolated);
    const calc pull = damped.others * (k->pull * depth + beyond);
    adi_face flat = *f; /* the slope of levels, whose coefficients are a and c, is no force here */
    flat.back.predicted = flat.front.predicted = C(0);
    const calc forces = adi_forces(&flat, depth, across, beyond, upwind, t, k);
    const adi_momentum m = {.l = -(damped.others * (k->advect * f->back.first + mixing)),
                            .a = -pull,
                            .b = damped.own +
                                 damped.others * (k->advect * (f->front.first - f->back.second) +
                                                  C(2) * mixing),
                            .c = pull,
                            .r = damped.others * (k->advect * f->front.second - mixing),
                            .d = f->p + damped.others * forces};
    return adi_is_open(over, f->p, k) ? m : adi_still_momentum();
}

/* An outer face: how the level inside pulls at it, and how the flux of the face before counts. */
SPATE_FN adi_momentum adi_outer_momentum(calc outward, calc pull, calc own, calc inner, calc known)
{
    const adi_momentum m = {.l = outward > C(0) ? inner : C(0),
                            .a = outward > C(0) ? -pull : C(0),
                            .b = own,
                            .c = outward > C(0) ? C(0) : pull,
                            .r = outward > C(0) ? C(0) : inner,
                            .d = known};
    return m;
}

/* adi_level_row, whose level inside is unknown. */
SPATE_FN adi_momentum adi_level_momentum(const adi_cell *inside, calc outward, calc level, calc p,
                                         calc q, calc strength, const adi_terms *t,
                                         const adi_sweep *k)
{
    const calc h = max_r(level - inside->bed, C(0));
    const calc depth = C(0.5) * (h + inside->mid);
    const calc inverse = div_r(C(1), max_r(depth, k->h_dry));
    const calc z = adi_damping(p, q, inverse, inverse, strength, t->law, k);
    const adi_damped damped = adi_damped_by(z, t->extrapolated);
    const adi_leaving leaving = adi_leaving_by(inside, outward, p, h, k);
    const calc pull = damped.others * (C(2) * k->pull * depth);
    const calc others = damped.others * (k->turn * q + k->push * wind_share(depth));
    const adi_momentum m =
        adi_outer_momentum(outward, pull, damped.own + damped.others * leaving.own,
                           damped.others * leaving.inner, p + (others - outward * (pull * level)));
    return adi_is_open(max_r(h, inside->h), p, k) ? m : adi_still_momentum();
}

/* adi_radiating_row, likewise. */
SPATE_FN adi_momentum adi_radiating_momentum(const adi_cell *inside, calc outward, calc target,
                                             calc p, calc g, const adi_sweep *k)
{
    const calc speed = C(2) * sqrt_r(g * max_zero_r(inside->mid));
    const adi_momentum m =
        adi_outer_momentum(outward, speed, C(1), C(0), -(outward * (speed * target)) - p);
    return inside->h > k->h_dry ? m : adi_still_momentum();
}

/* The first of the paper's two stages (its "local elimination"): the fluxes of the faces before and after, by the mass
 * rows of the two cells between; left are w_back, p and w_front. predicted: of the two cells, 0 where there is none. */
SPATE_FN adi_row adi_eliminated(const adi_momentum *m, calc predicted_back, calc predicted_front,
                                const adi_sweep *k)
{
    const calc l = div_r(m->l, k->along), r = div_r(m->r, k->along);
    const adi_row row = {.a = m->a + l,
                         .b = m->b + (m->l + m->r),
                         .c = m->c - r,
                         .d = m->d + (l * predicted_back - r * predicted_front)};
    return row;
}

#endif
