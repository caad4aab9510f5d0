/* Cyclic reduction of shared matrices: coefficients, computed once by setup. */
#include "solvers/tridiag/levels.h"

#include <math.h>

#include "base/memory.h"

/* Solves (inner matrix) q = (last column) by Thomas, before the levels exist. */
static void make_border(level_builder *w, size_t border, size_t last)
{
    const spate_tridiag *t = w->t;
    const double *a = t->shared[0], *b = t->shared[1], *c = t->shared[2];
    const int64_t m = t->layout.n - 1;
    double *q = w->block + border, *upper = (double *)(void *)w->now.row; /* not used yet */
    for (int64_t i = 0; i < m; ++i) {
        const double column = (i == 0 ? a[0] : 0) + (i == m - 1 ? c[m - 1] : 0);
        const double pivot = i ? b[i] - a[i] * upper[i - 1] : b[0];
        upper[i] = i == m - 1 ? 0 : c[i] / pivot;
        q[i] = (column - (i ? a[i] * q[i - 1] : 0)) / pivot;
    }
    for (int64_t i = m - 2; i >= 0; --i)
        q[i] -= upper[i] * q[i + 1];
    const double pivot = b[m] - a[m] * q[m - 1] - c[m] * q[0];
    level_put(w, last, a[m]);
    level_put(w, last + 1, c[m]);
    level_put(w, last + 2, 1 / pivot);
    /* An error of y reaches the last unknown and, through q, all others; |y| <= |x| + |q|
     * |x[n-1]|. */
    double most = 0;
    for (int64_t i = 0; i < m; ++i)
        most = fmax(most, fabs(q[i]));
    w->gain = (1 + most * (fabs(a[m]) + fabs(c[m])) / fabs(pivot)) * (1 + most);
}

static const void *value_at(const level_builder *w, size_t place)
{
    return w->t->precision == 32 ? (const void *)((float *)(void *)(w->block + w->room) + place)
                                 : (const void *)(w->block + place);
}

static void publish(level_builder *w, size_t border, size_t last)
{
    tri_levels *v = &w->t->levels;
    float *narrow = (float *)(void *)(w->block + w->room);
    for (size_t k = 0; w->t->precision == 32 && k < w->used; ++k)
        narrow[k] = (float)w->block[k];
    *v = (tri_levels){.count = w->count, .compact = w->now.compact};
    for (int k = 0; k <= w->count; ++k) {
        const level_offsets *p = &w->level[k];
        v->level[k] = (tri_level){p->rows,           value_at(w, p->left), value_at(w, p->right),
                                  value_at(w, p->a), value_at(w, p->c),    value_at(w, p->scale)};
    }
    v->border = value_at(w, border);
    v->last = value_at(w, last);
}

/* Maximum number of coefficients: CR stores each row once per level it takes part in, PCR stores
 * all rows at each level. */
static size_t space_for(const spate_tridiag *t, int parallel, int compact)
{
    const size_t n = (size_t)t->layout.n;
    size_t levels = 1;
    while (((size_t)1 << levels) < n)
        ++levels;
    const size_t coefficients = parallel  ? n * (2 * levels + 1)
                                : compact ? 15 * (levels + 1)
                                          : 6 * n;
    return coefficients + n + 3; /* and the border */
}

static spate_status make(level_builder *w, int parallel, int compact, double tolerance)
{
    spate_tridiag *t = w->t;
    const size_t border = level_reserve(w, t->layout.n), last = level_reserve(w, 3);
    if (t->periodic)
        make_border(w, border, last);
    level_read_matrix(w, compact);
    level_build(w, parallel, tolerance);
    publish(w, border, last);
    if (!w->bad)
        return SPATE_OK;
    t->weak_matrix = 1;
    if (t->repair)
        return SPATE_OK;
    return spate_fail(t->ctx, SPATE_ERROR_NUMERICAL,
                      "cyclic reduction of the shared matrix meets a pivot that is 0 or not a "
                      "finite number; the matrix is singular or needs pivoting (repair)");
}

spate_status tri_make_levels_to(spate_tridiag *t, double tolerance)
{
    const int parallel = t->method->levels == TRI_PCR_LEVELS;
    const int compact = t->method->levels == TRI_TRUNCATED_LEVELS;
    const size_t rows = (size_t)t->layout.n + 3;
    level_builder w = {.t = t, .gain = 1, .room = space_for(t, parallel, compact)};
    memory_free(t->level_block);
    t->level_block =
        memory_alloc(2 * w.room * sizeof(double)); /* the second half holds f32 copies */
    w.block = t->level_block;
    w.now.row = memory_alloc(rows * sizeof(level_row));
    w.then.row = memory_alloc(rows * sizeof(level_row));
    spate_status status = SPATE_OK;
    if (w.block && w.now.row && w.then.row)
        status = make(&w, parallel, compact, tolerance);
    else
        status = fail_memory(t->ctx, "no memory for the levels of %zu rows", rows);
    memory_free(w.now.row);
    memory_free(w.then.row);
    return status;
}

/* Truncated where that changes x by less than the rounding of its largest value. */
spate_status tri_make_levels(spate_tridiag *t)
{
    if (t->method->levels == TRI_NO_LEVELS)
        return SPATE_OK;
    const double rounding = t->precision == 32 ? 0x1p-24 : 0x1p-53;
    return tri_make_levels_to(t, t->method->levels == TRI_TRUNCATED_LEVELS ? rounding : 0);
}
