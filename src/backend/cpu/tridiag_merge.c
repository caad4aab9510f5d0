/* Segments merged and split, closed to a whole line, and decoupled. Few values each: plain loops over lanes. */
#include "backend/cpu/tridiag_segments.h"

SEG_KERNEL(merge);
SEG_KERNEL(merge_shared);
SEG_KERNEL(split);
SEG_KERNEL(split_shared);
SEG_KERNEL(close);
SEG_KERNEL(close_shared);

/* middle = the last unknown of a = y - q before - r last follows from
 *     E_a before + P_a middle + C_a first_b = G_a,   first_b = Y_b - Q_b middle - R_b last. */
void TRI_SYMBOL(tri_merge)(int lanes, void *left, const void *right, void *kept)
{
    real *restrict ay = seg_row(left, TRI_SEG_Y, lanes),
                   *restrict ag = seg_row(left, TRI_SEG_G, lanes),
                   *restrict aq = seg_row(left, TRI_SEG_Q, lanes),
                   *restrict ar = seg_row(left, TRI_SEG_R, lanes),
                   *restrict ae = seg_row(left, TRI_SEG_E, lanes),
                   *restrict ap = seg_row(left, TRI_SEG_P, lanes),
                   *restrict ac = seg_row(left, TRI_SEG_C, lanes);
    const real *restrict by = seg_row_in(right, TRI_SEG_Y, lanes),
                         *restrict bg = seg_row_in(right, TRI_SEG_G, lanes),
                         *restrict bq = seg_row_in(right, TRI_SEG_Q, lanes),
                         *restrict br = seg_row_in(right, TRI_SEG_R, lanes),
                         *restrict be = seg_row_in(right, TRI_SEG_E, lanes),
                         *restrict bp = seg_row_in(right, TRI_SEG_P, lanes),
                         *restrict bc = seg_row_in(right, TRI_SEG_C, lanes);
    real *restrict ky = seg_row(kept, TRI_KEPT_Y, lanes),
                   *restrict kq = seg_row(kept, TRI_KEPT_Q, lanes),
                   *restrict kr = seg_row(kept, TRI_KEPT_R, lanes);
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
        const real pivot = ap[l] - ac[l] * bq[l], scale = (real)1 / pivot;
        const real y = (ag[l] - ac[l] * by[l]) * scale, q = ae[l] * scale,
                   r = -(ac[l] * br[l]) * scale;
        ky[l] = y;
        kq[l] = q;
        kr[l] = r;
        ay[l] = ay[l] - ar[l] * y;
        aq[l] = aq[l] - ar[l] * q;
        ar[l] = -(ar[l] * r);
        ag[l] = bg[l] - be[l] * y - (pivot - pivot); /* NaN where the pivot is no number */
        ae[l] = -(be[l] * q);
        ap[l] = bp[l] - be[l] * r;
        ac[l] = bc[l];
    }
}

void TRI_SYMBOL(tri_merge_shared)(int lanes, const tri_merge_factors *f, void *left,
                                  const void *right, void *kept)
{
    const real c = (real)f->c, scale = (real)f->scale, weight = (real)f->weight,
               lower = (real)f->lower;
    real *restrict ay = seg_row(left, TRI_SEG_Y, lanes),
                   *restrict ag = seg_row(left, TRI_SEG_G, lanes), *restrict ky = kept;
    const real *restrict by = seg_row_in(right, TRI_SEG_Y, lanes), *restrict bg =
                                                                       seg_row_in(right, TRI_SEG_G,
                                                                                  lanes);
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
        const real y = (ag[l] - c * by[l]) * scale;
        ky[l] = y;
        ay[l] = ay[l] - weight * y;
        ag[l] = bg[l] - lower * y;
    }
}

void TRI_SYMBOL(tri_split)(int lanes, const void *kept, const void *before, const void *last,
                           void *middle)
{
    const real *restrict y = seg_row_in(kept, TRI_KEPT_Y, lanes),
                         *restrict q = seg_row_in(kept, TRI_KEPT_Q, lanes),
                         *restrict r = seg_row_in(kept, TRI_KEPT_R, lanes), *restrict b = before,
                         *restrict e = last;
    real *restrict m = middle;
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        m[l] = y[l] - q[l] * b[l] - r[l] * e[l];
}

void TRI_SYMBOL(tri_split_shared)(int lanes, const tri_merge_factors *f, const void *kept,
                                  const void *before, const void *last, void *middle)
{
    const real q = (real)f->q, r = (real)f->r;
    const real *restrict y = kept, *restrict b = before, *restrict e = last;
    real *restrict m = middle;
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        m[l] = y[l] - q * b[l] - r * e[l];
}

void TRI_SYMBOL(tri_close)(int lanes, int cyclic, const void *segment, void *last)
{
    const real *restrict y = seg_row_in(segment, TRI_SEG_Y, lanes),
                         *restrict g = seg_row_in(segment, TRI_SEG_G, lanes),
                         *restrict q = seg_row_in(segment, TRI_SEG_Q, lanes),
                         *restrict r = seg_row_in(segment, TRI_SEG_R, lanes),
                         *restrict e = seg_row_in(segment, TRI_SEG_E, lanes),
                         *restrict p = seg_row_in(segment, TRI_SEG_P, lanes),
                         *restrict c = seg_row_in(segment, TRI_SEG_C, lanes);
    real *restrict x = last;
#pragma omp simd
    for (int l = 0; l < lanes; ++l) {
        const real pivot = cyclic ? p[l] + e[l] - c[l] * (q[l] + r[l]) : p[l];
        const real side = cyclic ? g[l] - c[l] * y[l] : g[l];
        x[l] = side * ((real)1 / pivot) - (pivot - pivot);
    }
}

void TRI_SYMBOL(tri_close_shared)(int lanes, int cyclic, double c, double scale,
                                  const void *segment, void *last)
{
    const real narrow_c = (real)c, narrow_scale = (real)scale;
    const real *restrict y = seg_row_in(segment, TRI_SEG_Y, lanes), *restrict g =
                                                                        seg_row_in(segment,
                                                                                   TRI_SEG_G,
                                                                                   lanes);
    real *restrict x = last;
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        x[l] = (cyclic ? g[l] - narrow_c * y[l] : g[l]) * narrow_scale;
}
