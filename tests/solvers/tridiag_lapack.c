/* Claim: results of every algorithm agree with LAPACK's as closely as the condition of the
 * matrix allows for two backward stable methods, and LAPACK itself satisfies our bounds. Ours:
 * Thomas has |r| <= h u 3 |A| |x| (judge.h); LAPACK, with pivoting: 12 n u by norms
 * (tridiag_weak.c), for a residual against |A| |x| + |d|, at most twice |A| |x|. Hence |x - y|
 * <= cond (3 h + 24 n) u |x|, by largest values. For the other algorithms judge.h bounds the
 * error itself, where it has a bound: that replaces cond 3 h u |x|. */
#include <stdlib.h>

#include "check.h"
#include "judge.h"

#if SPATE_HAVE_LAPACK
#include "lapack_lines.h"

static spate_context *ctx;

typedef struct peer {
    const char *name;
    int (*solve)(line_copy *l, int n);
    spate_tridiag_class matrix;
    int precision, only_spd;
} peer;

static const peer peers[] = {{"dgtsv", peer_gtsv, SPATE_TRIDIAG_GENERAL, 64, 0},
                             {"sgtsv", peer_sgtsv, SPATE_TRIDIAG_GENERAL, 32, 0},
                             {"dgttrs", peer_gttrs, SPATE_TRIDIAG_SHARED, 64, 0},
                             {"dpttrs", peer_pttrs, SPATE_TRIDIAG_SHARED, 64, 1},
                             {"sgtsv", peer_sgtsv, SPATE_TRIDIAG_SHARED, 32, 0},
                             {"dgttrs", peer_gttrs, SPATE_TRIDIAG_TOEPLITZ, 64, 0},
                             {"sgtsv", peer_sgtsv, SPATE_TRIDIAG_TOEPLITZ, 32, 0}};
static const char *const class_names[] = {"general", "shared", "Toeplitz"};
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

/* Data that do not depend on our solver. */
typedef struct line_truth {
    double cond, size; /* size: the largest value of x */
    long double reference[MOST], theirs[MOST];
} line_truth;

/* Distances from the reference and between the two, and backward error, relative to their
 * bounds. */
typedef struct worst_of {
    double ours, theirs, peer_error, apart;
} worst_of;

static void worsen(double *worst, double value)
{
    *worst = value <= *worst ? *worst : value;
}

static double their_bound(const peer *p, int64_t n, const line_truth *t)
{
    return t->cond * 24 * (double)n * judge_roundoff(p->precision);
}

/* s->x holds LAPACK's solution afterwards. */
static void find_truth(const peer *p, systems *s, int64_t line, line_truth *t, worst_of *w)
{
    const int n = (int)s->n;
    line_copy theirs = copy_of(s, line);
    t->cond = condition(s, line);
    t->size = 0;
    CHECK(reference_solve(s, line, t->reference));
    CHECK(p->solve(&theirs, n) == 0);
    for (int i = 0; i < n; ++i) {
        t->theirs[i] = theirs.x[i];
        s->x[line * n + i] = theirs.x[i];
        t->size = fmax(t->size, (double)fabsl(t->reference[i]));
    }
    worsen(&w->theirs, reference_distance(s, line, t->reference) / their_bound(p, n, t));
    worsen(&w->peer_error, normwise_error(s, line) / (12 * n * judge_roundoff(p->precision)));
}

/* s->x holds our solution. */
static void compare_line(const peer *p, const char *algorithm, const systems *s, int64_t line,
                         const line_truth *t, worst_of *w)
{
    const double h = p->matrix == SPATE_TRIDIAG_GENERAL ? 6 * 3 : 8 * 3 + 3;
    const double bound =
        strcmp(algorithm, "thomas") == 0
            ? t->cond * h * judge_roundoff(p->precision)
            : judge_error_bound(s, line, p->matrix, p->precision, algorithm) / t->size;
    worsen(&w->ours, reference_distance(s, line, t->reference) / bound);
    worsen(&w->apart, reference_distance(s, line, t->theirs) / (bound + their_bound(p, s->n, t)));
}

static void compare_algorithm(const peer *p, const char *algorithm, systems *s,
                              const line_truth *truth, worst_of *w)
{
    for (int layout = 0; layout < LAYOUTS; ++layout) {
        const solve_variant variant = {.matrix = p->matrix,
                                       .layout = (layout_kind)layout,
                                       .precision = p->precision,
                                       .threads = 1,
                                       .algorithm = algorithm};
        int kept;
        if (CHECK(lines_solve(ctx, &variant, s, &kept, NULL) == SPATE_OK))
            for (int64_t line = 0; line < LINES; ++line)
                compare_line(p, algorithm, s, line, &truth[line], w);
    }
}

static void compare_size(const peer *p, matrix_kind kind, int64_t n, worst_of *w)
{
    static const row_pattern patterns[] = {ROWS_FREE, ROWS_SHARED, ROWS_TOEPLITZ};
    const char *const *names = spate_tridiag_algorithms(p->matrix);
    systems s;
    line_truth truth[LINES];
    if (!CHECK(systems_make(&s, n, LINES, 0)))
        return;
    systems_fill(&s, kind, patterns[p->matrix], p->precision);
    for (int64_t line = 0; line < LINES; ++line)
        find_truth(p, &s, line, &truth[line], w);
    for (int k = 0; names[k]; ++k)
        if (judge_has_bound(&s, kind, names[k]))
            compare_algorithm(p, names[k], &s, truth, w);
    systems_free(&s);
}

static void compare_peer(const peer *p)
{
    for (int kind = 0; kind < MATRIX_ANY; ++kind) {
        worst_of w = {0, 0, 0, 0};
        char what[96];
        if (p->only_spd && kind != MATRIX_SPD)
            continue;
        for (int64_t n = p->matrix == SPATE_TRIDIAG_TOEPLITZ ? 2 : 1; n <= MOST;
             n += n < 20 ? 1 : 5)
            if (kind != MATRIX_PADE || n != 3) /* singular */
                compare_size(p, (matrix_kind)kind, n, &w);
        snprintf(what, sizeof what, "%s, %s, %s: ours from the reference", p->name,
                 class_names[p->matrix], matrix_names[kind]);
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

static void answers_for_a_shared_matrix_agree(void)
{
    compare_peer(&peers[2]);
    compare_peer(&peers[3]);
    compare_peer(&peers[4]);
}

static void answers_for_a_toeplitz_matrix_agree(void)
{
    compare_peer(&peers[5]);
    compare_peer(&peers[6]);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(answers_agree_with_dgtsv);
    RUN(answers_agree_with_sgtsv);
    RUN(answers_for_a_shared_matrix_agree);
    RUN(answers_for_a_toeplitz_matrix_agree);
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
