/* Claims about faces that hold to the bit: mirror symmetry, rest, bounds of the mass flux,
 * walls, open edges. */
#include "check.h"
#include "physics/kurganov.h"

enum { SAMPLES = 200000 };

static calc draw_depth(void)
{
    switch (draw_below(6)) {
    case 0: return C(0);
    case 1: return (calc)draw_size(1e-7, 1e-3);
    default: return (calc)draw_size(1e-3, 50);
    }
}

/* Still, slow or supersonic; so fast that waves do not show in u + c. */
static double draw_fastest(void)
{
    switch (draw_below(8)) {
    case 0: return 0;
    case 1: return draw_size(1, 100 / (double)SPATE_CALC_EPSILON);
    default: return draw_size(1e-3, 1e3);
    }
}

/* Beds apart by nothing, a little or a lot. */
static kp_water draw_side(void)
{
    const calc h = draw_depth();
    const double height = draw_below(3) ? draw_size(1e-3, 30) : 0;
    const double fastest = draw_fastest();
    const kp_water q = {.h = h,
                        .w = h + (calc)draw_between(-height, height),
                        .u = (calc)draw_between(-fastest, fastest),
                        .v = (calc)draw_between(-fastest, fastest)};
    return q;
}

/* ---- symmetry ---- */

static void mirrored_states_give_mirrored_fluxes(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        const kp_water l = draw_side(), r = draw_side();
        const calc g = (calc)draw_between(1, 20);
        const kp_flux f = kp_face(l, r, g), m = kp_face(kp_mirror(r), kp_mirror(l), g);
        CHECK(m.mass == -f.mass && m.shear == -f.shear);
        CHECK(m.left == f.right && m.right == f.left && m.speed == f.speed);
    }
}

/* A y-face is an x-face of the turned water, so the velocity along a face must not act across
 * it, and is itself carried as it is. */
static void velocity_along_the_face_does_not_act_across_it(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        kp_water l = draw_side(), r = draw_side();
        const kp_flux f = kp_face(l, r, C(9.81));
        l.v = -l.v, r.v = -r.v;
        CHECK(kp_face(l, r, C(9.81)).shear == -f.shear);
        l.v = C(7), r.v = C(-11);
        const kp_flux other = kp_face(l, r, C(9.81));
        CHECK(other.mass == f.mass && other.left == f.left && other.right == f.right &&
              other.speed == f.speed);
    }
}

/* ---- rest ---- */

static int is_still(kp_flux f)
{
    return f.mass == C(0) && f.left == C(0) && f.right == C(0) && f.shear == C(0);
}

/* The same level and any two depths: the beds are apart by as much. */
static void equal_levels_at_rest_give_exactly_nothing(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        const calc level = (calc)draw_between(-50, 50);
        const kp_water l = {.h = draw_depth(), .w = level}, r = {.h = draw_depth(), .w = level};
        CHECK(is_still(kp_face(l, r, C(9.81))));
    }
}

/* A lake against a dry shore at least as high as its level: the shore's level is its bed (or the
 * film on it), its depth zero. The same with the sides exchanged, and for two dry cells. */
static void islands_and_shores_are_still(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        const calc level = (calc)draw_between(-50, 50);
        const kp_water lake = {.h = draw_depth(), .w = level};
        const calc height = draw_below(4) ? (calc)draw_size(1e-6, 100) : C(0);
        const kp_water shore = {.h = C(0), .w = level + height};
        const kp_water land = {.h = C(0), .w = (calc)draw_between(-50, 50)};
        CHECK(is_still(kp_face(lake, shore, C(9.81))));
        CHECK(is_still(kp_face(shore, lake, C(9.81))));
        CHECK(is_still(kp_face(shore, land, C(9.81))));
        CHECK(kp_face(shore, land, C(9.81)).speed == C(0));
    }
}

/* Two lakes at different levels with a dry rim between them that reaches above both. */
static void perched_water_is_still(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        const kp_water low = {.h = draw_depth(), .w = (calc)draw_between(-50, 0)};
        const kp_water high = {.h = draw_depth(), .w = (calc)draw_between(0, 50)};
        const kp_water rim = {.h = C(0), .w = high.w + (calc)draw_size(1e-3, 10)};
        CHECK(is_still(kp_face(high, rim, C(9.81))) && is_still(kp_face(rim, low, C(9.81))));
        CHECK(is_still(kp_face(low, rim, C(9.81))) && is_still(kp_face(rim, high, C(9.81))));
    }
}

/* The claim above can fail: water that can run does. */
static void water_above_lower_land_runs(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        const kp_water lake = {.h = (calc)draw_between(0.1, 10), .w = C(10)};
        const kp_water land = {.h = C(0), .w = C(10) - lake.h * (calc)draw_between(0.01, 3)};
        CHECK(kp_face(lake, land, C(9.81)).mass > C(0) && kp_face(land, lake, C(9.81)).mass < C(0));
    }
}

/* ---- bounds of the mass flux ---- */

/* a- h*_R <= mass <= a+ h*_L, with speeds and starred depths computed again here. So no side
 * gives more than its depth times the speed of the fastest wave, and an empty side gives
 * nothing. */
static void mass_flux_lies_within_what_the_sides_can_give(void)
{
    int at_bound = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        const kp_water l = draw_side(), r = draw_side();
        const calc g = C(9.81), drop = l.w - r.w;
        const calc hl = max_r(min_r(l.h, r.h + drop), C(0)),
                   hr = max_r(min_r(r.h, l.h - drop), C(0));
        const calc cl = sqrt_r(g * hl), cr = sqrt_r(g * hr);
        const calc ap = max_r(max_r(l.u + cl, r.u + cr), C(0));
        const calc am = min_r(min_r(l.u - cl, r.u - cr), C(0));
        const kp_flux f = kp_face(l, r, g);
        CHECK(hl <= l.h && hr <= r.h);
        CHECK(f.mass >= am * hr && f.mass <= ap * hl);
        CHECK(f.mass >= -(f.speed * r.h) && f.mass <= f.speed * l.h);
        at_bound += hl > C(0) && f.mass == ap * hl;
    }
    printf("  fluxes at the upper bound: %d of %d\n", at_bound, (int)SAMPLES);
    CHECK(at_bound > 0);
}

static void an_empty_side_gives_nothing(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        kp_water l = draw_side();
        const kp_water r = draw_side();
        l.h = C(0);
        CHECK(kp_face(l, r, C(9.81)).mass <= C(0));
        CHECK(kp_face(r, l, C(9.81)).mass >= C(0));
    }
}

/* ---- closed faces ---- */

static int same(kp_flux a, kp_flux b)
{
    return a.mass == b.mass && a.left == b.left && a.right == b.right && a.shear == b.shear &&
           a.speed == b.speed;
}

/* Values behind a wall are not read: they are NaN here. */
static void a_wall_passes_no_water_and_no_shear(void)
{
    const kp_water nothing = {.h = C(NAN), .w = C(NAN), .u = C(NAN), .v = C(NAN)};
    for (int n = 0; n < SAMPLES; ++n) {
        const kp_water q = draw_side();
        const kp_flux east = kp_guarded_face(q, nothing, 1, 1, C(9.81));
        const kp_flux west = kp_guarded_face(nothing, q, 1, 0, C(9.81));
        CHECK(east.mass == C(0) && east.shear == C(0));
        CHECK(west.mass == C(0) && west.shear == C(0));
        /* A wall keeps still water at rest to the bit and reflects flow towards it. */
        CHECK(q.u != C(0) || (east.left == C(0) && west.right == C(0)));
        CHECK(!(q.u > C(0) && q.h > C(0)) || east.left > C(0));
    }
}

static void a_face_that_is_not_closed_is_plain(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        const kp_water l = draw_side(), r = draw_side();
        CHECK(same(kp_guarded_face(l, r, 0, n % 2, C(9.81)), kp_face(l, r, C(9.81))));
    }
}

/* ---- open edges ---- */

static void an_open_edge_never_lets_water_in(void)
{
    int leaving = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        const kp_water q = draw_side();
        const calc bed = q.w - q.h;
        const kp_flux east = kp_open_face(q, C(1), bed, C(9.81)),
                      west = kp_open_face(q, C(-1), bed, C(9.81));
        CHECK(east.mass >= C(0) && west.mass <= C(0));
        /* Outward flow leaves as if the state went on; any other meets a wall. */
        CHECK(same(east, q.u > C(0) ? kp_face(q, q, C(9.81)) : kp_face(q, kp_mirror(q), C(9.81))));
        CHECK(same(west, q.u < C(0) ? kp_face(q, q, C(9.81)) : kp_face(kp_mirror(q), q, C(9.81))));
        CHECK((east.mass > C(0)) == (q.h > C(0) && q.u > C(0)));
        CHECK((west.mass < C(0)) == (q.h > C(0) && q.u < C(0)));
        leaving += east.mass > C(0);
    }
    printf("  edges with outflow: %d of %d\n", leaving, (int)SAMPLES);
    CHECK(leaving > SAMPLES / 10);
}

/* The outer side lies as far below the ground at the face as the inner one above; ground that
 * stands higher holds nothing back. */
static void beyond_an_open_edge_the_ground_falls_on(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        kp_water q = draw_side();
        q.u = abs_r(q.u);
        const calc above = (calc)draw_between(-1, 1), bed = q.w - q.h, ground = bed - above;
        kp_water lower = q;
        lower.w = q.w - max_r(C(2) * (bed - ground), C(0));
        const kp_flux f = kp_open_face(q, C(1), ground, C(9.81));
        CHECK(!(q.u > C(0)) || same(f, kp_face(q, lower, C(9.81))));
        CHECK(above > C(0) || !(q.u > C(0)) || same(f, kp_face(q, q, C(9.81))));
    }
}

static void edges_in_the_east_and_west_are_mirror_images(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        const kp_water q = draw_side();
        const calc ground = q.w - q.h + (calc)draw_between(-1, 1);
        const kp_flux e = kp_open_face(q, C(1), ground, C(9.81)),
                      w = kp_open_face(kp_mirror(q), C(-1), ground, C(9.81));
        CHECK(w.mass == -e.mass && w.right == e.left && w.left == e.right && w.shear == -e.shear);
    }
}

int main(void)
{
    RUN(mirrored_states_give_mirrored_fluxes);
    RUN(velocity_along_the_face_does_not_act_across_it);
    RUN(equal_levels_at_rest_give_exactly_nothing);
    RUN(islands_and_shores_are_still);
    RUN(perched_water_is_still);
    RUN(water_above_lower_land_runs);
    RUN(mass_flux_lies_within_what_the_sides_can_give);
    RUN(an_empty_side_gives_nothing);
    RUN(a_wall_passes_no_water_and_no_shear);
    RUN(a_face_that_is_not_closed_is_plain);
    RUN(an_open_edge_never_lets_water_in);
    RUN(beyond_an_open_edge_the_ground_falls_on);
    RUN(edges_in_the_east_and_west_are_mirror_images);
    return check_done();
}
