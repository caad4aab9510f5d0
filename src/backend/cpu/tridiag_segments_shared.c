/* Chunks of lines with one factored matrix: the operations of tridiag_segments.c on right-hand sides alone, in
 * the same order.
 *
 * Traffic: reduce reads d, expand reads it again and writes x: 3 words an unknown, the second reading from a
 * cache where the lines of a panel fit. */
#include "backend/cpu/tridiag_segments.h"

SEG_KERNEL(reduce_shared);
SEG_KERNEL(expand_shared);

/* Without divisions more vectors fit the registers and hide the recurrence. */
enum { MANY = 2 * SEG_VECTORS };

SEG_INLINE void reduce_group(int vectors, const tri_chunk *chunk, const tri_row_factors *f,
                             int lane, real *segment)
{
    const real *d = (const real *)chunk->d + lane, *lower = f->lower, *scale = f->scale,
               *weight = f->weight;
    seg_vector first[MANY], g[MANY];
    for (int k = 0; k < vectors; ++k) {
        seg_load(&g[k], d + k * SEG_WIDTH);
        first[k] = (seg_vector){0};
    }
    for (int i = 1; i < chunk->rows; ++i) {
        d += chunk->pitch;
        seg_ahead(chunk, d, lane);
        for (int k = 0; k < vectors; ++k) {
            seg_vector side;
            seg_load(&side, d + k * SEG_WIDTH);
            const seg_vector y = g[k] * scale[i - 1];
            first[k] = first[k] - weight[i - 1] * y;
            g[k] = side - lower[i] * y;
        }
    }
    for (int k = 0; k < vectors; ++k) {
        seg_store(segment + (ptrdiff_t)TRI_SEG_Y * chunk->lanes + lane + k * SEG_WIDTH, &first[k]);
        seg_store(segment + (ptrdiff_t)TRI_SEG_G * chunk->lanes + lane + k * SEG_WIDTH, &g[k]);
    }
}

void TRI_SYMBOL(tri_reduce_shared)(const tri_chunk *chunk, const tri_row_factors *f, void *segment)
{
    int lane = 0;
    for (; lane + MANY * SEG_WIDTH <= chunk->lanes; lane += MANY * SEG_WIDTH)
        reduce_group(MANY, chunk, f, lane, segment);
    for (; lane < chunk->lanes; lane += SEG_WIDTH)
        reduce_group(1, chunk, f, lane, segment);
}

SEG_INLINE void expand_group(int vectors, const tri_chunk *chunk, const tri_row_factors *f,
                             int lane, const real *before, const real *last, real *x)
{
    const real *d = (const real *)chunk->d + lane, *lower = f->lower, *scale = f->scale,
               *upper = f->upper;
    const int lanes = chunk->lanes;
    seg_vector y[MANY], next[MANY];
    for (int k = 0; k < vectors; ++k) {
        seg_load(&y[k], before + lane + k * SEG_WIDTH);
        seg_load(&next[k], last + lane + k * SEG_WIDTH);
    }
    for (int i = 0; i < chunk->rows - 1; ++i) {
        for (int k = 0; k < vectors; ++k) {
            seg_vector side;
            seg_load(&side, d + k * SEG_WIDTH);
            y[k] = (side - lower[i] * y[k]) * scale[i];
            seg_store(x + (ptrdiff_t)i * lanes + lane + k * SEG_WIDTH, &y[k]);
        }
        d += chunk->pitch;
    }
    for (int i = chunk->rows - 1; i >= 0; --i) {
        real *row = x + (ptrdiff_t)i * lanes + lane;
        for (int k = 0; k < vectors; ++k) {
            if (i < chunk->rows - 1) {
                seg_load(&y[k], row + k * SEG_WIDTH);
                next[k] = y[k] - upper[i] * next[k];
            }
            seg_store(row + k * SEG_WIDTH, &next[k]);
        }
    }
}

void TRI_SYMBOL(tri_expand_shared)(const tri_chunk *chunk, const tri_row_factors *f,
                                   const void *before, const void *last, void *x, void *scratch)
{
    int lane = 0;
    (void)scratch;
    for (; lane + MANY * SEG_WIDTH <= chunk->lanes; lane += MANY * SEG_WIDTH)
        expand_group(MANY, chunk, f, lane, before, last, x);
    for (; lane < chunk->lanes; lane += SEG_WIDTH)
        expand_group(1, chunk, f, lane, before, last, x);
}
