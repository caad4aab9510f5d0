/* Cyclic reduction (CR), parallel cyclic reduction (PCR) and their hybrid for lines of any length,
 * periodic or not, SIMD across the lines of a panel. For comparison: on a CPU Thomas elimination
 * needs fewer operations and reads each value once.
 *
 * Traffic: 5 words per unknown from memory; the panel with all its reduced rows stays in
 * scratch. */
#include "backend/cpu/tridiag/reduction.h"

enum { HYBRID_ROWS = 32 }; /* the hybrid changes to PCR at this number of rows */

tri_bytes_fn TRI_SYMBOL(tri_cr_bytes), TRI_SYMBOL(tri_pcr_bytes), TRI_SYMBOL(tri_crpcr_bytes);
tri_sweep_fn TRI_SYMBOL(tri_cr_sweep), TRI_SYMBOL(tri_pcr_sweep), TRI_SYMBOL(tri_crpcr_sweep);

static int entries_of(const tri_problem *p)
{
    return p->periodic ? ENTRIES : Q;
}

size_t TRI_SYMBOL(tri_cr_bytes)(const tri_problem *p, int lanes)
{
    const size_t entries = (size_t)entries_of(p);
    const size_t rows = (size_t)p->n * (2 * entries + 1) + entries + 4 + TRI_BLOCK;
    return rows * (size_t)lanes * sizeof(real);
}

size_t TRI_SYMBOL(tri_pcr_bytes)(const tri_problem *p, int lanes)
{
    return TRI_SYMBOL(tri_cr_bytes)(p, lanes);
}

size_t TRI_SYMBOL(tri_crpcr_bytes)(const tri_problem *p, int lanes)
{
    return TRI_SYMBOL(tri_cr_bytes)(p, lanes);
}

static real *carve_rows(real **at, ptrdiff_t rows, int lanes)
{
    real *mine = *at;
    *at += rows * lanes;
    return mine;
}

/* The solution replaces d. */
static reduction carve(const tri_problem *p, int lanes, void *scratch)
{
    reduction s = {.n = p->periodic ? p->n - 1 : p->n,
                   .lanes = lanes,
                   .entries = entries_of(p),
                   .problem = p};
    real *at = scratch;
    for (int k = 0; k < s.entries; ++k) {
        s.now[k] = carve_rows(&at, p->n, lanes);
        s.then[k] = carve_rows(&at, p->n, lanes);
        s.outside[k] = carve_rows(&at, 1, lanes);
    }
    s.most = carve_rows(&at, p->n, lanes);
    s.block = carve_rows(&at, TRI_BLOCK, lanes);
    s.from_left = carve_rows(&at, 1, lanes);
    s.from_right = carve_rows(&at, 1, lanes);
    s.finite = carve_rows(&at, 1, lanes);
    s.weak = (tri_flag *)carve_rows(&at, 1, lanes);
    return s;
}

static void load_array(const reduction *s, const tri_panel *panel, const void *from, real *to)
{
    const tri_problem *p = s->problem;
    for (int64_t first = 0; first < p->n; first += TRI_BLOCK) {
        const int rows = tri_block_rows(p->n, first / TRI_BLOCK);
        const tri_rows in = tri_read(p, panel, from, first, rows, s->block);
        for (int r = 0; r < rows; ++r)
            memcpy(row_in(s, to, first + r), tri_row_at(&in, r, s->lanes),
                   (size_t)s->lanes * sizeof(real));
    }
}

/* Copies a shared matrix to all lanes. */
static void spread(const reduction *s, const real *column, real *to)
{
    for (int64_t i = 0; i < s->problem->n; ++i)
        for (int l = 0; l < s->lanes; ++l)
            row_in(s, to, i)[l] = column[i];
}

/* Loads the panel into scratch. a[0] and c[n-1] are not part of a line that is not periodic. */
static void load(const reduction *s, const tri_panel *panel)
{
    const tri_problem *p = s->problem;
    const tri_factors *f = &p->factors;
    const void *lines[] = {p->a, p->b, p->c}, *shared[] = {f->a, f->b, f->c};
    const size_t row = (size_t)s->lanes * sizeof(real);
    for (int k = A; k <= C_; ++k)
        if (p->a)
            load_array(s, panel, lines[k], s->now[k]);
        else
            spread(s, shared[k], s->now[k]);
    load_array(s, panel, p->d, s->now[D]);
    if (!p->periodic) {
        memset(s->now[A], 0, row);
        memset(row_in(s, s->now[C_], p->n - 1), 0, row);
    }
    memset(s->finite, 0, row);
    memset(s->weak, 0, row);
    for (int64_t i = 0; i < p->n; ++i)
        add_finite(s, row_in(s, s->now[B], i));
    for (int k = 0; k < s->entries; ++k)
        for (int l = 0; l < s->lanes; ++l)
            s->outside[k][l] = k == B;
}

/* Largest entry of every row, and checks of the pivots of the first level. */
static void begin_check(const reduction *s)
{
    const real smallest = (real)s->problem->pivot_limit;
    for (int64_t i = 0; i < s->problem->n; ++i)
        for (int l = 0; l < s->lanes; ++l) {
            const ptrdiff_t o = i * s->lanes + l;
            const calc b = abs_r(s->now[B][o]);
            s->most[o] = max_r(max_r(abs_r(s->now[A][o]), abs_r(s->now[C_][o])), b);
            if (i < s->n)
                s->weak[l] |= !(b > smallest * s->most[o]);
        }
}

/* Removes the last unknown of a periodic line from the system: its column becomes a second
 * right-hand side. */
static void split_border(const reduction *s)
{
    real *a = s->now[A], *c = row_in(s, s->now[C_], s->n - 1), *q = s->now[Q],
         *q_last = row_in(s, q, s->n - 1);
    memset(q, 0, (size_t)(s->n * s->lanes) * sizeof(real));
    for (int l = 0; l < s->lanes; ++l) {
        q[l] = a[l];
        q_last[l] = q_last[l] + c[l];
        a[l] = c[l] = 0;
    }
}

/* The last row gives the last unknown from the solutions y and q; then x = y - q x[n-1]. */
static void join_border(const reduction *s)
{
    const real growth = (real)s->problem->growth_limit, smallest = (real)s->problem->pivot_limit;
    const int64_t m = s->n;
    const real *a = row_in(s, s->now[A], m), *b = row_in(s, s->now[B], m),
               *c = row_in(s, s->now[C_], m), *most = row_in(s, s->most, m);
    const real *y = s->now[D], *y_last = row_in(s, s->now[D], m - 1), *q = s->now[Q],
               *q_last = row_in(s, s->now[Q], m - 1);
    real *x = row_in(s, s->now[D], m);
    for (int l = 0; l < s->lanes; ++l) {
        const real left = a[l] * q_last[l], right = c[l] * q[l], pivot = b[l] - left - right;
        x[l] = (x[l] - a[l] * y_last[l] - c[l] * y[l]) / pivot;
        s->finite[l] += pivot - pivot;
        if (s->problem->check) {
            const calc size = abs_r(pivot), all = abs_r(left) + abs_r(right) + size;
            s->weak[l] |= !(all <= growth * most[l]) || !(size > smallest * most[l]);
        }
    }
    for (int64_t i = 0; i < m; ++i) {
        const real *restrict q_now = row_in(s, s->now[Q], i), *restrict last = x;
        real *restrict x_now = row_in(s, s->now[D], i);
#pragma omp simd
        for (int l = 0; l < s->lanes; ++l)
            x_now[l] = x_now[l] - q_now[l] * last[l];
    }
}

/* PCR of the rows step - 1, 2 step - 1, ...: every row at every level, from one array into the
 * other. */
static void parallel_reduction(const reduction *all, int64_t step)
{
    reduction s = *all; /* its two arrays are swapped */
    for (int64_t reach = step; reach < s.n; reach *= 2) {
        for (int64_t i = step - 1; i < s.n; i += step)
            reduce_row(&s, i, reach, s.then);
        for (int k = 0; k < s.entries; ++k) {
            real *t = s.now[k];
            s.now[k] = s.then[k];
            s.then[k] = t;
        }
    }
    for (int64_t i = step - 1; i < s.n; i += step)
        for (int k = D; k < s.entries; ++k)
            for (int l = 0; l < s.lanes; ++l) {
                const ptrdiff_t o = i * s.lanes + l;
                all->now[k][o] = s.now[k][o] / s.now[B][o];
            }
}

/* CR until at most `rows` rows remain, PCR of those (for one row: a division), and back
 * substitution. */
static void reduce_panel(const tri_problem *p, const tri_panel *panel, void *scratch, int64_t rows)
{
    const reduction s = carve(p, panel->lanes, scratch);
    load(&s, panel);
    if (p->check)
        begin_check(&s);
    if (p->periodic)
        split_border(&s);
    int64_t step = 1;
    for (; s.n / step > rows; step *= 2)
        for (int64_t i = 2 * step - 1; i < s.n; i += 2 * step)
            reduce_row(&s, i, step, s.now);
    parallel_reduction(&s, step);
    for (step /= 2; step >= 1; step /= 2)
        for (int64_t i = step - 1; i < s.n; i += 2 * step)
            substitute(&s, i, step);
    if (p->periodic)
        join_border(&s);
    for (int l = 0; l < s.lanes; ++l)
        panel->flags[l] = s.weak[l] ? TRI_WEAK : 0;
    tri_set_flags(panel, s.finite, TRI_FAILED);
    tri_set_flags_of_rows(panel, s.now[D], p->n, TRI_FAILED);
}

static void sweep(const tri_problem *p, const tri_panel *backward, const tri_panel *forward,
                  void *scratch, int64_t rows)
{
    if (backward)
        tri_write_panel(p, backward, carve(p, backward->lanes, scratch).now[D]);
    if (forward)
        reduce_panel(p, forward, scratch, rows);
}

void TRI_SYMBOL(tri_cr_sweep)(const tri_problem *p, const tri_panel *backward,
                              const tri_panel *forward, void *scratch)
{
    sweep(p, backward, forward, scratch, 1);
}

void TRI_SYMBOL(tri_pcr_sweep)(const tri_problem *p, const tri_panel *backward,
                               const tri_panel *forward, void *scratch)
{
    sweep(p, backward, forward, scratch, p->n);
}

void TRI_SYMBOL(tri_crpcr_sweep)(const tri_problem *p, const tri_panel *backward,
                                 const tri_panel *forward, void *scratch)
{
    sweep(p, backward, forward, scratch, HYBRID_ROWS);
}
