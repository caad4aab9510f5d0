/* A thin wall between two cells, overtopped above its crest.
 *
 * Free flow over a broad crest passes (2/3)^(3/2) sqrt(g) H^(3/2) = 1.705 H^(3/2) per width, H the head
 * above the crest. Drowned by the other side's head d (d > 2/3 H) it passes d sqrt(2 g (H - d)), which
 * joins the free law at d = 2/3 H without a jump. Where both heads are nearly equal that law is
 * infinitely steep; there the shallow-water flux over the crest takes over, in the share
 * 1 - 3 (H - d) / H. */
#ifndef SPATE_PHYSICS_CREST_H
#define SPATE_PHYSICS_CREST_H

#include "physics/kurganov.h"

#define CREST_FREE_WEIR 0.54433105395181735 /* (2/3)^(3/2) */

SPATE_FN calc crest_weir(calc upper, calc lower, calc g)
{
    const calc free_flow = (C(CREST_FREE_WEIR) * upper) * sqrt_r(g * upper);
    const calc drowned = lower * sqrt_r((C(2) * g) * (upper - lower));
    return C(3) * lower > C(2) * upper ? drowned : free_flow;
}

/* Momentum that the weir's jet brings to the lower side: the velocity over the crest. */
SPATE_FN calc crest_jet(calc q, calc upper, calc lower)
{
    const calc depth = max_r(lower, C(2.0 / 3.0) * upper);
    return q * q / depth;
}

/* The side as the flow over the crest sees it: only what stands above. */
SPATE_FN kp_water crest_side(kp_water side, calc head, calc crest)
{
    const kp_water s = {.h = head,
                        .w = head > C(0) ? side.w : crest,
                        .u = head > C(0) ? side.u : C(0),
                        .v = head > C(0) ? side.v : C(0)};
    return s;
}

/* Share of a side's water that stands against the wall. */
SPATE_FN calc crest_blocked(kp_water side, calc head)
{
    return side.h > C(0) ? (side.h - head) / side.h : C(1);
}

SPATE_FN kp_flux kp_crest_face(kp_water l, kp_water r, calc crest, calc g)
{
    const kp_flux wall_l = kp_face(l, kp_mirror(l), g), wall_r = kp_face(kp_mirror(r), r, g);
    /* A frozen film has no head: it does not flow. The crest is above both beds, so head <= h. */
    const calc hl = l.h > C(0) ? min_r(max_r(l.w - crest, C(0)), l.h) : C(0);
    const calc hr = r.h > C(0) ? min_r(max_r(r.w - crest, C(0)), r.h) : C(0);
    kp_flux f = {.mass = C(0),
                 .left = crest_blocked(l, hl) * wall_l.left,
                 .right = crest_blocked(r, hr) * wall_r.right,
                 .shear = C(0),
                 .speed = max_r(wall_l.speed, wall_r.speed)};
    const calc upper = max_r(hl, hr), lower = min_r(hl, hr);
    if (!(upper > C(0)))
        return f;
    const calc weir = min_r((C(3) * (upper - lower)) / upper, C(1)), flux = C(1) - weir;
    const calc q = crest_weir(upper, lower, g), jet = crest_jet(q, upper, lower);
    const kp_flux over = kp_face(crest_side(l, hl, crest), crest_side(r, hr, crest), g);
    const int rightward = hl > hr;
    const calc passes = rightward ? q : -q;
    f.mass = weir * passes + flux * over.mass;
    f.left += weir * (rightward ? q * abs_r(l.u) : jet) + flux * over.left;
    f.right += weir * (rightward ? jet : q * abs_r(r.u)) + flux * over.right;
    f.shear = weir * (passes * (rightward ? l.v : r.v)) + flux * over.shear;
    f.speed = max_r(f.speed, over.speed);
    return f;
}

#endif
