/* Chunks of general lines: elimination to a segment, and x from its ends.
 *
 * Traffic: reduce reads a, b, c, d, expand writes x, 5 words an unknown. What is kept in between, 3 words, is scratch
 * that each thread uses again for every panel: it stays in a cache. */
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
                           group_state *s, int lanes, real *kept)
{
    for (int k = 0; k < vectors; ++k) {
        seg_vector below, pivot, after, side;
        seg_load(&below, a + k * SEG_WIDTH);
        seg_load(&pivot, b + k * SEG_WIDTH);
        seg_load(&after, c + k * SEG_WIDTH);
        seg_load(&side, d + k * SEG_WIDTH);
        const seg_vector scale = (real)1 / s->p[k];
        const seg_vector upper = s->c[k] * scale, y = s->g[k] * scale, q = s->e[k] * scale;
        seg_store(kept + TRI_KEPT_Y * lanes + k * SEG_WIDTH, &y);
        seg_store(kept + TRI_KEPT_Q * lanes + k * SEG_WIDTH, &q);
        seg_store(kept + TRI_KEPT_R * lanes + k * SEG_WIDTH, &upper);
        s->y[k] = s->y[k] - s->r[k] * y;
        s->q[k] = s->q[k] - s->r[k] * q;
        s->r[k] = -(s->r[k] * upper);
        s->p[k] = pivot - below * upper;
        s->e[k] = -(below * q);
        s->g[k] = side - below * y - (s->p[k] - s->p[k]);
        s->c[k] = after;
    }
}

/* The state of a group in the order of a segment. */
SEG_INLINE void move_state(int vectors, int lanes, group_state *s, real *segment, int storing)
{
    seg_vector *const values[TRI_SEG_VALUES] = {
        [TRI_SEG_Y] = s->y, [TRI_SEG_G] = s->g, [TRI_SEG_Q] = s->q, [TRI_SEG_R] = s->r,
        [TRI_SEG_E] = s->e, [TRI_SEG_P] = s->p, [TRI_SEG_C] = s->c};
    for (int v = 0; v < TRI_SEG_VALUES; ++v)
        for (int k = 0; k < vectors; ++k) {
            real *at = segment + (ptrdiff_t)v * lanes + k * SEG_WIDTH;
            if (storing)
                seg_store(at, &values[v][k]);
            else
                seg_load(&values[v][k], at);
        }
}

/* What is read in place of a or c where the line ends. */
static const real nothing[SEG_VECTORS * SEG_WIDTH];

SEG_INLINE void reduce_group(int vectors, const tri_chunk *chunk, int lane, real *segment,
                             real *kept)
{
    const real *a = (const real *)chunk->a + lane, *b = (const real *)chunk->b + lane,
               *c = (const real *)chunk->c + lane, *d = (const real *)chunk->d + lane;
    const ptrdiff_t pitch = chunk->pitch;
    const int last = chunk->rows - 1;
    group_state s;
    int i = 0;
    if (chunk->continues) {
        move_state(vectors, chunk->lanes, &s, segment + lane, 0);
    } else {
        begin_row(vectors, chunk->no_before ? nothing : a, b,
                  last == 0 && chunk->no_after ? nothing : c, d, &s);
        i = 1;
    }
    kept += lane;
    for (; i <= last; ++i) {
        const ptrdiff_t at = i * pitch;
        seg_ahead(chunk, a + at, lane);
        seg_ahead(chunk, b + at, lane);
        seg_ahead(chunk, c + at, lane);
        seg_ahead(chunk, d + at, lane);
        append_row(vectors, a + at, b + at, i == last && chunk->no_after ? nothing : c + at, d + at,
                   &s, chunk->lanes, kept);
        kept += (ptrdiff_t)TRI_KEPT_VALUES * chunk->lanes;
    }
    move_state(vectors, chunk->lanes, &s, segment + lane, 1);
}

void TRI_SYMBOL(tri_reduce)(const tri_chunk *chunk, void *segment, void *kept)
{
#define REDUCE(vectors, lane) reduce_group(vectors, chunk, lane, segment, kept)
    SEG_FOR_GROUPS(chunk->lanes, REDUCE);
#undef REDUCE
}

SEG_INLINE void expand_group(int vectors, int lanes, int rows, int lane, const real *kept,
                             const real *before, const real *last, real *x)
{
    const ptrdiff_t row = (ptrdiff_t)TRI_KEPT_VALUES * lanes;
    seg_vector first[SEG_VECTORS], next[SEG_VECTORS];
    for (int k = 0; k < vectors; ++k) {
        seg_load(&first[k], before + lane + k * SEG_WIDTH);
        seg_load(&next[k], last + lane + k * SEG_WIDTH);
        seg_store(x + (ptrdiff_t)(rows - 1) * lanes + lane + k * SEG_WIDTH, &next[k]);
    }
    for (int i = rows - 2; i >= 0; --i)
        for (int k = 0; k < vectors; ++k) {
            const real *at = kept + i * row + lane + k * SEG_WIDTH;
            seg_vector y, q, r;
            seg_load(&y, at + TRI_KEPT_Y * lanes);
            seg_load(&q, at + TRI_KEPT_Q * lanes);
            seg_load(&r, at + TRI_KEPT_R * lanes);
            next[k] = y - q * first[k] - r * next[k];
            seg_store(x + (ptrdiff_t)i * lanes + lane + k * SEG_WIDTH, &next[k]);
        }
}

void TRI_SYMBOL(tri_expand)(int lanes, int rows, const void *kept, const void *before,
                            const void *last, void *x)
{
#define EXPAND(vectors, lane) expand_group(vectors, lanes, rows, lane, kept, before, last, x)
    SEG_FOR_GROUPS(lanes, EXPAND);
#undef EXPAND
}
