/* Faces of parts and their coupling if couplings across a whole part are dropped, and bounds of
 * the error. */
#define SEG_LANE 1
#include "backend/cpu/tridiag/segments.h"

SEG_KERNEL(faces);
SEG_KERNEL(faces_shared);
SEG_KERNEL(join);
SEG_KERNEL(join_shared);
SEG_KERNEL(dominance);

/* Returns NaN if value is NaN: an undefined bound must not pass. */
SEG_INLINE double larger(double value, double so_far)
{
    return value <= so_far ? so_far : value;
}

/* May run in place: a lane is read before it is written. */
void TRI_SYMBOL(tri_faces)(int lanes, const void *segment, void *faces, double *dropped)
{
    const real *in = segment;
    real *out = faces;
    for (int l = 0; l < lanes; ++l) {
        real v[TRI_SEG_VALUES];
        for (int k = 0; k < TRI_SEG_VALUES; ++k)
            v[k] = in[k * lanes + l];
        const real scale = (real)1 / v[TRI_SEG_P], g = v[TRI_SEG_G] * scale,
                   c = v[TRI_SEG_C] * scale, e = v[TRI_SEG_E] * scale, r = v[TRI_SEG_R];
        out[TRI_FACE_G * lanes + l] = g;
        out[TRI_FACE_C * lanes + l] = c;
        out[TRI_FACE_Y * lanes + l] = v[TRI_SEG_Y] - r * g;
        out[TRI_FACE_Q * lanes + l] = v[TRI_SEG_Q] - r * e;
        *dropped = larger((double)abs_r(e), larger((double)abs_r(r * c), *dropped));
    }
}

void TRI_SYMBOL(tri_faces_shared)(int lanes, const tri_face_factors *f, const void *segment,
                                  void *faces)
{
    const real scale = (real)f->scale, r = (real)f->r, *in = segment;
    real *out = faces;
    for (int l = 0; l < lanes; ++l) {
        const real y = in[TRI_SEG_Y * lanes + l], g = in[TRI_SEG_G * lanes + l] * scale;
        out[TRI_FACE_SHARED_G * lanes + l] = g;
        out[TRI_FACE_SHARED_Y * lanes + l] = y - r * g;
    }
}

/* last + c first = g, q last + first = y. */
void TRI_SYMBOL(tri_join)(int lanes, const void *left, const void *right, void *last,
                          double *amplified)
{
    const real *g = seg_row_in(left, 0, lanes), *c = seg_row_in(left, 1, lanes);
    const real *y = seg_row_in(right, 0, lanes), *q = seg_row_in(right, 1, lanes);
    real *x = last;
    for (int l = 0; l < lanes; ++l) {
        const real rest = (real)1 - c[l] * q[l];
        x[l] = (g[l] - c[l] * y[l]) / rest;
        const real largest = max_r(abs_r(c[l]), abs_r(q[l]));
        *amplified = larger((double)((1 + largest) / abs_r(rest)), *amplified);
    }
}

void TRI_SYMBOL(tri_join_shared)(int lanes, double coupling, double scale, const void *left,
                                 const void *right, void *last)
{
    const real c = (real)coupling, s = (real)scale, *g = left, *y = right;
    real *x = last;
    for (int l = 0; l < lanes; ++l)
        x[l] = (g[l] - c * y[l]) * s;
}

void TRI_SYMBOL(tri_dominance)(const tri_chunk *chunk, double *largest)
{
    for (int i = 0; i < chunk->rows; ++i) {
        const ptrdiff_t at = i * chunk->pitch;
        const real *a = (const real *)chunk->a + at, *b = (const real *)chunk->b + at,
                   *c = (const real *)chunk->c + at;
        const int ends_before = i == 0 && chunk->no_before;
        const int ends_after = i == chunk->rows - 1 && chunk->no_after;
        for (int l = 0; l < chunk->lanes; ++l) {
            const real couplings = (ends_before ? 0 : abs_r(a[l])) + (ends_after ? 0 : abs_r(c[l]));
            *largest = larger((double)(couplings / abs_r(b[l])), *largest);
        }
    }
}
