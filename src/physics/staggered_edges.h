/* Outer faces of a staggered grid: the flux where the level outside is held, and the velocity before
 * an overfall. Other boundaries follow from the waves that arrive (physics/kurganov_boundary.h).
 * Knows no arrays. */
#ifndef SPATE_PHYSICS_STAGGERED_EDGES_H
#define SPATE_PHYSICS_STAGGERED_EDGES_H

#include "physics/staggered_momentum.h"

/* What the flux through an outer face with a given level follows from; all outward. */
typedef struct stag_edge {
    calc h, bed;   /* of the inner cell */
    calc level;    /* outside */
    calc q;        /* flux of the step before, m2/s */
    calc arrives;  /* velocity of the inner cell's other face */
    calc across;   /* velocity along the boundary */
    calc strength; /* of friction */
} stag_edge;

/* Whether the momentum equation of the face determines its flux: there is water on both sides, and
 * flow is subcritical. */
SPATE_FN int stag_edge_is_calm(const stag_edge *e, calc g, calc h_dry)
{
    return e->h > h_dry && e->level - e->bed > h_dry && e->arrives * e->arrives < g * e->h;
}

/* The level lies at the face, half a cell from the centre, hence twice the pull. Water that leaves
 * brings the velocity of the inner cell with it. Flow is at most critical. */
SPATE_FN calc stag_level_flux(const stag_edge *e, calc g, int law, const stag_axis *k)
{
    const calc depth = C(0.5) * (e->h + (e->level - e->bed));
    const calc u = div_r(e->q, depth), inside = C(0.5) * (u + e->arrives);
    const calc carried = u > C(0) ? k->pace * ((u - inside) * (u + inside)) : C(0);
    const calc pulled = (C(2) * k->pull) * ((e->h + e->bed) - e->level);
    const calc damping = stag_damping(depth, u, e->across, e->strength, law, k->dt);
    const calc moved = friction_euler(u, pulled - carried, damping);
    const calc critical = sqrt_r(g * depth);
    return depth * max_r(min_r(moved, critical), -critical);
}

/* The last cell before an overfall; velocities outward. */
typedef struct stag_brink {
    calc h, arriving; /* depths of the cell, and at its other face: the mean of two cells */
    calc arrives;     /* velocity of the other face */
    calc across, strength;
    calc half_cell; /* m */
} stag_brink;

/* Velocity of the flow that reaches the brink, where it is critical: (u + 2 c) / 3 with u and c of
 * one place. That is the centre of the cell, where u is the discharge that arrives over the depth of
 * the cell. The velocity of the other face would not do: the depth falls like the square root of the
 * distance to the brink, and u + 2 c with half a cell between u and c is wrong by sqrt(dx). A cell
 * that is still filling is no faster than critical unless the flow arrives so, or it would never
 * fill. On its way to the brink the wave loses g S_f dx / (2 (u + c)) to friction. */
SPATE_FN calc stag_brink_velocity(const stag_brink *e, calc g, int law)
{
    const calc critical = sqrt_r(g * e->h);
    const calc centre = div_r(e->arrives * e->arriving, at_least_tiny(e->h));
    const calc u = max_r(e->arrives, min_r(centre, critical));
    const calc time = div_r(e->half_cell, at_least_tiny(u + critical));
    const calc damping = stag_damping(e->h, u, e->across, e->strength, law, time);
    return e->arrives > C(0) ? friction_euler(u, C(0), damping) : e->arrives;
}

#endif
