#include "series.h"

#include <stdio.h>

/* Condition for using exact pivots instead of computed ones: growth^2 u < 1e-3 in f32. */
static const double TAME = 100;

/* Pade with three rows and [1 2] ends is singular. */
int series_is_possible(const series *run, int64_t n)
{
    if (run->matrix == SPATE_TRIDIAG_TOEPLITZ && n < 2)
        return 0;
    return run->periodic ? n >= 3 : run->kind != MATRIX_PADE || n != 3;
}

int series_systems(const series *run, int64_t n, int64_t lines, systems *s)
{
    static const row_pattern patterns[] = {ROWS_FREE, ROWS_SHARED, ROWS_TOEPLITZ};
    if (!systems_make(s, n, lines, run->periodic))
        return 0;
    systems_fill(s, run->kind, patterns[run->matrix], run->precision);
    return 1;
}

void series_judge(series *run, const systems *s, const char *algorithm)
{
    if (!judge_has_bound(s, run->kind, algorithm))
        return;
    for (int64_t line = 0; line < s->lines; ++line) {
        if (run->kind == MATRIX_ANY && judge_growth(s, line) > TAME)
            continue;
        const double r = judge_line(s, line, run->kind, run->matrix, run->precision, algorithm);
        run->worst = r <= run->worst ? run->worst : r;
        ++run->lines;
    }
}

void series_title(const series *run, char *text, size_t room)
{
    snprintf(text, room, "%s%s, %s, f%d: %lld solves, residuals of %lld lines", run->algorithm,
             run->periodic ? ", periodic" : "", matrix_names[run->kind], run->precision,
             (long long)run->solves, (long long)run->lines);
}
