/* Chunks of lines with a shared, factored matrix: the operations of segments.c on right-hand sides,
 * in the same order.
 *
 * Traffic: reduce reads d, expand writes x, 2 words per unknown; y stays in scratch, in cache. */
#include "backend/cpu/tridiag/segments.h"

SEG_KERNEL(reduce_shared);
SEG_KERNEL(expand_shared);

/* Without divisions more vectors fit in the registers and hide the latency of the recurrence. */
enum { MANY = 2 * SEG_VECTORS };

SEG_INLINE void reduce_group(int vectors, const tri_chunk *chunk, const tri_row_factors *f,
                             int lane, real *segment, real *kept)
{
    const real *d = (const real *)chunk->d + lane, *lower = f->lower, *scale = f->scale,
               *weight = f->weight;
    real *to_first = segment + (ptrdiff_t)TRI_SEG_Y * chunk->lanes + lane,
         *to_g = segment + (ptrdiff_t)TRI_SEG_G * chunk->lanes + lane;
    seg_rhs s[MANY];
    for (int k = 0; k < vectors; ++k) {
        seg_vector side;
        seg_load(&side, chunk->continues ? to_g + k * SEG_WIDTH : d + k * SEG_WIDTH);
        seg_begin_rhs(&s[k], &side);
        if (chunk->continues)
            seg_load(&s[k].y, to_first + k * SEG_WIDTH);
    }
    kept += lane;
    for (int i = !chunk->continues; i < chunk->rows; ++i) {
        const real *row = d + i * chunk->pitch;
        seg_ahead(chunk, row, lane);
        for (int k = 0; k < vectors; ++k) {
            seg_vector side, y;
            seg_load(&side, row + k * SEG_WIDTH);
            seg_append_rhs(&s[k], &side, scale[i - 1], weight[i - 1], lower[i], &y);
            seg_store(kept + k * SEG_WIDTH, &y);
        }
        kept += chunk->lanes;
    }
    for (int k = 0; k < vectors; ++k) {
        seg_store(to_first + k * SEG_WIDTH, &s[k].y);
        seg_store(to_g + k * SEG_WIDTH, &s[k].g);
    }
}

void TRI_SYMBOL(tri_reduce_shared)(const tri_chunk *chunk, const tri_row_factors *f, void *segment,
                                   void *kept)
{
    int lane = 0;
    for (; lane + MANY * SEG_WIDTH <= chunk->lanes; lane += MANY * SEG_WIDTH)
        reduce_group(MANY, chunk, f, lane, segment, kept);
    for (; lane < chunk->lanes; lane += SEG_WIDTH)
        reduce_group(1, chunk, f, lane, segment, kept);
}

SEG_INLINE void expand_group(int vectors, int lanes, int rows, const tri_row_factors *f, int lane,
                             const real *kept, const real *before, const real *last, real *x)
{
    const real *upper = f->upper, *border = f->border;
    seg_vector first[MANY], next[MANY];
    for (int k = 0; k < vectors; ++k) {
        seg_load(&first[k], before + lane + k * SEG_WIDTH);
        seg_load(&next[k], last + lane + k * SEG_WIDTH);
        seg_store(x + (ptrdiff_t)(rows - 1) * lanes + lane + k * SEG_WIDTH, &next[k]);
    }
    for (int i = rows - 2; i >= 0; --i)
        for (int k = 0; k < vectors; ++k) {
            seg_vector y;
            seg_load(&y, kept + (ptrdiff_t)i * lanes + lane + k * SEG_WIDTH);
            seg_back_rhs(&y, border[i], upper[i], &first[k], &next[k], &next[k]);
            seg_store(x + (ptrdiff_t)i * lanes + lane + k * SEG_WIDTH, &next[k]);
        }
}

void TRI_SYMBOL(tri_expand_shared)(int lanes, int rows, const tri_row_factors *f, const void *kept,
                                   const void *before, const void *last, void *x)
{
    int lane = 0;
    for (; lane + MANY * SEG_WIDTH <= lanes; lane += MANY * SEG_WIDTH)
        expand_group(MANY, lanes, rows, f, lane, kept, before, last, x);
    for (; lane < lanes; lane += SEG_WIDTH)
        expand_group(1, lanes, rows, f, lane, kept, before, last, x);
}
