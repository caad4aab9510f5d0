/* Cyclic reduction (CR), parallel cyclic reduction (PCR) and their hybrid for general lines of any length,
 * SIMD across the lines of a panel. They are here to be measured and for other hardware: on a CPU Thomas
 * elimination does fewer operations and reads each value once.
 *
 * Traffic: 5 words an unknown from memory; the panel with all its reduced rows waits in scratch. */
#include "backend/cpu/tridiag.h"

enum { A, B, C_, D, ENTRIES };
enum { HYBRID_ROWS = 32 }; /* the hybrid goes over to PCR when no more rows are left */

/* Arrays of n rows: the system, the system that PCR writes, the largest entry of every row. */
typedef struct reduction {
    real *now[ENTRIES], *then[ENTRIES], *most, *block, *outside[ENTRIES];
    real *finite; /* 0, or not a number where a diagonal is infinite: it would leave x = 0 behind */
    tri_flag *weak;
    int64_t n;
    int lanes;
    const tri_problem *problem;
} reduction;

tri_bytes_fn TRI_SYMBOL(tri_cr_bytes), TRI_SYMBOL(tri_pcr_bytes), TRI_SYMBOL(tri_crpcr_bytes);
tri_sweep_fn TRI_SYMBOL(tri_cr_sweep), TRI_SYMBOL(tri_pcr_sweep), TRI_SYMBOL(tri_crpcr_sweep);

size_t TRI_SYMBOL(tri_cr_bytes)(const tri_problem *p, int lanes)
{
    const size_t rows = (size_t)p->n * (2 * ENTRIES + 1) + ENTRIES + 2 + TRI_BLOCK;
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

/* The solution stands where d was, in the first array of scratch. */
static reduction carve(const tri_problem *p, int lanes, void *scratch)
{
    reduction s = {.n = p->n, .lanes = lanes, .problem = p};
    const ptrdiff_t panel = (ptrdiff_t)p->n * lanes;
    real *at = scratch;
    for (int k = ENTRIES - 1; k >= 0; --k, at += panel)
        s.now[k] = at;
    for (int k = 0; k < ENTRIES; ++k, at += panel)
        s.then[k] = at;
    s.most = at;
    s.block = s.most + panel;
    for (int k = 0; k < ENTRIES; ++k)
        s.outside[k] = s.block + (ptrdiff_t)(TRI_BLOCK + k) * lanes;
    s.finite = s.block + (ptrdiff_t)(TRI_BLOCK + ENTRIES) * lanes;
    s.weak = (tri_flag *)(s.finite + lanes);
    return s;
}

static inline void add_finite(const reduction *s, const real *restrict b)
{
    real *restrict finite = s->finite;
#pragma omp simd
    for (int l = 0; l < s->lanes; ++l)
        finite[l] += b[l] - b[l];
}

/* Brings the panel into scratch. Beyond the ends of a line there are rows of x = 0. */
static void load(const reduction *s, const tri_panel *panel)
{
    const tri_problem *p = s->problem;
    const void *from[ENTRIES] = {p->a, p->b, p->c, p->d};
    const size_t row = (size_t)s->lanes * sizeof(real);
    for (int k = 0; k < ENTRIES; ++k)
        for (int64_t first = 0; first < s->n; first += TRI_BLOCK) {
            const int rows = s->n - first < TRI_BLOCK ? (int)(s->n - first) : TRI_BLOCK;
            const tri_rows in = tri_read(p, panel, from[k], first, rows, s->block);
            for (int r = 0; r < rows; ++r)
                memcpy(s->now[k] + (first + r) * s->lanes, tri_row_at(&in, r, s->lanes), row);
        }
    memset(s->now[A], 0, row);
    memset(s->now[C_] + (s->n - 1) * s->lanes, 0, row);
    memset(s->outside[A], 0, ENTRIES * row);
    for (int l = 0; l < s->lanes; ++l) {
        s->outside[B][l] = 1;
        s->finite[l] = 0;
    }
    for (int64_t i = 0; i < s->n; ++i)
        add_finite(s, s->now[B] + i * s->lanes);
}

/* The size of every row, and the pivots of the first level. */
static void begin_check(const reduction *s)
{
    const real smallest = (real)s->problem->pivot_limit;
    memset(s->weak, 0, (size_t)s->lanes * sizeof *s->weak);
    for (int64_t i = 0; i < s->n && s->problem->check; ++i)
        for (int l = 0; l < s->lanes; ++l) {
            const ptrdiff_t o = i * s->lanes + l;
            const calc b = abs_r(s->now[B][o]);
            s->most[o] = max_r(max_r(abs_r(s->now[A][o]), abs_r(s->now[C_][o])), b);
            s->weak[l] |= !(b > smallest * s->most[o]);
        }
}

typedef struct reduction_row {
    const real *at[ENTRIES];
} reduction_row;

static reduction_row row_of(const reduction *s, real *const *from, int64_t i)
{
    reduction_row row;
    for (int k = 0; k < ENTRIES; ++k)
        row.at[k] = i < 0 || i >= s->n ? s->outside[k] : from[k] + i * s->lanes;
    return row;
}

/* Row i loses its couplings to the rows on both sides and gets those of theirs. May be done in place. */
static void reduce(const reduction *s, const reduction_row *left, const reduction_row *right,
                   int64_t i, real *const *to)
{
    const real *restrict al = left->at[A], *restrict bl = left->at[B], *restrict cl = left->at[C_],
                         *restrict dl = left->at[D], *restrict ar = right->at[A],
                         *restrict br = right->at[B], *restrict cr = right->at[C_],
                         *restrict dr = right->at[D];
    const real *a = s->now[A] + i * s->lanes, *b = s->now[B] + i * s->lanes,
               *c = s->now[C_] + i * s->lanes, *d = s->now[D] + i * s->lanes;
    real *an = to[A] + i * s->lanes, *bn = to[B] + i * s->lanes, *cn = to[C_] + i * s->lanes,
         *dn = to[D] + i * s->lanes;
#pragma omp simd
    for (int l = 0; l < s->lanes; ++l) {
        const real kl = a[l] / bl[l], kr = c[l] / br[l];
        an[l] = -(al[l] * kl);
        bn[l] = b[l] - cl[l] * kl - ar[l] * kr;
        cn[l] = -(cr[l] * kr);
        dn[l] = d[l] - dl[l] * kl - dr[l] * kr;
    }
}

/* Before reduce: what the diagonal will lose and what will be left must not dwarf the row as it was given,
 * nor may the new couplings. */
static void judge(const reduction *s, const reduction_row *left, const reduction_row *right,
                  int64_t i)
{
    const real growth = (real)s->problem->growth_limit, smallest = (real)s->problem->pivot_limit;
    for (int l = 0; l < s->lanes; ++l) {
        const ptrdiff_t o = i * s->lanes + l;
        const calc kl = s->now[A][o] / left->at[B][l], kr = s->now[C_][o] / right->at[B][l];
        const calc from_left = left->at[C_][l] * kl, from_right = right->at[A][l] * kr;
        const calc pivot = abs_r(s->now[B][o] - from_left - from_right);
        const calc limit = growth * s->most[o];
        const tri_flag grown = !(abs_r(from_left) + abs_r(from_right) + pivot <= limit);
        const tri_flag far_left = !(abs_r(left->at[A][l] * kl) <= limit);
        const tri_flag far_right = !(abs_r(right->at[C_][l] * kr) <= limit);
        const tri_flag lost = !(pivot > smallest * s->most[o]);
        s->weak[l] |= grown | far_left | far_right | lost;
    }
}

static void reduce_row(const reduction *s, int64_t i, int64_t reach, real *const *to)
{
    const reduction_row left = row_of(s, s->now, i - reach), right = row_of(s, s->now, i + reach);
    if (s->problem->check)
        judge(s, &left, &right, i);
    reduce(s, &left, &right, i, to);
    add_finite(s, to[B] + i * s->lanes);
}

/* x = (d - a x of the row before - c x of the row after) / b, in place of d. */
static void substitute(const reduction *s, int64_t i, int64_t reach)
{
    const reduction_row left = row_of(s, s->now, i - reach), right = row_of(s, s->now, i + reach);
    const real *restrict a = s->now[A] + i * s->lanes, *restrict b = s->now[B] + i * s->lanes,
                         *restrict c = s->now[C_] + i * s->lanes, *restrict before = left.at[D],
                         *restrict after = right.at[D];
    real *restrict x = s->now[D] + i * s->lanes;
#pragma omp simd
    for (int l = 0; l < s->lanes; ++l)
        x[l] = (x[l] - a[l] * before[l] - c[l] * after[l]) / b[l];
}

/* PCR of the rows step - 1, 2 step - 1, ...: every row at every level, from one system into the other. */
static void parallel_reduction(reduction *s, int64_t step)
{
    real *const d = s->now[D];
    for (int64_t reach = step; reach < s->n; reach *= 2) {
        for (int64_t i = step - 1; i < s->n; i += step)
            reduce_row(s, i, reach, s->then);
        for (int k = 0; k < ENTRIES; ++k) {
            real *t = s->now[k];
            s->now[k] = s->then[k];
            s->then[k] = t;
        }
    }
    for (int64_t i = step - 1; i < s->n; i += step)
        for (int l = 0; l < s->lanes; ++l) {
            const ptrdiff_t o = i * s->lanes + l;
            d[o] = s->now[D][o] / s->now[B][o];
        }
}

/* CR until at most `rows` rows are left, PCR of those (of one row: a division), and back. */
static void reduce_panel(const tri_problem *p, const tri_panel *panel, void *scratch, int64_t rows)
{
    reduction s = carve(p, panel->lanes, scratch);
    load(&s, panel);
    begin_check(&s);
    int64_t step = 1;
    for (; s.n / step > rows; step *= 2)
        for (int64_t i = 2 * step - 1; i < s.n; i += 2 * step)
            reduce_row(&s, i, step, s.now);
    reduction rest = s; /* its two systems change places */
    parallel_reduction(&rest, step);
    for (step /= 2; step >= 1; step /= 2)
        for (int64_t i = step - 1; i < s.n; i += 2 * step)
            substitute(&s, i, step);
    for (int l = 0; l < s.lanes; ++l)
        panel->flags[l] = s.weak[l] ? TRI_WEAK : 0;
    tri_raise(panel, s.finite, TRI_FAILED);
    for (int64_t i = 0; i < s.n; ++i)
        tri_raise(panel, s.now[D] + i * s.lanes, TRI_FAILED);
}

static void write_solution(const tri_problem *p, const tri_panel *panel, void *scratch)
{
    const reduction s = carve(p, panel->lanes, scratch);
    for (int64_t first = 0; first < p->n; first += TRI_BLOCK) {
        const int64_t end = p->n - first < TRI_BLOCK ? p->n : first + TRI_BLOCK;
        tri_write(p, panel, s.now[D] + first * s.lanes, first, end);
    }
    tri_write_end();
}

static void sweep(const tri_problem *p, const tri_panel *back, const tri_panel *there,
                  void *scratch, int64_t rows)
{
    if (back)
        write_solution(p, back, scratch);
    if (there)
        reduce_panel(p, there, scratch, rows);
}

void TRI_SYMBOL(tri_cr_sweep)(const tri_problem *p, const tri_panel *back, const tri_panel *there,
                              void *scratch)
{
    sweep(p, back, there, scratch, 1);
}

void TRI_SYMBOL(tri_pcr_sweep)(const tri_problem *p, const tri_panel *back, const tri_panel *there,
                               void *scratch)
{
    sweep(p, back, there, scratch, p->n);
}

void TRI_SYMBOL(tri_crpcr_sweep)(const tri_problem *p, const tri_panel *back,
                                 const tri_panel *there, void *scratch)
{
    sweep(p, back, there, scratch, HYBRID_ROWS);
}
