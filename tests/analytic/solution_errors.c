/* Errors of a run as its report has them, beside the same errors from loops and a solution that
 * stand here alone: water that swings in a parabolic trough. And a fine run as the reference in
 * place of the solution. */
#include "cases/verify_reference.h"

#include <float.h>

#include "check.h"

enum { SIZE = 100, FINE = 400, ROWS = 3, CELLS = SIZE * ROWS };

/* Thacker 1981: depth 10 m, half-width 1000 m, swing 400 m. */
static const double DEPTH = 10, WIDTH = 1000, SWING = 400, GRAVITY = 9.81, LEFT = -1600,
                    SPAN = 3200;

typedef struct copy {
    double t, h[CELLS], hu[CELLS], hv[CELLS];
} copy;

static void keep(const verify_finished *run, void *user)
{
    copy *c = user;
    CHECK(run->opt->nx == SIZE && run->opt->ny == ROWS);
    c->t = run->t;
    for (int k = 0; k < CELLS; ++k) {
        c->h[k] = run->h[k];
        c->hu[k] = run->hu[k];
        c->hv[k] = run->hv[k];
    }
}

static double place(int i)
{
    return LEFT + (i + 0.5) * SPAN / SIZE;
}

static void trough(double x, double t, double *h, double *u)
{
    const double w = sqrt(2 * GRAVITY * DEPTH) / WIDTH, centre = SWING * cos(w * t);
    const double r = (x - centre) / WIDTH;
    *h = r * r < 1 ? DEPTH * (1 - r * r) : 0;
    *u = *h > 0 ? -SWING * w * sin(w * t) : 0;
}

typedef struct errors {
    double mean, l1_h, l2_h, max_h, l1_u, l2_u, max_u;
} errors;

/* h, u: of a row of cells, what should be. Velocities where there is at least a hundredth of the
 * mean depth. */
static errors errors_of(const copy *c, const double *h, const double *u)
{
    errors e = {0};
    int deep = 0;
    for (int i = 0; i < SIZE; ++i)
        e.mean += h[i] / SIZE;
    for (int k = 0; k < CELLS; ++k) {
        const double d = fabs(c->h[k] - h[k % SIZE]);
        e.l1_h += d / CELLS;
        e.l2_h += d * d / CELLS;
        e.max_h = fmax(e.max_h, d);
        if (h[k % SIZE] < 0.01 * e.mean)
            continue;
        const double v = c->h[k] > 0 ? hypot(c->hu[k] / c->h[k] - u[k % SIZE], c->hv[k] / c->h[k])
                                     : fabs(u[k % SIZE]);
        ++deep;
        e.l1_u += v;
        e.l2_u += v * v;
        e.max_u = fmax(e.max_u, v);
    }
    e.l2_h = sqrt(e.l2_h);
    e.l1_u /= deep;
    e.l2_u = sqrt(e.l2_u / deep);
    return e;
}

/* A sum of CELLS positive terms is off by at most CELLS eps of itself. A term is a difference of
 * depths, one of which comes from levels and beds of up to 30 m in other operations here: 8 eps
 * of that. Velocities of up to 6 m/s likewise. */
static void compare(const errors *e, const verify_row *r)
{
    const double wave = sqrt(GRAVITY * e->mean), sum = CELLS * DBL_EPSILON;
    const double h = 8 * DBL_EPSILON * 30 / e->mean, u = 8 * DBL_EPSILON * 6 / wave;
    CHECK_NEAR(r->l1_h, e->l1_h / e->mean, sum * r->l1_h + h);
    CHECK_NEAR(r->l2_h, e->l2_h / e->mean, sum * r->l2_h + h);
    CHECK_NEAR(r->linf_h, e->max_h / e->mean, sum * r->linf_h + h);
    CHECK_NEAR(r->l1_u, e->l1_u / wave, sum * r->l1_u + u);
    CHECK_NEAR(r->l2_u, e->l2_u / wave, sum * r->l2_u + u);
    CHECK_NEAR(r->linf_u, e->max_u / wave, sum * r->linf_u + u);
}

static spate_status run(spate_context *ctx, copy *c, const verify_reference *reference,
                        verify_row *row)
{
    const verify_options opt = {
        .precision = 64, .strip_rows = ROWS, .finished = keep, .user = c, .reference = reference};
    return verify_grid(ctx, builtin_case_find("thacker_planar_x"), &opt, SIZE, row);
}

static void errors_are_those_of_the_formula(void)
{
    static copy c;
    double h[SIZE], u[SIZE], deepest = 0;
    verify_row row;
    spate_context *ctx;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    CHECK(run(ctx, &c, NULL, &row) == SPATE_OK);
    for (int i = 0; i < SIZE; ++i) {
        trough(place(i), 0, &h[i], &u[i]);
        deepest = fmax(deepest, h[i]);
        trough(place(i), c.t, &h[i], &u[i]);
    }
    const errors e = errors_of(&c, h, u);
    printf("  L1 %.3g, L2 %.3g, max %.3g of h; %.3g, %.3g, %.3g of u\n", row.l1_h, row.l2_h,
           row.linf_h, row.l1_u, row.l2_u, row.linf_u);
    compare(&e, &row);
    CHECK(row.l1_h < row.l2_h && row.l2_h < row.linf_h);
    CHECK(row.l1_u < row.l2_u && row.l2_u < row.linf_u);
    CHECK(row.seconds > 0);
    /* Beds and levels are rounded to a millionth of a metre or less. */
    CHECK_NEAR(row.courant, sqrt(GRAVITY * deepest) * c.t / (double)row.steps / (SPAN / SIZE),
               1e-6);
    spate_context_destroy(ctx);
}

/* The distance of a run to a reference, and to the solution, differ by at most that of reference
 * and solution. */
static void a_fine_run_stands_for_the_solution(void)
{
    static copy c;
    verify_row row;
    verify_reference fine;
    spate_context *ctx;
    double h[SIZE], u[SIZE], exact_h[SIZE], exact_u[SIZE], apart = 0;
    const verify_options opt = {.precision = 64, .strip_rows = ROWS};
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    CHECK(verify_reference_make(ctx, builtin_case_find("thacker_planar_x"), &opt, FINE, &fine) ==
          SPATE_OK);
    CHECK(verify_reference_fits(&fine, SIZE, ROWS) && !verify_reference_fits(&fine, 150, ROWS) &&
          !verify_reference_fits(&fine, SIZE, ROWS + 1));
    CHECK(run(ctx, &c, &fine, &row) == SPATE_OK);
    for (int i = 0; i < SIZE; ++i) {
        double sum_h = 0, sum_hu = 0;
        for (int k = 0; k < FINE / SIZE; ++k) {
            sum_h += fine.h[i * (FINE / SIZE) + k];
            sum_hu += fine.hu[i * (FINE / SIZE) + k];
        }
        h[i] = sum_h / (FINE / SIZE);
        u[i] = sum_h > 0 ? sum_hu / sum_h : 0;
        trough(place(i), c.t, &exact_h[i], &exact_u[i]);
        apart += fabs(h[i] - exact_h[i]) / SIZE;
    }
    const errors e = errors_of(&c, h, u), truth = errors_of(&c, exact_h, exact_u);
    compare(&e, &row);
    CHECK_AT_MOST("distances to the reference and to the solution differ by, m",
                  fabs(e.l1_h - truth.l1_h), apart);
    CHECK_AT_MOST("reference and solution, over the error of the run", apart / truth.l1_h, 0.5);
    verify_reference_free(&fine);
    spate_context_destroy(ctx);
}

/* Blocks of 2 x 2 cells: means of depth and momentum, so that no water is lost; dry ground has
 * no velocity. */
static void means_keep_water_and_momentum(void)
{
    double h[] = {1, 3, 0, 0, 2, 2, 0, 0}, hu[] = {4, 4, 0, 0, 4, 4, 0, 0};
    double hv[] = {-1, -1, 0, 0, -1, -1, 0, 0};
    const verify_reference r = {.nx = 4, .ny = 2, .h = h, .hu = hu, .hv = hv};
    const case_state wet = verify_reference_at(&r, 2, 1, 0, 0),
                     dry = verify_reference_at(&r, 2, 1, 1, 0);
    CHECK(wet.h == 2 && wet.u == 2 && wet.v == -0.5);
    CHECK(dry.h == 0 && dry.u == 0 && dry.v == 0);
}

int main(void)
{
    RUN(errors_are_those_of_the_formula);
    RUN(a_fine_run_stands_for_the_solution);
    RUN(means_keep_water_and_momentum);
    return check_done();
}
