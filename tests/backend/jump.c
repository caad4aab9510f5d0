/* Claims: where nothing moves and no forcing acts, the clock jumps, and no bit of the result
 * depends on it. What begins later begins on time, and moving water is stepped as usual. The
 * saved state of every run, its count of steps included, has the same bytes with nothing
 * skipped, in several parts, on the reference backend, and after a resume.
 *
 *   jump [--backend cpu] [--isa auto]
 *   jump --hash           checksums of the saved states, under mpirun too (ranks.sh)
 *
 * Exits with 77 where there is no such backend. */
#include "backend_args.h"
#include "check.h"
#include "parallel/bits.h"
#include "tape.h"

#define MUST(call) CHECK((call) == SPATE_OK)
#define HOUR 3600.0

enum { NX = 40, NY = 21, CELLS = NX * NY }; /* fill no tile, and make 2 x 3 parts */

static spate_context *ctx;
static spate_options on; /* the backend that is tested */

static spate_options options_of(int precision)
{
    spate_options o = on;
    o.nx = NX, o.ny = NY;
    o.dx = o.dy = 10;
    o.precision = precision;
    return o;
}

static double flat(double x, double y, void *user)
{
    (void)x;
    (void)y;
    return user ? *(const double *)user : 0;
}

/* Random, from -2 to 2 m. */
static double rugged(double x, double y, void *user)
{
    (void)user;
    const double v = 43758.5453 * sin(12.9898 * x + 78.233 * y);
    return 4 * (v - floor(v)) - 2;
}

static double hump(double x, double y, void *user)
{
    (void)user;
    return hypot(x - 200, y - 100) < 60 ? 2 : 1.5;
}

static spate_stats stats_of(spate_sim *sim)
{
    spate_stats s = {0};
    MUST(spate_get_stats(sim, &s));
    return s;
}

/* ---- runs that are compared ---- */

static const double storm_times[] = {0, 12 * HOUR, 12 * HOUR + 600}, storm_rates[] = {0, 1e-4, 0};
static const double flood_times[] = {0, 6 * HOUR, 7 * HOUR}, flood_rates[] = {0, 2, 0};

static double in_the_corner(double x, double y, void *user)
{
    (void)user;
    return x < 50 && y < 50;
}

/* A lake among islands, which stays at rest. */
static void make_lake(spate_sim *sim)
{
    MUST(spate_set_bed(sim, rugged, NULL));
    MUST(spate_set_level(sim, flat, NULL));
}

/* A dry plain under a storm of ten minutes, of 60 mm. */
static void make_storm(spate_sim *sim)
{
    const spate_series rain = {3, storm_times, storm_rates, 1};
    MUST(spate_set_bed(sim, flat, NULL));
    MUST(spate_set_rain(sim, &rain));
    MUST(spate_track_maxima(sim, 0.01, 0.03));
}

/* The lake with an inflow of an hour, 2 m3/s on its corner. */
static void make_flood(spate_sim *sim)
{
    const spate_series inflow = {3, flood_times, flood_rates, 1};
    int64_t cells;
    double area;
    make_lake(sim);
    MUST(spate_add_inflow(sim, "brook", &inflow, in_the_corner, NULL, &cells, &area));
}

typedef struct run {
    void (*make)(spate_sim *sim);
    double every, end; /* s */
} run;

static spate_sim *made(const run *r, const spate_options *o)
{
    spate_sim *sim = NULL;
    MUST(spate_sim_create(ctx, o, &sim));
    r->make(sim);
    return sim;
}

/* Hour by hour, reading the fields each time as outputs do; saved at the end. */
static tape go(spate_sim *sim, const run *r, double from)
{
    static double depth[CELLS];
    tape t = {0};
    for (double at = from + r->every; at <= r->end; at += r->every) {
        MUST(spate_advance(sim, at));
        MUST(spate_get_field(sim, SPATE_DEPTH, depth));
    }
    MUST(spate_save(sim, tape_write, &t));
    return t;
}

static void compare(const char *what, const tape *base, tape other)
{
    size_t n = 0;
    while (n < base->size && n < other.size && base->bytes[n] == other.bytes[n])
        ++n;
    if (!CHECK(base->size == other.size && n == base->size))
        printf("  another state from byte %zu of %zu on: %s\n", n, base->size, what);
    free(other.bytes);
}

static tape go_anew(const run *r, const spate_options *o)
{
    spate_sim *sim = made(r, o);
    const tape t = go(sim, r, 0);
    spate_sim_destroy(sim);
    return t;
}

/* Saved halfway, loaded into another run and continued. */
static tape go_halfway(const run *r, const spate_options *o)
{
    run half = *r;
    half.end = 0.5 * r->end;
    tape saved = go_anew(&half, o);
    spate_sim *sim = made(r, o);
    MUST(spate_load(sim, tape_read, &saved));
    const tape t = go(sim, r, half.end);
    spate_sim_destroy(sim);
    free(saved.bytes);
    return t;
}

static void the_same_however_it_is_computed(const run *r, int precision)
{
    const spate_options o = options_of(precision);
    const tape base = go_anew(r, &o);
    compare("resumed", &base, go_halfway(r, &o));
    spate_options other = o;
    other.skip_still = 0;
    compare("nothing skipped", &base, go_anew(r, &other));
    other = o;
    other.parts_x = 2, other.parts_y = 3;
    compare("2 x 3 parts", &base, go_anew(r, &other));
    compare("2 x 3 parts, resumed", &base, go_halfway(r, &other));
    other = o;
    other.backend = "reference";
    other.isa = "auto";
    compare("reference", &base, go_anew(r, &other));
    free(base.bytes);
}

static const run lake = {make_lake, HOUR, 24 * HOUR}, storm = {make_storm, 6 * HOUR, 24 * HOUR},
                 flood = {make_flood, 3 * HOUR + 15, 6 * HOUR + 30};

static void no_answer_depends_on_how_it_is_computed(void)
{
    the_same_however_it_is_computed(&lake, 32);
    the_same_however_it_is_computed(&lake, 64);
    the_same_however_it_is_computed(&storm, 32);
    the_same_however_it_is_computed(&flood, 64);
}

/* Rank 0 alone has the state. */
static int print_hashes(void)
{
    const run *const runs[] = {&lake, &storm, &flood};
    if (spate_context_create_parallel(&ctx) != SPATE_OK)
        return 1;
    for (int n = 0; n < 3; ++n) {
        const spate_options o = options_of(64);
        const tape t = go_anew(runs[n], &o);
        if (t.size)
            printf("%016llx\n", (unsigned long long)hash_of(t.bytes, t.size));
        free(t.bytes);
    }
    spate_context_destroy(ctx);
    return check_state.wrong > 0;
}

/* ---- known answers ---- */

/* One step shows that nothing moves, then there is one jump for each hour. Depths are those of
 * the start, to the bit. */
static void a_lake_at_rest_costs_a_step_for_each_output(void)
{
    static double start[CELLS], now[CELLS];
    const spate_options o = options_of(64);
    spate_sim *sim = made(&lake, &o);
    MUST(spate_get_field(sim, SPATE_DEPTH, start));
    free(go(sim, &lake, 0).bytes);
    MUST(spate_get_field(sim, SPATE_DEPTH, now));
    CHECK(memcmp(start, now, sizeof start) == 0);
    const spate_stats s = stats_of(sim);
    CHECK(s.t == 24 * HOUR && s.max_speed == 0 && s.volume == s.initial_volume && s.volume > 0);
    CHECK_AT_MOST("steps of a day with 24 outputs", s.steps, 1 + 24);
    spate_sim_destroy(sim);
}

/* 1e-4 m/s for 600 s on a plain: 0.01 m deep 100 s after it began, deeper than 0.03 m from 300 s
 * after it to the end. Steps of at most 5 s. Rain of a step is rounded to 2^-24 of itself in f32,
 * and so are times (86400 s: 0.004 s). */
static void a_storm_begins_in_time_and_its_water_is_there_to_the_end(void)
{
    static double depth[CELLS], arrival[CELLS], duration[CELLS];
    for (int precision = 32; precision <= 64; precision += 32) {
        spate_options o = options_of(precision);
        o.dt_max = 5;
        spate_sim *sim = made(&storm, &o);
        MUST(spate_advance(sim, 12 * HOUR));
        CHECK(stats_of(sim).steps <= 3 && stats_of(sim).volume == 0);
        MUST(spate_advance(sim, 24 * HOUR));
        CHECK_AT_MOST("steps of a storm of 600 s", stats_of(sim).steps, 3 + 600 / 4.9 + 3);
        MUST(spate_get_field(sim, SPATE_DEPTH, depth));
        MUST(spate_get_field(sim, SPATE_ARRIVAL, arrival));
        MUST(spate_get_field(sim, SPATE_DURATION, duration));
        for (int n = 0; n < CELLS; ++n) {
            CHECK_NEAR(depth[n], 0.06, 0.06 * (precision == 32 ? 0x1p-22 : 0x1p-43));
            CHECK_NEAR(arrival[n], 12 * HOUR + 102.5, 2.51);
            CHECK_NEAR(duration[n], 12 * HOUR - 302.5, 2.51);
        }
        spate_sim_destroy(sim);
    }
}

/* 2 m3/s for an hour; a lake that came to rest before it, and moves after it. */
static void an_inflow_begins_in_time(void)
{
    const spate_options o = options_of(64);
    spate_inflow_stats in;
    spate_sim *sim = made(&flood, &o);
    MUST(spate_advance(sim, 6 * HOUR));
    MUST(spate_get_inflow(sim, 0, &in));
    CHECK(stats_of(sim).steps <= 3 && in.entered == 0);
    MUST(spate_advance(sim, 6 * HOUR + 60));
    MUST(spate_get_inflow(sim, 0, &in));
    CHECK_NEAR(in.entered, 120, 1e-9);
    CHECK(in.shortfall == 0 && stats_of(sim).max_speed > 0);
    CHECK_NEAR(stats_of(sim).mass_error, 0, 1e-12);
    spate_sim_destroy(sim);
}

/* Everywhere deeper than 1.5 m: no step is longer than dx / (2 sqrt(g h)), the CFL number 1. */
static void a_wave_is_stepped_as_ever(void)
{
    const spate_options o = options_of(64);
    spate_sim *sim = made(&lake, &o);
    MUST(spate_set_bed(sim, flat, NULL));
    MUST(spate_set_level(sim, hump, NULL));
    MUST(spate_advance(sim, 60));
    const int64_t least = (int64_t)(60 / (o.dx / (2 * sqrt(o.gravity * 1.4))));
    CHECK(stats_of(sim).steps >= least && stats_of(sim).max_speed > 0);
    /* Water at rest that is changed moves at once. */
    MUST(spate_set_level(sim, flat, &(double){1.5}));
    MUST(spate_set_velocity(sim, flat, flat, NULL));
    MUST(spate_advance(sim, 2 * HOUR));
    const int64_t steps = stats_of(sim).steps;
    MUST(spate_set_level(sim, hump, NULL));
    MUST(spate_advance(sim, 2 * HOUR + 60));
    CHECK(stats_of(sim).steps >= steps + least && stats_of(sim).max_speed > 0);
    spate_sim_destroy(sim);
}

/* 1e-5 m/s: half a metre is gone after 50000 s and not before; from there on nothing happens. */
static void a_lake_that_infiltrates_is_not_still(void)
{
    double depth = 0.5, rate = 1e-5;
    spate_options o = options_of(64);
    o.nx = o.ny = 8;
    o.dx = o.dy = 1000;
    spate_sim *sim = NULL;
    MUST(spate_sim_create(ctx, &o, &sim));
    MUST(spate_set_bed(sim, flat, NULL));
    MUST(spate_set_depth(sim, flat, &depth));
    MUST(spate_set_infiltration(sim, flat, NULL, NULL, &rate));
    MUST(spate_advance(sim, 25000));
    const double area = 64e6;
    CHECK_NEAR(stats_of(sim).infiltrated / area, 0.25, 1e-12);
    MUST(spate_advance(sim, 60000));
    CHECK(stats_of(sim).volume == 0);
    CHECK_NEAR(stats_of(sim).infiltrated / area, 0.5, 1e-12);
    const int64_t steps = stats_of(sim).steps;
    MUST(spate_advance(sim, 1e6));
    CHECK(stats_of(sim).steps == steps + 1);
    spate_sim_destroy(sim);
}

int main(int argc, char **argv)
{
    spate_options_default(&on);
    if (argc == 2 && strcmp(argv[1], "--hash") == 0)
        return print_hashes();
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    on.backend = argument(argc, argv, "--backend", "cpu");
    on.isa = argument(argc, argv, "--isa", "auto");
    on.threads = 2;
    const spate_status status = try_backend(ctx, on.backend, on.isa);
    if (status == SPATE_OK) {
        RUN(a_lake_at_rest_costs_a_step_for_each_output);
        RUN(a_storm_begins_in_time_and_its_water_is_there_to_the_end);
        RUN(an_inflow_begins_in_time);
        RUN(a_wave_is_stepped_as_ever);
        RUN(a_lake_that_infiltrates_is_not_still);
        RUN(no_answer_depends_on_how_it_is_computed);
    }
    spate_context_destroy(ctx);
    return status == SPATE_ERROR_BACKEND ? TEST_SKIPPED : status != SPATE_OK ? 1 : check_done();
}
