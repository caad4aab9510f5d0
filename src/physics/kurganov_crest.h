/* A thin wall between two cells, overtopped above its crest.
 *
 * Free flow over a broad crest passes (2/3)^(3/2) sqrt(g) H^(3/2) = 1.705 H^(3/2) per width, H the
 * head above the crest. Drowned by the other side's head d (d > 2/3 H) it passes d sqrt(2 g (H -
 * d)), which joins the free law at d = 2/3 H without a jump. Where both heads are nearly equal
 * that law is infinitely steep; there the shallow-water flux over the crest takes over, in the
 * share 1 - 3 (H - d) / H. */
#ifndef SPATE_PHYSICS_KURGANOV_CREST_H
#define SPATE_PHYSICS_KURGANOV_CREST_H

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

/* The part of a side's water that stands above the crest. */
SPATE_FN kp_water crest_side(kp_water side, calc head, calc crest)
{
    const kp_water s = {.h = head,
                        .w = head > C(0) ? side.w : crest,
                        .u = head > C(0) ? side.u : C(0),
                        .v = head > C(0) ? side.v : C(0)};
    return s;
}

/* Force of a side's water on the wall: only of what moves differently from the flow over the
 * crest, `passes` per width. The receiving side is not pushed by what it receives. u and passes
 * are positive towards the wall here. */
SPATE_FN calc crest_push(kp_water side, calc u, calc passes, calc g)
{
    if (!(side.h > C(0)))
        return C(0);
    const calc relative = u - passes / side.h;
    const kp_water moving = {.h = side.h,
                             .w = side.w,
                             .u = passes < C(0) ? min_r(relative, max_r(u, C(0))) : relative,
                             .v = side.v};
    return kp_face(moving, kp_mirror(moving), g).left;
}

SPATE_FN calc crest_speed(kp_water side, calc g)
{
    return abs_r(side.u) + sqrt_r(g * side.h);
}

SPATE_FN kp_flux kp_crest_face(kp_water l, kp_water r, calc crest, calc g)
{
    /* A frozen film has no head and does not flow. The crest is above both beds, so head <= h. */
    const calc hl = l.h > C(0) ? min_r(max_r(l.w - crest, C(0)), l.h) : C(0);
    const calc hr = r.h > C(0) ? min_r(max_r(r.w - crest, C(0)), r.h) : C(0);
    const calc upper = max_r(hl, hr), lower = min_r(hl, hr);
    kp_flux f = {.speed = max_r(crest_speed(l, g), crest_speed(r, g))};
    calc out_l = C(0), out_r = C(0); /* momentum through the face, as each side sees it */
    if (upper > C(0)) {
        const calc weir = min_r((C(3) * (upper - lower)) / upper, C(1)), flux = C(1) - weir;
        const calc q = crest_weir(upper, lower, g), jet = crest_jet(q, upper, lower);
        const kp_flux over = kp_face(crest_side(l, hl, crest), crest_side(r, hr, crest), g);
        const int rightward = hl > hr;
        const calc passes = rightward ? q : -q;
        f.mass = weir * passes + flux * over.mass;
        f.shear = weir * (passes * (rightward ? l.v : r.v)) + flux * over.shear;
        f.speed = max_r(f.speed, over.speed);
        out_l = weir * (rightward ? q * q / l.h : jet) + flux * over.left;
        out_r = weir * (rightward ? jet : q * q / r.h) + flux * over.right;
    }
    f.left = out_l + crest_push(l, l.u, f.mass, g);
    f.right = out_r + crest_push(r, -r.u, -f.mass, g);
    return f;
}

#endif
