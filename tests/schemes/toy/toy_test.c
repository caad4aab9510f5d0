/* Claim: a scheme in five small files (CONTRIBUTING.md) has everything else for free. It is found
 * by its name, judged by the built-in cases, cut into parts, saved and loaded with the same bits.
 * Its maxima and gauges are read, and what it lacks is refused. */
#include <stdlib.h>

#include "cases/verify.h"
#include "check.h"
#include "schemes/scheme.h"
#include "tape.h"

extern const scheme_ops scheme_toy;

enum { NX = 150, NY = 70, CELLS = NX * NY, STEPS = 60, FIELDS = 7, GAUGES = 2 };
static const spate_field_name fields[FIELDS] = {SPATE_DEPTH,     SPATE_MOMENTUM_X, SPATE_MOMENTUM_Y,
                                                SPATE_MAX_DEPTH, SPATE_MAX_SPEED,  SPATE_ARRIVAL,
                                                SPATE_DURATION};
static const int64_t gauges[GAUGES][2] = {{5, 5}, {NX / 2, NY / 2}};

typedef struct results {
    double field[FIELDS][CELLS], gauge[GAUGES][5];
    spate_stats stats;
} results;

static spate_context *ctx;

/* ---- the built-in cases ---- */

static void judge(const char *name)
{
    const verify_options opt = {.scheme = "toy", .precision = 64, .quick = 1};
    verify_report r;
    CHECK(verify_case(ctx, builtin_case_find(name), &opt, &r) == SPATE_OK);
    CHECK(r.pass);
    printf("  %s: %s\n", name, r.reason);
}

static void a_dam_break_is_that_of_stoker_to_first_order(void)
{
    judge("stoker_x");
    judge("stoker_y");
}

/* ---- what the core does ---- */

static double hills(double x, double y, void *user)
{
    (void)user;
    return 0.4 * sin(0.21 * x) * cos(0.17 * y) + 0.004 * x;
}

/* Wet and dry: a dam across the grid. */
static double dam(double x, double y, void *user)
{
    (void)user;
    return x + 0.3 * y < 60 ? 1.5 : 0.1;
}

static double not_in_a_block(double x, double y, void *user)
{
    (void)user;
    return !(x > 80 && x < 95 && y > 20 && y < 40);
}

static double still_level(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 0.35;
}

static spate_sim *start(int px, int py, spate_field_fn level)
{
    spate_options opt;
    spate_sim *sim = NULL;
    spate_options_default(&opt);
    opt.nx = NX;
    opt.ny = NY;
    opt.dx = opt.dy = 1;
    opt.scheme = "toy";
    opt.precision = 64;
    opt.parts_x = px;
    opt.parts_y = py;
    opt.edges[SPATE_SOUTH] = opt.edges[SPATE_NORTH] = SPATE_PERIODIC;
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    CHECK(spate_set_active(sim, not_in_a_block, NULL) == SPATE_OK);
    CHECK(spate_set_bed(sim, hills, NULL) == SPATE_OK);
    CHECK(spate_set_level(sim, level, NULL) == SPATE_OK);
    CHECK(spate_track_maxima(sim, 0.01, 0.3) == SPATE_OK);
    return sim;
}

static results *read_out(spate_sim *sim)
{
    results *r = calloc(1, sizeof *r);
    for (int f = 0; r && f < FIELDS; ++f)
        CHECK(spate_get_field(sim, fields[f], r->field[f]) == SPATE_OK);
    CHECK(r && spate_get_cells(sim, GAUGES, gauges, r->gauge) == SPATE_OK);
    CHECK(r && spate_get_stats(sim, &r->stats) == SPATE_OK);
    spate_sim_destroy(sim);
    return r;
}

static results *run(int px, int py)
{
    spate_sim *sim = start(px, py, dam);
    CHECK(spate_advance_steps(sim, STEPS) == SPATE_OK);
    return read_out(sim);
}

static void check_equal(const results *a, const results *b)
{
    CHECK(memcmp(a->field, b->field, sizeof a->field) == 0);
    CHECK(memcmp(a->gauge, b->gauge, sizeof a->gauge) == 0);
    CHECK(a->stats.t == b->stats.t && a->stats.volume == b->stats.volume);
}

static void two_by_three_parts_have_the_bits_of_one(void)
{
    results *one = run(1, 1), *six = run(2, 3);
    CHECK(one->stats.t > 0 && one->stats.steps == STEPS);
    check_equal(one, six);
    free(one);
    free(six);
}

static void a_loaded_run_goes_on_with_the_same_bits(void)
{
    tape t = {0};
    results *through = run(1, 1);
    spate_sim *first = start(1, 2, dam), *second = start(3, 1, dam);
    CHECK(spate_advance_steps(first, STEPS / 2) == SPATE_OK);
    CHECK(spate_save(first, tape_write, &t) == SPATE_OK);
    spate_sim_destroy(first);
    CHECK(spate_load(second, tape_read, &t) == SPATE_OK);
    CHECK(spate_advance_steps(second, STEPS - STEPS / 2) == SPATE_OK);
    results *again = read_out(second);
    check_equal(through, again);
    free(t.bytes);
    free(through);
    free(again);
}

/* Each step rounds the depth of a cell once, by half an epsilon of it; the sum itself is exact. */
static void mass_is_kept_and_maxima_are_reached(void)
{
    results *r = run(1, 1);
    CHECK_AT_MOST("relative mass error", fabs(r->stats.mass_error), STEPS * 0.5 * 0x1p-52);
    int raised = 0, arrived = 0;
    for (int n = 0; n < CELLS; ++n) {
        CHECK(!(r->field[3][n] < r->field[0][n]));
        raised += r->field[3][n] > r->field[0][n];
        arrived += r->field[5][n] > 0;
    }
    printf("  %d cells were deeper before, water arrived at %d\n", raised, arrived);
    CHECK(raised > 0 && arrived > 0);
    CHECK(r->gauge[0][2] == r->field[0][5 * NX + 5]);
    free(r);
}

/* Levels h + z of two cells at rest differ by a rounding of each. In every step g h turns it into
 * momentum. */
static void a_lake_stays_at_rest(void)
{
    spate_sim *sim = start(2, 1, still_level);
    CHECK(spate_advance_steps(sim, STEPS) == SPATE_OK);
    results *r = read_out(sim);
    CHECK_AT_MOST("speed, m/s", r->stats.max_speed, STEPS * 16 * 0x1p-52 * sqrt(9.81 * 1.0));
    free(r);
}

/* change: what is wrong with the options. */
static void check_refused(void (*change)(spate_options *opt), const char *message)
{
    spate_options opt;
    spate_sim *sim = NULL;
    spate_options_default(&opt);
    opt.nx = opt.ny = 8;
    opt.dx = opt.dy = 1;
    opt.scheme = "toy";
    opt.precision = 64;
    change(&opt);
    CHECK(spate_sim_create(ctx, &opt, &sim) != SPATE_OK);
    CHECK_CONTAINS(spate_message(ctx), message);
    spate_sim_destroy(sim);
}

static void on_reference(spate_options *opt)
{
    opt->backend = "reference";
}

static void in_f32(spate_options *opt)
{
    opt->precision = 32;
}

static void with_rain(spate_options *opt)
{
    opt->rain = 1e-6;
}

static void with_friction(spate_options *opt)
{
    opt->friction = SPATE_FRICTION_MANNING;
    opt->friction_coefficient = 0.03;
}

static void with_an_open_edge(spate_options *opt)
{
    opt->edges[SPATE_EAST] = SPATE_OPEN;
}

static void what_it_lacks_is_refused(void)
{
    const double t = 0, discharge = 1;
    const spate_series series = {.count = 1, .t = &t, .value = &discharge};
    check_refused(on_reference, "scheme \"toy\" has no kernels for the reference backend");
    check_refused(in_f32, "scheme \"toy\" does not have it; use 64");
    check_refused(with_rain, "rain: scheme \"toy\" has none; use scheme \"kurganov\"");
    check_refused(with_friction, "friction: scheme \"toy\" has none");
    check_refused(with_an_open_edge, "scheme \"toy\" has walls and periodic edges only");
    spate_sim *sim = start(1, 1, dam);
    CHECK(spate_add_inflow(sim, "spring", &series, dam, NULL, NULL, NULL) != SPATE_OK);
    CHECK_CONTAINS(spate_message(ctx), "spring: scheme \"toy\" has none");
    CHECK(spate_add_section(sim, &(const spate_section_face){.i = 9, .sign = 1}, 1) != SPATE_OK);
    CHECK_CONTAINS(spate_message(ctx), "has no faces of kind probe; it has walls");
    spate_sim_destroy(sim);
}

int main(void)
{
    CHECK(scheme_register(&scheme_toy));
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    RUN(a_dam_break_is_that_of_stoker_to_first_order);
    RUN(two_by_three_parts_have_the_bits_of_one);
    RUN(a_loaded_run_goes_on_with_the_same_bits);
    RUN(mass_is_kept_and_maxima_are_reached);
    RUN(a_lake_stays_at_rest);
    RUN(what_it_lacks_is_refused);
    spate_context_destroy(ctx);
    return check_done();
}
