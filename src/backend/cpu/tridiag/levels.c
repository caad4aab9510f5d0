/* Cyclic reduction (CR) and parallel cyclic reduction (PCR) of many right-hand sides with one
 * matrix and precomputed coefficients: only d changes. SIMD across the lines of a panel; rows of a
 * level are independent.
 *
 * Traffic: reads d and writes x, 2 words per unknown. All d of a panel stay in scratch. */
#include "backend/cpu/tridiag/tridiag.h"

typedef struct levels_scratch {
    real *block, *zero, *d, *then; /* then: output of PCR */
    int64_t n;                     /* without the border */
    int lanes;
    const tri_levels *levels;
} levels_scratch;

tri_bytes_fn TRI_SYMBOL(tri_levels_cr_bytes), TRI_SYMBOL(tri_levels_pcr_bytes);
tri_sweep_fn TRI_SYMBOL(tri_levels_cr_sweep), TRI_SYMBOL(tri_levels_pcr_sweep);

size_t TRI_SYMBOL(tri_levels_cr_bytes)(const tri_problem *p, int lanes)
{
    return ((size_t)p->n + 1 + TRI_BLOCK) * (size_t)lanes * sizeof(real);
}

size_t TRI_SYMBOL(tri_levels_pcr_bytes)(const tri_problem *p, int lanes)
{
    return ((size_t)p->n * 2 + 1 + TRI_BLOCK) * (size_t)lanes * sizeof(real);
}

static levels_scratch carve(const tri_problem *p, int lanes, void *scratch)
{
    levels_scratch s = {.n = p->periodic ? p->n - 1 : p->n, .lanes = lanes, .levels = p->levels};
    s.block = scratch;
    s.zero = s.block + TRI_BLOCK * lanes;
    s.d = s.zero + lanes;
    s.then = s.d + p->n * lanes;
    return s;
}

static void load(const tri_problem *p, const tri_panel *panel, const levels_scratch *s)
{
    const size_t row = (size_t)s->lanes * sizeof(real);
    memset(s->zero, 0, row);
    for (int64_t first = 0; first < p->n; first += TRI_BLOCK) {
        const int rows = tri_block_rows(p->n, first / TRI_BLOCK);
        const tri_rows in = tri_read(p, panel, p->d, first, rows, s->block);
        for (int r = 0; r < rows; ++r)
            memcpy(s->d + (first + r) * s->lanes, tri_row_at(&in, r, s->lanes), row);
    }
}

/* Entry of row j in an array for `count` rows. */
static inline real entry(const levels_scratch *s, const void *array, int64_t j, int64_t count)
{
    const int64_t place = !s->levels->compact ? j : j == 0 ? 0 : j == count - 1 ? 2 : 1;
    return ((const real *)array)[place];
}

static inline const real *row_at(const levels_scratch *s, const real *array, int64_t i)
{
    return i < 0 || i >= s->n ? s->zero : array + i * s->lanes;
}

/* d -= left d[before] + right d[after], into another array or in place. */
static inline void reduce(const levels_scratch *s, int64_t i, int64_t reach, real left, real right,
                          real *to)
{
    const real *restrict before = row_at(s, s->d, i - reach), *restrict after =
                                                                  row_at(s, s->d, i + reach);
    const real *d = s->d + i * s->lanes;
    real *result = to + i * s->lanes;
#pragma omp simd
    for (int l = 0; l < s->lanes; ++l)
        result[l] = d[l] - left * before[l] - right * after[l];
}

/* x = (d - a x[before] - c x[after]) scale, in place. */
static inline void substitute(const levels_scratch *s, int64_t i, int64_t reach, real a, real c,
                              real scale)
{
    const real *restrict before = row_at(s, s->d, i - reach), *restrict after =
                                                                  row_at(s, s->d, i + reach);
    real *restrict x = s->d + i * s->lanes;
#pragma omp simd
    for (int l = 0; l < s->lanes; ++l)
        x[l] = (x[l] - a * before[l] - c * after[l]) * scale;
}

static inline void divide(const levels_scratch *s, int64_t i, real scale)
{
    real *restrict x = s->d + i * s->lanes;
#pragma omp simd
    for (int l = 0; l < s->lanes; ++l)
        x[l] = x[l] * scale;
}

static void cyclic_reduction(const levels_scratch *s)
{
    const tri_levels *v = s->levels;
    for (int k = 0; k < v->count; ++k) {
        const tri_level *level = &v->level[k];
        const int64_t step = (int64_t)1 << k, stay = level->rows / 2;
        for (int64_t j = 0; j < stay; ++j)
            reduce(s, 2 * (j + 1) * step - 1, step, entry(s, level->left, j, stay),
                   entry(s, level->right, j, stay), s->d);
    }
    const tri_level *end = &v->level[v->count];
    for (int64_t j = 0; j < end->rows; ++j)
        divide(s, ((j + 1) << v->count) - 1, entry(s, end->scale, j, end->rows));
    for (int k = v->count - 1; k >= 0; --k) {
        const tri_level *level = &v->level[k];
        const int64_t step = (int64_t)1 << k, leave = (level->rows + 1) / 2;
        for (int64_t j = 0; j < leave; ++j)
            substitute(s, (2 * j + 1) * step - 1, step, entry(s, level->a, j, leave),
                       entry(s, level->c, j, leave), entry(s, level->scale, j, leave));
    }
}

static void parallel_reduction(levels_scratch *s)
{
    const tri_levels *v = s->levels;
    real *home = s->d;
    for (int k = 0; k < v->count; ++k) {
        const tri_level *level = &v->level[k];
        for (int64_t i = 0; i < s->n; ++i)
            reduce(s, i, (int64_t)1 << k, entry(s, level->left, i, s->n),
                   entry(s, level->right, i, s->n), s->then);
        real *t = s->d;
        s->d = s->then;
        s->then = t;
    }
    for (int64_t i = 0; i < s->n; ++i)
        divide(s, i, entry(s, v->level[v->count].scale, i, s->n));
    if (s->d == home)
        return;
    memcpy(home, s->d, (size_t)(s->n * s->lanes) * sizeof(real));
    s->d = home;
}

/* Solves for the last unknown of a periodic line and adds its contribution to the others. */
static void join_border(const levels_scratch *s)
{
    const real *last = s->levels->last, *border = s->levels->border;
    const real *y = s->d, *y_last = s->d + (s->n - 1) * s->lanes;
    real *restrict x_last = s->d + s->n * s->lanes;
    for (int l = 0; l < s->lanes; ++l)
        x_last[l] = (x_last[l] - last[0] * y_last[l] - last[1] * y[l]) * last[2];
    for (int64_t i = 0; i < s->n; ++i) {
        real *restrict x = s->d + i * s->lanes;
#pragma omp simd
        for (int l = 0; l < s->lanes; ++l)
            x[l] = x[l] - border[i] * x_last[l];
    }
}

static void end_forward(const tri_problem *p, const tri_panel *panel, const levels_scratch *s)
{
    if (p->periodic)
        join_border(s);
    memset(panel->flags, 0, (size_t)s->lanes);
    tri_set_flags_of_rows(panel, s->d, p->n, TRI_FAILED);
}

void TRI_SYMBOL(tri_levels_cr_sweep)(const tri_problem *p, const tri_panel *backward,
                                     const tri_panel *forward, void *scratch)
{
    if (backward)
        tri_write_panel(p, backward, carve(p, backward->lanes, scratch).d);
    if (!forward)
        return;
    const levels_scratch s = carve(p, forward->lanes, scratch);
    load(p, forward, &s);
    cyclic_reduction(&s);
    end_forward(p, forward, &s);
}

void TRI_SYMBOL(tri_levels_pcr_sweep)(const tri_problem *p, const tri_panel *backward,
                                      const tri_panel *forward, void *scratch)
{
    if (backward)
        tri_write_panel(p, backward, carve(p, backward->lanes, scratch).d);
    if (!forward)
        return;
    levels_scratch s = carve(p, forward->lanes, scratch);
    load(p, forward, &s);
    parallel_reduction(&s);
    end_forward(p, forward, &s);
}
