/* Gaussian elimination with partial pivoting of one line, in long double: the reference
 * solution. */
#include <math.h>
#include <stdlib.h>

#include "judge.h"

typedef long double wide;

/* A row of U during the elimination: columns k, k + 1, k + 2. */
typedef struct pivot_row {
    wide u[3], d;
} pivot_row;

static pivot_row original(const systems *s, int64_t line, int64_t i)
{
    const int64_t at = line * s->n + i, m = s->shared ? i : at;
    const pivot_row r = {{s->b[m], i < s->n - 1 ? s->c[m] : 0, 0}, s->d[at]};
    return r;
}

/* Eliminates column k of one of two rows by the one with the larger entry; the result starts in
 * column k + 1. below: row k + 1 from column k on. */
static int eliminate(pivot_row *kept, pivot_row *left, const pivot_row *below)
{
    pivot_row upper = *left, lower = *below;
    if (fabsl(lower.u[0]) > fabsl(upper.u[0])) {
        upper = *below;
        lower = *left;
    }
    if (upper.u[0] == 0)
        return 0;
    const wide f = lower.u[0] / upper.u[0];
    *kept = upper;
    *left = (pivot_row){{lower.u[1] - f * upper.u[1], lower.u[2] - f * upper.u[2], 0},
                        lower.d - f * upper.d};
    return 1;
}

static void substitute(const pivot_row *rows, int64_t n, long double *x)
{
    for (int64_t i = n - 1; i >= 0; --i) {
        wide sum = rows[i].d;
        for (int k = 1; k < 3 && i + k < n; ++k)
            sum -= rows[i].u[k] * x[i + k];
        x[i] = sum / rows[i].u[0];
    }
}

int reference_solve(const systems *s, int64_t line, long double *x)
{
    const int64_t n = s->n;
    pivot_row *rows = malloc((size_t)n * sizeof *rows);
    if (!rows)
        abort();
    pivot_row left = original(s, line, 0);
    int regular = 1;
    for (int64_t i = 0; i + 1 < n && regular; ++i) {
        const pivot_row next = original(s, line, i + 1);
        const wide a = s->a[(s->shared ? 0 : line * n) + i + 1];
        const pivot_row below = {{a, next.u[0], next.u[1]}, next.d};
        regular = eliminate(&rows[i], &left, &below);
    }
    rows[n - 1] = left;
    regular = regular && left.u[0] != 0;
    if (regular)
        substitute(rows, n, x);
    free(rows);
    return regular;
}

double reference_distance(const systems *s, int64_t line, const long double *reference)
{
    wide largest = 0, worst = 0;
    for (int64_t i = 0; i < s->n; ++i) {
        const wide e = fabsl((wide)s->x[line * s->n + i] - reference[i]);
        largest = fmaxl(largest, fabsl(reference[i]));
        worst = e <= worst ? worst : e;
    }
    return (double)(worst / largest);
}
