/* The flux through an outer face of a staggered grid where the level outside is held. Other
 * boundaries follow from the waves that arrive (physics/kurganov_boundary.h). Knows no arrays. */
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

#endif
