/* The arithmetic of segments (segments.h), shared by the vectors of a CPU and the threads of a
 * GPU, so that both give the same bits: + - * / in this order, without contraction. SEG_VALUE is
 * `real`, or a vector of them defined by the including file. Loops and memory access are in the
 * including files. */
#ifndef SPATE_BACKEND_TRIDIAG_SEGMENT_OPS_H
#define SPATE_BACKEND_TRIDIAG_SEGMENT_OPS_H

#include "base/real.h"

#ifndef SEG_VALUE
#define SEG_VALUE real
#endif

/* SEG_INVERSE: a fast build may define another one. */
#ifndef SEG_INVERSE
#define SEG_INVERSE(x) ((real)1 / (x))
#endif

typedef struct seg_given {
    SEG_VALUE a, b, c, d;
} seg_given;

/* first + q before + r last = y,  e before + p last + c after = g. */
typedef struct seg_whole {
    SEG_VALUE y, g, q, r, e, p, c;
} seg_whole;

/* Equation of an eliminated unknown: x = y - q before - r next. */
typedef struct seg_left {
    SEG_VALUE y, q, r;
} seg_left;

/* ---- general matrices ---- */

/* A row as a segment. b - b is 0 if b is finite and NaN otherwise. Without it an infinite pivot
 * would give x = 0. */
SPATE_FN void seg_begin(seg_whole *s, const seg_given *row)
{
    const SEG_VALUE zero = {0};
    s->e = row->a;
    s->p = row->b;
    s->c = row->c;
    s->g = row->d - (row->b - row->b);
    s->y = zero;
    s->q = zero;
    s->r = zero - (real)1;
}

/* Appends a row: eliminates the unknown `last` of the segment; the unknown of the row becomes
 * `last`. */
SPATE_FN void seg_append(seg_whole *s, const seg_given *row, seg_left *kept)
{
    const SEG_VALUE scale = SEG_INVERSE(s->p);
    const SEG_VALUE upper = s->c * scale, y = s->g * scale, q = s->e * scale;
    kept->y = y;
    kept->q = q;
    kept->r = upper;
    s->y = s->y - s->r * y;
    s->q = s->q - s->r * q;
    s->r = -(s->r * upper);
    s->p = row->b - row->a * upper;
    s->e = -(row->a * q);
    s->g = row->d - row->a * y - (s->p - s->p);
    s->c = row->c;
}

/* a becomes the merged segment. Its former last unknown, `middle`, follows from
 *     E_a before + P_a middle + C_a first_b = G_a,   first_b = Y_b - Q_b middle - R_b last. */
SPATE_FN void seg_merge(seg_whole *a, const seg_whole *b, seg_left *kept)
{
    const SEG_VALUE pivot = a->p - a->c * b->q, scale = SEG_INVERSE(pivot);
    const SEG_VALUE y = (a->g - a->c * b->y) * scale, q = a->e * scale, r = -(a->c * b->r) * scale;
    kept->y = y;
    kept->q = q;
    kept->r = r;
    a->y = a->y - a->r * y;
    a->q = a->q - a->r * q;
    a->r = -(a->r * r);
    a->g = b->g - b->e * y - (pivot - pivot); /* NaN if the pivot is not finite */
    a->e = -(b->e * q);
    a->p = b->p - b->e * r;
    a->c = b->c;
}

/* Back substitution of an eliminated unknown. next: of a merge the last unknown, of a row
 * x[i+1]. */
SPATE_FN void seg_back(const seg_left *kept, const SEG_VALUE *before, const SEG_VALUE *next,
                       SEG_VALUE *x)
{
    *x = kept->y - kept->q * *before - kept->r * *next;
}

/* The last unknown of a whole line; cyclic: before is last, after is first. */
SPATE_FN void seg_close(int cyclic, const seg_whole *s, SEG_VALUE *last)
{
    const SEG_VALUE pivot = cyclic ? s->p + s->e - s->c * (s->q + s->r) : s->p;
    const SEG_VALUE side = cyclic ? s->g - s->c * s->y : s->g;
    *last = side * SEG_INVERSE(pivot) - (pivot - pivot);
}

/* ---- right-hand sides with a factored matrix ---- */

/* y and g of a segment. */
typedef struct seg_rhs {
    SEG_VALUE y, g;
} seg_rhs;

SPATE_FN void seg_begin_rhs(seg_rhs *s, const SEG_VALUE *d)
{
    const SEG_VALUE zero = {0};
    s->y = zero;
    s->g = *d;
}

/* scale and weight of the previous row, lower of this one. */
SPATE_FN void seg_append_rhs(seg_rhs *s, const SEG_VALUE *d, real scale, real weight, real lower,
                             SEG_VALUE *kept)
{
    const SEG_VALUE y = s->g * scale;
    *kept = y;
    s->y = s->y - weight * y;
    s->g = *d - lower * y;
}

SPATE_FN void seg_merge_rhs(seg_rhs *a, const seg_rhs *b, real c, real scale, real weight,
                            real lower, SEG_VALUE *kept)
{
    const SEG_VALUE y = (a->g - c * b->y) * scale;
    *kept = y;
    a->y = a->y - weight * y;
    a->g = b->g - lower * y;
}

SPATE_FN void seg_back_rhs(const SEG_VALUE *kept, real q, real r, const SEG_VALUE *before,
                           const SEG_VALUE *next, SEG_VALUE *x)
{
    *x = *kept - q * *before - r * *next;
}

SPATE_FN void seg_close_rhs(int cyclic, const seg_rhs *s, real c, real scale, SEG_VALUE *last)
{
    *last = (cyclic ? s->g - c * s->y : s->g) * scale;
}

#endif
