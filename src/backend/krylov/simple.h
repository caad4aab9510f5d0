/* Kernels of the preconditioners without levels, in their own precision (f32 where precisions are
 * mixed). m: the matrix in that precision, with one ring of valid ghosts. Those marked * do nothing
 * unless scalars->state is KRY_RUNNING. Pointers called work, d and g are vectors of the shape of
 * the part. */
#ifndef SPATE_BACKEND_KRYLOV_SIMPLE_H
#define SPATE_BACKEND_KRYLOV_SIMPLE_H

#include "backend/krylov/part.h"

/* Rows of the factor G of a sparse approximate inverse G^T G: own, west, south, and for 9 points
 * south-west, south-east. */
enum { KRY_G_OWN, KRY_G_WEST, KRY_G_SOUTH, KRY_G_SOUTH_WEST, KRY_G_SOUTH_EAST, KRY_G_COUNT };
typedef struct kry_factor {
    void *g[KRY_G_COUNT];
} kry_factor;

/* A step of the Chebyshev iteration: d = keep d + weight (in - A z) / centre, out = z + d. */
typedef struct kry_chebyshev_step {
    double keep, weight;
} kry_chebyshev_step;

typedef struct kry_simple_kernels {
    /* The largest sum of |couplings| / centre of the rows. Waits for a device. */
    double (*row_ratio)(const kry_part *part, const kry_matrix *m);

    /* * SSOR: z = (in - omega sum of couplings times z) / centre for unknowns of one colour of 2
     * (5 points) or 4. With `first` z = in / centre there, and 0 for all others. */
    void (*relax)(const kry_part *part, const kry_matrix *m, double omega, int colour, int first);

    /* * Chebyshev: out = d = weight in / centre. */
    void (*chebyshev_first)(const kry_part *part, const kry_matrix *m, double weight, void *d,
                            void *out);
    /* * Ghosts of z are valid; out is another vector. */
    void (*chebyshev_step)(const kry_part *part, const kry_matrix *m, kry_chebyshev_step step,
                           const void *z, void *d, void *out);

    /* Returns the number of rows whose local matrix is not positive definite; waits. */
    int64_t (*make_factor)(const kry_part *part, const kry_matrix *m, const kry_factor *f);
    /* * out = G in, with valid ghosts of in; z = G^T y, with valid ghosts of y and G. */
    void (*factor_apply)(const kry_part *part, const kry_factor *f, void *out);
    void (*factor_apply_transposed)(const kry_part *part, const kry_factor *f, const void *y);

    /* Columns of tiles: 8 unknowns along y, tridiagonal. pivots: 1 / pivot of each row. Returns
     * the number of pivots that are not positive; waits. */
    int64_t (*make_columns)(const kry_part *part, const kry_matrix *m, void *pivots);
    /* * z of all columns. Tile sums KRY_RZ of in.z. */
    void (*solve_columns)(const kry_part *part, const kry_matrix *m, const void *pivots);

    /* Incomplete Cholesky of the part, in the natural order; CPU only (NULL elsewhere). pivots: 1 /
     * pivot. 9 points: l[0..3] are the couplings west, south, south-west, south-east of the factor.
     * Returns -1, or the first row i + j nx whose pivot is not positive. */
    int64_t (*make_cholesky)(const kry_part *part, const kry_matrix *m, void *pivots,
                             void *const l[4]);
    void (*solve_cholesky)(const kry_part *part, const kry_matrix *m, const void *pivots,
                           void *const l[4]);
} kry_simple_kernels;

/* precision: 32 or 64. NULL: no such instruction set. */
const kry_simple_kernels *kry_simple_kernels_cpu(int precision, const char *isa);

#endif
