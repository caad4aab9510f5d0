/* The recurrences of cyclic reduction, level by level. A reduced Toeplitz matrix is Toeplitz
 * again, except for its first and last row, so three rows describe a level. */
#include "solvers/tridiag/levels.h"

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Number of entries stored for `count` rows, and the row that entry k represents. */
static int64_t entries_of(int compact, int64_t count)
{
    return compact ? 3 : count;
}

static int64_t represented(int compact, int64_t count, int64_t k)
{
    if (!compact)
        return k;
    return k == 0 ? 0 : k == 2 ? count - 1 : count / 2;
}

static level_row row_at(const level_rows *r, int64_t j)
{
    const level_row outside = {0, 1, 0, 1};
    if (j < 0 || j >= r->count)
        return outside;
    return r->row[!r->compact ? j : j == 0 ? 0 : j == r->count - 1 ? 2 : 1];
}

size_t level_reserve(level_builder *w, int64_t values)
{
    const size_t place = w->used;
    w->used += (size_t)values;
    return place;
}

void level_put(level_builder *w, size_t place, double value)
{
    w->bad |= !solver_finite(value);
    w->block[place] = value;
}

/* Eliminates the neighbours at distance `reach` from row j. The coefficients are stored as entry
 * k. */
static level_row reduced(level_builder *w, const level_offsets *p, int64_t k, int64_t j,
                         int64_t reach)
{
    const level_row now = row_at(&w->now, j), before = row_at(&w->now, j - reach),
                    after = row_at(&w->now, j + reach);
    const double left = now.a / before.b, right = now.c / after.b;
    const double lost_left = before.c * left, lost_right = after.a * right;
    const level_row next = {-(before.a * left), now.b - lost_left - lost_right, -(after.c * right),
                            now.most};
    const double limit = tri_growth_limit(w->t->precision) * now.most;
    w->t->weak_matrix |=
        !(solver_magnitude(lost_left) + solver_magnitude(lost_right) + solver_magnitude(next.b) <=
          limit) ||
        !(solver_magnitude(next.a) <= limit) || !(solver_magnitude(next.c) <= limit) ||
        !(solver_magnitude(next.b) > tri_pivot_limit(w->t->precision, w->t->layout.n) * now.most);
    w->bad |= next.b == 0;
    level_put(w, p->left + (size_t)k, left);
    level_put(w, p->right + (size_t)k, right);
    return next;
}

/* Largest ratio of couplings to diagonal of all rows: the change of x, relative to its largest
 * value, if they are neglected. */
static double coupling(const level_rows *r)
{
    double most = 0;
    for (int64_t k = 0; k < entries_of(r->compact, r->count); ++k) {
        const level_row row = row_at(r, represented(r->compact, r->count, k));
        most = larger(most, (solver_magnitude(row.a) + solver_magnitude(row.c)) /
                                solver_magnitude(row.b));
    }
    return most;
}

static void put_scales(level_builder *w, level_offsets *p, int64_t rows, int64_t each)
{
    const int64_t entries = entries_of(w->now.compact, rows);
    p->scale = level_reserve(w, entries);
    for (int64_t k = 0; k < entries; ++k)
        level_put(w, p->scale + (size_t)k,
                  1 / row_at(&w->now, each * represented(w->now.compact, rows, k)).b);
}

/* Cyclic reduction: eliminates the rows 0, 2, 4, ... */
static void halve(level_builder *w, level_offsets *p)
{
    const int64_t rows = w->now.count, stay = rows / 2, leave = (rows + 1) / 2;
    const int compact = w->now.compact;
    const int64_t staying = entries_of(compact, stay), leaving = entries_of(compact, leave);
    p->left = level_reserve(w, staying);
    p->right = level_reserve(w, staying);
    for (int64_t k = 0; k < staying; ++k)
        w->then.row[k] = reduced(w, p, k, 2 * represented(compact, stay, k) + 1, 1);
    p->a = level_reserve(w, leaving);
    p->c = level_reserve(w, leaving);
    for (int64_t k = 0; k < leaving; ++k) {
        const level_row row = row_at(&w->now, 2 * represented(compact, leave, k));
        level_put(w, p->a + (size_t)k, row.a);
        level_put(w, p->c + (size_t)k, row.c);
    }
    put_scales(w, p, leave, 2);
    w->then.count = stay;
}

/* Parallel cyclic reduction: all rows remain. */
static void couple_further(level_builder *w, level_offsets *p)
{
    const int64_t rows = w->now.count;
    p->left = level_reserve(w, rows);
    p->right = level_reserve(w, rows);
    for (int64_t j = 0; j < rows; ++j)
        w->then.row[j] = reduced(w, p, j, j, (int64_t)1 << w->count);
    w->then.count = rows;
}

void level_build(level_builder *w, int parallel, double tolerance)
{
    while (w->count < TRI_MAX_LEVELS && !(w->gain * coupling(&w->now) <= tolerance) && !w->bad) {
        level_offsets *p = &w->level[w->count];
        p->rows = w->now.count;
        w->gain *= larger(1, coupling(&w->now));
        if (parallel)
            couple_further(w, p);
        else
            halve(w, p);
        const level_rows t = w->now;
        w->now = w->then;
        w->then = t;
        ++w->count;
    }
    w->level[w->count].rows = w->now.count;
    put_scales(w, &w->level[w->count], w->now.count, 1);
}

void level_read_matrix(level_builder *w, int compact)
{
    const spate_tridiag *t = w->t;
    const int64_t n = t->periodic ? t->layout.n - 1 : t->layout.n;
    w->now.count = n;
    w->now.compact = w->then.compact = compact;
    for (int64_t k = 0; k < entries_of(compact, n); ++k) {
        const int64_t i = represented(compact, n, k);
        level_row row = {t->shared[0][i], t->shared[1][i], t->shared[2][i], 0};
        row.most = larger(larger(solver_magnitude(row.a), solver_magnitude(row.c)),
                          solver_magnitude(row.b));
        row.a = i == 0 ? 0 : row.a;
        row.c = i == n - 1 ? 0 : row.c;
        w->t->weak_matrix |=
            !(solver_magnitude(row.b) > tri_pivot_limit(t->precision, t->layout.n) * row.most);
        w->bad |= row.b == 0;
        w->now.row[k] = row;
    }
}
