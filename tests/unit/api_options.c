/* Wrong options: spate_sim_create refuses each with a status and a sentence that names it, and
 * makes no simulation. */
#include "api.h"

static spate_context *ctx;

static void check_refused(const spate_options *opt, spate_status status, const char *named)
{
    spate_sim *sim = (spate_sim *)ctx; /* not NULL: must be overwritten */
    CHECK(spate_sim_create(ctx, opt, &sim) == status);
    CHECK(sim == NULL);
    CHECK(spate_exit_code(status) == (status == SPATE_ERROR_BACKEND ? 4 : 2));
    CHECK_CONTAINS(spate_message(ctx), named);
    if (sim)
        spate_sim_destroy(sim);
}

/* One option wrong, all others as they should be. */
#define REFUSED(field, value, status, named)                                                       \
    do {                                                                                           \
        spate_options opt = api_options();                                                         \
        opt.field = value;                                                                         \
        check_refused(&opt, status, named);                                                        \
    } while (0)
#define WRONG(field, value) REFUSED(field, value, SPATE_ERROR_ARGUMENT, #field " is ")

static void the_options_used_here_are_accepted(void)
{
    const spate_options opt = api_options();
    spate_sim *sim = NULL;
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK && sim != NULL);
    spate_sim_destroy(sim);
    spate_sim_destroy(NULL);
}

static void sizes_must_be_positive(void)
{
    WRONG(nx, 0);
    WRONG(nx, -5);
    WRONG(nx, INT64_MAX);
    WRONG(ny, 0);
    WRONG(ny, -1);
    WRONG(ny, INT64_MIN);
    /* Nothing was set at all. */
    spate_options opt;
    spate_options_default(&opt);
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "nx is 0");
}

static void cells_must_have_a_size(void)
{
    WRONG(dx, 0);
    WRONG(dx, -1);
    WRONG(dx, (double)NAN);
    WRONG(dx, (double)INFINITY);
    WRONG(dy, 0);
    WRONG(dy, -1e-3);
    WRONG(dy, (double)NAN);
    WRONG(x0, (double)NAN);
    WRONG(y0, (double)-INFINITY);
}

static void numbers_of_the_scheme_must_be_in_range(void)
{
    WRONG(cfl, 1e-7);
    WRONG(cfl, -0.1);
    WRONG(cfl, 0.9501);
    WRONG(cfl, (double)NAN);
    WRONG(theta, 0.99);
    WRONG(theta, 2.01);
    WRONG(theta, (double)NAN);
    WRONG(dry_depth, 0);
    WRONG(dry_depth, -1e-5);
    WRONG(dry_depth, 2);
    WRONG(dry_depth, (double)NAN);
    WRONG(gravity, 0);
    WRONG(gravity, -9.81);
    WRONG(gravity, (double)NAN);
    WRONG(rain, -1e-6);
    WRONG(rain, (double)NAN);
    WRONG(rain, 20); /* mm/h instead of m/s */
    WRONG(dt_max, -1);
    WRONG(dt_max, (double)NAN);
    WRONG(threads, -1);
}

static void limits_themselves_are_accepted(void)
{
    spate_options opt = api_options();
    spate_sim *sim = NULL;
    opt.cfl = 0.95, opt.theta = 2, opt.dry_depth = 1e-7;
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    spate_sim_destroy(sim);
    opt.integrator = SPATE_EULER; /* 1 / (1 + theta/2) */
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "cfl is 0.95: it must be from 1e-06 to 0.5, or 0 for");
    opt.cfl = 0.5;
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    spate_sim_destroy(sim);
    opt.integrator = SPATE_RK2;
    opt.theta = 1;
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    spate_sim_destroy(sim);
}

static void names_must_be_known(void)
{
    REFUSED(scheme, "godunov", SPATE_ERROR_ARGUMENT, "scheme is \"godunov\"");
    REFUSED(scheme, "", SPATE_ERROR_ARGUMENT, "scheme is");
    REFUSED(scheme, NULL, SPATE_ERROR_ARGUMENT, "scheme is");
    REFUSED(backend, "abacus", SPATE_ERROR_BACKEND, "backend is \"abacus\"");
    REFUSED(backend, NULL, SPATE_ERROR_BACKEND, "backend is");
    REFUSED(isa, "mmx", SPATE_ERROR_BACKEND, "isa \"mmx\"");
    REFUSED(isa, NULL, SPATE_ERROR_ARGUMENT, "isa is");
    REFUSED(lines, NULL, SPATE_ERROR_ARGUMENT, "lines is");
}

static void methods_of_lines_are_the_backends(void)
{
    spate_options opt = api_options();
    spate_sim *sim = NULL;
    opt.scheme = "adi";
    opt.backend = "cpu";
    opt.lines = "s2-crpcr";
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "did you mean 's2-cr-pcr'");
    opt.lines = "s1";
    check_refused(&opt, SPATE_ERROR_BACKEND, "no method of the cpu backend, which has auto, cut");
    opt.lines = "cut";
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    spate_sim_destroy(sim);
    opt.backend = "reference";
    check_refused(&opt, SPATE_ERROR_BACKEND, "no method of the reference backend, which has auto");
}

static void lines_have_more_bits_where_a_scheme_has_lines(void)
{
    spate_options opt = api_options();
    CHECK(spate_options_set_precision(&opt, "mixed") && opt.precision == 32);
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "scheme \"kurganov\" solves no lines");
    CHECK(!spate_options_set_precision(&opt, "f16") && opt.line_precision == 64);
}

static void choices_must_exist(void)
{
    WRONG(precision, 16);
    WRONG(precision, 0);
    WRONG(line_precision, 32); /* the state has 64 */
    WRONG(line_precision, 16);
    REFUSED(bed_model, (spate_bed_model)7, SPATE_ERROR_ARGUMENT, "bed_model");
    REFUSED(integrator, (spate_integrator)7, SPATE_ERROR_ARGUMENT, "integrator");
    REFUSED(friction, (spate_friction_law)7, SPATE_ERROR_ARGUMENT, "friction");
    REFUSED(edges[SPATE_NORTH], (spate_edge)7, SPATE_ERROR_ARGUMENT, "edges[3] is 7");
}

static void periodic_edges_come_in_pairs(void)
{
    REFUSED(edges[SPATE_WEST], SPATE_PERIODIC, SPATE_ERROR_ARGUMENT, "edges: west-east");
    REFUSED(edges[SPATE_EAST], SPATE_PERIODIC, SPATE_ERROR_ARGUMENT, "edges: west-east");
    REFUSED(edges[SPATE_SOUTH], SPATE_PERIODIC, SPATE_ERROR_ARGUMENT, "edges: south-north");
    REFUSED(edges[SPATE_NORTH], SPATE_PERIODIC, SPATE_ERROR_ARGUMENT, "edges: south-north");
}

static void parts_must_fit_the_tiles(void)
{
    spate_options opt = api_options(); /* 2 x 3 tiles */
    opt.parts_x = 3, opt.parts_y = 1;
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "parts_x is 3");
    opt.parts_x = 1, opt.parts_y = 4;
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "parts_y is 4");
    opt.parts_x = 2, opt.parts_y = 0;
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "parts_y is 0");
    opt.parts_x = -1, opt.parts_y = -1;
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "parts_x is -1");
    opt.nx = 33, opt.parts_x = 2, opt.parts_y = 1; /* the second part 1 cell wide */
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "parts_x is 2");
    opt = api_options();
    opt.part_weights = "1,x";
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "part_weights is \"1,x\"");
    opt.part_weights = "100,1,100";
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "part_weights are too unequal");
}

static void exchanges_every_few_steps_are_for_some_schemes(void)
{
    spate_options opt = api_options();
    opt.exchange_every = -1;
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "exchange_every is -1");
    opt.exchange_every = 2;
    opt.edges[SPATE_WEST] = opt.edges[SPATE_EAST] = SPATE_PERIODIC;
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "exchange_every is 2: runs with periodic edges");
    opt = api_options();
    opt.exchange_every = 2;
    opt.tune = SPATE_TUNE_DYNAMIC;
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "exchange_every is 2: parts whose rows move");
    opt = api_options();
    opt.exchange_every = 3;
    opt.scheme = "adi";
    check_refused(&opt, SPATE_ERROR_ARGUMENT,
                  "exchange_every is 3: scheme \"adi\" exchanges in every step; use 1, or scheme "
                  "\"kurganov\" or \"staggered\"");
}

static void friction_needs_a_coefficient(void)
{
    spate_options opt = api_options();
    opt.friction = SPATE_FRICTION_MANNING;
    opt.friction_coefficient = -0.03;
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "friction_coefficient is -0.03");
    opt.friction_coefficient = (double)NAN;
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "friction_coefficient is");
    opt.friction_coefficient = (double)INFINITY;
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "friction_coefficient is");
    opt.friction = SPATE_FRICTION_CHEZY;
    opt.friction_coefficient = 0;
    check_refused(&opt, SPATE_ERROR_ARGUMENT, "friction_coefficient is 0");
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(the_options_used_here_are_accepted);
    RUN(sizes_must_be_positive);
    RUN(cells_must_have_a_size);
    RUN(numbers_of_the_scheme_must_be_in_range);
    RUN(limits_themselves_are_accepted);
    RUN(names_must_be_known);
    RUN(methods_of_lines_are_the_backends);
    RUN(choices_must_exist);
    RUN(lines_have_more_bits_where_a_scheme_has_lines);
    RUN(periodic_edges_come_in_pairs);
    RUN(parts_must_fit_the_tiles);
    RUN(exchanges_every_few_steps_are_for_some_schemes);
    RUN(friction_needs_a_coefficient);
    spate_context_destroy(ctx);
    return check_done();
}
