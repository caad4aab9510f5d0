/* Claims about what happens inside a cell: primitive values, beds, which cells are sloped,
 * slopes. */
#include "check.h"
#include "physics/kurganov.h"

enum { SAMPLES = 50000 };
#define EPS ((long double)SPATE_CALC_EPSILON) /* twice the unit roundoff */

/* Multiples of 2^-10 below 64: sums of a few of them are exact in f32 too. */
static calc draw_lattice(double high)
{
    return (calc)(floor(draw_between(0, high) * 1024) / 1024);
}

static calc draw_depth(void)
{
    switch (draw_below(6)) {
    case 0: return C(0);
    case 1: return (calc)draw_size(1e-7, 1e-3);
    default: return (calc)draw_size(1e-3, 50);
    }
}

static kp_water draw_water(void)
{
    const calc h = draw_depth();
    const kp_water q = {.h = h,
                        .w = h + (calc)draw_between(-20, 20),
                        .u = (calc)draw_between(-30, 30),
                        .v = (calc)draw_between(-30, 30)};
    return q;
}

/* ---- primitive values ---- */

/* Dividing takes two roundings: 1/h, and the product. */
static void primitive_values_are_depth_level_and_velocity(void)
{
    const calc h_dry = C(1e-5);
    const kp_water q = kp_primitive(C(2), C(6), C(-5), C(100), h_dry);
    CHECK(q.h == C(2) && q.w == C(102) && q.u == C(3) && q.v == C(-2.5));
    long double worst = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        const calc h = (calc)draw_size(1.1e-5, 1e3), hu = (calc)draw_between(-50, 50);
        const kp_water p = kp_primitive(h, hu, -hu, C(0), h_dry);
        const long double exact = (long double)hu / (long double)h;
        worst = fmaxl(worst, fabsl((long double)p.u / exact - 1));
        CHECK(p.v == -p.u && p.h == h && p.w == h);
    }
    CHECK_AT_MOST("relative error of a velocity / eps", worst / EPS, 1.001);
}

static void a_film_is_frozen_and_counts_as_bed(void)
{
    const calc h_dry = C(1e-5);
    const calc films[] = {C(0), C(1e-30), C(5e-6), h_dry};
    for (int n = 0; n < 4; ++n) {
        const kp_water q = kp_primitive(films[n], C(7), C(-7), C(3), h_dry);
        CHECK(q.h == C(0) && q.u == C(0) && q.v == C(0));
        CHECK(q.w == C(3) + films[n]);
    }
    const calc more = (calc)(h_dry * (C(1) + SPATE_CALC_EPSILON));
    const kp_water q = kp_primitive(more, more, C(0), C(3), h_dry);
    CHECK(more > h_dry && q.h == more && q.u > C(0));
}

/* ---- beds ---- */

static void bilinear_bed_has_its_hand_values(void)
{
    /* East midpoint (2 + 6)/2 = 4, north (3 + 6)/2 = 4.5, mean of all 3. */
    const kp_bed b = kp_bilinear_bed(C(1), C(2), C(3), C(6));
    CHECK(b.centre == C(3) && b.half_x == C(1) && b.half_y == C(1.5));
}

static void bilinear_bed_turns_and_mirrors_with_its_corners(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        const calc sw = draw_lattice(64), se = draw_lattice(64), nw = draw_lattice(64),
                   ne = draw_lattice(64);
        const kp_bed b = kp_bilinear_bed(sw, se, nw, ne), turned = kp_bilinear_bed(sw, nw, se, ne),
                     mirrored = kp_bilinear_bed(se, sw, ne, nw);
        CHECK(turned.centre == b.centre && turned.half_x == b.half_y && turned.half_y == b.half_x);
        CHECK(mirrored.centre == b.centre && mirrored.half_x == -b.half_x &&
              mirrored.half_y == b.half_y);
        /* Face midpoints are means of two corners; west and east have the mean of all. */
        CHECK(b.centre + b.half_x == C(0.5) * (se + ne) &&
              b.centre - b.half_x == C(0.5) * (sw + nw));
        CHECK(b.centre + b.half_y == C(0.5) * (nw + ne) &&
              b.centre - b.half_y == C(0.5) * (sw + se));
    }
}

static void a_cell_is_sloped_only_if_safely_wet(void)
{
    CHECK(kp_bilinear_submerged(C(1.5), C(1), C(-1.25)) == C(1));
    CHECK(kp_bilinear_submerged(C(1.25), C(1), C(-1.25)) == C(0)); /* a midpoint just dry */
    CHECK(kp_bilinear_submerged(C(1.5), C(-1.5), C(0)) == C(0));
    CHECK(kp_bilinear_submerged(C(0), C(0), C(0)) == C(0));
    CHECK(kp_cells_submerged(C(1), C(1), C(1), C(1), C(1)) == C(1));
    CHECK(kp_cells_submerged(C(0), C(1), C(1), C(1), C(1)) == C(0));
    CHECK(kp_cells_submerged(C(1), C(0), C(1), C(1), C(1)) == C(0));
    CHECK(kp_cells_submerged(C(1), C(1), C(0), C(1), C(1)) == C(0));
    CHECK(kp_cells_submerged(C(1), C(1), C(1), C(0), C(1)) == C(0));
    CHECK(kp_cells_submerged(C(1), C(1), C(1), C(1), C(0)) == C(0));
}

/* ---- slopes ---- */

/* |slope| <= h and rounding is monotone: the bounds are exact. Each side is rounded once from at
 * most 2h, half an eps of that: together eps * 2h. */
static void face_depths_lie_within_twice_the_depth_and_add_up_to_it(void)
{
    long double worst = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        const kp_water b = draw_water(), q = draw_water(), f = draw_water();
        const int bilinear = n % 2;
        const kp_slope s = kp_cell_slope(b, q, f, bilinear, (calc)draw_between(-10, 10), C(1),
                                         (calc)draw_between(0.5, 1));
        const calc east = kp_forward_side(q, s).h, west = kp_backward_side(q, s).h;
        CHECK(east >= C(0) && west >= C(0) && east <= C(2) * q.h && west <= C(2) * q.h);
        const long double defect = fabsl((long double)east + (long double)west - 2.0L * q.h);
        if (q.h > C(0))
            worst = fmaxl(worst, defect / (2.0L * q.h));
    }
    CHECK_AT_MOST("east + west against 2h, / eps", worst / EPS, 1);
}

/* The bed at a face is level minus depth: of the bilinear bed exactly half_bed, on lattice
 * values. */
static void bilinear_slope_follows_the_bed(void)
{
    int tilted = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        const calc half_bed = draw_lattice(4) - C(2), h = draw_lattice(3);
        const kp_difference back = {.w = draw_lattice(4) - C(2)},
                            forward = {.w = draw_lattice(4) - C(2)};
        const kp_slope s = kp_slope_over(half_bed, back, forward, h, C(0.5));
        const calc level = half_slope(back.w, forward.w, C(0.5));
        CHECK(s.w - s.h == half_bed);
        if (abs_r(level - half_bed) <= h)
            CHECK(s.w == level);
        else
            ++tilted, CHECK(abs_r(s.h) == h); /* one face just dry */
    }
    printf("  levels tilted to keep a depth positive: %d of %d\n", tilted, (int)SAMPLES);
    CHECK(tilted > 100 && tilted < SAMPLES - 100);
}

/* On lattice values: the bed of the model `cells` is limited, level and depth follow it as they
 * follow a bilinear bed. */
static void velocities_and_the_bed_of_cells_are_limited_each_by_itself(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        kp_water b = draw_water(), q = draw_water(), f = draw_water();
        b.h = draw_lattice(8), q.h = draw_lattice(8), f.h = draw_lattice(8);
        b.w = draw_lattice(16), q.w = draw_lattice(16), f.w = draw_lattice(16);
        const calc t = C(0.5) + C(0.5) * (calc)(n % 2);
        const calc bed = half_slope((q.w - q.h) - (b.w - b.h), (f.w - f.h) - (q.w - q.h), t);
        const kp_slope c = kp_cell_slope(b, q, f, 0, C(5), C(1), t);
        const kp_slope p = kp_cell_slope(b, q, f, 1, bed, C(1), t);
        CHECK(c.h == p.h && c.w == p.w && c.u == p.u && c.v == p.v);
        CHECK(c.u == half_slope(q.u - b.u, f.u - q.u, t) &&
              c.v == half_slope(q.v - b.v, f.v - q.v, t));
    }
}

/* With theta <= 2 the limited slope is at most the smaller difference; rounding is monotone, and
 * lattice values lose nothing. */
static void the_bed_at_a_face_lies_between_the_beds_of_its_cells(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        kp_water b = draw_water(), q = draw_water(), f = draw_water();
        b.h = draw_lattice(8), q.h = draw_lattice(8), f.h = draw_lattice(8);
        b.w = draw_lattice(16), q.w = draw_lattice(16), f.w = draw_lattice(16);
        const calc theta = C(1) + (calc)(n % 3) * C(0.5);
        const kp_slope s = kp_cell_slope(b, q, f, 0, C(0), C(1), C(0.5) * theta);
        const kp_water east = kp_forward_side(q, s), west = kp_backward_side(q, s);
        const calc here = q.w - q.h, before = b.w - b.h, after = f.w - f.h;
        CHECK(east.w - east.h >= min_r(here, after) && east.w - east.h <= max_r(here, after));
        CHECK(west.w - west.h >= min_r(here, before) && west.w - west.h <= max_r(here, before));
    }
}

static void a_flat_cell_has_no_slope(void)
{
    for (int n = 0; n < SAMPLES; ++n) {
        const kp_water b = draw_water(), q = draw_water(), f = draw_water();
        const kp_slope s = kp_cell_slope(b, q, f, n % 2, C(1.5), C(0), C(1));
        CHECK(s.h == C(0) && s.w == C(0) && s.u == C(0) && s.v == C(0));
    }
}

/* Water at rest on the lattice: levels of both sides are those of the centre, whatever the bed. */
static void still_water_has_level_faces(void)
{
    const kp_water still = {.w = C(40)};
    for (int n = 0; n < SAMPLES; ++n) {
        kp_water b = still, q = still, f = still;
        b.h = draw_lattice(40), q.h = draw_lattice(40), f.h = draw_lattice(40);
        const calc half_bed = (draw_lattice(2) - C(1)) * q.h; /* under water */
        const calc on_lattice = (calc)(floor((double)half_bed * 1024) / 1024);
        const kp_slope s = kp_cell_slope(b, q, f, n % 2, on_lattice, C(1), C(0.65));
        CHECK(s.w == C(0) && s.u == C(0) && s.v == C(0));
        CHECK(kp_forward_side(q, s).w == C(40) && kp_backward_side(q, s).w == C(40));
    }
}

static void a_wall_shows_the_mirror_image_and_a_claimed_face_the_cell(void)
{
    const kp_water q = {.h = C(1), .w = C(2), .u = C(3), .v = C(4)};
    const kp_water other = {.h = C(5), .w = C(6), .u = C(7), .v = C(8)};
    const kp_water wall = kp_across(q, other, 1, 0), open = kp_across(q, other, 1, 1);
    const kp_water inside = kp_across(q, other, 0, 0);
    CHECK(wall.h == q.h && wall.w == q.w && wall.u == -q.u && wall.v == q.v);
    CHECK(open.h == q.h && open.w == q.w && open.u == q.u && open.v == q.v);
    CHECK(inside.h == other.h && inside.w == other.w && inside.u == other.u && inside.v == other.v);
    const kp_water turned = kp_turned(q), twice = kp_turned(turned);
    CHECK(turned.h == q.h && turned.w == q.w && turned.u == q.v && turned.v == q.u);
    CHECK(twice.u == q.u && twice.v == q.v);
}

static void a_slope_runs_on_beyond_a_face(void)
{
    const kp_barrier plain = {0, 0, 0}, edge = {1, 1, 1};
    for (int n = 0; n < SAMPLES; ++n) {
        const kp_water q = {.h = draw_lattice(4), .w = C(40), .u = C(3), .v = C(4)};
        const kp_water opposite = {.h = draw_lattice(4), .w = C(40) + draw_lattice(4)};
        const kp_water on = kp_beyond(q, opposite);
        const calc bed = q.w - q.h, bed_opposite = opposite.w - opposite.h;
        CHECK((on.w - on.h) - bed == min_r(bed - bed_opposite, q.h)); /* exact on the lattice */
        CHECK(on.h == q.h && on.u == q.u && on.v == q.v);
        /* A plane sheet is reconstructed as a plane, still water as level. */
        kp_water sheet = opposite, still = opposite;
        sheet.h = q.h, still.w = q.w;
        const kp_sight down = kp_seen((kp_sight){sheet, opposite}, q, plain, edge);
        const kp_slope s = kp_cell_slope(down.back, q, down.forward, 0, C(0), C(1), C(0.65));
        if (q.w - sheet.w <= q.h)
            CHECK(s.h == C(0) && s.w == C(0.5) * (q.w - sheet.w));
        const kp_sight lake = kp_seen((kp_sight){opposite, still}, q, edge, plain);
        CHECK(kp_cell_slope(lake.back, q, lake.forward, 0, C(0), C(1), C(0.65)).w == C(0));
        const kp_sight one = kp_seen((kp_sight){opposite, opposite}, q, edge, edge);
        CHECK(one.back.w == q.w && one.forward.w == q.w); /* a single cell has no slope */
    }
}

int main(void)
{
    RUN(primitive_values_are_depth_level_and_velocity);
    RUN(a_film_is_frozen_and_counts_as_bed);
    RUN(bilinear_bed_has_its_hand_values);
    RUN(bilinear_bed_turns_and_mirrors_with_its_corners);
    RUN(a_cell_is_sloped_only_if_safely_wet);
    RUN(face_depths_lie_within_twice_the_depth_and_add_up_to_it);
    RUN(bilinear_slope_follows_the_bed);
    RUN(velocities_and_the_bed_of_cells_are_limited_each_by_itself);
    RUN(the_bed_at_a_face_lies_between_the_beds_of_its_cells);
    RUN(a_flat_cell_has_no_slope);
    RUN(still_water_has_level_faces);
    RUN(a_wall_shows_the_mirror_image_and_a_claimed_face_the_cell);
    RUN(a_slope_runs_on_beyond_a_face);
    return check_done();
}
