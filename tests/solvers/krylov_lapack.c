/* Claim: every method and preconditioner agrees with LAPACK's Cholesky solvers as closely as two
 * residuals allow: x - y = A^-1 (residual of y - residual of x), so |x - y| is at most the sum of
 * their bounds over the smallest eigenvalue (dsyev). Ours: what was asked for, and the drift of the
 * recursion (stencils.h). LAPACK's: Cholesky of n rows has a backward error of n (n + 1) u |A|, and
 * of a band of w + 1 rows (w + 2)^2 u |A| (Higham 2002, theorem 10.4; rows of L sum to at most
 * sqrt(n) or sqrt(w + 1) of their norms). */
#include <stdlib.h>

#include "check.h"
#include "stencils.h"

#if SPATE_HAVE_LAPACK

void dposv_(const char *uplo, const int *n, const int *nrhs, double *a, const int *lda, double *b,
            const int *ldb, int *info, size_t length);
void dpbsv_(const char *uplo, const int *n, const int *kd, const int *nrhs, double *ab,
            const int *ldab, double *b, const int *ldb, int *info, size_t length);
void dsyev_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *w,
            double *work, const int *lwork, int *info, size_t length_jobz, size_t length_uplo);

enum { MOST = 120 };
static spate_context *ctx;

/* Column by column, from products with unit vectors. */
static void make_dense(const stencil *s, double a[MOST][MOST])
{
    double unit[MOST];
    long double column[MOST];
    const int n = s->nx * s->ny;
    for (int k = 0; k < n; ++k) {
        for (int i = 0; i < n; ++i)
            unit[i] = i == k;
        stencil_apply(s, unit, column);
        for (int i = 0; i < n; ++i)
            a[k][i] = (double)column[i];
    }
}

static double smallest_eigenvalue(const stencil *s)
{
    static double a[MOST][MOST], work[64 * MOST];
    double w[MOST];
    const int n = s->nx * s->ny, lda = MOST, room = 64 * MOST;
    int info = -1;
    make_dense(s, a);
    dsyev_("N", "U", &n, a[0], &lda, w, work, &room, &info, 1, 1);
    CHECK(info == 0);
    return w[0];
}

static void solve_dense(const stencil *s, double *x)
{
    static double a[MOST][MOST];
    const int n = s->nx * s->ny, one = 1, lda = MOST;
    int info = -1;
    make_dense(s, a);
    memcpy(x, s->b, sizeof *x * (size_t)n);
    dposv_("U", &n, &one, a[0], &lda, x, &n, &info, 1);
    CHECK(info == 0);
}

static void solve_band(const stencil *s, double *x)
{
    static double a[MOST][MOST], ab[MOST * MOST];
    const int n = s->nx * s->ny, wide = s->nx + (s->points == 9), kd = wide < n ? wide : n - 1;
    const int rows = kd + 1, one = 1;
    int info = -1;
    make_dense(s, a);
    memset(ab, 0, sizeof ab);
    for (int j = 0; j < n; ++j)
        for (int i = j; i < n && i <= j + kd; ++i)
            ab[j * rows + i - j] = a[j][i];
    memcpy(x, s->b, sizeof *x * (size_t)n);
    dpbsv_("L", &n, &kd, &one, ab, &rows, x, &n, &info, 1);
    CHECK(info == 0);
}

typedef struct peer {
    double dense[MOST], band[MOST], residual_dense, residual_band, least;
} peer;

static peer solve_by_peers(const stencil *s)
{
    const double unit = 0x1p-53, n = s->nx * s->ny, w = s->nx + 1;
    peer p;
    solve_dense(s, p.dense);
    solve_band(s, p.band);
    p.least = smallest_eigenvalue(s);
    p.residual_dense = n * (n + 1) * unit * stencil_norm(s) * stencil_length(s, p.dense);
    p.residual_band = (w + 2) * (w + 2) * unit * stencil_norm(s) * stencil_length(s, p.band);
    return p;
}

static double distance(const stencil *s, const double *y)
{
    double d[MOST];
    for (int k = 0; k < s->nx * s->ny; ++k)
        d[k] = s->x[k] - y[k];
    return stencil_length(s, d);
}

/* The largest distance over its bound. */
static void compare(stencil *s, const peer *p, const spate_krylov_options *o, double *worst)
{
    spate_krylov_stats stats;
    memset(s->x, 0, sizeof *s->x * (size_t)(s->nx * s->ny));
    if (!CHECK(stencil_solve(ctx, o, s, &stats) == SPATE_OK)) {
        printf("  %s %s f%d: %s\n", o->preconditioner, o->method, o->precision, spate_message(ctx));
        return;
    }
    const double drift = stencil_drift(s, o->precision, stats.iterations, stencil_growth(s));
    const double ours = o->relative * stats.right_hand_side + drift;
    worst[0] = fmax(worst[0], stencil_residual(s) / ours);
    worst[1] = fmax(worst[1], distance(s, p->dense) * p->least / (ours + p->residual_dense));
    worst[2] = fmax(worst[2], distance(s, p->band) * p->least / (ours + p->residual_band));
}

static void compare_all(stencil *s, double *worst)
{
    const peer p = solve_by_peers(s);
    for (const char *const *name = spate_krylov_preconditioners(); *name; ++name)
        for (int k = 0; k < 6; ++k) {
            static const int precisions[3] = {32, 64, SPATE_KRYLOV_MIXED};
            spate_krylov_options o = stencil_options(s);
            o.preconditioner = *name;
            o.method = spate_krylov_methods()[k % 2];
            o.precision = precisions[k / 2];
            o.relative = o.precision == 32 ? 1e-5 : 1e-11;
            compare(s, &p, &o, worst);
        }
}

static void compare_kind(stencil_kind kind)
{
    static const int sizes[][2] = {{1, 1}, {1, 7},  {9, 1},  {2, 2},
                                   {5, 4}, {34, 3}, {3, 20}, {11, 10}};
    for (int points = 5; points <= 9; points += 4) {
        double worst[3] = {0, 0, 0};
        char what[80];
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
            stencil s;
            if (!CHECK(stencil_make(&s, kind, sizes[k][0], sizes[k][1], points, 2)))
                return;
            stencil_manufacture(&s, NULL);
            compare_all(&s, worst);
            stencil_free(&s);
        }
        snprintf(what, sizeof what, "%d points: residual over its bound", points);
        CHECK_AT_MOST(what, worst[0], 1);
        CHECK_AT_MOST("    distance from dposv over its bound", worst[1], 1);
        CHECK_AT_MOST("    distance from dpbsv over its bound", worst[2], 1);
    }
}

static void helmholtz_agrees(void)
{
    compare_kind(STENCIL_HELMHOLTZ);
}

static void poisson_with_fixed_levels_agrees(void)
{
    compare_kind(STENCIL_DIRICHLET);
}

static void random_matrices_agree(void)
{
    compare_kind(STENCIL_RANDOM);
}

static void couplings_of_both_signs_agree(void)
{
    compare_kind(STENCIL_SIGNS);
}

static void islands_and_jumps_agree(void)
{
    compare_kind(STENCIL_ISLANDS);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(helmholtz_agrees);
    RUN(poisson_with_fixed_levels_agrees);
    RUN(random_matrices_agree);
    RUN(couplings_of_both_signs_agree);
    RUN(islands_and_jumps_agree);
    spate_context_destroy(ctx);
    return check_done();
}

#else

int main(void)
{
    printf("skipped: built without LAPACK (liblapack-dev)\n");
    return 77;
}

#endif
