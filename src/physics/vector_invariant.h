/* The shallow-water equations in vector-invariant form on an Arakawa C-grid (Saunders 2014,
 * section 2; docs/theory/vector_invariant.md): depth h at cells, velocity u at west faces, v at
 * south faces, potential vorticity q at south-west corners. Knows no arrays.
 *
 *     h_t + div(h v) = 0,   v_t + q h v^perp + grad E = 0,
 *     q = (v_x - u_y + f) / h,   E = g (h + b) + |v|^2 / 2,   v^perp = (-v, u)
 *
 * The paper has Phi = g h in place of h. q Phi and E are the same for both. The state is h,
 * because volumes, maxima and maps are made of it. Equation numbers are those of the paper; its
 * (2.2) has the wrong sign before q.
 *
 * At a wall the normal velocity is 0. A corner with an inactive cell has no relative vorticity:
 * the tangential velocity does not change across a wall (free slip). Its depth is the mean of
 * its active cells. */
#ifndef SPATE_PHYSICS_VECTOR_INVARIANT_H
#define SPATE_PHYSICS_VECTOR_INVARIANT_H

#include "base/real.h"

/* How products are averaged:
 *   paper      q, fluxes and velocities apart (2.18 to 2.25): keeps potential enstrophy
 *   energy     q times the flux at each corner, squares of velocities (Sadourny 1975): keeps
 *              energy
 *   enstrophy  weights of Arakawa & Lamb (1981): keep energy and potential enstrophy */
enum { VI_ENSTROPHY, VI_ENERGY, VI_PAPER };

typedef struct vi_metric {
    calc per_x, per_y; /* 1/dx, 1/dy */
    calc dy_per_dx, dx_per_dy;
    calc g;
} vi_metric;

SPATE_FN vi_metric vi_metric_of(double dx, double dy, double g)
{
    const vi_metric m = {.per_x = (calc)(1 / dx),
                         .per_y = (calc)(1 / dy),
                         .dy_per_dx = (calc)(dy / dx),
                         .dx_per_dy = (calc)(dx / dy),
                         .g = (calc)g};
    return m;
}

/* ---- mass ---- */

/* Flux through a face between the cells `back` and `front`, m2/s (2.14). */
SPATE_FN calc vi_flux(calc h_back, calc h_front, calc u)
{
    return (C(0.5) * (h_back + h_front)) * u;
}

/* h_t of a cell (2.19). */
SPATE_FN calc vi_depth_rate(calc west, calc east, calc south, calc north, const vi_metric *m)
{
    return -((east - west) * m->per_x + (north - south) * m->per_y);
}

/* ---- potential vorticity ---- */

/* v_x - u_y at the corner between these faces. */
SPATE_FN calc vi_vorticity(calc v_west, calc v_east, calc u_south, calc u_north, const vi_metric *m)
{
    return (v_east - v_west) * m->per_x - (u_north - u_south) * m->per_y;
}

/* q at a corner (2.15). depths: sum over its active cells, of which there are `cells`. 0 without
 * any. */
SPATE_FN calc vi_potential_vorticity(calc vorticity, calc f, calc depths, calc cells)
{
    const calc q = div_r((vorticity + f) * cells, depths);
    return cells > C(0) ? q : C(0);
}

/* ---- the Bernoulli term ---- */

/* |v|^2 / 2 of a cell from the velocities of its faces (2.18). With squares before the mean the
 * conserving forms keep energy. */
SPATE_FN calc vi_kinetic(int form, calc u_west, calc u_east, calc v_south, calc v_north)
{
    if (form == VI_PAPER) {
        const calc u = C(0.5) * (u_west + u_east), v = C(0.5) * (v_south + v_north);
        return C(0.5) * (u * u + v * v);
    }
    return C(0.25) *
           ((u_west * u_west + u_east * u_east) + (v_south * v_south + v_north * v_north));
}

/* Depth, bed and kinetic energy of the two cells of a face. */
typedef struct vi_pair {
    calc h_back, h_front, bed_back, bed_front, kinetic_back, kinetic_front;
} vi_pair;

/* E_front - E_back over the cell size. Differences of depth and bed come first: their sum is
 * exactly 0 in a lake whose level and bed are multiples of the lattice. */
SPATE_FN calc vi_slope(const vi_pair *c, calc per_length, calc g)
{
    const calc level = (c->h_front - c->h_back) + (c->bed_front - c->bed_back);
    return (g * level + (c->kinetic_front - c->kinetic_back)) * per_length;
}

/* ---- rotation: -q h v^perp ---- */

/* Weights of a cell from q at its corners (Arakawa & Lamb 1981, eq. 3.34). In their notation
 * rise is alpha and gamma, fall is beta and delta, along_x is epsilon, along_y phi. */
typedef struct vi_weights {
    calc rise, fall, along_x, along_y;
} vi_weights;

SPATE_FN vi_weights vi_weights_of(calc south_west, calc south_east, calc north_west,
                                  calc north_east)
{
    const calc part = (calc)(1.0 / 24.0);
    const calc up = south_west + north_east, down = south_east + north_west;
    const vi_weights w = {.rise = part * (up + (up + down)),
                          .fall = part * (down + (up + down)),
                          .along_x = part * ((north_east + north_west) - (south_west + south_east)),
                          .along_y =
                              part * ((north_west + south_west) - (north_east + south_east))};
    return w;
}

/* Around a face of velocity u or v: fluxes across it in its two cells, at the low and the high
 * end. Of u these are fluxes along y through the south (low) and north (high) faces of the cells
 * west (back) and east (front) of it. Of v these are fluxes along x through the west (low) and
 * east (high) faces of the cells south and north of it. */
typedef struct vi_crossing {
    calc low_back, low_front, high_back, high_front;
} vi_crossing;

/* u_t by rotation, with the paper's averages: (2.16) times (2.17). */
SPATE_FN calc vi_turn_paper(calc q_low, calc q_high, const vi_crossing *x)
{
    const calc flux = (x->low_back + x->low_front) + (x->high_back + x->high_front);
    return (C(0.5) * (q_low + q_high)) * (C(0.25) * flux);
}

/* The same, keeping energy: q times the flux at each corner, from the corners at the low and the
 * high end. Both faces that meet at a corner along x turn by the same product, and both along y. */
SPATE_FN calc vi_turn_corner(calc q, calc flux_back, calc flux_front)
{
    return q * (flux_back + flux_front);
}

SPATE_FN calc vi_turn_energy(calc low, calc high)
{
    return C(0.25) * (low + high);
}

/* Weights of the two cells of a face and the fluxes through the next faces along it. The ratio of
 * cell sizes turns a flux per metre of one face into one per metre of the other. */
typedef struct vi_along {
    calc weight_back, weight_front, flux_back, flux_front, ratio;
} vi_along;

SPATE_FN calc vi_turn_along(const vi_along *a)
{
    return a->ratio * (a->weight_back * a->flux_back - a->weight_front * a->flux_front);
}

/* The weights of the two cells that multiply fluxes across. */
typedef struct vi_across {
    calc rise_back, fall_back, rise_front, fall_front;
} vi_across;

/* What crosses a face, keeping energy and enstrophy: (3.5) and (3.6) with (3.34) of Arakawa & Lamb.
 * With vi_turn_along it is u_t; of v_t it is the negative. */
SPATE_FN calc vi_turn_across(const vi_across *w, const vi_crossing *x)
{
    return (w->rise_back * x->low_back + w->fall_back * x->high_back) +
           (w->fall_front * x->low_front + w->rise_front * x->high_front);
}

/* ---- the rate of change of a velocity ---- */

/* All that turns the velocity of a face. q at its low and high end; `across` and `along` are of the
 * form enstrophy alone, which has no use for q. */
typedef struct vi_rotation {
    calc q_low, q_high;
    vi_crossing crossing;
    vi_across across;
    vi_along along;
} vi_rotation;

/* Form energy, from vi_turn_corner at both ends. */
SPATE_FN calc vi_u_rate_energy(calc low, calc high, calc slope)
{
    return vi_turn_energy(low, high) - slope;
}

SPATE_FN calc vi_v_rate_energy(calc low, calc high, calc slope)
{
    return -vi_turn_energy(low, high) - slope;
}

SPATE_FN calc vi_low_corner(const vi_rotation *t)
{
    return vi_turn_corner(t->q_low, t->crossing.low_back, t->crossing.low_front);
}

SPATE_FN calc vi_high_corner(const vi_rotation *t)
{
    return vi_turn_corner(t->q_high, t->crossing.high_back, t->crossing.high_front);
}

/* u_t: rotation less slope (2.24 and 2.25). */
SPATE_FN calc vi_u_rate(int form, const vi_rotation *t, calc slope)
{
    if (form == VI_PAPER)
        return vi_turn_paper(t->q_low, t->q_high, &t->crossing) - slope;
    if (form == VI_ENERGY)
        return vi_u_rate_energy(vi_low_corner(t), vi_high_corner(t), slope);
    return (vi_turn_across(&t->across, &t->crossing) + vi_turn_along(&t->along)) - slope;
}

/* v_t, where what crosses counts with the other sign. */
SPATE_FN calc vi_v_rate(int form, const vi_rotation *t, calc slope)
{
    if (form == VI_PAPER)
        return -vi_turn_paper(t->q_low, t->q_high, &t->crossing) - slope;
    if (form == VI_ENERGY)
        return vi_v_rate_energy(vi_low_corner(t), vi_high_corner(t), slope);
    return (vi_turn_along(&t->along) - vi_turn_across(&t->across, &t->crossing)) - slope;
}

/* ---- mass matrix ---- */

/* Row of the mass matrix of velocities along themselves (2.12), times 6. Velocities of closed faces
 * are 0. */
#define VI_MASS_CENTRE 4.0
#define VI_MASS_SIDE 1.0
#define VI_MASS_SCALE 6.0

/* M u at a face, from the ones behind and ahead of it. */
SPATE_FN calc vi_mass_product(calc behind, calc here, calc ahead)
{
    return (C(VI_MASS_CENTRE) * here + C(VI_MASS_SIDE) * (behind + ahead)) *
           (calc)(1 / VI_MASS_SCALE);
}

#endif
