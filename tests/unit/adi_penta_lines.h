/* Random lines of the ADI scheme, in both of their forms. Included by the twins of
 * adi_penta_body.h. */
#ifndef TESTS_UNIT_ADI_PENTA_LINES_H
#define TESTS_UNIT_ADI_PENTA_LINES_H

#include <math.h>

#include "check.h"
#include "physics/adi_edges.h"
#include "physics/adi_penta.h"

enum { CELLS = 60, FACES = CELLS + 1, UNKNOWNS = 2 * CELLS + 1, LINES = 300 };

typedef long double wide;

typedef struct test_line {
    int ring, faces;
    adi_sweep k;
    adi_terms terms;
    adi_cell cell[CELLS];
    adi_face face[FACES];
    adi_row row[FACES];
    adi_momentum momentum[FACES];
    calc forces[FACES]; /* absolute terms of d, as far as the two forms add them up differently */
} test_line;

static calc between(double low, double high)
{
    return (calc)(low + (high - low) * draw_unit());
}

static adi_sweep sweep_of_courant(calc courant)
{
    const calc ds = between(1, 200), dn = between(1, 200), g = C(9.81), depth = C(10);
    const calc dt = courant * ds / sqrt_r(g * depth);
    const adi_sweep k = {.along = C(0.25) * dt / ds,
                         .across = C(0.25) * dt / dn,
                         .pull = g * dt / ds,
                         .advect = C(0.5) * dt / ds,
                         .advect_across = C(0.5) * dt / dn,
                         .pace = ds / dt,
                         .turn = between(-1e-4, 1e-4) * dt,
                         .push = between(-1e-4, 1e-4) * dt,
                         .mix_along = between(0, 0.1),
                         .mix_across = between(0, 0.1),
                         .dt = dt,
                         .inverse_g = 1 / g,
                         .h_dry = C(0.01),
                         .h_flood = C(0.02)};
    return k;
}

static adi_cell random_cell(const adi_sweep *k, calc datum)
{
    const calc h = between(2, 12), level = datum + between(-0.5, 0.5);
    const calc u = between(-0.1, 0.1) / k->advect, upwind = between(0, 1);
    const adi_weights w = adi_weights_of(u, upwind);
    const adi_cell c = {.h = h,
                        .bed = level - h,
                        .mid = h * between(0.9, 1.1),
                        .inverse = 1 / h,
                        .predicted = level + between(-0.2, 0.2),
                        .upwind = upwind,
                        .first = w.first,
                        .second = w.second};
    return c;
}

static adi_side random_side(calc flux)
{
    const adi_side s = {.back = between(2, 12),
                        .front = between(2, 12),
                        .q_back = between(-1, 1),
                        .q_front = between(-1, 1),
                        .p = between(-flux, flux)};
    return s;
}

/* The face at the back of cell n. With closed faces, a fifth of them are closed, some by a bed
 * above the water. */
static void make_face(test_line *l, int n, int with_closed)
{
    const calc flux = between(0.1, 20);
    adi_face *f = &l->face[n];
    *f = (adi_face){.back = l->cell[(n + CELLS - 1) % CELLS],
                    .front = l->cell[n % CELLS],
                    .low = random_side(flux),
                    .high = random_side(flux),
                    .p = between(-flux, flux),
                    .cross = between(-flux, flux),
                    .damping = between(0, 0.2)};
    adi_face flat = *f;
    flat.back.predicted = flat.front.predicted = C(0);
    adi_terms unmixed = l->terms;
    unmixed.mixed = 0;
    adi_sweep calm = l->k;
    calm.advect_across = C(0);
    calc over;
    const calc depth = adi_face_depth(&f->back, &f->front, &over);
    const calc upwind = max_r(f->front.upwind, f->back.upwind);
    const calc others = adi_damped_by(f->damping, l->terms.extrapolated).others;
    const adi_corners across = adi_corner_velocities(f, 0, &l->k);
    const calc beyond = adi_beyond(f, across, depth, upwind, &l->k);
    const adi_sweep *const ks[] = {&calm, &l->k, &l->k};
    const adi_terms *const terms[] = {&unmixed, &unmixed, &l->terms};
    l->forces[n] = abs_r(f->p) + others * ((l->k.pull * depth + beyond) *
                                           abs_r(f->back.predicted - f->front.predicted));
    for (int sum = 0; sum < 3; ++sum)
        l->forces[n] +=
            others * abs_r(adi_forces(&flat, depth, across, beyond, upwind, terms[sum], ks[sum]));
    l->row[n] = adi_face_row(f, &l->terms, &l->k);
    l->momentum[n] = adi_face_momentum(f, &l->terms, &l->k);
    if (with_closed && draw_unit() < 0.2) {
        l->row[n] = adi_still_row();
        l->momentum[n] = adi_still_momentum();
    }
}

/* Alternating outer faces: walls, levels, fluxes driven by a level, discharges. */
static void make_end(test_line *l, int n, calc outward, int kind)
{
    const adi_cell *inside = &l->cell[n ? CELLS - 1 : 0];
    const calc level = inside->predicted + between(-1, 1), q = between(-5, 5);
    const calc p =
        between(-0.02, 0.02) / l->k.advect; /* slow: transport is less than the diagonal */
    l->row[n] = adi_still_row();
    if (kind == 1)
        l->row[n] = adi_level_row(inside, outward, level, p, q, C(0.01), &l->terms, &l->k);
    else if (kind == 2)
        l->row[n] = adi_level_driven_row(inside, outward, C(10), level, C(2), &l->k);
    else if (kind == 3)
        l->row[n].d = p;
    l->momentum[n] = adi_momentum_without_levels(l->row[n]);
    l->forces[n] = abs_r(l->row[n].d);
}

static test_line make_line(int number, int ring, int with_closed)
{
    test_line l = {.ring = ring,
                   .faces = ring ? CELLS : FACES,
                   .k = sweep_of_courant(between(0.5, 20)),
                   .terms = {.law = FRICTION_MANNING,
                             .extrapolated = number % 2,
                             .mixed = number / 2 % 2}};
    const calc datum = between(-100, 100);
    for (int n = 0; n < CELLS; ++n) {
        l.cell[n] = random_cell(&l.k, datum);
        if (with_closed && draw_unit() < 0.05) { /* an island that is not flooded */
            l.cell[n].h = l.cell[n].mid = C(0);
            l.cell[n].bed = datum + 5;
        }
    }
    for (int n = 0; n < l.faces; ++n)
        make_face(&l, n, with_closed);
    if (!ring) {
        make_end(&l, 0, C(-1), number % 4);
        make_end(&l, CELLS, C(1), number / 4 % 4);
    }
    return l;
}

#endif
