/* Kernels of RRB and multigrid, by backend, precision of the hierarchy and instruction set. Each acts
 * on one level of one part. */
#ifndef SPATE_BACKEND_KRYLOV_LEVEL_KERNELS_H
#define SPATE_BACKEND_KRYLOV_LEVEL_KERNELS_H

#include "backend/krylov/levels.h"
#include "backend/krylov/part.h"

typedef void level_kernel(const level_part *l);
typedef void level_pass(const level_part *l, const level_part *next);
typedef void level_schur_pass(const kry_part *part, const level_part *l, const level_part *next);
typedef void level_phase(const level_part *l, const level_part *next, int phase);
/* Levels of one part each, the last one solved exactly; `levels` is in the memory of the device. */
typedef void level_tail(const level_part *levels, int count, const level_bottom *bottom,
                        void *stream);
typedef void level_vector_kernel(const level_part *l, const void *vector, ptrdiff_t pitch);
typedef void level_bottom_kernel(const level_part *l, const level_bottom *bottom);

/* Phases of a V cycle of multigrid, for levels of several parts: ghosts of what a phase wrote are
 * exchanged before the next one. */
enum {
    MG_FIRST, /* E and R1, ghosts included */
    MG_FIRST_R2,
    MG_FIRST_O,
    MG_RESTRICT,
    MG_FORWARD_END,
    MG_CORRECT = MG_FORWARD_END, /* E, R1 and R2, ghosts included */
    MG_LAST_O,
    MG_LAST_R2,
    MG_LAST_R1,
    MG_LAST_E, /* and z */
    MG_BACKWARD_END
};

/* A preconditioner made of levels. Passes of set-up run in this order, up to the first NULL. Each
 * writes planes whose ghosts the next one needs; the last one writes the matrix of the next level. */
enum { LEVEL_PASSES = 3, LEVEL_TAIL = 1024 };

typedef struct level_method {
    level_kernel *setup[LEVEL_PASSES];
    /* The same on level 0 of a 5-point system when conjugate gradients run on E and O. */
    level_kernel *schur_setup[LEVEL_PASSES];
    level_pass *forward, *backward;
    level_phase *phase; /* NULL: forward and backward serve levels of several parts, too */
    level_schur_pass *schur_forward, *schur_backward;
    /* Forward and backward passes of levels of at most LEVEL_TAIL quads; NULL: one by one. */
    level_tail *tail;
    int own_z; /* schur_backward writes z of E, too; else it is z of the next level itself */
} level_method;

typedef struct level_kernels {
    const char *isa;
    level_method rrb, multigrid;
    /* l->schur from l->matrix. This one has the precision of the conjugate gradients. */
    level_kernel *schur_matrix;
    /* Planes of a level from the same in f64, which set-up made. */
    level_pass *round;
    /* A vector on the grid, node (0, 0), to r. */
    level_vector_kernel *split;
    level_bottom_kernel *bottom_factor, *bottom_solve;
} level_kernels;

/* precision: 32 or 64. NULL if there is none. */
const level_kernels *level_kernels_cpu(int precision, const char *isa);

#endif
