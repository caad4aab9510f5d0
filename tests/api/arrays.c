/* Fields in and out as arrays: the values and bits of the callbacks, with any steps, and views. */
#include "api_fixture.h"

enum { NX = 70, NY = 45 };

static double bed_at(double x, double y)
{
    return 1 + 0.03 * x - 0.01 * y;
}

static double level_at(double x, double y)
{
    return x < 60 ? 5 : bed_at(x, y) + 0.25;
}

static double bed_fn(double x, double y, void *user)
{
    (void)user;
    return bed_at(x, y);
}

static double level_fn(double x, double y, void *user)
{
    (void)user;
    return level_at(x, y);
}

static double speed_fn(double x, double y, void *user)
{
    return x > 60 ? *(const double *)user + 0.001 * y : 0;
}

static double zero_fn(double x, double y, void *user)
{
    return 0 * x * y * *(const double *)user;
}

static spate_sim *make(spate_bed_model bed, const char *parts)
{
    spate_options o;
    spate_sim *sim = NULL;
    spate_options_default(&o);
    o.nx = NX, o.ny = NY, o.dx = 2, o.dy = 3, o.x0 = 10;
    o.bed_model = bed;
    o.part_weights = parts;
    o.friction = SPATE_FRICTION_MANNING;
    OK(spate_sim_create(ctx, &o, &sim));
    return sim;
}

/* A layout: value (i, j) is at first + i x + j y. */
typedef struct layout {
    ptrdiff_t first, x, y;
} layout;

static const layout layouts[] = {{0, 1, 100},        /* rows with a gap */
                                 {0, 60, 1},         /* columns */
                                 {99 * 50, 1, -100}, /* north first, as in a raster */
                                 {2 * (NX + 1) - 2, -2,
                                  2 * 100}}; /* east first, every second value */
enum { LAYOUTS = sizeof layouts / sizeof *layouts, ROOM = 20000 };

static spate_array array_of(void *values, int precision, layout l)
{
    const size_t size = precision == 32 ? sizeof(float) : sizeof(double);
    return (spate_array){.values = (char *)values + l.first * (ptrdiff_t)size,
                         .precision = precision,
                         .step_x = l.x,
                         .step_y = l.y};
}

static double get(const spate_array *a, int i, int j)
{
    const ptrdiff_t at = i * (ptrdiff_t)a->step_x + j * (ptrdiff_t)a->step_y;
    return a->precision == 32 ? (double)((const float *)a->values)[at]
                              : ((const double *)a->values)[at];
}

static void put(const spate_array *a, int i, int j, double value)
{
    const ptrdiff_t at = i * (ptrdiff_t)a->step_x + j * (ptrdiff_t)a->step_y;
    if (a->precision == 32)
        ((float *)a->values)[at] = (float)value;
    else
        ((double *)a->values)[at] = value;
}

/* corners: 1 for a bilinear bed. The place is that of the callbacks. */
static void fill(const spate_array *a, double (*at)(double, double), int corners)
{
    for (int j = 0; j < NY + corners; ++j)
        for (int i = 0; i < NX + corners; ++i)
            put(a, i, j, at(10 + 2 * (i + 0.5 * !corners), 3 * (j + 0.5 * !corners)));
}

static double friction_at(double x, double y)
{
    return 0.02 + 0.0001 * x + 0 * y;
}

static double friction_fn(double x, double y, void *user)
{
    (void)user;
    return friction_at(x, y);
}

static double east_at(double x, double y)
{
    return x > 60 ? 0.5 + 0.001 * y : 0;
}

static void same_run(spate_bed_model bed, const char *parts, layout l)
{
    static double room[ROOM], depth[2][NX * NY];
    double speed = 0.5;
    spate_sim *sim[2] = {make(bed, parts), make(bed, parts)};
    spate_array a = array_of(room, 64, l);
    OK(spate_set_bed(sim[0], bed_fn, NULL));
    OK(spate_set_level(sim[0], level_fn, NULL));
    OK(spate_set_velocity(sim[0], speed_fn, zero_fn, &speed));
    OK(spate_set_friction(sim[0], friction_fn, NULL));
    fill(&a, bed_at, bed == SPATE_BED_BILINEAR);
    OK(spate_set_array(sim[1], SPATE_BED, &a));
    fill(&a, level_at, 0);
    OK(spate_set_array(sim[1], SPATE_LEVEL, &a));
    fill(&a, east_at, 0);
    OK(spate_set_velocity_arrays(sim[1], &a, NULL));
    fill(&a, friction_at, 0);
    OK(spate_set_array(sim[1], SPATE_FRICTION, &a));
    for (int k = 0; k < 2; ++k) {
        OK(spate_advance_steps(sim[k], 5));
        OK(spate_get_field(sim[k], SPATE_DEPTH, depth[k]));
    }
    CHECK(memcmp(depth[0], depth[1], sizeof depth[0]) == 0);
    OK(spate_get_array(sim[1], SPATE_DEPTH, &a));
    int wrong = 0;
    for (int j = 0; j < NY; ++j)
        for (int i = 0; i < NX; ++i)
            wrong += get(&a, i, j) != depth[0][j * NX + i];
    CHECK_AT_MOST("cells of the array that differ from spate_get_field", wrong, 0);
    spate_sim_destroy(sim[0]);
    spate_sim_destroy(sim[1]);
}

static void arrays_of_every_layout_give_the_bits_of_callbacks(void)
{
    for (int k = 0; k < LAYOUTS; ++k) {
        same_run(SPATE_BED_CELLS, NULL, layouts[k]);
        same_run(SPATE_BED_BILINEAR, k % 2 ? "1,1x1,1" : NULL, layouts[k]);
    }
}

static void a_window_is_the_window_of_the_whole(void)
{
    static float window[12 * 7];
    static double whole[NX * NY];
    spate_sim *sim = make(SPATE_BED_CELLS, "2,1x1,1");
    OK(spate_set_bed(sim, bed_fn, NULL));
    OK(spate_set_level(sim, level_fn, NULL));
    OK(spate_get_field(sim, SPATE_LEVEL, whole));
    const spate_array a = {
        .values = window, .precision = 32, .i0 = 25, .j0 = 30, .nx = 12, .ny = 7};
    OK(spate_get_array(sim, SPATE_LEVEL, &a));
    for (int j = 0; j < 7; ++j)
        for (int i = 0; i < 12; ++i)
            CHECK(window[j * 12 + i] == (float)whole[(30 + j) * NX + 25 + i]);
    spate_sim_destroy(sim);
}

static void views_have_the_values_in_place(void)
{
    static const spate_field_name names[] = {SPATE_DEPTH, SPATE_MOMENTUM_X, SPATE_MOMENTUM_Y};
    static double whole[NX * NY];
    spate_sim *sim = make(SPATE_BED_CELLS, "1,1x1,1");
    OK(spate_set_bed(sim, bed_fn, NULL));
    OK(spate_set_level(sim, level_fn, NULL));
    OK(spate_advance_steps(sim, 3));
    CHECK(spate_part_count(sim) == 4);
    for (int k = 0; k < 3; ++k) {
        int64_t cells = 0;
        OK(spate_get_field(sim, names[k], whole));
        for (int n = 0; n < spate_part_count(sim); ++n) {
            spate_view v;
            OK(spate_get_view(sim, names[k], n, &v));
            CHECK(v.precision == 64 && v.pitch >= v.nx);
            cells += v.nx * v.ny;
            for (int64_t j = 0; j < v.ny; ++j)
                CHECK(memcmp((const double *)v.values + j * v.pitch, whole + (v.j0 + j) * NX + v.i0,
                             (size_t)v.nx * sizeof *whole) == 0);
        }
        CHECK(cells == NX * NY);
    }
    spate_view v;
    CHECK(spate_get_view(sim, SPATE_LEVEL, 0, &v) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "spate_get_array copies");
    CHECK(spate_get_view(sim, SPATE_DEPTH, 4, &v) == SPATE_ERROR_ARGUMENT);
    spate_sim_destroy(sim);
}

static double rain_at(double x, double y)
{
    return x > 100 ? 1e-5 : 0 * y;
}

static void rain_arrays_rain(void)
{
    static double room[ROOM];
    spate_sim *sim = make(SPATE_BED_CELLS, NULL);
    const spate_array a = array_of(room, 64, layouts[1]);
    spate_stats s;
    OK(spate_set_bed(sim, bed_fn, NULL));
    fill(&a, rain_at, 0);
    OK(spate_set_rain_array(sim, &a));
    OK(spate_advance(sim, 10));
    OK(spate_get_stats(sim, &s));
    /* x = 11 + 2 i is above 100 from i = 45 on. Sums of 1e-5 are kept to 2^-80. */
    CHECK_NEAR(s.rain, 1e-5 * 10 * 6 * (NX - 45) * NY, 1e-12);
    OK(spate_set_rain_array(sim, NULL));
    OK(spate_advance(sim, 20));
    const double before = s.rain;
    OK(spate_get_stats(sim, &s));
    CHECK(s.rain == before);
    spate_sim_destroy(sim);
}

static void refuse(spate_sim *sim, spate_array a, const char *part)
{
    CHECK(spate_set_array(sim, SPATE_BED, &a) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), part);
}

static void wrong_arrays_are_named(void)
{
    static double room[NX * NY + 1];
    const spate_array good = {.values = room, .precision = 64};
    spate_array a = good;
    spate_sim *sim = make(SPATE_BED_CELLS, NULL);
    a.precision = 16;
    refuse(sim, a, "precision of the array is 16; it must be 32 or 64");
    a = good, a.nx = NX, a.ny = NY - 1;
    refuse(sim, a, "this process needs [0, 70) x [0, 45)");
    a = good, a.nx = NX + 1, a.ny = NY;
    refuse(sim, a, "the grid has 70 x 45");
    a = good, a.values = NULL;
    refuse(sim, a, "values of the array is NULL");
    a = good, a.values = (char *)room + 4;
    refuse(sim, a, "between two values");
    CHECK(spate_set_array(sim, SPATE_MAX_DEPTH, &good) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "arrays are for");
    CHECK(spate_set_array(sim, SPATE_BED, NULL) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_get_array(sim, SPATE_FRICTION, &good) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "can be set, and not read");
    room[NX + 3] = NAN;
    CHECK(spate_set_array(sim, SPATE_BED, &good) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "x = 17, y = 4.5"); /* cell (3, 1) */
    spate_sim_destroy(sim);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(arrays_of_every_layout_give_the_bits_of_callbacks);
    RUN(a_window_is_the_window_of_the_whole);
    RUN(views_have_the_values_in_place);
    RUN(rain_arrays_rain);
    RUN(wrong_arrays_are_named);
    spate_context_destroy(ctx);
    return check_done();
}
