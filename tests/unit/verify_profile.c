/* Profiles of verify: the errors along the line are those that verify reports, since all rows of a
 * strip are alike; every grid is shown, the finest last; the line keeps to the window. */
#include "cases/verify_profile.h"

#include <float.h>

#include "check.h"

typedef struct watch {
    int shown;
    verify_profile last;
} watch;

static void keep_last(const verify_finished *run, void *user)
{
    watch *w = user;
    ++w->shown;
    verify_profile_free(&w->last);
    CHECK(verify_profile_make(run, &w->last) == SPATE_OK);
}

static void errors_along(const builtin_case *c, const verify_profile *p, double *l1_h,
                         double *l1_hu)
{
    double difference = 0.0, flow = 0.0, depth = 0.0;
    for (int64_t n = 0; n < p->count; ++n) {
        const double x = c->strip == 'y' ? 0.0 : p->place[n],
                     y = c->strip == 'y' ? p->place[n] : 0.0;
        const double exact = p->solution_level[n] - (c->bed ? c->bed(x, y, c->data) : 0.0);
        difference += fabs(p->level[n] - p->bed[n] - exact);
        flow += fabs(p->flow[n] - p->solution_flow[n]);
        depth += exact;
    }
    const double mean = depth / (double)p->count;
    *l1_h = difference / depth;
    *l1_hu = flow / ((double)p->count * mean * sqrt(CASE_GRAVITY * mean));
}

/* A depth taken from a level of a few depths is off by some eps of it, which is eps / L1 of the
 * error; the sums round once for each cell. */
static double tolerance(const verify_profile *p, double l1)
{
    return l1 * DBL_EPSILON * ((double)p->count + 16.0 / l1);
}

static void check_case(const char *name)
{
    const builtin_case *c = builtin_case_find(name);
    watch w = {.shown = 0};
    const verify_options opt = {
        .precision = 64, .threads = 1, .quick = 1, .finished = keep_last, .user = &w};
    spate_context *ctx = NULL;
    verify_report report;
    double l1_h = 0.0, l1_hu = 0.0;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    CHECK(verify_case(ctx, c, &opt, &report) == SPATE_OK);
    const verify_row *finest = &report.rows[report.row_count - 1];
    CHECK(w.shown == report.row_count);
    CHECK(w.last.nx == finest->nx && w.last.ny == finest->ny);
    errors_along(c, &w.last, &l1_h, &l1_hu);
    CHECK_NEAR(l1_h, finest->l1_h, tolerance(&w.last, finest->l1_h));
    CHECK_NEAR(l1_hu, finest->l1_hu, tolerance(&w.last, finest->l1_hu));
    for (int64_t n = 0; n < w.last.count && c->window_from < c->window_to; ++n)
        CHECK(w.last.place[n] > c->window_from && w.last.place[n] < c->window_to);
    verify_profile_free(&w.last);
    spate_context_destroy(ctx);
}

static void errors_along_x_are_those_reported(void)
{
    check_case("stoker_x");
}

static void errors_along_y_are_those_reported(void)
{
    check_case("stoker_y");
}

static void errors_within_a_window_are_those_reported(void)
{
    check_case("macdonald_supercritical");
}

/* Ritter: the solution ends at 2 c t; beyond it neither has a level, and no level is below
 * the bed. */
static void dry_ground_has_no_level(void)
{
    const builtin_case *c = builtin_case_find("ritter_x");
    const double front = 2.0 * sqrt(CASE_GRAVITY * 10.0) * c->t_end;
    watch w = {.shown = 0};
    const verify_options opt = {
        .precision = 64, .threads = 1, .quick = 1, .finished = keep_last, .user = &w};
    spate_context *ctx = NULL;
    verify_report report;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    CHECK(verify_case(ctx, c, &opt, &report) == SPATE_OK);
    const verify_profile p = w.last;
    CHECK(p.count == report.rows[report.row_count - 1].nx);
    for (int64_t n = 0; n < p.count; ++n) {
        CHECK(isnan(p.level[n]) || p.level[n] > p.bed[n]);
        if (p.place[n] > front)
            CHECK(isnan(p.solution_level[n]) && p.solution_flow[n] == 0.0);
    }
    CHECK(isnan(p.level[p.count - 1]) && !isnan(p.level[0]));
    verify_profile_free(&w.last);
    spate_context_destroy(ctx);
}

int main(void)
{
    RUN(errors_along_x_are_those_reported);
    RUN(errors_along_y_are_those_reported);
    RUN(errors_within_a_window_are_those_reported);
    RUN(dry_ground_has_no_level);
    return check_done();
}
