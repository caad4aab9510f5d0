/* Kernels that merge, split and close segments. Few values each: plain loops over lanes. */
#define SEG_LANE 1
#include "backend/cpu/tridiag/segments.h"

SEG_KERNEL(merge);
SEG_KERNEL(merge_shared);
SEG_KERNEL(split);
SEG_KERNEL(split_shared);
SEG_KERNEL(close);
SEG_KERNEL(close_shared);

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
        const seg_whole b = {by[l], bg[l], bq[l], br[l], be[l], bp[l], bc[l]};
        seg_whole a = {ay[l], ag[l], aq[l], ar[l], ae[l], ap[l], ac[l]};
        seg_left gone;
        seg_merge(&a, &b, &gone);
        ky[l] = gone.y;
        kq[l] = gone.q;
        kr[l] = gone.r;
        ay[l] = a.y;
        ag[l] = a.g;
        aq[l] = a.q;
        ar[l] = a.r;
        ae[l] = a.e;
        ap[l] = a.p;
        ac[l] = a.c;
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
        const seg_rhs b = {by[l], bg[l]};
        seg_rhs a = {ay[l], ag[l]};
        seg_merge_rhs(&a, &b, c, scale, weight, lower, &ky[l]);
        ay[l] = a.y;
        ag[l] = a.g;
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
    for (int l = 0; l < lanes; ++l) {
        const seg_left left = {y[l], q[l], r[l]};
        seg_back(&left, &b[l], &e[l], &m[l]);
    }
}

void TRI_SYMBOL(tri_split_shared)(int lanes, const tri_merge_factors *f, const void *kept,
                                  const void *before, const void *last, void *middle)
{
    const real q = (real)f->q, r = (real)f->r;
    const real *restrict y = kept, *restrict b = before, *restrict e = last;
    real *restrict m = middle;
#pragma omp simd
    for (int l = 0; l < lanes; ++l)
        seg_back_rhs(&y[l], q, r, &b[l], &e[l], &m[l]);
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
        const seg_whole s = {y[l], g[l], q[l], r[l], e[l], p[l], c[l]};
        seg_close(cyclic, &s, &x[l]);
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
    for (int l = 0; l < lanes; ++l) {
        const seg_rhs s = {y[l], g[l]};
        seg_close_rhs(cyclic, &s, narrow_c, narrow_scale, &x[l]);
    }
}
