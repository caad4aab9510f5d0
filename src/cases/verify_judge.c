/* The verdict on a case and its reason in one sentence. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cases/verify_run.h"
#include "schemes/description.h"

/* With a floor of r times the error the measured order is wrong by up to log2(1 + r): 0.14 at r
 * = 1/10. */
#define FLOORS_TO_SEE_AN_ORDER 10.0

static int judge_mass(const verify_row *r, char *why, size_t size)
{
    if (!r->sound) {
        snprintf(why, size, "A depth on %lld x %lld cells is negative or NaN.", (long long)r->nx,
                 (long long)r->ny);
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
        snprintf(why, size, "After %d steps no depth has changed and all momenta are zero.",
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
    /* Fused multiply-add rounds a product and its mirror image differently. This is reported,
     * not judged. */
    const int contracts = r->isa && strcmp(r->isa, "fast") == 0;
    snprintf(why, size,
             "The images on %lld x %lld cells differ%s: depth by %.2e, momentum by %.2e.",
             (long long)r->nx, (long long)r->ny,
             contracts ? " by the rounding of the fast build, which is not judged" : "", r->linf_h,
             r->linf_hu);
    return contracts;
}

static int judge_mirrors(const verify_row *r, char *why, size_t size)
{
    const double worst = fmax(r->linf_h, r->linf_hu);
    snprintf(why, size,
             "The mirror images on %lld x %lld cells differ by %.1e; rounding may cause %.1e.",
             (long long)r->nx, (long long)r->ny, worst, r->floor);
    return worst <= r->floor;
}

static int judge_limit(const builtin_case *c, const verify_row *r, char *why, size_t size)
{
    const int first_order = scheme_about(r->scheme)->claims.order <= 1;
    const double allowed = c->max_error + (first_order ? c->half_a_cell : 0);
    const int pass = r->l1_h <= allowed;
    snprintf(why, size, "The %s %.2e on %lld x %lld cells; %.2e is allowed.",
             c->judgement == CASE_VOLUME ? "rain that is missing or too much is"
                                         : "L1 error of h is",
             r->l1_h, (long long)r->nx, (long long)r->ny, allowed);
    return pass;
}

double verify_expected_order(const builtin_case *c, const verify_row *r)
{
    const scheme_claims *claims = &scheme_about(r->scheme)->claims;
    double order = fmin(c->min_order, claims->order);
    if (c->shock)
        order = fmin(order, claims->shock);
    if (c->swift)
        order = fmin(order, claims->swift);
    if (c->fast && claims->fast > 0)
        order = fmin(order, claims->fast);
    return c->shore ? fmin(order, claims->shore) : order;
}

/* From the coarsest grid to the finest. The order of one pair of grids depends on where the shore
 * or the bore lies in its cell: the error of that cell is between 0 and half of the jump. */
static double order_over_all(const verify_report *report)
{
    const verify_row *first = &report->rows[0], *last = &report->rows[report->row_count - 1];
    const double finer =
        fmax((double)last->nx / (double)first->nx, (double)last->ny / (double)first->ny);
    return log(first->l1_h / last->l1_h) / log(finer);
}

/* The order of the finest pair of grids, or of all grids where a shore or bore moves by whole
 * cells. */
static int judge_order(const builtin_case *c, const verify_report *report, char *why, size_t size)
{
    const verify_row *r = &report->rows[report->row_count - 1];
    const scheme_claims *claims = &scheme_about(r->scheme)->claims;
    const int all = (c->shore && claims->shore_jumps) || (c->bore && claims->bore_jumps);
    const double order = all ? order_over_all(report) : r->order;
    const char *what = c->order_of_momentum ? "hu" : "h";
    const double error = c->order_of_momentum ? r->l1_hu : r->l1_h;
    if (error <= FLOORS_TO_SEE_AN_ORDER * r->floor) {
        snprintf(why, size,
                 "The L1 error of %s, %.1e, is within %g rounding floors of %.1e, where "
                 "no order can be measured.",
                 what, error, FLOORS_TO_SEE_AN_ORDER, r->floor);
        return 1;
    }
    const double asked = verify_expected_order(c, r);
    snprintf(why, size, "Order %.2f in L1 of %s%s; %.1f is expected.", order, what,
             all ? " over all grids" : "", asked);
    return order >= asked;
}

static int judge_row(const builtin_case *c, const verify_report *report, int row, char *why,
                     size_t size)
{
    const verify_row *r = &report->rows[row];
    const int finest = row == report->row_count - 1;
    if (!judge_mass(r, why, size))
        return 0;
    switch (c->judgement) {
    case CASE_AT_REST: return judge_rest(r, why, size);
    case CASE_ORDER: return !finest || judge_order(c, report, why, size);
    case CASE_SYMMETRY: return judge_symmetry(r, why, size);
    case CASE_MIRRORS:
    case CASE_GLIDE: return judge_mirrors(r, why, size);
    case CASE_BOUND:
    case CASE_VOLUME: return judge_limit(c, r, why, size);
    case CASE_MASS: break;
    }
    snprintf(why, size, "No solution is known; the mass error %.2e is within %.2e.", r->mass_error,
             r->mass_bound);
    return 1;
}

/* The reason is that of the first grid that fails, or of the finest. */
void verify_judge(const builtin_case *c, verify_report *report)
{
    report->pass = report->row_count > 0;
    for (int k = 0; k < report->row_count; ++k) {
        verify_row *r = &report->rows[k];
        char why[sizeof report->reason] = "";
        r->pass = judge_row(c, report, k, why, sizeof why);
        if (report->pass)
            snprintf(report->reason, sizeof report->reason, "%s", why);
        report->pass = report->pass && r->pass;
    }
}
