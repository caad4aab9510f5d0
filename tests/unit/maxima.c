/* Claims: maxima are those of a record kept by hand after every step, to the bit, for any backend,
 * parts, instruction set and with still tiles skipped or not; filling by rain arrives when it must;
 * saving and loading in the middle loses nothing. */
#include <stdlib.h>

#include "api.h"
#include "tape.h"

enum { NX = 150, NY = 45, CELLS = NX * NY, FIELDS = 6, STEPS = 260, SOME = 90, FEW = 12 };
static const double wet = 0.01, deep = 0.3;

static const spate_field_name max_fields[FIELDS] = {SPATE_MAX_DEPTH, SPATE_MAX_LEVEL,
                                                    SPATE_MAX_SPEED, SPATE_MAX_HAZARD,
                                                    SPATE_ARRIVAL,   SPATE_DURATION};

/* ---- a pond that runs down a valley, over a sill, into a lake at rest ---- */

static double valley(double x, double y, void *user)
{
    (void)user;
    const double sill = exp(-(x - 80) * (x - 80) / 16);
    return 80 + fabs(y - 22) * 0.05 - 0.02 * x + 0.2 * sin(0.7 * x) + 0.9 * sill;
}

static double pond(double x, double y, void *user)
{
    return x < 25 ? 81.5 : x > 80 ? 78.2 : valley(x, y, user) - 1;
}

static double gaps(double x, double y, void *user)
{
    (void)user;
    return !(fmod(x, 23) < 1 && fmod(y, 13) < 3);
}

static spate_options options_of(int precision)
{
    spate_options opt = api_options();
    opt.nx = NX, opt.ny = NY;
    opt.precision = precision;
    opt.edges[SPATE_WEST] = SPATE_OPEN;
    opt.friction = SPATE_FRICTION_MANNING;
    opt.friction_coefficient = 0.03;
    opt.cfl = 0.5;
    return opt;
}

static spate_sim *make(spate_context *ctx, const spate_options *opt)
{
    spate_sim *sim = NULL;
    CHECK(spate_sim_create(ctx, opt, &sim) == SPATE_OK);
    CHECK(spate_set_active(sim, gaps, NULL) == SPATE_OK);
    CHECK(spate_set_bed(sim, valley, NULL) == SPATE_OK);
    CHECK(spate_track_maxima(sim, wet, deep) == SPATE_OK); /* the water given later counts */
    CHECK(spate_set_level(sim, pond, NULL) == SPATE_OK);
    return sim;
}

static void read_maxima(spate_sim *sim, double (*out)[CELLS])
{
    for (int k = 0; k < FIELDS; ++k)
        CHECK(spate_get_field(sim, max_fields[k], out[k]) == SPATE_OK);
}

static int same_maxima(double (*a)[CELLS], double (*b)[CELLS])
{
    return memcmp(a, b, FIELDS * sizeof *a) == 0;
}

/* ---- the record kept by hand ---- */

typedef struct record {
    double depth[CELLS], speed2[CELLS], hazard2[CELLS], arrival[CELLS], since[CELLS],
        duration[CELLS];
    int crossings;
} record;

static double rounded(double value, int precision)
{
    return precision == 32 ? (double)(float)value : value;
}

static double product(double a, double b, int precision)
{
    return rounded(a * b, precision);
}

/* One state; the first says which cells are wet at the start. Every operation is rounded to the
 * precision of the run (f64 operations on f32 numbers, rounded, are f32 operations). */
static void note(record *r, spate_sim *sim, int first, int precision)
{
    static double h[CELLS], hu[CELLS], hv[CELLS];
    spate_stats stats;
    CHECK(spate_get_stats(sim, &stats) == SPATE_OK);
    CHECK(spate_get_field(sim, SPATE_DEPTH, h) == SPATE_OK);
    CHECK(spate_get_field(sim, SPATE_MOMENTUM_X, hu) == SPATE_OK);
    CHECK(spate_get_field(sim, SPATE_MOMENTUM_Y, hv) == SPATE_OK);
    const double t = rounded(stats.t, precision);
    for (int n = 0; n < CELLS; ++n) {
        const double m2 =
            rounded(product(hu[n], hu[n], precision) + product(hv[n], hv[n], precision), precision);
        const int is_wet = h[n] >= rounded(wet, precision);
        const int is_deep = h[n] > rounded(deep, precision);
        if (first) {
            r->arrival[n] = is_wet ? -1 : NAN;
            r->since[n] = -1;
            r->depth[n] = r->speed2[n] = r->hazard2[n] = r->duration[n] = 0;
        }
        r->depth[n] = fmax(r->depth[n], h[n]);
        if (is_wet) {
            r->speed2[n] =
                fmax(r->speed2[n], rounded(m2 / product(h[n], h[n], precision), precision));
            r->hazard2[n] = fmax(r->hazard2[n], m2);
            if (isnan(r->arrival[n]))
                r->arrival[n] = t;
        }
        if (is_deep && r->since[n] < 0)
            r->since[n] = t;
        if (!is_deep && r->since[n] >= 0) {
            r->duration[n] = rounded(r->duration[n] + (t - r->since[n]), precision);
            r->since[n] = -1;
            ++r->crossings;
        }
    }
}

/* The record as the fields give it. */
static void publish(const record *r, spate_sim *sim, int precision, double (*out)[CELLS])
{
    static double bed[CELLS];
    spate_stats stats;
    CHECK(spate_get_stats(sim, &stats) == SPATE_OK);
    CHECK(spate_get_field(sim, SPATE_BED, bed) == SPATE_OK);
    for (int n = 0; n < CELLS; ++n) {
        const int was_wet = r->depth[n] >= rounded(wet, precision);
        out[0][n] = r->depth[n];
        out[1][n] = was_wet ? r->depth[n] + bed[n] : NAN;
        out[2][n] = sqrt(r->speed2[n]);
        out[3][n] = sqrt(r->hazard2[n]);
        out[4][n] = r->arrival[n] < 0 ? NAN : r->arrival[n];
        out[5][n] =
            r->duration[n] + (r->since[n] >= 0 ? rounded(stats.t, precision) - r->since[n] : 0);
    }
}

static int differing(const double *a, const double *b, double tolerance)
{
    int count = 0;
    for (int n = 0; n < CELLS; ++n)
        count += isnan(a[n]) || isnan(b[n]) ? !(isnan(a[n]) && isnan(b[n]))
                                            : fabs(a[n] - b[n]) > tolerance;
    return count;
}

static int numbers_in(const double *a)
{
    int count = 0;
    for (int n = 0; n < CELLS; ++n)
        count += !isnan(a[n]);
    return count;
}

static void maxima_are_those_of_a_record_by_hand(void)
{
    static double ours[FIELDS][CELLS], theirs[FIELDS][CELLS];
    static record r;
    spate_context *ctx;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    for (int precision = 32; precision <= 64; precision += 32) {
        const spate_options opt = options_of(precision);
        spate_sim *sim = make(ctx, &opt);
        spate_stats stats;
        double least_awake = 1;
        r = (record){.crossings = 0};
        note(&r, sim, 1, precision);
        for (int step = 0; step < STEPS; ++step) {
            CHECK(spate_advance_steps(sim, 1) == SPATE_OK);
            note(&r, sim, 0, precision);
            CHECK(spate_get_stats(sim, &stats) == SPATE_OK);
            least_awake = fmin(least_awake, stats.awake);
        }
        publish(&r, sim, precision, theirs);
        read_maxima(sim, ours);
        for (int k = 0; k < FIELDS; ++k) /* level: the datum is added in another order */
            CHECK(differing(ours[k], theirs[k], k == 1 ? 4 * 0x1p-52 * 100 : 0) == 0);
        printf(
            "  f%d: %d cells reached, %d times fell dry again, at least %.0f %% of tiles awake, %lld "
            "redone\n",
            precision, numbers_in(ours[4]), r.crossings, 100 * least_awake,
            (long long)stats.redone);
        /* or the scene no longer tests what it should */
        CHECK(numbers_in(ours[4]) > 200 && r.crossings > 100 && least_awake < 0.8);
        spate_sim_destroy(sim);
    }
    spate_context_destroy(ctx);
}

static void all_settings_give_the_same_bits(void)
{
    static double early[FIELDS][CELLS], late[FIELDS][CELLS], other[FIELDS][CELLS];
    static const char *const isas[] = {"base", "avx2", "avx512"};
    spate_context *ctx;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    for (int variant = 0; variant < 3; ++variant) {
        spate_options opt = options_of(variant == 1 ? 64 : 32);
        opt.rain = variant == 2 ? 1e-5 : 0;
        opt.integrator = variant == 2 ? SPATE_EULER : SPATE_RK2;
        spate_sim *sim = make(ctx, &opt);
        CHECK(spate_advance_steps(sim, FEW) == SPATE_OK);
        read_maxima(sim, early);
        CHECK(spate_advance_steps(sim, SOME - FEW) == SPATE_OK);
        read_maxima(sim, late);
        spate_sim_destroy(sim);
        for (int k = 0; k < 8; ++k) {
            const int reference = k == 7; /* slow */
            if (k > 2 && !reference && (k + variant) % 2)
                continue; /* each of these settings in one variant or two */
            spate_options o = opt;
            o.threads = k == 3 ? 2 : 1; /* few: teams of threads are slow where cores are shared */
            o.parts_x = 1 + (k & 1), o.parts_y = 1 + (k & 2);
            o.skip_still = (k & 4) == 0;
            o.backend = reference ? "reference" : "cpu";
            o.isa = k < 3 ? isas[k] : "auto";
            if (spate_sim_create(ctx, &o, &sim) == SPATE_ERROR_BACKEND)
                continue; /* an instruction set that this machine lacks */
            spate_sim_destroy(sim);
            sim = make(ctx, &o);
            CHECK(spate_advance_steps(sim, reference ? FEW : SOME) == SPATE_OK);
            read_maxima(sim, other);
            CHECK(same_maxima(reference ? early : late, other));
            spate_sim_destroy(sim);
        }
    }
    spate_context_destroy(ctx);
}

/* ---- filling by rain ---- */

/* A flat closed basin under rain r: h = r t everywhere, at rest. Water arrives in the first step
 * that ends at or after wet / r, and the basin is deep from the first one after deep / r on. */
static void rain_arrives_when_it_must(void)
{
    static double values[800];
    spate_context *ctx;
    spate_sim *sim = NULL;
    double zero = 0;
    const double rate = 1e-3, dt = 0.5, end = 500;
    spate_options opt = api_options();
    opt.rain = rate;
    opt.dt_max = dt;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    CHECK(spate_set_bed(sim, api_value, &zero) == SPATE_OK);
    CHECK(spate_track_maxima(sim, wet, deep) == SPATE_OK);
    CHECK(spate_advance(sim, end) == SPATE_OK);
    /* The clock adds at most 10^5 steps, each rounded to 2^-53 of 500 s: below 1e-8 s. */
    const double slack = 1e-8;
    CHECK(spate_get_field(sim, SPATE_ARRIVAL, values) == SPATE_OK);
    for (int n = 0; n < 800; ++n)
        CHECK(values[n] >= wet / rate - slack && values[n] <= wet / rate + dt + slack);
    CHECK(spate_get_field(sim, SPATE_DURATION, values) == SPATE_OK);
    for (int n = 0; n < 800; ++n)
        CHECK(values[n] <= end - deep / rate + slack &&
              values[n] >= end - deep / rate - dt - slack);
    CHECK(spate_get_field(sim, SPATE_MAX_DEPTH, values) == SPATE_OK);
    CHECK_NEAR(values[123], rate * end, 1e-9);
    CHECK(spate_get_field(sim, SPATE_MAX_SPEED, values) == SPATE_OK);
    CHECK(values[123] == 0);
    spate_sim_destroy(sim);
    spate_context_destroy(ctx);
}

/* ---- saved in the middle ---- */

static void maxima_survive_saving_and_loading(void)
{
    static double base[FIELDS][CELLS], other[FIELDS][CELLS];
    spate_context *ctx;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    for (int precision = 32; precision <= 64; precision += 32) {
        tape t = {0};
        spate_options opt = options_of(precision), cut = opt;
        cut.parts_x = 2, cut.parts_y = 3;
        spate_sim *whole = make(ctx, &opt), *resumed = make(ctx, &cut);
        CHECK(spate_advance_steps(whole, SOME / 2) == SPATE_OK);
        CHECK(spate_save(whole, tape_write, &t) == SPATE_OK);
        CHECK(spate_load(resumed, tape_read, &t) == SPATE_OK);
        read_maxima(whole, base);
        read_maxima(resumed, other);
        CHECK(same_maxima(base, other));
        CHECK(spate_advance_steps(whole, SOME - SOME / 2) == SPATE_OK);
        CHECK(spate_advance_steps(resumed, SOME - SOME / 2) == SPATE_OK);
        read_maxima(whole, base);
        read_maxima(resumed, other);
        CHECK(same_maxima(base, other));
        spate_sim_destroy(resumed);
        resumed = make(ctx, &cut);
        CHECK(spate_track_maxima(resumed, 2 * wet, deep) == SPATE_OK);
        t.at = 0;
        CHECK(spate_load(resumed, tape_read, &t) == SPATE_ERROR_DATA);
        CHECK_CONTAINS(spate_message(ctx), "the wet depth of maxima is 0.01, and 0.02");
        spate_sim_destroy(resumed);
        spate_sim_destroy(whole);
        free(t.bytes);
    }
    spate_context_destroy(ctx);
}

/* ---- what is asked for ---- */

static void wrong_requests_are_refused(void)
{
    static double values[800];
    spate_context *ctx;
    spate_sim *sim = NULL;
    const spate_options opt = api_options();
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    CHECK(spate_get_field(sim, SPATE_MAX_DEPTH, values) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "spate_track_maxima");
    const double bad[] = {0, -1, NAN, INFINITY, 1e9};
    for (int k = 0; k < 5; ++k) {
        CHECK(spate_track_maxima(sim, bad[k], 0.1) == SPATE_ERROR_ARGUMENT);
        CHECK_CONTAINS(spate_message(ctx), "wet_depth is");
        CHECK(k == 0 || spate_track_maxima(sim, 0.1, bad[k]) == SPATE_ERROR_ARGUMENT);
    }
    spate_stats before, after;
    CHECK(spate_get_stats(sim, &before) == SPATE_OK);
    CHECK(spate_track_maxima(sim, 0.1, 0) == SPATE_OK);
    CHECK(spate_get_stats(sim, &after) == SPATE_OK);
    CHECK(after.bytes_per_cell >= before.bytes_per_cell + 6 * 8); /* memory is accounted for */
    CHECK(spate_get_field(sim, SPATE_MAX_DEPTH, values) == SPATE_OK);
    spate_sim_destroy(sim);
    spate_context_destroy(ctx);
}

int main(void)
{
    RUN(maxima_are_those_of_a_record_by_hand);
    RUN(all_settings_give_the_same_bits);
    RUN(rain_arrives_when_it_must);
    RUN(maxima_survive_saving_and_loading);
    RUN(wrong_requests_are_refused);
    return check_done();
}
