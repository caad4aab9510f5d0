/* Grids from one cell up run, with walls and with open edges, in every choice of bed, precision and
 * integrator; they keep their water, and both backends give the same bits. */
#include "api.h"
#include "schemes/description.h"

enum { STEPS = 20, LARGEST = 33 * 9 };

static spate_context *ctx;

static const int sizes[][2] = {{1, 1}, {1, 7}, {7, 1}, {2, 2}, {3, 1}, {33, 9}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static double draw_speed(double x, double y, void *user)
{
    (void)user;
    return sin(3 * x) - cos(2 * y);
}

static double level_with_a_step(double x, double y, void *user)
{
    (void)user;
    return x + y > 8 ? 0.4 : 1; /* islands in the shallow part */
}

/* Bits of n choose what is run. */
static spate_options choice(int n)
{
    spate_options opt = api_options();
    opt.dx = 1, opt.dy = 1.5;
    opt.bed_model = n & 1 ? SPATE_BED_BILINEAR : SPATE_BED_CELLS;
    opt.precision = n & 2 ? 32 : 64;
    opt.integrator = n & 4 ? SPATE_EULER : SPATE_RK2;
    opt.friction = n & 8 ? SPATE_FRICTION_MANNING : SPATE_FRICTION_NONE;
    opt.friction_coefficient = 0.03;
    opt.rain = n & 8 ? 1e-5 : 0;
    for (int e = 0; e < 4; ++e)
        opt.edges[e] = n & 16 ? SPATE_OPEN : SPATE_WALL;
    return opt;
}
enum { CHOICES = 32 };

static int run(const spate_options *opt, spate_stats *stats, double *depth, double *momentum)
{
    spate_sim *sim = NULL;
    const int ok = CHECK(spate_sim_create(ctx, opt, &sim) == SPATE_OK) &&
                   CHECK(spate_set_bed(sim, api_hill, NULL) == SPATE_OK) &&
                   CHECK(spate_set_level(sim, level_with_a_step, NULL) == SPATE_OK) &&
                   CHECK(spate_set_velocity(sim, draw_speed, draw_speed, NULL) == SPATE_OK) &&
                   CHECK(spate_advance_steps(sim, STEPS) == SPATE_OK) &&
                   CHECK(spate_get_stats(sim, stats) == SPATE_OK) &&
                   CHECK(spate_get_field(sim, SPATE_DEPTH, depth) == SPATE_OK) &&
                   CHECK(spate_get_field(sim, SPATE_MOMENTUM_X, momentum) == SPATE_OK);
    if (!ok)
        printf("  %lld x %lld: %s\n", (long long)opt->nx, (long long)opt->ny, spate_message(ctx));
    spate_sim_destroy(sim);
    return ok;
}

/* Per stage a depth is rounded once, and its change, at most twice the depth at CFL 1/4, four
 * times: 4.5 eps of the water there was (initial, or fallen). Through open edges the sums are in
 * f64. */
static double check_run_of(int n, int nx, int ny)
{
    double depth[LARGEST], momentum[LARGEST];
    spate_stats stats;
    spate_options opt = choice(n);
    opt.nx = nx, opt.ny = ny;
    if (!run(&opt, &stats, depth, momentum))
        return INFINITY;
    const double eps = opt.precision == 32 ? 0x1p-23 : 0x1p-52;
    CHECK(stats.steps == STEPS && stats.t > 0);
    CHECK(opt.edges[0] == SPATE_OPEN || stats.left == 0);
    CHECK((opt.rain > 0) == (stats.entered > 0));
    for (int k = 0; k < nx * ny; ++k)
        CHECK(depth[k] >= 0 && isfinite(depth[k]) && isfinite(momentum[k]));
    return fabs(stats.mass_error) / (eps * STEPS * scheme_stages(&opt));
}

static void every_grid_runs_and_keeps_its_water(void)
{
    double worst = 0;
    for (int n = 0; n < CHOICES; ++n)
        for (int s = 0; s < SIZES; ++s)
            worst = fmax(worst, check_run_of(n, sizes[s][0], sizes[s][1]));
    CHECK_AT_MOST("mass error / eps / stages", worst, 4.5);
}

static void both_backends_give_the_same_bits(void)
{
    double h[2][LARGEST], hu[2][LARGEST];
    for (int n = 0; n < CHOICES; ++n)
        for (int s = 0; s < SIZES; ++s) {
            spate_options opt = choice(n);
            spate_stats stats[2];
            opt.nx = sizes[s][0], opt.ny = sizes[s][1];
            opt.backend = "cpu";
            const int first = run(&opt, &stats[0], h[0], hu[0]);
            opt.backend = "reference";
            if (!first || !run(&opt, &stats[1], h[1], hu[1]))
                continue;
            const size_t bytes = sizeof(double) * (size_t)(opt.nx * opt.ny);
            CHECK(memcmp(h[0], h[1], bytes) == 0 && memcmp(hu[0], hu[1], bytes) == 0);
            CHECK(stats[0].t == stats[1].t && stats[0].volume == stats[1].volume);
            CHECK(stats[0].left == stats[1].left);
        }
}

/* Water that leaves through open edges does not return. */
static void open_edges_let_water_out_and_none_in(void)
{
    double depth[LARGEST], momentum[LARGEST];
    for (int n = 16; n < CHOICES; ++n) {
        spate_options opt = choice(n & ~8); /* no rain */
        spate_stats stats;
        opt.nx = 33, opt.ny = 9;
        if (!run(&opt, &stats, depth, momentum))
            continue;
        CHECK(stats.left > 0 && stats.entered == 0 && stats.volume < stats.initial_volume);
    }
}

static void a_periodic_grid_must_be_as_wide_as_its_halo(void)
{
    spate_options opt = api_options();
    spate_sim *sim = NULL;
    opt.edges[SPATE_WEST] = opt.edges[SPATE_EAST] = SPATE_PERIODIC;
    opt.nx = 1;
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_ERROR_ARGUMENT && sim == NULL);
    CHECK_CONTAINS(spate_message(ctx), "parts_x is 1");
    opt.nx = 2;
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    CHECK(spate_set_level(sim, level_with_a_step, NULL) == SPATE_OK);
    CHECK(spate_advance_steps(sim, STEPS) == SPATE_OK);
    spate_sim_destroy(sim);
}

/* No water: no wave bounds the step, and the run still ends. */
static void dry_land_runs_too(void)
{
    spate_options opt = api_options();
    spate_sim *sim = NULL;
    spate_stats stats;
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK &&
          spate_set_bed(sim, api_hill, NULL) == SPATE_OK);
    CHECK(spate_advance(sim, 86400) == SPATE_OK && spate_get_stats(sim, &stats) == SPATE_OK);
    CHECK(stats.t == 86400 && stats.volume == 0 && stats.mass_error == 0 && stats.max_speed == 0);
    spate_sim_destroy(sim);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(every_grid_runs_and_keeps_its_water);
    RUN(both_backends_give_the_same_bits);
    RUN(open_edges_let_water_out_and_none_in);
    RUN(a_periodic_grid_must_be_as_wide_as_its_halo);
    RUN(dry_land_runs_too);
    spate_context_destroy(ctx);
    return check_done();
}
