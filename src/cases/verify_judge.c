/* The verdict on a case, and the sentence that gives the reason. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cases/verify_run.h"

/* An order seen through a floor r times the error is off by up to log2(1 + r): 0.14 at r = 1/10. */
#define FLOORS_TO_SEE_AN_ORDER 10.0

static int judge_mass(const verify_row *r, char *why, size_t size)
{
    if (!r->sound) {
        snprintf(why, size, "A depth on %lld x %lld cells is negative or not a number.",
                 (long long)r->nx, (long long)r->ny);
        return 0;
    }
    if (fabs(r->mass_error) <= r->mass_bound)
        return 1;
    snprintf(why, size, "The mass error %.2e on %lld x %lld cells exceeds %.2e.", r->mass_error,
             (long long)r->nx, (long long)r->ny, r->mass_bound);
    return 0;
}

static int judge_rest(const verify_row *r, char *why, size_t size)
{
    if (r->linf_h == 0.0 && r->linf_hu == 0.0) {
        snprintf(why, size, "After %d steps no depth has changed and no momentum is there.",
                 VERIFY_REST_STEPS);
        return 1;
    }
    snprintf(why, size,
             "The lake on %lld x %lld cells moves: depth changed by %.2e, momentum %.2e.",
             (long long)r->nx, (long long)r->ny, r->linf_h, r->linf_hu);
    return 0;
}

static int judge_symmetry(const verify_row *r, char *why, size_t size)
{
    if (r->linf_h == 0.0 && r->linf_hu == 0.0) {
        snprintf(why, size, "The eight images agree to the bit.");
        return 1;
    }
    /* Contracted arithmetic rounds a product and its mirror image differently: reported, not judged. */
    const int contracts = r->isa && strcmp(r->isa, "fast") == 0;
    snprintf(why, size,
             "The images on %lld x %lld cells differ%s: depth by %.2e, momentum by %.2e.",
             (long long)r->nx, (long long)r->ny,
             contracts ? " by the rounding of the fast build, which is not judged" : "", r->linf_h,
             r->linf_hu);
    return contracts;
}

static int judge_limit(const spate_case *c, const verify_row *r, char *why, size_t size)
{
    const int pass = r->l1_h <= c->max_error;
    snprintf(why, size, "The %s %.2e on %lld x %lld cells; %.2e is allowed.",
             c->judgement == CASE_VOLUME ? "rain that is missing or too much is"
                                         : "L1 error of h is",
             r->l1_h, (long long)r->nx, (long long)r->ny, c->max_error);
    return pass;
}

/* Of an upwind scheme in swift flow: first order, seen through two grids that are not yet fine, as at shocks. */
#define SWIFT_ORDER 0.8

static double order_asked_for(const spate_case *c, const verify_row *r)
{
    const int goes_upwind = r->scheme && strcmp(r->scheme, "kurganov") != 0;
    return c->swift && goes_upwind ? fmin(SWIFT_ORDER, c->min_order) : c->min_order;
}

/* Only the finest pair of grids is held to the order. */
static int judge_order(const spate_case *c, const verify_row *r, char *why, size_t size)
{
    const char *what = c->order_of_momentum ? "hu" : "h";
    const double error = c->order_of_momentum ? r->l1_hu : r->l1_h;
    if (error <= FLOORS_TO_SEE_AN_ORDER * r->floor) {
        snprintf(why, size,
                 "The L1 error of %s, %.1e, is within %g rounding floors of %.1e, where "
                 "no order can be told.",
                 what, error, FLOORS_TO_SEE_AN_ORDER, r->floor);
        return 1;
    }
    const double asked = order_asked_for(c, r);
    snprintf(why, size, "Order %.2f in L1 of %s; %.1f is asked for.", r->order, what, asked);
    return r->order >= asked;
}

static int judge_row(const spate_case *c, const verify_row *r, int finest, char *why, size_t size)
{
    if (!judge_mass(r, why, size))
        return 0;
    switch (c->judgement) {
    case CASE_AT_REST: return judge_rest(r, why, size);
    case CASE_ORDER: return !finest || judge_order(c, r, why, size);
    case CASE_SYMMETRY: return judge_symmetry(r, why, size);
    case CASE_BOUND:
    case CASE_VOLUME: return judge_limit(c, r, why, size);
    case CASE_MASS: break;
    }
    snprintf(why, size, "No solution is known; the mass error %.2e is within %.2e.", r->mass_error,
             r->mass_bound);
    return 1;
}

/* The sentence is about the first grid that fails, or about the finest. */
void verify_judge(const spate_case *c, verify_report *report)
{
    report->pass = report->row_count > 0;
    for (int k = 0; k < report->row_count; ++k) {
        verify_row *r = &report->rows[k];
        char why[sizeof report->reason] = "";
        r->pass = judge_row(c, r, k == report->row_count - 1, why, sizeof why);
        if (report->pass)
            snprintf(report->reason, sizeof report->reason, "%s", why);
        report->pass = report->pass && r->pass;
    }
}
