/* Thomas-PCR for few long lines, periodic or not. A panel is one line, cut into CHUNKS equal
 * chunks, one per lane, and a remainder. Each chunk is eliminated separately, with the unknown
 * before it (z of the previous chunk) as a parameter, until its last unknown z is coupled only to
 * those of its neighbours. PCR solves for all z; then the chunks are substituted. The cuts depend
 * only on n, and so do the bits. A shared matrix is eliminated again for each line.
 *
 * Traffic: 5 words per unknown, and 6 more for c', g and y if the scratch does not fit in cache. */
#include "backend/cpu/tridiag/chunks.h"
#include "backend/cpu/tridiag/chunk_source.h"

typedef struct chunks_scratch {
    chunk_group group[2];
    real *block[INPUTS];
    real *z; /* ALL + 1 values; first the one before the line: 0 or, periodic, the last */
} chunks_scratch;

tri_bytes_fn TRI_SYMBOL(tri_chunks_bytes);
tri_sweep_fn TRI_SYMBOL(tri_chunks_sweep);

size_t TRI_SYMBOL(tri_chunks_bytes)(const tri_problem *p, int lanes)
{
    (void)lanes; /* one line at a time */
    return ((size_t)p->n * PARTS + INPUTS * TRI_BLOCK * CHUNKS + ALL + 1) * sizeof(real);
}

/* Rows of a chunk in the lanes. Long chunks at a power-of-two distance would compete for few
 * cache sets: they leave a cache line to the remainder. */
static int64_t rows_of_chunk(int64_t n)
{
    const int64_t rows = n / CHUNKS;
    return rows >= 512 && rows % 64 == 0 ? rows - 8 : rows;
}

static chunks_scratch carve(const tri_problem *p, void *scratch)
{
    chunks_scratch s;
    const int64_t rows = rows_of_chunk(p->n);
    for (int k = 0; k < INPUTS; ++k)
        s.block[k] = (real *)scratch + (ptrdiff_t)k * TRI_BLOCK * CHUNKS;
    real *parts = s.block[INPUTS - 1] + TRI_BLOCK * CHUNKS;
    s.group[0] = (chunk_group){CHUNKS, 0, rows, parts};
    s.group[1] =
        (chunk_group){1, rows * CHUNKS, p->n - rows * CHUNKS, parts + rows * CHUNKS * PARTS};
    s.z = parts + p->n * PARTS;
    return s;
}

/* p = b - a c';  c' = c / p;  y = (d - a y) / p;  g = -a g / p, starting with -1. Also, for all
 * rows but the last, x[0] = y - g x[before] - h x[i+1], starting with h = -1. */
TRI_SWEEP eliminate(real *const *row, chunk_ends *e, real *restrict to, int is_last, const int at,
                    const int lanes)
{
    real *last_c = e->last_c + at, *last_g = e->last_g + at, *last_y = e->last_y + at,
         *finite = e->finite + at, *first_y = e->y + at, *first_g = e->g + at, *first_h = e->h + at;
    const real *restrict a = row[0], *restrict b = row[1], *restrict c = row[2],
                         *restrict d = row[3];
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
        const real pivot = b[l] - a[l] * last_c[l], r = (real)1 / pivot;
        finite[l] += pivot - pivot;
        to[l] = last_c[l] = c[l] * r;
        to[lanes + l] = last_g[l] = -(a[l] * last_g[l]) * r;
        to[2 * lanes + l] = last_y[l] = (d[l] - a[l] * last_y[l]) * r;
    }
    if (is_last)
        return;
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
        first_y[l] = first_y[l] - first_h[l] * last_y[l];
        first_g[l] = first_g[l] - first_h[l] * last_g[l];
        first_h[l] = -(first_h[l] * last_c[l]);
    }
}

/* As in thomas.c, and also for g. */
static void check_pivots(const tri_problem *p, real *const *row, chunk_ends *e, int at, int lanes)
{
    const real growth = (real)p->growth_limit, smallest = (real)p->pivot_limit;
    for (int l = 0; l < lanes; ++l) {
        const calc a = row[0][l], b = row[1][l], c = row[2][l], product = a * e->last_c[at + l];
        const calc most = max_r(max_r(abs_r(a), abs_r(c)), abs_r(b)), pivot = abs_r(b - product);
        const tri_flag grown = !(abs_r(product) + pivot <= growth * most);
        const tri_flag lost = !(pivot > smallest * most);
        const tri_flag far = !(abs_r(a * e->last_g[at + l]) <= growth * most);
        e->weak[at + l] |= grown | lost | far;
    }
}

static void begin(chunk_ends *e, int first, int lanes)
{
    for (int l = first; l < first + lanes; ++l) {
        e->y[l] = e->g[l] = e->last_c[l] = e->last_y[l] = e->finite[l] = 0;
        e->h[l] = e->last_g[l] = -1;
        e->weak[l] = 0;
    }
}

TRI_SWEEP eliminate_group(const tri_problem *p, const tri_panel *line, const chunks_scratch *s,
                          const chunk_group *g, chunk_ends *e, const int at, const int lanes)
{
    chunk_source source;
    find_source(p, line, g, &source);
    begin(e, at, lanes);
    for (int64_t first = 0; first < g->rows; first += TRI_BLOCK) {
        const int rows = tri_block_rows(g->rows, first / TRI_BLOCK);
        read_block(p, &source, g, first, rows, s->block);
        for (int r = 0; r < rows; ++r) {
            real *row[INPUTS];
            for (int k = 0; k < INPUTS; ++k)
                row[k] = s->block[k] + r * lanes;
            if (p->check)
                check_pivots(p, row, e, at, lanes);
            eliminate(row, e, g->parts + (first + r) * PARTS * lanes, first + r == g->rows - 1, at,
                      lanes);
        }
    }
}

static void forward_sweep(const tri_problem *p, const tri_panel *line, const chunks_scratch *s)
{
    chunk_ends e;
    int count = 0;
    if (s->group[0].rows > 0) {
        eliminate_group(p, line, s, &s->group[0], &e, 0, CHUNKS);
        count = CHUNKS;
    }
    if (s->group[1].rows > 0) {
        eliminate_group(p, line, s, &s->group[1], &e, count, 1);
        ++count;
    }
    int weak = find_z(p, &e, count, s->z), finite = 1;
    for (int k = 0; k < count; ++k) {
        weak |= e.weak[k] != 0;
        finite &= e.finite[k] == 0 && s->z[k + 1] - s->z[k + 1] == 0;
    }
    line->flags[0] = (uint8_t)((p->check && weak ? TRI_WEAK : 0) | (finite ? 0 : TRI_FAILED));
}

/* x = y - g z of the chunk before - c' x of the next row. */
TRI_SWEEP substitute(const real *restrict parts, const real *restrict before, real *next,
                     real *restrict x, const int lanes)
{
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = next[l] = parts[2 * lanes + l] - parts[lanes + l] * before[l] - parts[l] * next[l];
}

TRI_SWEEP substitute_group(const tri_problem *p, const tri_panel *line, const chunks_scratch *s,
                           const chunk_group *g, const real *z, const int lanes)
{
    ptrdiff_t offset[CHUNKS];
    const tri_panel panel = lanes_of(line->offset[0], p->stride, g, offset);
    real next[CHUNKS];
    for (int l = 0; l < lanes; ++l)
        next[l] = z[l + 1];
    for (int64_t block = tri_blocks(g->rows) - 1; block >= 0; --block) {
        const int rows = tri_block_rows(g->rows, block);
        for (int r = rows - 1; r >= 0; --r) {
            const int64_t i = block * TRI_BLOCK + r;
            real *x = s->block[0] + r * lanes;
            if (i == g->rows - 1)
                memcpy(x, next, (size_t)lanes * sizeof(real));
            else
                substitute(g->parts + i * PARTS * lanes, z, next, x, lanes);
        }
        tri_write_lanes(p, &panel, s->block[0], block * TRI_BLOCK, block * TRI_BLOCK + rows, lanes);
    }
    for (int l = 0; l < lanes; ++l)
        if (!(next[l] - next[l] == 0))
            line->flags[0] |= TRI_OVERFLOWS;
}

static void backward_sweep(const tri_problem *p, const tri_panel *line, const chunks_scratch *s)
{
    const int full = s->group[0].rows > 0;
    if (full)
        substitute_group(p, line, s, &s->group[0], s->z, CHUNKS);
    if (s->group[1].rows > 0)
        substitute_group(p, line, s, &s->group[1], s->z + (full ? CHUNKS : 0), 1);
    tri_write_end();
}

void TRI_SYMBOL(tri_chunks_sweep)(const tri_problem *p, const tri_panel *backward,
                                  const tri_panel *forward, void *scratch)
{
    const chunks_scratch s = carve(p, scratch);
    if (backward)
        backward_sweep(p, backward, &s);
    if (forward)
        forward_sweep(p, forward, &s);
}
