/* Mass flux of a listed face for schemes with velocities at faces: every kind of boundary, and
 * crests, by the same functions as in the Kurganov scheme. */
#ifndef SPATE_BACKEND_KURGANOV_LISTED_MASS_H
#define SPATE_BACKEND_KURGANOV_LISTED_MASS_H

#include "backend/kurganov/boundary.h"

/* Water of a cell as a face sees it: depth, level, velocity across the face (positive from back to
 * front) and along it. */
typedef struct listed_water {
    calc h, w, u, v;
} listed_water;

/* m2/s, positive from back to front. Only the inner cell of an outer face matters. Water no deeper
 * than h_dry does not flow. */
SPATE_FN calc listed_mass(const grid_part *part, boundary_face *face, listed_water back,
                          listed_water front, int stage, calc h_dry, calc g)
{
    const kp_water l = {back.h > h_dry ? back.h : C(0), back.w, back.u, back.v};
    const kp_water r = {front.h > h_dry ? front.h : C(0), front.w, front.u, front.v};
    return kp_listed_flux(part, face, l, r, stage, g).mass;
}

#endif
