/* Air pressure in a case file: its effect on the water, units, and what is refused. */
#include "model/forcing/forcing.h"
#include "model_fixture.h"

/* 40 x 10 cells of 10 m, water of 1 m: waves of 3.2 m/s come no further than 32 m from the walls in
 * 10 s, and what lines know of walls at once falls to 1/60 or less from cell to cell at a Courant
 * number of 1/4: water in the middle, 20 cells away, is pushed by the pressure alone. */
enum { NX = 40, NY = 10 };

static double flat(int i, int j)
{
    (void)i;
    (void)j;
    return 0;
}

static double even(int i, int j)
{
    (void)i;
    (void)j;
    return 100500;
}

/* Pa: 2.5 Pa/m to the east. */
static double sloping(int i, int j)
{
    (void)j;
    return 100000 + 25 * i;
}

static double in_hectopascals(int i, int j)
{
    return 0.01 * sloping(i, j);
}

#define TERRAIN                                                                                    \
    CASE                                                                                           \
        "terrain: {file: flat.asc}\ninitial:\n  - {depth: 1 m}\nmanning: 0\nsolver: {scheme: adi, courant: 0.25}\n"
#define AIR "air_pressure:\n  "
#define AT(time, file) "    - {time: " time " s, file: " file "}\n"

static void make_data(void)
{
    write_asc("flat.asc", NX, NY, 0, 0, 10, flat);
    write_asc("even.asc", NX, NY, 0, 0, 10, even);
    write_asc("sloping.asc", NX, NY, 0, 0, 10, sloping);
    write_asc("hectopascals.asc", NX, NY, 0, 0, 10, in_hectopascals);
}

/* Flux to the east in the middle after 10 s, m2/s, with rasters that change during the run. */
static double pushed(const char *text)
{
    model *m = build(text);
    double t = 0, flux = NAN;
    while (m && t < m->duration) {
        t = fmin(model_next_change(m, t), m->duration);
        CHECK(spate_advance(m->sim, t) == SPATE_OK);
        CHECK(model_apply_changes(m, t) == SPATE_OK);
    }
    if (m) {
        double *hu = malloc(sizeof *hu * NX * NY);
        CHECK(spate_get_field(m->sim, SPATE_MOMENTUM_X, hu) == SPATE_OK);
        flux = hu[NY / 2 * NX + NX / 2];
        free(hu);
    }
    model_free(m);
    return flux;
}

/* -h / rho dp/dx, integrated over 10 s; all sums are of numbers below 1e3, in some 30 steps. */
static void check_pushed(const char *text, double wanted)
{
    CHECK_NEAR(pushed(text), wanted, 30 * 1e3 * 0x1p-52);
}

static void pressure_pushes_down_its_gradient(void)
{
    const double all = -2.5 / 1000 * 10;
    check_pushed(TERRAIN AIR "unit: Pa\n  rasters:\n" AT("0", "sloping.asc"), all);
    check_pushed(TERRAIN AIR "unit: mbar\n  rasters:\n" AT("0", "hectopascals.asc"), all);
    check_pushed(TERRAIN AIR "unit: Pa\n  water_density: 1025\n  rasters:\n" AT("0", "sloping.asc"),
                 all / 1.025);
}

static void pressure_changes_evenly_between_rasters(void)
{
    const double all = -2.5 / 1000 * 10;
    check_pushed(TERRAIN AIR "unit: Pa\n  rasters:\n" AT("0", "even.asc") AT("10", "sloping.asc"),
                 0.5 * all);
    /* Nothing until 2 s, then linear, full from 6 s on; the last raster has no effect. */
    check_pushed(TERRAIN AIR "unit: Pa\n  rasters:\n" AT("-8", "even.asc") AT("2", "even.asc")
                     AT("6", "sloping.asc") AT("20", "sloping.asc"),
                 0.6 * all);
    /* Before the first raster its values hold. */
    check_pushed(TERRAIN AIR "unit: Pa\n  rasters:\n" AT("5", "sloping.asc") AT("10", "even.asc"),
                 0.75 * all);
}

static void pressure_that_cannot_be_is_refused(void)
{
    check_refused(TERRAIN AIR "unit: Pa\n  rasters:\n" AT("0", "hectopascals.asc"),
                  SPATE_ERROR_DATA, "which no air has at sea level");
    CHECK_CONTAINS(spate_message(ctx), "it may be hPa");
    CHECK_CONTAINS(spate_message(ctx), "case.yaml:");
    check_refused(TERRAIN AIR "unit: hPa\n  rasters:\n" AT("0", "sloping.asc"), SPATE_ERROR_DATA,
                  "check air_pressure.unit");
    check_refused(TERRAIN AIR "rasters:\n" AT("0", "sloping.asc"), SPATE_ERROR_ARGUMENT,
                  "air_pressure: unit is missing");
    check_refused(TERRAIN AIR "unit: mm\n  rasters:\n" AT("0", "sloping.asc"), SPATE_ERROR_ARGUMENT,
                  "hPa");
    check_refused(TERRAIN AIR "unit: Pa\n  rasters: []\n", SPATE_ERROR_ARGUMENT, "raster");
    check_refused(TERRAIN AIR "unit: Pa\n  rasters:\n" AT("5", "even.asc") AT("5", "sloping.asc"),
                  SPATE_ERROR_ARGUMENT, "in the order of time");
    check_refused(TERRAIN AIR "unit: Pa\n  rasters:\n" AT("0", "even.asc") AT("5", "none.asc"),
                  SPATE_ERROR_DATA, "none.asc");
    check_refused(TERRAIN AIR "unit: Pa\n  reference: 1013 Pa\n  rasters:\n" AT("0", "even.asc"),
                  SPATE_ERROR_ARGUMENT, "850 to 1100 hPa");
    check_refused(CASE "terrain: {file: flat.asc}\n" AIR
                       "unit: Pa\n  rasters:\n" AT("0", "even.asc"),
                  SPATE_ERROR_ARGUMENT, "scheme \"kurganov\" has none");
}

int main(void)
{
    if (!fixture_open())
        return 1;
    make_data();
    RUN(pressure_pushes_down_its_gradient);
    RUN(pressure_changes_evenly_between_rasters);
    RUN(pressure_that_cannot_be_is_refused);
    return fixture_close();
}
