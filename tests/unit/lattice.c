/* The lattice of elevations: sums and differences of bed, depth and level are exact in the
 * precision of the run, at any elevation. */
#include "grid/lattice.h"

#include "check.h"

enum { SAMPLES = 200000 };

/* What the kernels do with stored values. */
static int exact_in(int precision, double bed, double level)
{
    if (precision == 64) {
        const double h = level - bed, w = h + bed;
        return (long double)h == (long double)level - (long double)bed && w == level &&
               w - bed == h;
    }
    const float b = (float)bed, l = (float)level, h = l - b, w = h + b;
    return (double)b == bed && (double)l == level && (double)h == level - bed && w == l &&
           w - b == h;
}

/* Beds over some range around an elevation, water up to the highest of them. */
static void check_terrain(double elevation, double range, int precision)
{
    lattice l = lattice_for(elevation, elevation + range, precision);
    lattice_widen(&l, range + 2 * l.spacing, precision); /* the deepest water, as a level sets it */
    int wrong = 0;
    double off = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        const double bed = elevation + range * draw_unit(),
                     level = bed + (elevation + range - bed) * draw_unit();
        const double b = lattice_round(&l, bed - l.datum, 1),
                     w = lattice_round(&l, level - l.datum, 1);
        wrong += !exact_in(precision, b, w);
        off = fmax(off, fabs(b + l.datum - bed));
    }
    CHECK(wrong == 0);
    /* Half a step, and the f64 rounding of the elevations themselves. */
    const double roundings = 4 * 0x1p-53 * (fabs(elevation) + range);
    char what[80];
    snprintf(what, sizeof what, "%g to %g m, f%d, step %.3g m: beds moved by", elevation,
             elevation + range, precision, l.spacing);
    CHECK_AT_MOST(what, off, 0.5 * l.spacing + roundings);
}

static void depth_and_level_are_exact_at_any_elevation(void)
{
    const double elevations[] = {0, 2000, -11000, 8848, 123.456};
    for (int n = 0; n < 5; ++n) {
        check_terrain(elevations[n], 10, 32);
        check_terrain(elevations[n], 900, 32);
        check_terrain(elevations[n], 10, 64);
    }
}

/* f32 has 24 bits: 2000 m of relief around a datum leave 2^-13 m, about 0.1 mm. */
static void the_step_is_small_enough(void)
{
    CHECK_AT_MOST("step for 10 m of relief at 2000 m in f32, m",
                  lattice_for(2000, 2010, 32).spacing, 4e-6);
    CHECK_AT_MOST("step for 2000 m of relief in f32, m", lattice_for(0, 2000, 32).spacing, 1.3e-4);
    CHECK_AT_MOST("step for 2000 m of relief in f64, m", lattice_for(0, 2000, 64).spacing, 3e-13);
    int exponent;
    CHECK(frexp(lattice_for(3, 1234.5, 32).spacing, &exponent) == 0.5); /* a power of two */
}

/* Corners are multiples of four steps: their sums and the mean of four are exact. */
static void means_of_four_corners_are_exact(void)
{
    const lattice l = lattice_for(1000, 2900, 32);
    int wrong = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        float c[4];
        double sum = 0;
        for (int k = 0; k < 4; ++k) {
            const double corner = lattice_round(&l, draw_between(1000, 2900) - l.datum, 4);
            c[k] = (float)corner;
            wrong += (double)c[k] != corner;
            sum += corner;
        }
        const float mean = 0.25f * ((c[0] + c[1]) + (c[2] + c[3]));
        const float half = 0.25f * ((c[0] + c[1]) - (c[2] + c[3]));
        wrong += (double)mean != 0.25 * sum || (double)mean != lattice_round(&l, (double)mean, 1);
        wrong += (double)half != 0.25 * ((double)c[0] + (double)c[1] - (double)c[2] - (double)c[3]);
    }
    CHECK(wrong == 0);
}

/* Elevations in units of 1/1024 m: adding whole metres is exact in f64. */
static void a_raised_terrain_is_stored_as_the_same_bits(void)
{
    const double raises[] = {1, 100, 2000, 8000, -3000};
    for (int n = 0; n < 5; ++n)
        for (int precision = 32; precision <= 64; precision += 32) {
            const double low = 17 / 1024.0, high = 33 + 5 / 1024.0, up = raises[n];
            const lattice a = lattice_for(low, high, precision);
            const lattice b = lattice_for(low + up, high + up, precision);
            CHECK(a.spacing == b.spacing && a.reach == b.reach && b.datum == a.datum + up);
            for (int k = 0; k < 1000; ++k) {
                const double bed = draw_below(33 * 1024) / 1024.0;
                CHECK(lattice_round(&a, bed - a.datum, 1) ==
                      lattice_round(&b, bed + up - b.datum, 1));
            }
        }
}

static void widening_reaches_what_is_asked_and_never_narrows(void)
{
    lattice l = lattice_for(0, 10, 32);
    const lattice before = l;
    CHECK(!lattice_widen(&l, 5, 32) && !lattice_widen(&l, before.reach, 32) &&
          l.spacing == before.spacing);
    for (double size = 65; size < 1e5; size *= 1.7) {
        const double spacing = l.spacing;
        const int changed = lattice_widen(&l, -size, 32);
        CHECK(l.reach >= size && l.reach == l.spacing * 0x1p24 && l.datum == before.datum);
        CHECK(changed == (l.spacing != spacing) && l.spacing >= spacing);
        /* What lies on the coarser lattice lay on the finer one. */
        const double value = lattice_round(&l, size, 1);
        CHECK(fmod(value, spacing) == 0);
    }
}

static void one_elevation_is_a_terrain_too(void)
{
    const lattice flat = lattice_for(0, 0, 32), high = lattice_for(1234.5, 1234.5, 64);
    CHECK(flat.datum == 0 && flat.spacing > 0 && flat.reach >= 1);
    CHECK(high.datum == 1234 && high.spacing > 0 && lattice_round(&high, 0.5, 4) == 0.5);
}

/* Every size of a share of the step: below a half, halves, beyond 2^52 where nothing is left to
 * round. */
static void rows_are_rounded_as_single_values_to_the_bit(void)
{
    const lattice l = lattice_for(0, 60, 64);
    enum { COUNT = 4000 };
    double values[COUNT], rounded[COUNT];
    for (int k = 0; k < COUNT; ++k)
        values[k] = l.spacing * draw_between(-1, 1) * exp2(draw_below(58));
    const double special[] = {0.0,    -0.0,        0.5,          -0.5,        1.5,
                              0x1p52, -0x1p52 - 1, 0x1p52 - 0.5, 0x1p51 + 0.5};
    for (size_t k = 0; k < sizeof special / sizeof *special; ++k)
        values[k] = l.spacing * special[k];
    memcpy(rounded, values, sizeof rounded);
    lattice_round_row(&l, 1, COUNT, rounded);
    int wrong = 0;
    for (int k = 0; k < COUNT; ++k) {
        const double alone = lattice_round(&l, values[k], 1);
        wrong += memcmp(&alone, &rounded[k], sizeof alone) != 0;
    }
    CHECK(wrong == 0);
}

int main(void)
{
    RUN(rows_are_rounded_as_single_values_to_the_bit);
    RUN(depth_and_level_are_exact_at_any_elevation);
    RUN(the_step_is_small_enough);
    RUN(means_of_four_corners_are_exact);
    RUN(a_raised_terrain_is_stored_as_the_same_bits);
    RUN(widening_reaches_what_is_asked_and_never_narrows);
    RUN(one_elevation_is_a_terrain_too);
    return check_done();
}
