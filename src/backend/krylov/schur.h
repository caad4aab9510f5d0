/* The Schur complement of a 5-point matrix: conjugate gradients run on the nodes E and O (levels.h),
 * the nodes R1 and R2 are eliminated exactly. The table of its kernels. */
#ifndef SPATE_BACKEND_KRYLOV_SCHUR_H
#define SPATE_BACKEND_KRYLOV_SCHUR_H

#include "backend/krylov/levels.h"
#include "backend/krylov/part.h"

/* Those marked * do nothing unless scalars->state is KRY_RUNNING. Vectors have two planes, E and O.
 * In the mixed precision `in` and z are f32, all else is f64. */
typedef struct schur_kernels {
    /* p[0] = b / centre of R1 and R2, in two planes. */
    void (*scale_reds)(const kry_part *part, const level_part *l, const kry_array *given_b);
    /* b of the space, from p[0] with its ghosts. */
    void (*reduce)(const kry_part *part, const level_part *l, const kry_array *given_b);
    /* x of the space. */
    void (*take_x)(const kry_part *part, const level_part *l, const kry_array *given_x);
    /* All unknowns from x of the space, whose ghosts are valid. Sums KRY_PQ of x.b and KRY_SIZE of
     * x.Cx, where C has the centres of the matrix, over all unknowns. */
    void (*expand)(const kry_part *part, const level_part *l, const kry_array *given_b,
                   const kry_array *given_x);
    /* As those of kry_cg_kernels. */
    void (*residual)(const kry_part *part, const level_schur *s);
    /* * Reads 10 planes, z (2), p (2); writes p (2), q (2): 18 values per quad. */
    void (*direction)(const kry_part *part, const level_schur *s, int turn);
    /* * */
    void (*product)(const kry_part *part, const level_schur *s);
    void (*judge)(const kry_part *part, const level_schur *s, int turn);
} schur_kernels;

/* precision: 32, 64, or PRECISION_MIXED. NULL: no such instruction set. */
const schur_kernels *schur_kernels_cpu(int precision, const char *isa);

#endif
