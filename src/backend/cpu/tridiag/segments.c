/* Chunks of general lines: elimination to a segment, and back substitution from its ends.
 *
 * Traffic: reduce reads a, b, c, d, expand writes x, 5 words per unknown. What is kept in between,
 * 3 words, is scratch that each thread reuses for every panel: it stays in cache. */
#include "backend/cpu/tridiag/segments.h"

SEG_KERNEL(reduce);
SEG_KERNEL(expand);

SEG_INLINE void load_row(seg_given *row, const real *a, const real *b, const real *c, const real *d)
{
    seg_load(&row->a, a);
    seg_load(&row->b, b);
    seg_load(&row->c, c);
    seg_load(&row->d, d);
}

SEG_INLINE void begin_row(int vectors, const real *a, const real *b, const real *c, const real *d,
                          seg_whole *s)
{
    for (int k = 0; k < vectors; ++k) {
        const ptrdiff_t at = k * SEG_WIDTH;
        seg_given row;
        load_row(&row, a + at, b + at, c + at, d + at);
        seg_begin(&s[k], &row);
    }
}

SEG_INLINE void append_row(int vectors, const real *a, const real *b, const real *c, const real *d,
                           seg_whole *s, int lanes, real *kept)
{
    for (int k = 0; k < vectors; ++k) {
        const ptrdiff_t at = k * SEG_WIDTH;
        seg_given row;
        seg_left left;
        load_row(&row, a + at, b + at, c + at, d + at);
        seg_append(&s[k], &row, &left);
        seg_store(kept + TRI_KEPT_Y * lanes + at, &left.y);
        seg_store(kept + TRI_KEPT_Q * lanes + at, &left.q);
        seg_store(kept + TRI_KEPT_R * lanes + at, &left.r);
    }
}

/* Copies the state of a group from or to the layout of a segment. */
SEG_INLINE void move_state(int vectors, int lanes, seg_whole *s, real *segment, int storing)
{
    for (int k = 0; k < vectors; ++k) {
        seg_vector *const values[TRI_SEG_VALUES] = {
            [TRI_SEG_Y] = &s[k].y, [TRI_SEG_G] = &s[k].g, [TRI_SEG_Q] = &s[k].q,
            [TRI_SEG_R] = &s[k].r, [TRI_SEG_E] = &s[k].e, [TRI_SEG_P] = &s[k].p,
            [TRI_SEG_C] = &s[k].c};
        for (int v = 0; v < TRI_SEG_VALUES; ++v) {
            real *at = segment + (ptrdiff_t)v * lanes + k * SEG_WIDTH;
            if (storing)
                seg_store(at, values[v]);
            else
                seg_load(values[v], at);
        }
    }
}

/* Zeros, read instead of a or c at the ends of the line. */
static const real nothing[SEG_VECTORS * SEG_WIDTH];

SEG_INLINE void reduce_group(int vectors, const tri_chunk *chunk, int lane, real *segment,
                             real *kept)
{
    const real *a = (const real *)chunk->a + lane, *b = (const real *)chunk->b + lane,
               *c = (const real *)chunk->c + lane, *d = (const real *)chunk->d + lane;
    const ptrdiff_t pitch = chunk->pitch;
    const int last = chunk->rows - 1;
    seg_whole s[SEG_VECTORS];
    int i = 0;
    if (chunk->continues) {
        move_state(vectors, chunk->lanes, s, segment + lane, 0);
    } else {
        begin_row(vectors, chunk->no_before ? nothing : a, b,
                  last == 0 && chunk->no_after ? nothing : c, d, s);
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
                   s, chunk->lanes, kept);
        kept += (ptrdiff_t)TRI_KEPT_VALUES * chunk->lanes;
    }
    move_state(vectors, chunk->lanes, s, segment + lane, 1);
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
            seg_left left;
            seg_load(&left.y, at + TRI_KEPT_Y * lanes);
            seg_load(&left.q, at + TRI_KEPT_Q * lanes);
            seg_load(&left.r, at + TRI_KEPT_R * lanes);
            seg_back(&left, &first[k], &next[k], &next[k]);
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
