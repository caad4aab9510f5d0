/* Claim: on larger grids, where x is known, every preconditioner reaches the residual that was asked
 * for, in fewer iterations than none where that is its purpose; options do what they say. */
#include <stdlib.h>

#include "check.h"
#include "stencils.h"

static spate_context *ctx;

static const int precisions[3] = {32, 64, SPATE_KRYLOV_MIXED};

static size_t count_of(const stencil *s)
{
    return (size_t)s->nx * (size_t)s->ny;
}

/* The largest error of x against the smallest eigenvalue, which is at least `least`. */
static double error_bound(const stencil *s, const spate_krylov_options *o,
                          const spate_krylov_stats *stats, double least)
{
    /* b itself was rounded: u |b| of f32 in every precision (stencil_manufacture). */
    return (stats->true_residual + 0x1p-24 * stats->right_hand_side +
            stencil_drift(s, o->precision, 0, 1)) /
           least;
}

static void solve_one(stencil *s, const double *exact, const spate_krylov_options *o, double least,
                      int *iterations)
{
    spate_krylov_stats stats;
    double error[2] = {0, 0};
    memset(s->x, 0, sizeof *s->x * count_of(s));
    if (!CHECK(stencil_solve(ctx, o, s, &stats) == SPATE_OK)) {
        printf("  %s: %s\n", o->preconditioner, spate_message(ctx));
        return;
    }
    const double drift = stencil_drift(s, o->precision, stats.iterations, stencil_growth(s));
    CHECK(stats.residual <= o->relative * stats.right_hand_side);
    CHECK(stencil_residual(s) <= o->relative * stats.right_hand_side + drift);
    CHECK_NEAR(stats.true_residual, stencil_residual(s), drift);
    for (size_t k = 0; k < count_of(s); ++k)
        error[0] += (s->x[k] - exact[k]) * (s->x[k] - exact[k]);
    error[1] = error_bound(s, o, &stats, least);
    if (!CHECK(sqrt(error[0]) <= error[1]))
        printf("  %s f%d: error %.3e, bound %.3e\n", o->preconditioner, o->precision,
               sqrt(error[0]), error[1]);
    *iterations = stats.iterations;
}

static void solve_kind(stencil_kind kind, int nx, int ny, int points, double least)
{
    stencil s;
    int none[3] = {0, 0, 0};
    if (!CHECK(stencil_make(&s, kind, nx, ny, points, 4)))
        return;
    double *exact = malloc(sizeof *exact * count_of(&s));
    if (!exact)
        abort();
    stencil_manufacture(&s, exact);
    for (const char *const *name = spate_krylov_preconditioners(); *name; ++name) {
        printf("  %d points, %-12s iterations in f32, f64, mixed:", points, *name);
        for (int k = 0; k < 3; ++k) {
            spate_krylov_options o = stencil_options(&s);
            int iterations = 0;
            o.preconditioner = *name;
            o.precision = precisions[k];
            o.relative = o.precision == 32 ? 1e-5 : 1e-8;
            solve_one(&s, exact, &o, least, &iterations);
            printf(" %d", iterations);
            none[k] = strcmp(*name, "none") == 0 ? iterations : none[k];
            /* Scaling helps where centres differ. */
            if (strcmp(*name, "jacobi") != 0 || kind == STENCIL_ISLANDS)
                CHECK(iterations <= none[k]);
        }
        printf("\n");
    }
    free(exact);
    stencil_free(&s);
}

static void helmholtz(void) /* smallest eigenvalue 1 */
{
    solve_kind(STENCIL_HELMHOLTZ, 150, 101, 5, 1);
    solve_kind(STENCIL_HELMHOLTZ, 70, 50, 9, 1);
}

static void islands_with_jumps(void)
{
    solve_kind(STENCIL_ISLANDS, 101, 150, 5, 1);
    solve_kind(STENCIL_ISLANDS, 64, 40, 9, 1);
}

static void long_and_thin_grids(void)
{
    solve_kind(STENCIL_HELMHOLTZ, 1, 777, 5, 1);
    solve_kind(STENCIL_HELMHOLTZ, 777, 1, 5, 1);
    solve_kind(STENCIL_HELMHOLTZ, 1, 77, 9, 1);
    solve_kind(STENCIL_HELMHOLTZ, 2, 300, 9, 1);
}

/* The square of the sine of half the smallest wave number, for both directions. */
static void poisson(void)
{
    const int nx = 64, ny = 48;
    const double h = acos(-1.0) / 2, sx = sin(h / (nx + 1)), sy = sin(h / (ny + 1));
    solve_kind(STENCIL_DIRICHLET, nx, ny, 5, 4 * (sx * sx + sy * sy));
}

/* All cells dry but one; the right-hand side differs from 0 there only, or everywhere. */
static void one_wet_cell(void)
{
    for (const char *const *name = spate_krylov_preconditioners(); *name; ++name)
        for (int everywhere = 0; everywhere < 2; ++everywhere) {
            stencil s;
            spate_krylov_stats stats;
            if (!CHECK(stencil_make(&s, STENCIL_ISLANDS, 45, 23, 5, 0)))
                return;
            for (size_t o = 0; o < count_of(&s); ++o)
                s.b[o] = everywhere;
            s.centre[500] = 4096;
            s.b[500] = 8192;
            spate_krylov_options o = stencil_options(&s);
            o.preconditioner = *name;
            o.relative = 1e-12;
            CHECK(stencil_solve(ctx, &o, &s, &stats) == SPATE_OK);
            for (size_t k = 0; k < count_of(&s); ++k)
                CHECK_NEAR(s.x[k], k == 500 ? 2 : everywhere, 1e-12 * stats.right_hand_side);
            CHECK(stats.iterations <= 2); /* two eigenvalues */
            stencil_free(&s);
        }
}

/* ---- options ---- */

static void a_zero_right_hand_side_gives_zero(void)
{
    for (int warm = 0; warm < 2; ++warm) {
        stencil s;
        spate_krylov_stats stats;
        CHECK(stencil_make(&s, STENCIL_HELMHOLTZ, 40, 20, 5, 4));
        for (size_t k = 0; k < count_of(&s); ++k)
            s.x[k] = 7;
        spate_krylov_options o = stencil_options(&s);
        o.warm_start = warm;
        CHECK(stencil_solve(ctx, &o, &s, &stats) == SPATE_OK);
        CHECK(stats.iterations == 0 && stats.residual == 0);
        CHECK(stencil_length(&s, s.x) == 0);
        stencil_free(&s);
    }
}

static void a_warm_start_is_used(void)
{
    stencil s;
    spate_krylov_stats cold, warm, again;
    CHECK(stencil_make(&s, STENCIL_HELMHOLTZ, 90, 61, 5, 6));
    stencil_manufacture(&s, NULL);
    memset(s.x, 0, sizeof *s.x * count_of(&s));
    spate_krylov_options o = stencil_options(&s);
    CHECK(stencil_solve(ctx, &o, &s, &cold) == SPATE_OK);
    o.warm_start = 1;
    CHECK(stencil_solve(ctx, &o, &s, &again) == SPATE_OK);
    CHECK(again.iterations == 0); /* the residual is that of the same product */
    for (size_t k = 0; k < count_of(&s); k += 7)
        s.x[k] += 1e-4;
    CHECK(stencil_solve(ctx, &o, &s, &warm) == SPATE_OK);
    printf("  %d iterations from zero, %d from near\n", cold.iterations, warm.iterations);
    CHECK(warm.iterations > 0 && warm.iterations < cold.iterations);
    CHECK(stencil_residual(&s) <= 1.0001e-6 * warm.right_hand_side);
    stencil_free(&s);
}

static void stops_are_those_that_were_asked_for(void)
{
    stencil s;
    spate_krylov_stats stats;
    CHECK(stencil_make(&s, STENCIL_HELMHOLTZ, 90, 61, 5, 6));
    stencil_manufacture(&s, NULL);
    for (int method = 0; method < 2; ++method) {
        spate_krylov_options o = stencil_options(&s);
        o.method = spate_krylov_methods()[method];
        o.relative = 0;
        o.absolute = 0.5;
        CHECK(stencil_solve(ctx, &o, &s, &stats) == SPATE_OK);
        CHECK(stats.residual <= 0.5 && stats.residual > 0.05);
        o.iterations = 13;
        CHECK(stencil_solve(ctx, &o, &s, &stats) == SPATE_OK && stats.iterations == 13);
        o.iterations = 0;
        o.max_iterations = 5;
        CHECK(stencil_solve(ctx, &o, &s, &stats) == SPATE_ERROR_NOT_CONVERGED);
        CHECK(stats.iterations == 5);
        CHECK_CONTAINS(spate_message(ctx), "after 5 iterations");
    }
    stencil_free(&s);
}

static void the_log_has_every_residual(void)
{
    for (int method = 0; method < 2; ++method) {
        stencil s;
        stencil_solver open;
        spate_krylov_stats stats;
        const double *residuals;
        int count;
        CHECK(stencil_make(&s, STENCIL_RANDOM, 50, 41, 5, 1));
        stencil_manufacture(&s, NULL);
        spate_krylov_options o = stencil_options(&s);
        o.method = spate_krylov_methods()[method];
        CHECK(stencil_open(ctx, &o, &s, &open) == SPATE_OK);
        CHECK(stencil_run(&open, &s) == SPATE_OK);
        spate_krylov_get_stats(open.k, &stats);
        CHECK(spate_krylov_get_log(open.k, &residuals, &count) == SPATE_OK);
        CHECK(count == stats.iterations + 1);
        CHECK(residuals[0] == stats.initial_residual && residuals[count - 1] == stats.residual);
        for (int k = 0; k + 1 < count; ++k)
            CHECK(residuals[k] > 1e-6 * stats.right_hand_side);
        stencil_close(&open);
        stencil_free(&s);
    }
}

/* Higher polynomials need fewer iterations; so does a good relaxation. */
static void parameters_of_preconditioners_are_used(void)
{
    stencil s;
    int before = 1 << 20, degrees[] = {1, 2, 3, 4, 8};
    CHECK(stencil_make(&s, STENCIL_DIRICHLET, 90, 70, 5, 1));
    stencil_manufacture(&s, NULL);
    spate_krylov_options o = stencil_options(&s);
    spate_krylov_stats stats, relaxed;
    o.preconditioner = "chebyshev";
    for (int k = 0; k < 5; ++k) {
        o.polynomial = degrees[k];
        CHECK(stencil_solve(ctx, &o, &s, &stats) == SPATE_OK);
        printf("  degree %d: %d iterations\n", degrees[k], stats.iterations);
        CHECK(stats.iterations < before);
        before = stats.iterations;
    }
    o.preconditioner = "ssor";
    CHECK(stencil_solve(ctx, &o, &s, &stats) == SPATE_OK);
    o.relaxation = 0.5;
    CHECK(stencil_solve(ctx, &o, &s, &relaxed) == SPATE_OK);
    printf("  relaxation 1: %d iterations, 0.5: %d\n", stats.iterations, relaxed.iterations);
    CHECK(relaxed.iterations > stats.iterations);
    stencil_free(&s);
}

/* The same matrix, given by its row sums. */
static void shifts_give_the_centre(void)
{
    enum { NX = 37, NY = 21 };
    static double shift[NX * NY], x[NX * NY];
    stencil s;
    spate_krylov *k;
    spate_krylov_stats stats;
    CHECK(stencil_make(&s, STENCIL_HELMHOLTZ, NX, NY, 9, 2));
    stencil_manufacture(&s, NULL);
    spate_krylov_options o = stencil_options(&s);
    CHECK(stencil_solve(ctx, &o, &s, &stats) == SPATE_OK);
    for (int n = 0; n < NX * NY; ++n)
        shift[n] = 1;
    const spate_krylov_matrix m = {.shift = shift,
                                   .east = s.east,
                                   .north = s.north,
                                   .north_east = s.north_east,
                                   .north_west = s.north_west};
    const void *b = s.b;
    void *to = x;
    CHECK(spate_krylov_create(ctx, &o, &k) == SPATE_OK);
    CHECK(spate_krylov_set_matrix(k, &m) == SPATE_OK);
    CHECK(spate_krylov_setup(k) == SPATE_OK);
    CHECK(spate_krylov_solve(k, &b, &to) == SPATE_OK);
    CHECK(memcmp(x, s.x, sizeof x) == 0);
    spate_krylov_destroy(k);
    stencil_free(&s);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(helmholtz);
    RUN(islands_with_jumps);
    RUN(long_and_thin_grids);
    RUN(poisson);
    RUN(one_wet_cell);
    RUN(a_zero_right_hand_side_gives_zero);
    RUN(a_warm_start_is_used);
    RUN(stops_are_those_that_were_asked_for);
    RUN(the_log_has_every_residual);
    RUN(parameters_of_preconditioners_are_used);
    RUN(shifts_give_the_centre);
    spate_context_destroy(ctx);
    return check_done();
}
