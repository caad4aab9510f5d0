/* The equations of a line of the ADI scheme before levels are eliminated: fluxes and levels are
 * both unknowns, alternating along the line, as in Aackermann & Pedersen (2012, section 4.5):
 *
 *     cell:   w + k (p_front - p_back) = predicted                              k = dt / (4 ds)
 *     face:   l p_before + a w_back + b p + c w_front + r p_after = d
 *
 * physics/adi.h has them reduced to fluxes alone. Both use the same depths, weights and forces. */
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

/* An outer face: its row is already reduced to fluxes. */
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
    adi_face flat = *f; /* the slope of levels is in a and c, not among the forces */
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

/* The first of the paper's two stages ("local elimination"): the fluxes of the faces before and
 * after are eliminated with the mass rows of the two cells between. w_back, p and w_front remain.
 * predicted: of the two cells, 0 where there is none. */
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
