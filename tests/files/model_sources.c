/* Rain, inflows, infiltration and wind of a case file: amounts, places, what is refused. */
#include "model/forcing/forcing.h"
#include "model_fixture.h"

/* 40 x 30 cells of 10 m at (0, 0): a flat basin within walls; the water of every source stays in
 * it. */
enum { NX = 40, NY = 30 };
static const double area = NX * NY * 100.0; /* m2 */
/* Sums of f64 volumes: machine epsilon times the number of stages, which is below 1000. */
static const double rounding = 1000 * 0x1p-52;

static double flat(int i, int j)
{
    (void)i;
    (void)j;
    return 0;
}

/* Half of the grid gets 36 mm/h, half 72 mm/h. */
static double first_hour(int i, int j)
{
    (void)j;
    return i < NX / 2 ? 36 : 72;
}

static double second_hour(int i, int j)
{
    (void)i;
    return j < NY / 2 ? 0 : 180;
}

static double with_a_gap(int i, int j)
{
    return i == 7 && j == 9 ? NAN : 10;
}

#define TERRAIN CASE "terrain: {file: flat.asc}\n"

static void make_data(void)
{
    write_asc("flat.asc", NX, NY, 0, 0, 10, flat);
    write_asc("first.asc", NX, NY, 0, 0, 10, first_hour);
    write_asc("second.asc", NX, NY, 0, 0, 10, second_hour);
    write_asc("gap.asc", NX, NY, 0, 0, 10, with_a_gap);
    write_text("rain.csv", "time [s],rain [mm/h]\n0,3600\n4,0\n7,7200\n");
    write_text("late.csv", "time [s],rain [mm/h]\n2,3600\n4,0\n");
    write_text("bare.csv", "time [s],rain\n0,20\n");
    write_text("wind.csv", "time [s],speed [m/s],direction [deg]\n0,20,270\n10,20,270\n");
}

/* Runs to the end, with rasters that change during the run; returns the volume of water, m3. */
static double run_to_end(model *m)
{
    spate_stats stats = {0};
    double t = 0;
    while (t < m->duration) {
        const double next = fmin(model_next_change(m, t), m->duration);
        CHECK(next > t);
        CHECK(spate_advance(m->sim, next) == SPATE_OK);
        t = next;
        CHECK(model_apply_changes(m, t) == SPATE_OK);
    }
    CHECK(spate_get_stats(m->sim, &stats) == SPATE_OK);
    CHECK(fabs(stats.mass_error) <= rounding); /* what came and went is accounted for */
    return stats.volume;
}

static void check_volume(const char *text, double wanted)
{
    model *m = build(text);
    if (m)
        CHECK_NEAR(run_to_end(m), wanted, wanted * rounding);
    model_free(m);
}

/* ---- rain ---- */

static void rain_holds_until_the_next_time(void)
{
    model *m = build(TERRAIN "rain: rain.csv\n");
    if (m) {
        /* 1 mm/s for 4 s, nothing, 2 mm/s for 3 s. */
        CHECK_NEAR(m->rain_total, 0.010, 0.010 * rounding);
        CHECK_NEAR(run_to_end(m), 0.010 * area, area * rounding);
    }
    model_free(m);
    check_volume(TERRAIN "rain: 36 mm/h\n", 1e-5 * 10 * area);
    check_volume(TERRAIN "rain: {file: rain.csv, scale: 0.5}\n", 0.005 * area);
}

static void rain_rasters_hold_until_the_next_one(void)
{
    check_volume(TERRAIN "rain: {file: first.asc, unit: mm/h}\n", 1.5e-5 * 10 * area);
    model *m =
        build(TERRAIN "rain:\n  unit: mm/h\n  rasters:\n    - {time: -3 s, file: first.asc}\n"
                      "    - {time: 4 s, file: second.asc}\n");
    if (m) {
        CHECK(model_next_change(m, 0) == 4 && model_next_change(m, 4) == INFINITY);
        const double wanted = (1.5e-5 * 4 + 2.5e-5 * 6) * area;
        CHECK(isnan(m->rain_total) && model_measure_rain(m) == SPATE_OK);
        CHECK_NEAR(m->rain_total * area, wanted, wanted * rounding);
        CHECK_NEAR(run_to_end(m), wanted, wanted * rounding);
        CHECK(m->input_count == 3);
    }
    model_free(m);
}

static void rain_that_cannot_be_is_refused(void)
{
    check_refused(TERRAIN "rain: late.csv\n", SPATE_ERROR_DATA, "late.csv");
    CHECK_CONTAINS(spate_message(ctx), "case.yaml:4:");
    check_refused(TERRAIN "rain: bare.csv\n", SPATE_ERROR_DATA, "unit");
    check_refused(TERRAIN "rain: first.asc\n", SPATE_ERROR_ARGUMENT, "unit: mm/h");
    check_refused(TERRAIN "rain: {file: gap.asc, unit: mm/h}\n", SPATE_ERROR_DATA,
                  "no value in 1 active cells, the first at x = 75, y = 95");
    check_refused(TERRAIN "rain:\n  unit: mm/h\n  rasters:\n    - {time: 1 s, file: first.asc}\n",
                  SPATE_ERROR_DATA, "later than the start of the run");
    check_refused(TERRAIN "rain:\n  unit: mm/h\n  rasters:\n    - {time: 0 s, file: first.asc}\n"
                          "    - {time: 0 s, file: second.asc}\n",
                  SPATE_ERROR_ARGUMENT, "in the order of time");
    check_refused(TERRAIN "rain:\n  unit: mm/h\n  rasters:\n    - {time: 0 s, file: first.asc}\n"
                          "    - {time: 5 s, file: none.asc}\n",
                  SPATE_ERROR_DATA, "none.asc");
}

/* ---- inflows ---- */

static void an_inflow_is_spread_over_its_circle(void)
{
    model *m =
        build(TERRAIN "inflows:\n"
                      "  - {name: spring, at: [205, 155], radius: 11 m, discharge: 2 m3/s}\n"
                      "  - {name: drop, at: [12, 18], discharge: 500 l/s}\n"
                      "  - {name: field, within: [[0, 200], [100, 200], [100, 300], [0, 300]], "
                      "discharge: 1 m3/s}\n");
    if (!m)
        return;
    CHECK(m->inflow_count == 3 && strcmp(m->inflow_names[0], "spring") == 0);
    CHECK(m->inflows[0].cells == 5 && m->inflows[0].area == 500);
    CHECK(m->inflows[1].cells == 1 && m->inflows[2].cells == 100);
    CHECK(!strstr(log_text, "spread it"));
    CHECK_NEAR(run_to_end(m), 35, 35 * rounding);
    model_free(m);
}

static void fountains_are_warned_of_and_places_outside_refused(void)
{
    model *m = build(TERRAIN "inflows:\n  - {name: jet, at: [205, 155], discharge: 11 m3/s}\n");
    CHECK_CONTAINS(log_text, "\"jet\" puts up to 11 m3/s on 100 m2");
    CHECK_CONTAINS(log_text, "radius of 6 m"); /* 11 m3/s over pi r^2 at 0.1 m/s */
    model_free(m);
    check_refused(TERRAIN "inflows:\n  - {name: jet, at: [405, 155], discharge: 1 m3/s}\n",
                  SPATE_ERROR_ARGUMENT, "outside the grid: x 0 to 400, y 0 to 300");
}

/* ---- ground ---- */

static void infiltration_takes_its_rate_and_no_more_than_there_is(void)
{
    check_volume(TERRAIN "initial:\n  - {depth: 1 cm}\ninfiltration: 360 mm/h\n", 0.009 * area);
    check_volume(TERRAIN
                 "initial:\n  - {depth: 1 cm}\ninfiltration: {file: first.asc, unit: mm/h}\n",
                 (0.01 - 1.5e-4) * area);
    check_refused(TERRAIN "infiltration: {file: gap.asc, unit: mm/h}\n", SPATE_ERROR_DATA,
                  "gap.asc");
    model *m =
        build(TERRAIN "initial:\n  - {depth: 1 cm}\ninfiltration:\n  green_ampt: {conductivity: "
                      "36 mm/h, suction: 10 cm, deficit: 0.3}\n");
    if (m) {
        const double left = run_to_end(m);
        CHECK(left > 0 && left < (0.01 - 1e-4) * area); /* faster than the conductivity */
    }
    model_free(m);
}

/* ---- wind ---- */

/* A wind from the west pushes water to the east. */
static void check_pushes_east(const char *text)
{
    model *m = build(text);
    if (!m)
        return;
    CHECK(spate_advance(m->sim, 10) == SPATE_OK);
    double *depth = field_of(m, SPATE_DEPTH);
    CHECK(depth[15 * NX + NX - 1] > 1 && depth[15 * NX] < 1);
    free(depth);
    model_free(m);
}

static void wind_piles_water_up_downwind(void)
{
    check_pushes_east(TERRAIN
                      "initial:\n  - {depth: 1 m}\nwind: {speed: 20 m/s, direction: 270 deg}\n");
    check_pushes_east(TERRAIN
                      "initial:\n  - {depth: 1 m}\nwind: {file: wind.csv, drag: large_pond}\n");
    check_pushes_east(TERRAIN "initial:\n  - {depth: 1 m}\n"
                              "wind: {speed: 20 m/s, direction: 270 deg, drag: 0.002}\n");
}

int main(void)
{
    if (!fixture_open())
        return 1;
    make_data();
    RUN(rain_holds_until_the_next_time);
    RUN(rain_rasters_hold_until_the_next_one);
    RUN(rain_that_cannot_be_is_refused);
    RUN(an_inflow_is_spread_over_its_circle);
    RUN(fountains_are_warned_of_and_places_outside_refused);
    RUN(infiltration_takes_its_rate_and_no_more_than_there_is);
    RUN(wind_piles_water_up_downwind);
    return fixture_close();
}
