/* Kernels of RRB and multigrid, by backend, precision of the hierarchy and instruction set. Each acts
 * on one level of one part. */
#ifndef SPATE_BACKEND_KRYLOV_LEVEL_KERNELS_H
#define SPATE_BACKEND_KRYLOV_LEVEL_KERNELS_H

#include "backend/krylov/levels.h"
#include "backend/krylov/part.h"

typedef void level_kernel(const level_part *l);
typedef void level_pass(const level_part *l, const level_part *next);
typedef void level_schur_pass(const kry_part *part, const level_part *l, const level_part *next);
typedef void level_vector_kernel(const level_part *l, const void *vector, ptrdiff_t pitch);
typedef void level_bottom_kernel(const level_part *l, const level_bottom *bottom);

/* A preconditioner made of levels. */
typedef struct level_method {
    /* Set-up of a level: passes in this order, each writes planes `from` ... `to` - 1 of `exact`,
     * whose ghosts the next pass needs. The last one writes the matrix of the next level. */
    level_kernel *setup[3];
    /* The same on level 0 of a 5-point system when conjugate gradients run on E and O. */
    level_kernel *schur_setup[3];
    level_pass *forward, *backward;
    level_schur_pass *schur_forward, *schur_backward;
} level_method;

typedef struct level_kernels {
    const char *isa;
    level_method rrb, multigrid;
    level_kernel *round; /* `exact` to `plane`, in f32 hierarchies */
    /* A vector on the grid, node (0, 0), to r. */
    level_vector_kernel *split;
    level_bottom_kernel *bottom_factor, *bottom_solve;
} level_kernels;

/* precision: 32 or 64. NULL if there is none. */
const level_kernels *level_kernels_cpu(int precision, const char *isa);

#endif
