/* Claim: a matrix that is not positive definite, a singular system, NaN, and too few iterations get
 * the status that says which, with the residuals; a singular system with a compatible right-hand
 * side is solved. */
#include <stdlib.h>

#include "check.h"
#include "stencils.h"

static spate_context *ctx;

static size_t count_of(const stencil *s)
{
    return (size_t)s->nx * (size_t)s->ny;
}

static stencil make(stencil_kind kind, int nx, int ny, int points)
{
    stencil s;
    if (!stencil_make(&s, kind, nx, ny, points, 4))
        abort();
    stencil_manufacture(&s, NULL);
    memset(s.x, 0, sizeof *s.x * count_of(&s));
    return s;
}

/* Every preconditioner, method and precision ends with this status and word. Where the preconditioner
 * is f32 and the conjugate gradients are f64, a singular matrix may show there first: r.z is
 * negative, or with one reduction, whose p.Ap comes from a recursion, there is no convergence. */
static void expect(stencil *s, spate_status wanted, const char *word)
{
    static const int precisions[3] = {32, 64, SPATE_KRYLOV_MIXED};
    for (const char *const *name = spate_krylov_preconditioners(); *name; ++name)
        for (int k = 0; k < 6; ++k) {
            spate_krylov_options o = stencil_options(s);
            spate_krylov_stats stats = {0};
            o.preconditioner = *name;
            o.method = spate_krylov_methods()[k % 2];
            o.precision = precisions[k / 2];
            o.max_iterations = 1000;
            o.relative = o.precision == 32 ? 1e-5 : 1e-10;
            const spate_status status = stencil_solve(ctx, &o, s, &stats);
            const int rounded = k / 2 == 2 && wanted == SPATE_ERROR_SINGULAR;
            if (status == SPATE_ERROR_NOT_CONVERGED && rounded && k % 2)
                CHECK_CONTAINS(spate_message(ctx), "no convergence");
            else if (status == SPATE_ERROR_INDEFINITE && rounded)
                CHECK_CONTAINS(spate_message(ctx), "singular to the precision of the");
            else if (!CHECK(status == wanted))
                printf("  %s %s f%d: status %d after %d iterations: %s\n", *name, o.method,
                       o.precision, (int)status, stats.iterations, spate_message(ctx));
            else if (status != SPATE_OK)
                CHECK_CONTAINS(spate_message(ctx), word);
        }
}

/* Couplings larger than the centre: eigenvalues 1 -+ 4 * 0.9. */
static void an_indefinite_matrix_is_reported(void)
{
    for (int points = 5; points <= 9; points += 4) {
        stencil s = make(STENCIL_DIRICHLET, 40, 33, points);
        for (size_t k = 0; k < count_of(&s); ++k)
            s.centre[k] = 1.125;
        expect(&s, SPATE_ERROR_INDEFINITE, "positive");
        stencil_free(&s);
    }
}

/* Small negative eigenvalue: -1/64 of the largest. */
static void a_slightly_indefinite_matrix_is_reported(void)
{
    stencil s = make(STENCIL_NEUMANN, 40, 33, 5);
    for (size_t k = 0; k < count_of(&s); ++k)
        s.centre[k] -= 0.125;
    expect(&s, SPATE_ERROR_INDEFINITE, "positive");
    stencil_free(&s);
}

static void a_centre_that_is_not_positive_is_reported(void)
{
    static const double wrong[] = {0, -1};
    for (int k = 0; k < 2; ++k) {
        stencil s = make(STENCIL_HELMHOLTZ, 40, 33, 5);
        s.centre[40 * 7 + 11] = wrong[k];
        spate_krylov_options o = stencil_options(&s);
        CHECK(stencil_solve(ctx, &o, &s, NULL) == SPATE_ERROR_INDEFINITE);
        CHECK_CONTAINS(spate_message(ctx), "(11, 7)");
        stencil_free(&s);
    }
}

/* Row sums of 0 and b = A x: the solution is x plus any constant. x is a multiple of 1/64, so b has
 * no rounding and sums to 0 exactly. */
static void a_compatible_singular_system_is_solved(void)
{
    for (int points = 5; points <= 9; points += 4) {
        stencil s = make(STENCIL_NEUMANN, 45, 36, points);
        static double whole[45 * 36];
        static long double product[45 * 36];
        for (size_t k = 0; k < count_of(&s); ++k)
            whole[k] = draw_below(128) / 64.0;
        stencil_apply(&s, whole, product);
        for (size_t k = 0; k < count_of(&s); ++k)
            s.b[k] = (double)product[k];
        expect(&s, SPATE_OK, "");
        stencil_free(&s);
    }
}

/* b with a mean: its component along the constant vector cannot be met. */
static void an_incompatible_singular_system_is_reported(void)
{
    for (int points = 5; points <= 9; points += 4) {
        stencil s = make(STENCIL_NEUMANN, 45, 36, points);
        for (size_t k = 0; k < count_of(&s); ++k)
            s.b[k] += 0.25;
        expect(&s, SPATE_ERROR_SINGULAR, "singular");
        for (size_t k = 0; k < count_of(&s); ++k)
            s.b[k] = 1; /* nothing but the component that cannot be met */
        expect(&s, SPATE_ERROR_SINGULAR, "fix the level");
        stencil_free(&s);
    }
}

/* Water that is cut off from the rest, without a fixed level. */
static void a_singular_pond_is_reported(void)
{
    stencil s = make(STENCIL_HELMHOLTZ, 48, 40, 5);
    for (int j = 10; j < 20; ++j)
        for (int i = 10; i < 20; ++i) {
            const size_t o = (size_t)(j * 48 + i);
            s.centre[o] -= 1; /* row sum 0 */
            if (i == 19)
                s.centre[o] += s.east[o], s.centre[o + 1] += s.east[o], s.east[o] = 0;
            if (i == 10)
                s.centre[o] += s.east[o - 1], s.centre[o - 1] += s.east[o - 1], s.east[o - 1] = 0;
            if (j == 19)
                s.centre[o] += s.north[o], s.centre[o + 48] += s.north[o], s.north[o] = 0;
            if (j == 10)
                s.centre[o] += s.north[o - 48], s.centre[o - 48] += s.north[o - 48],
                    s.north[o - 48] = 0;
        }
    expect(&s, SPATE_ERROR_SINGULAR, "singular");
    stencil_free(&s);
}

/* x is not touched; the next solve is as good as any. */
static void nan_is_reported(void)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1e300};
    for (int k = 0; k < 4; ++k)
        for (int warm = 0; warm < 2; ++warm) {
            stencil s = make(STENCIL_HELMHOLTZ, 40, 33, 5);
            stencil_solver open;
            spate_krylov_options o = stencil_options(&s);
            o.warm_start = warm;
            CHECK(stencil_open(ctx, &o, &s, &open) == SPATE_OK);
            const double good = s.b[77];
            s.b[77] = bad[k];
            s.x[5] = 3;
            CHECK(stencil_run(&open, &s) == SPATE_ERROR_NUMERICAL);
            CHECK_CONTAINS(spate_message(ctx), "right-hand side");
            CHECK(s.x[5] == 3 && s.x[6] == 0);
            s.b[77] = good;
            CHECK(stencil_run(&open, &s) == SPATE_OK);
            CHECK(stencil_residual(&s) <= 1.001e-6 * stencil_length(&s, s.b));
            s.x[5] = bad[k];
            if (warm) {
                CHECK(stencil_run(&open, &s) == SPATE_ERROR_NUMERICAL);
                CHECK_CONTAINS(spate_message(ctx), "x has such values");
                CHECK(isnan(bad[k]) ? isnan(s.x[5]) : s.x[5] == bad[k]);
            } else {
                CHECK(stencil_run(&open, &s) == SPATE_OK);
            }
            stencil_close(&open);
            stencil_free(&s);
        }
}

static void a_matrix_with_nan_is_reported(void)
{
    stencil s = make(STENCIL_HELMHOLTZ, 40, 33, 9);
    double *const fields[] = {s.centre, s.east, s.north, s.north_east, s.north_west};
    static const char *const names[] = {"centre", "east", "north", "north_east", "north_west"};
    for (int k = 0; k < 5; ++k) {
        const double good = fields[k][40 * 3 + 2];
        spate_krylov_options o = stencil_options(&s);
        fields[k][40 * 3 + 2] = NAN;
        CHECK(stencil_solve(ctx, &o, &s, NULL) == SPATE_ERROR_DATA);
        CHECK_CONTAINS(spate_message(ctx), "(2, 3)");
        CHECK_CONTAINS(spate_message(ctx), names[k]);
        fields[k][40 * 3 + 2] = good;
    }
    stencil_free(&s);
}

static void couplings_out_of_the_grid_are_reported(void)
{
    enum { NX = 40, NY = 33 };
    static const int at[][3] = {{1, NX - 1, 4},      {2, 5, NY - 1},      {3, NX - 1, 4},
                                {3, 4, NY - 1},      {4, 0, 4},           {4, 4, NY - 1},
                                {3, NX - 1, NY - 1}, {1, NX - 1, NY - 1}, {4, 0, NY - 1}};
    stencil s = make(STENCIL_HELMHOLTZ, NX, NY, 9);
    double *const fields[] = {s.centre, s.east, s.north, s.north_east, s.north_west};
    for (size_t k = 0; k < sizeof at / sizeof *at; ++k) {
        double *value = &fields[at[k][0]][at[k][2] * NX + at[k][1]];
        spate_krylov_options o = stencil_options(&s);
        char place[32];
        snprintf(place, sizeof place, "(%d, %d)", at[k][1], at[k][2]);
        CHECK(*value == 0);
        *value = -1;
        CHECK(stencil_solve(ctx, &o, &s, NULL) == SPATE_ERROR_DATA);
        CHECK_CONTAINS(spate_message(ctx), place);
        CHECK_CONTAINS(spate_message(ctx), "edge");
        *value = 0;
    }
    stencil_free(&s);
}

/* Positive definite, but incomplete factors have negative pivots. */
static void a_breakdown_of_incomplete_cholesky_is_reported(void)
{
    stencil s = make(STENCIL_SIGNS, 9, 9, 5);
    for (size_t k = 0; k < count_of(&s); ++k) {
        s.centre[k] = 1.5;
        s.east[k] = s.east[k] < 0 ? -0.9 : s.east[k] > 0 ? 0.9 : 0;
        s.north[k] = s.north[k] < 0 ? -0.9 : s.north[k] > 0 ? 0.9 : 0;
    }
    spate_krylov_options o = stencil_options(&s);
    o.preconditioner = "ic";
    CHECK(stencil_solve(ctx, &o, &s, NULL) == SPATE_ERROR_INDEFINITE);
    CHECK_CONTAINS(spate_message(ctx), "incomplete Cholesky");
    CHECK_CONTAINS(spate_message(ctx), "use another preconditioner");
    stencil_free(&s);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(an_indefinite_matrix_is_reported);
    RUN(a_slightly_indefinite_matrix_is_reported);
    RUN(a_centre_that_is_not_positive_is_reported);
    RUN(a_compatible_singular_system_is_solved);
    RUN(an_incompatible_singular_system_is_reported);
    RUN(a_singular_pond_is_reported);
    RUN(nan_is_reported);
    RUN(a_matrix_with_nan_is_reported);
    RUN(couplings_out_of_the_grid_are_reported);
    RUN(a_breakdown_of_incomplete_cholesky_is_reported);
    spate_context_destroy(ctx);
    return check_done();
}
