/* Claims: the vector-invariant schemes are of second order in space in every form; with the mass
 * matrix they have the errors of an independent program; conjugate gradients give the direct
 * solution. Leapfrog is of second order in time, Runge-Kutta of third. */
#include "frame.h"

#define TIME 0.03

static double *depths_after(spate_options *o)
{
    const int64_t cells = o->nx * o->ny;
    double *h = malloc(sizeof *h * (size_t)cells);
    spate_sim *sim = start_vortex(o);
    ok(spate_advance(sim, TIME));
    ok(spate_get_field(sim, SPATE_DEPTH, h));
    spate_stats stats;
    ok(spate_get_stats(sim, &stats));
    CHECK(stats.steps == llround(TIME / o->dt_max));
    spate_sim_destroy(sim);
    return h;
}

/* h sqrt(sum of squares), the paper's norm. */
static double distance(const double *a, const double *b, const spate_options *o)
{
    double sum = 0;
    for (int64_t k = 0; k < o->nx * o->ny; ++k)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum * o->dx * o->dy);
}

static double error_in_space(const char *scheme, spate_form form, spate_mass_matrix mass, int n)
{
    spate_options o = square_options(scheme, n);
    o.dt_max = 1.0 / 3200;
    o.form = form;
    o.mass_matrix = mass;
    double *h = depths_after(&o), *exact = malloc(sizeof *exact * (size_t)(n * n));
    for (int k = 0; k < n * n; ++k)
        exact[k] = vortex_phi((k % n + 0.5) / n, (k / n + 0.5) / n, NULL);
    const double error = distance(h, exact, &o);
    free(h);
    free(exact);
    return error;
}

/* The vortex is a ring 0.05 wide with an edge that is smooth to its first derivative: the next
 * term of the error is one order higher, and 1/8 of the first where a cell is 1/8 of the ring.
 * Between 1/128 and 1/256 that moves the order by at most log2((1 + 1/8) / (1 + 1/16)) = 0.08. */
static void the_order_in_space_is_2(void)
{
    for (int s = 0; s < 2; ++s)
        for (int form = SPATE_FORM_ENSTROPHY; form <= SPATE_FORM_PAPER; ++form) {
            const double coarse =
                error_in_space(schemes[s], (spate_form)form, SPATE_MASS_LUMPED, 128);
            const double fine =
                error_in_space(schemes[s], (spate_form)form, SPATE_MASS_LUMPED, 256);
            printf("  %s, form %d: %.4g and %.4g, order %.2f\n", schemes[s], form, coarse, fine,
                   log2(coarse / fine));
            CHECK(fabs(log2(coarse / fine) - 2) < 0.08);
        }
}

/* Figures of a serial program that was written for the review of the paper, with exact solves,
 * point samples of the vortex and dt = 1/3200. They have four digits. */
static void the_mass_matrix_has_the_published_errors(void)
{
    static const struct {
        int n;
        double error;
    } known[] = {{64, 2.050e-4}, {128, 5.188e-5}, {256, 1.296e-5}};
    for (int s = 0; s < 2; ++s)
        for (int k = 0; k < 3; ++k) {
            const double error =
                error_in_space(schemes[s], SPATE_FORM_PAPER, SPATE_MASS_CONSISTENT, known[k].n);
            printf("  %s, 1/%d: %.4g\n", schemes[s], known[k].n, error);
            CHECK_NEAR(error, known[k].error, 0.5001e-3 * pow(10, floor(log10(error))));
        }
}

/* M has eigenvalues from 1/3 to 1: an acceleration with a relative residual t has an error of 3
 * t at most, and so have the velocities that it makes. Waves carry it to depths at unit speed (c
 * = 1): the depth is off by at most t times 3 times its own change, which the pressure makes. */
static void conjugate_gradients_give_the_direct_solution(void)
{
    static const double tolerances[] = {1e-2, 1e-5, 1e-8};
    spate_options o = square_options("vi-rk3", 64);
    o.dt_max = 1.0 / 800;
    o.form = SPATE_FORM_PAPER;
    o.mass_matrix = SPATE_MASS_CONSISTENT;
    double *direct = depths_after(&o), *flat = malloc(sizeof *flat * 64 * 64);
    for (int k = 0; k < 64 * 64; ++k)
        flat[k] = 1;
    const double size = distance(direct, flat, &o);
    o.mass_matrix = SPATE_MASS_CG;
    for (int t = 0; t < 3; ++t) {
        o.tolerance = tolerances[t];
        double *h = depths_after(&o);
        char what[64];
        snprintf(what, sizeof what, "tolerance %g: difference", tolerances[t]);
        CHECK_AT_MOST(what, distance(h, direct, &o), 3 * tolerances[t] * size);
        free(h);
    }
    free(direct);
    free(flat);
}

/* ---- time ---- */

static double order_in_time(const char *scheme, int steps)
{
    enum { N = 32 };
    double *h[3];
    double error[2];
    spate_options o = square_options(scheme, N);
    for (int k = 0; k < 3; ++k) {
        o.dt_max = TIME / (steps << k);
        h[k] = depths_after(&o);
    }
    for (int k = 0; k < 2; ++k)
        error[k] = distance(h[k], h[k + 1], &o);
    for (int k = 0; k < 3; ++k)
        free(h[k]);
    printf("  %s: differences %.3g and %.3g, order %.3f\n", scheme, error[0], error[1],
           log2(error[0] / error[1]));
    return log2(error[0] / error[1]);
}

/* Steps are w dt < 0.2 of the fastest waves: the next terms of the error, two orders (leapfrog)
 * or one (Runge-Kutta) higher, are below 0.04 and 0.2 of the first; half of that goes into the
 * order. */
static void the_order_in_time_is_2_and_3(void)
{
    CHECK(fabs(order_in_time("vi-leapfrog", 24) - 2) < 0.1);
    CHECK(fabs(order_in_time("vi-rk3", 24) - 3) < 0.15);
}

int main(void)
{
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    RUN(the_order_in_space_is_2);
    RUN(the_mass_matrix_has_the_published_errors);
    RUN(conjugate_gradients_give_the_direct_solution);
    RUN(the_order_in_time_is_2_and_3);
    spate_context_destroy(ctx);
    return check_done();
}
