/* Claim: answers agree with LAPACK's as closely as the condition of the matrix lets two backward stable
 * methods agree, and LAPACK itself passes the bounds by which we are judged. Ours: |r| <= h u 3 |A| |x|
 * (judge.h); LAPACK, with pivoting: 12 n u by norms (tridiag_weak.c), for a residual against |A| |x| + |d|,
 * at most twice |A| |x|. Hence |x - y| <= cond (3 h + 24 n) u |x|, by largest values. */
#include <stdlib.h>

#include "check.h"
#include "judge.h"

#if SPATE_HAVE_LAPACK

/* Symbols of Fortran; dimensions by reference. */
void dgtsv_(const int *n, const int *nrhs, double *dl, double *d, double *du, double *b,
            const int *ldb, int *info);
void sgtsv_(const int *n, const int *nrhs, float *dl, float *d, float *du, float *b, const int *ldb,
            int *info);
void dgttrf_(const int *n, double *dl, double *d, double *du, double *du2, int *ipiv, int *info);
void dgttrs_(const char *trans, const int *n, const int *nrhs, const double *dl, const double *d,
             const double *du, const double *du2, const int *ipiv, double *b, const int *ldb,
             int *info, size_t length_of_trans);
void dpttrf_(const int *n, double *d, double *e, int *info);
void dpttrs_(const int *n, const int *nrhs, const double *d, const double *e, double *b,
             const int *ldb, int *info);

enum { MOST = 70 };
static spate_context *ctx;

typedef struct line_copy {
    double a[MOST], b[MOST], c[MOST],
        x[MOST]; /* a and c begin with their first entry in the matrix */
} line_copy;

static line_copy copy_of(const systems *s, int64_t line)
{
    line_copy l = {{0}, {0}, {0}, {0}};
    const int64_t at = line * s->n;
    for (int64_t i = 0; i < s->n; ++i) {
        l.a[i] = i + 1 < s->n ? s->a[at + i + 1] : 0;
        l.b[i] = s->b[at + i];
        l.c[i] = s->c[at + i];
        l.x[i] = s->d[at + i];
    }
    return l;
}

static int peer_gtsv(line_copy *l, int n)
{
    const int one = 1;
    int info;
    dgtsv_(&n, &one, l->a, l->b, l->c, l->x, &n, &info);
    return info;
}

static int peer_sgtsv(line_copy *l, int n)
{
    float v[4][MOST];
    const int one = 1;
    int info;
    for (int i = 0; i < n; ++i) {
        v[0][i] = (float)l->a[i];
        v[1][i] = (float)l->b[i];
        v[2][i] = (float)l->c[i];
        v[3][i] = (float)l->x[i];
    }
    sgtsv_(&n, &one, v[0], v[1], v[2], v[3], &n, &info);
    for (int i = 0; i < n; ++i)
        l->x[i] = (double)v[3][i];
    return info;
}

static int peer_gttrs(line_copy *l, int n)
{
    double second[MOST];
    int pivots[MOST], info;
    const int one = 1;
    dgttrf_(&n, l->a, l->b, l->c, second, pivots, &info);
    if (info == 0)
        dgttrs_("N", &n, &one, l->a, l->b, l->c, second, pivots, l->x, &n, &info, 1);
    return info;
}

static int peer_pttrs(line_copy *l, int n)
{
    const int one = 1;
    int info;
    dpttrf_(&n, l->b, l->a, &info);
    if (info == 0)
        dpttrs_(&n, &one, l->b, l->a, l->x, &n, &info);
    return info;
}

typedef struct peer {
    const char *name;
    int (*solve)(line_copy *l, int n);
    spate_tridiag_class matrix;
    int precision, only_spd;
} peer;

static const peer peers[] = {{"dgtsv", peer_gtsv, SPATE_TRIDIAG_GENERAL, 64, 0},
                             {"sgtsv", peer_sgtsv, SPATE_TRIDIAG_GENERAL, 32, 0},
                             {"dgttrs", peer_gttrs, SPATE_TRIDIAG_SHARED, 64, 0},
                             {"dpttrs", peer_pttrs, SPATE_TRIDIAG_SHARED, 64, 1}};
enum { LINES = 5 };

/* |A| |A^-1| by largest row sums; column by column of the inverse. */
static double condition(const systems *s, int64_t line)
{
    systems unit;
    long double sums[MOST] = {0}, column[MOST], inverse = 0, norm = 0;
    const int64_t at = line * s->n;
    if (!systems_make(&unit, s->n, 1, 0))
        abort();
    for (int64_t i = 0; i < s->n; ++i) {
        unit.a[i] = s->a[at + i];
        unit.b[i] = s->b[at + i];
        unit.c[i] = s->c[at + i];
        norm = fmaxl(norm, (i > 0 ? fabsl(unit.a[i]) : 0) + fabsl(unit.b[i]) +
                               (i + 1 < s->n ? fabsl(unit.c[i]) : 0));
    }
    for (int64_t j = 0; j < s->n; ++j) {
        for (int64_t i = 0; i < s->n; ++i)
            unit.d[i] = i == j;
        CHECK(reference_solve(&unit, 0, column));
        for (int64_t i = 0; i < s->n; ++i)
            sums[i] += fabsl(column[i]);
    }
    for (int64_t i = 0; i < s->n; ++i)
        inverse = fmaxl(inverse, sums[i]);
    systems_free(&unit);
    return (double)(norm * inverse);
}

typedef struct worst_of {
    double ours, theirs,
        peer_error; /* distances from the reference and backward error, by their bounds */
    double apart;   /* ours from theirs */
} worst_of;

static void worsen(double *worst, double value)
{
    *worst = value <= *worst ? *worst : value;
}

/* s->x is ours on entry. */
static void compare_line(const peer *p, systems *s, int64_t line, worst_of *w)
{
    const int n = (int)s->n;
    const double u = judge_roundoff(p->precision), cond = condition(s, line);
    const double h = p->matrix == SPATE_TRIDIAG_GENERAL ? 6 * 3 : 8 * 3 + 3;
    line_copy theirs = copy_of(s, line);
    long double reference[MOST], wide[MOST];
    CHECK(reference_solve(s, line, reference));
    CHECK(p->solve(&theirs, n) == 0);
    for (int i = 0; i < n; ++i)
        wide[i] = theirs.x[i];
    worsen(&w->ours, reference_distance(s, line, reference) / (cond * h * u));
    worsen(&w->apart, reference_distance(s, line, wide) / (cond * (h + 24 * n) * u));
    for (int i = 0; i < n; ++i)
        s->x[line * n + i] = theirs.x[i];
    worsen(&w->theirs, reference_distance(s, line, reference) / (cond * 24 * n * u));
    worsen(&w->peer_error, normwise_error(s, line) / (12 * n * u));
}

static void compare_size(const peer *p, matrix_kind kind, int64_t n, worst_of *w)
{
    systems s;
    int kept;
    if (!CHECK(systems_make(&s, n, LINES, 0)))
        return;
    systems_fill(&s, kind, p->matrix == SPATE_TRIDIAG_GENERAL ? ROWS_FREE : ROWS_SHARED,
                 p->precision);
    for (int layout = 0; layout < LAYOUTS; ++layout) {
        const solve_way way = {.matrix = p->matrix,
                               .layout = (layout_kind)layout,
                               .precision = p->precision,
                               .threads = 1,
                               .algorithm = "thomas"};
        if (CHECK(lines_solve(ctx, &way, &s, &kept, NULL) == SPATE_OK))
            for (int64_t line = 0; line < LINES; ++line)
                compare_line(p, &s, line, w);
    }
    systems_free(&s);
}

static void compare_peer(const peer *p)
{
    for (int kind = 0; kind < MATRIX_ANY; ++kind) {
        worst_of w = {0, 0, 0, 0};
        char what[96];
        if (p->only_spd && kind != MATRIX_SPD)
            continue;
        for (int64_t n = 1; n <= MOST; n += n < 20 ? 1 : 5)
            if (kind != MATRIX_PADE || n != 3) /* singular */
                compare_size(p, (matrix_kind)kind, n, &w);
        snprintf(what, sizeof what, "%s, %s: ours from the reference", p->name, matrix_names[kind]);
        CHECK_AT_MOST(what, w.ours, 1);
        CHECK_AT_MOST("    theirs from it", w.theirs, 1);
        CHECK_AT_MOST("    ours from theirs", w.apart, 1);
        CHECK_AT_MOST("    backward error of theirs", w.peer_error, 1);
    }
}

static void answers_agree_with_dgtsv(void)
{
    compare_peer(&peers[0]);
}

static void answers_agree_with_sgtsv(void)
{
    compare_peer(&peers[1]);
}

static void answers_agree_with_dgttrs_and_dpttrs(void)
{
    compare_peer(&peers[2]);
    compare_peer(&peers[3]);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(answers_agree_with_dgtsv);
    RUN(answers_agree_with_sgtsv);
    RUN(answers_agree_with_dgttrs_and_dpttrs);
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
