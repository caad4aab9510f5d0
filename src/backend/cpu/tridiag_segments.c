/* Chunks of general lines: elimination to a segment, and x from its ends.
 *
 * Traffic: reduce reads a, b, c, d, expand reads them again and writes x: 9 words an unknown, of which the
 * second reading comes from a cache where the lines of a panel fit. */
#include "backend/cpu/tridiag_segments.h"

SEG_KERNEL(reduce);
SEG_KERNEL(expand);

typedef struct group_state {
    seg_vector y[SEG_VECTORS], g[SEG_VECTORS], q[SEG_VECTORS], r[SEG_VECTORS], e[SEG_VECTORS],
        p[SEG_VECTORS], c[SEG_VECTORS];
} group_state;

/* Row 0 as a segment of one row. p - p is 0 for a number and NaN for what is none: an infinite pivot would
 * otherwise pass for a row that says x = 0. */
SEG_INLINE void begin_row(int vectors, const real *a, const real *b, const real *c, const real *d,
                          group_state *s)
{
    const seg_vector zero = {0};
    for (int k = 0; k < vectors; ++k) {
        seg_load(&s->e[k], a + k * SEG_WIDTH);
        seg_load(&s->p[k], b + k * SEG_WIDTH);
        seg_load(&s->c[k], c + k * SEG_WIDTH);
        seg_load(&s->g[k], d + k * SEG_WIDTH);
        s->g[k] = s->g[k] - (s->p[k] - s->p[k]);
        s->y[k] = zero;
        s->q[k] = zero;
        s->r[k] = zero - (real)1;
    }
}

/* One more row: the unknown `last` of the segment is eliminated, the row's own takes its place. */
SEG_INLINE void append_row(int vectors, const real *a, const real *b, const real *c, const real *d,
                           group_state *s)
{
    for (int k = 0; k < vectors; ++k) {
        seg_vector below, pivot, after, side;
        seg_load(&below, a + k * SEG_WIDTH);
        seg_load(&pivot, b + k * SEG_WIDTH);
        seg_load(&after, c + k * SEG_WIDTH);
        seg_load(&side, d + k * SEG_WIDTH);
        const seg_vector scale = (real)1 / s->p[k];
        const seg_vector upper = s->c[k] * scale, y = s->g[k] * scale, q = s->e[k] * scale;
        s->y[k] = s->y[k] - s->r[k] * y;
        s->q[k] = s->q[k] - s->r[k] * q;
        s->r[k] = -(s->r[k] * upper);
        s->p[k] = pivot - below * upper;
        s->e[k] = -(below * q);
        s->g[k] = side - below * y - (s->p[k] - s->p[k]);
        s->c[k] = after;
    }
}

SEG_INLINE void store_state(int vectors, int lanes, const group_state *s, real *to)
{
    const seg_vector *const values[TRI_SEG_VALUES] = {
        [TRI_SEG_Y] = s->y, [TRI_SEG_G] = s->g, [TRI_SEG_Q] = s->q, [TRI_SEG_R] = s->r,
        [TRI_SEG_E] = s->e, [TRI_SEG_P] = s->p, [TRI_SEG_C] = s->c};
    for (int v = 0; v < TRI_SEG_VALUES; ++v)
        for (int k = 0; k < vectors; ++k)
            seg_store(to + (ptrdiff_t)v * lanes + k * SEG_WIDTH, &values[v][k]);
}

/* What is read in place of a or c where the line ends. */
static const real nothing[SEG_VECTORS * SEG_WIDTH];

SEG_INLINE void reduce_group(int vectors, const tri_chunk *chunk, int lane, real *segment)
{
    const real *a = (const real *)chunk->a + lane, *b = (const real *)chunk->b + lane,
               *c = (const real *)chunk->c + lane, *d = (const real *)chunk->d + lane;
    const ptrdiff_t pitch = chunk->pitch;
    const int last = chunk->rows - 1;
    group_state s;
    begin_row(vectors, chunk->no_before ? nothing : a, b,
              last == 0 && chunk->no_after ? nothing : c, d, &s);
    for (int i = 1; i <= last; ++i) {
        a += pitch, b += pitch, c += pitch, d += pitch;
        seg_ahead(chunk, a, lane);
        seg_ahead(chunk, b, lane);
        seg_ahead(chunk, c, lane);
        seg_ahead(chunk, d, lane);
        append_row(vectors, a, b, i == last && chunk->no_after ? nothing : c, d, &s);
    }
    store_state(vectors, chunk->lanes, &s, segment + lane);
}

void TRI_SYMBOL(tri_reduce)(const tri_chunk *chunk, void *segment)
{
#define REDUCE(vectors, lane) reduce_group(vectors, chunk, lane, segment)
    SEG_FOR_GROUPS(chunk->lanes, REDUCE);
#undef REDUCE
}

/* Thomas elimination between two known unknowns. c' goes to scratch, y to x. */
SEG_INLINE void expand_group(int vectors, const tri_chunk *chunk, int lane, const real *before,
                             const real *last, real *x, real *scratch)
{
    const real *a = (const real *)chunk->a + lane, *b = (const real *)chunk->b + lane,
               *c = (const real *)chunk->c + lane, *d = (const real *)chunk->d + lane;
    const int lanes = chunk->lanes;
    seg_vector upper[SEG_VECTORS], y[SEG_VECTORS], next[SEG_VECTORS];
    for (int k = 0; k < vectors; ++k) {
        upper[k] = (seg_vector){0};
        seg_load(&y[k], before + lane + k * SEG_WIDTH);
        seg_load(&next[k], last + lane + k * SEG_WIDTH);
    }
    for (int i = 0; i < chunk->rows - 1; ++i) {
        for (int k = 0; k < vectors; ++k) {
            seg_vector below, pivot, after, side;
            seg_load(&below, i == 0 && chunk->no_before ? nothing : a + k * SEG_WIDTH);
            seg_load(&pivot, b + k * SEG_WIDTH);
            seg_load(&after, c + k * SEG_WIDTH);
            seg_load(&side, d + k * SEG_WIDTH);
            const seg_vector scale = (real)1 / (pivot - below * upper[k]);
            upper[k] = after * scale;
            y[k] = (side - below * y[k]) * scale;
            seg_store(scratch + (ptrdiff_t)i * lanes + lane + k * SEG_WIDTH, &upper[k]);
            seg_store(x + (ptrdiff_t)i * lanes + lane + k * SEG_WIDTH, &y[k]);
        }
        a += chunk->pitch, b += chunk->pitch, c += chunk->pitch, d += chunk->pitch;
    }
    for (int i = chunk->rows - 1; i >= 0; --i) {
        real *row = x + (ptrdiff_t)i * lanes + lane;
        for (int k = 0; k < vectors; ++k) {
            if (i < chunk->rows - 1) {
                seg_load(&upper[k], scratch + (ptrdiff_t)i * lanes + lane + k * SEG_WIDTH);
                seg_load(&y[k], row + k * SEG_WIDTH);
                next[k] = y[k] - upper[k] * next[k];
            }
            seg_store(row + k * SEG_WIDTH, &next[k]);
        }
    }
}

void TRI_SYMBOL(tri_expand)(const tri_chunk *chunk, const void *before, const void *last, void *x,
                            void *scratch)
{
#define EXPAND(vectors, lane) expand_group(vectors, chunk, lane, before, last, x, scratch)
    SEG_FOR_GROUPS(chunk->lanes, EXPAND);
#undef EXPAND
}
