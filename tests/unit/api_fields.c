/* Wrong fields and wrong calls: each is refused with a status and a sentence that names the
 * argument and, where it is about a place, its coordinates. */
#include "api.h"

static spate_context *ctx;
static double nan_value, minus = -0.5, zero, one = 1, infinite;

static spate_sim *make(void (*change)(spate_options *))
{
    spate_options opt = api_options();
    spate_sim *sim = NULL;
    if (change)
        change(&opt);
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    return sim;
}

static void check_refused(spate_status got, spate_status wanted, int exit_code, const char *named)
{
    CHECK(got == wanted && spate_exit_code(got) == exit_code);
    CHECK_CONTAINS(spate_message(ctx), named);
}

/* Wrong input data at x = 37.5, y = 12.5. */
static void check_place(spate_status got, const char *named)
{
    check_refused(got, SPATE_ERROR_DATA, 3, named);
    CHECK_CONTAINS(spate_message(ctx), "x = 37.5");
    CHECK_CONTAINS(spate_message(ctx), "y = 12.5");
}

static void manning(spate_options *opt)
{
    opt->friction = SPATE_FRICTION_MANNING, opt->friction_coefficient = 0.03;
}

static void chezy(spate_options *opt)
{
    opt->friction = SPATE_FRICTION_CHEZY, opt->friction_coefficient = 50;
}

/* All parts look at the same cell of the grid. */
static void in_parts(spate_options *opt)
{
    opt->parts_x = 2, opt->parts_y = 2;
}

static void a_new_context_has_no_message(void)
{
    CHECK(strcmp(spate_message(ctx), "") == 0 && spate_rank(ctx) == 0 &&
          spate_rank_count(ctx) == 1);
}

static void a_bed_of_nan_is_named_with_its_place(void)
{
    spate_sim *sim = make(NULL), *parts = make(in_parts);
    check_place(spate_set_bed(sim, api_spot, &nan_value), "bed");
    check_place(spate_set_bed(sim, api_spot, &infinite), "bed");
    check_place(spate_set_bed(parts, api_spot, &nan_value), "bed");
    CHECK(spate_set_bed(sim, api_spot, &one) == SPATE_OK);
    spate_sim_destroy(sim);
    spate_sim_destroy(parts);
}

static double not_at_the_spot(double x, double y, void *user)
{
    (void)user;
    return api_spot(x, y, &one) == 0;
}

static void no_bed_is_needed_where_no_cell_is_active(void)
{
    spate_sim *sim = make(NULL);
    CHECK(spate_set_active(sim, not_at_the_spot, NULL) == SPATE_OK);
    CHECK(spate_set_bed(sim, api_spot, &nan_value) == SPATE_OK);
    CHECK(spate_set_level(sim, api_spot, &nan_value) == SPATE_OK);
    CHECK(spate_advance_steps(sim, 2) == SPATE_OK);
    spate_sim_destroy(sim);
}

static void water_must_be_finite_and_not_negative(void)
{
    spate_sim *sim = make(NULL);
    check_place(spate_set_depth(sim, api_spot, &minus), "depth");
    check_place(spate_set_depth(sim, api_spot, &nan_value), "depth");
    check_place(spate_set_depth(sim, api_spot, &infinite), "depth");
    check_place(spate_set_level(sim, api_spot, &nan_value), "level");
    check_place(spate_set_level(sim, api_spot, &infinite), "level");
    /* A level below the bed is dry land, no error. */
    CHECK(spate_set_level(sim, api_spot, &minus) == SPATE_OK);
    spate_sim_destroy(sim);
}

static void velocity_must_be_finite(void)
{
    spate_sim *sim = make(NULL);
    CHECK(spate_set_depth(sim, api_value, &one) == SPATE_OK);
    check_place(spate_set_velocity(sim, api_spot, NULL, &nan_value), "velocity");
    check_place(spate_set_velocity(sim, NULL, api_spot, &nan_value), "velocity");
    check_place(spate_set_velocity(sim, api_spot, api_spot, &infinite), "velocity");
    CHECK(spate_set_velocity(sim, NULL, NULL, NULL) == SPATE_OK);
    spate_sim_destroy(sim);
}

static void friction_maps_need_a_law_and_fitting_numbers(void)
{
    spate_sim *none = make(NULL), *n = make(manning), *c = make(chezy);
    check_refused(spate_set_friction(none, api_value, &one), SPATE_ERROR_ARGUMENT, 2, "friction");
    check_place(spate_set_friction(n, api_spot, &minus), "friction");
    check_place(spate_set_friction(n, api_spot, &nan_value), "friction");
    CHECK(spate_set_friction(n, api_value, &zero) == SPATE_OK);
    check_refused(spate_set_friction(c, api_value, &zero), SPATE_ERROR_DATA, 3, "friction");
    CHECK(spate_set_friction(c, api_value, &one) == SPATE_OK);
    spate_sim_destroy(none);
    spate_sim_destroy(n);
    spate_sim_destroy(c);
}

static void active_cells_come_before_the_bed(void)
{
    spate_sim *sim = make(NULL);
    CHECK(spate_set_bed(sim, api_value, &zero) == SPATE_OK);
    check_refused(spate_set_active(sim, api_value, &one), SPATE_ERROR_ARGUMENT, 2, "active");
    spate_sim_destroy(sim);
}

/* What was refused leaves a simulation that runs once it is given what it needs. */
static void a_refused_field_can_be_given_again(void)
{
    spate_sim *sim = make(NULL);
    check_place(spate_set_bed(sim, api_spot, &nan_value), "bed");
    CHECK(spate_set_bed(sim, api_hill, NULL) == SPATE_OK);
    check_place(spate_set_depth(sim, api_spot, &nan_value), "depth");
    CHECK(spate_set_level(sim, api_value, &one) == SPATE_OK);
    check_place(spate_set_velocity(sim, api_spot, NULL, &nan_value), "velocity");
    CHECK(spate_set_velocity(sim, api_spot, NULL, &one) == SPATE_OK);
    CHECK(spate_advance_steps(sim, 5) == SPATE_OK);
    spate_stats stats;
    CHECK(spate_get_stats(sim, &stats) == SPATE_OK && stats.steps == 5 && stats.t > 0);
    /* Machine epsilon times the number of stages: five steps of two. */
    CHECK_AT_MOST("mass error", fabs(stats.mass_error), 10 * 0x1p-52);
    spate_sim_destroy(sim);
}

static void time_runs_forward(void)
{
    spate_sim *sim = make(NULL);
    CHECK(spate_set_depth(sim, api_value, &one) == SPATE_OK);
    check_refused(spate_advance(sim, -1), SPATE_ERROR_ARGUMENT, 2, "t_end is -1");
    CHECK(spate_advance(sim, 0.7) == SPATE_OK);
    check_refused(spate_advance(sim, 0.5), SPATE_ERROR_ARGUMENT, 2, "t_end is 0.5");
    check_refused(spate_advance(sim, nan_value), SPATE_ERROR_ARGUMENT, 2, "t_end is");
    check_refused(spate_advance(sim, infinite), SPATE_ERROR_ARGUMENT, 2, "t_end is");
    check_refused(spate_advance_steps(sim, -1), SPATE_ERROR_ARGUMENT, 2, "steps is -1");
    spate_stats stats;
    CHECK(spate_get_stats(sim, &stats) == SPATE_OK && stats.t == 0.7);
    CHECK(spate_advance(sim, 0.7) == SPATE_OK && spate_advance_steps(sim, 0) == SPATE_OK);
    spate_sim_destroy(sim);
}

static void a_field_needs_a_name_and_a_place_to_go(void)
{
    spate_sim *sim = make(NULL);
    double values[40 * 20];
    check_refused(spate_get_field(sim, (spate_field_name)99, values), SPATE_ERROR_ARGUMENT, 2,
                  "field is 99");
    check_refused(spate_get_field(sim, SPATE_DEPTH, NULL), SPATE_ERROR_ARGUMENT, 2,
                  "values is NULL");
    CHECK(spate_get_field(sim, SPATE_ACTIVE, values) == SPATE_OK && values[0] == 1 &&
          values[799] == 1);
    spate_sim_destroy(sim);
}

static int stop_at_three(double t, double dt, int64_t step, void *user)
{
    CHECK(t > 0 && dt > 0);
    ++*(int *)user;
    return step >= 3;
}

static void an_observer_can_stop_the_run(void)
{
    spate_sim *sim = make(NULL);
    int calls = 0;
    CHECK(spate_set_depth(sim, api_spot, &one) == SPATE_OK);
    spate_set_observer(sim, stop_at_three, &calls);
    check_refused(spate_advance(sim, 1e6), SPATE_STOPPED, 130, "stopped");
    CHECK(calls == 3);
    spate_sim_destroy(sim);
}

/* Numbers that would overflow in f32 are refused where they are given. */
static void numbers_beyond_any_flood_are_refused(void)
{
    spate_sim *sim = make(NULL);
    double huge = 1e7;
    check_refused(spate_set_bed(sim, api_value, &huge), SPATE_ERROR_DATA, 3, "bed");
    check_refused(spate_set_depth(sim, api_value, &huge), SPATE_ERROR_DATA, 3, "depth");
    check_refused(spate_set_level(sim, api_value, &huge), SPATE_ERROR_DATA, 3, "level");
    CHECK(spate_set_depth(sim, api_value, &one) == SPATE_OK);
    check_refused(spate_set_velocity(sim, api_spot, NULL, &huge), SPATE_ERROR_DATA, 3, "velocity");
    spate_sim_destroy(sim);
}

static void manning_f32(spate_options *opt)
{
    manning(opt), opt->precision = 32;
}

/* g n^2 of this coefficient exceeds f32. It may be refused or not, but NaN must not be reported
 * as success. */
static void a_run_does_not_succeed_with_momentum_of_nan(void)
{
    spate_sim *sim = make(manning_f32);
    double rough = 1e25, momentum[40 * 20];
    CHECK(spate_set_depth(sim, api_value, &one) == SPATE_OK);
    CHECK(spate_set_velocity(sim, api_spot, NULL, &one) == SPATE_OK);
    const int accepted = spate_set_friction(sim, api_value, &rough) == SPATE_OK;
    const int succeeded = accepted && spate_advance_steps(sim, 10) == SPATE_OK;
    int bad = 0;
    CHECK(spate_get_field(sim, SPATE_MOMENTUM_X, momentum) == SPATE_OK);
    for (int k = 0; k < 40 * 20; ++k)
        bad += !isfinite(momentum[k]);
    printf("  the map was %s, the run %s, %d momenta are not numbers\n",
           accepted ? "accepted" : "refused", succeeded ? "succeeded" : "failed", bad);
    CHECK(!succeeded || bad == 0);
    spate_sim_destroy(sim);
}

int main(void)
{
    nan_value = (double)NAN, infinite = (double)INFINITY;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(a_new_context_has_no_message);
    RUN(a_bed_of_nan_is_named_with_its_place);
    RUN(no_bed_is_needed_where_no_cell_is_active);
    RUN(water_must_be_finite_and_not_negative);
    RUN(velocity_must_be_finite);
    RUN(friction_maps_need_a_law_and_fitting_numbers);
    RUN(active_cells_come_before_the_bed);
    RUN(a_refused_field_can_be_given_again);
    RUN(time_runs_forward);
    RUN(a_field_needs_a_name_and_a_place_to_go);
    RUN(an_observer_can_stop_the_run);
    RUN(numbers_beyond_any_flood_are_refused);
    RUN(a_run_does_not_succeed_with_momentum_of_nan);
    spate_context_destroy(ctx);
    return check_done();
}
