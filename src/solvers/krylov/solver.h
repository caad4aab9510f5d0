/* The solver behind the public handle, as preconditioners and operators see it. */
#ifndef SPATE_SOLVERS_KRYLOV_SOLVER_H
#define SPATE_SOLVERS_KRYLOV_SOLVER_H

#include "backend/krylov/kernels.h"
#include "backend/krylov/part.h"
#include "grid/grid.h"
#include "solvers/common.h"
#include "solvers/krylov/ghosts.h"
#include "spate/krylov.h"

typedef struct spate_krylov kry_solver;
typedef struct kry_preconditioner kry_preconditioner;
struct kry_operator;

/* What the user or a scheme asked for. */
typedef struct kry_choice {
    int points, precision;
    int one_reduction, warm_start, true_residual, log;
    double relative, absolute;
    int iterations, max_iterations;
    int polynomial;
    double relaxation;
} kry_choice;

struct spate_krylov {
    spate_context *ctx; /* not owned */
    kry_choice choice;
    grid grid; /* nx and ny; not periodic */
    partition partition;
    int threads;
    const spate_backend *backend;
    const kry_kernels *kernels;                /* of the conjugate gradients */
    const kry_kernels *preconditioner_kernels; /* in their own precision: f32 where it is mixed */
    /* The parts of this rank. */
    int part_count, first_part;
    kry_shape *grid_shapes; /* of vectors on the grid, as allocated by kry_vector_alloc */
    kry_part *parts;
    kry_array *given_b, *given_x; /* the caller's arrays of a solve, on the grid */
    kry_ghosts *ghosts;           /* of vectors of the space */
    const struct kry_operator *operator;
    const kry_preconditioner *preconditioner;
    void *made; /* by the preconditioner */
    kry_scalars *scalars;
    spate_krylov_apply apply; /* of the caller; NULL: the matrix */
    void *user;
    struct kry_own *own; /* of the orchestration: memory, log, statistics */
};

/* ---- helpers for preconditioners (vectors.c) ---- */

/* Bytes of a value of the conjugate gradients, and of the preconditioner. */
size_t kry_bytes(const kry_solver *s);
size_t kry_preconditioner_bytes(const kry_solver *s);

/* The layout of a part of the space with these nx, ny, planes, i0, j0: pitch and plane for values
 * of so many bytes, and which sides are linked. */
kry_shape kry_shape_complete(const kry_solver *s, int part, kry_shape wanted, size_t value_bytes);

/* A vector in the memory of the backend, zeroed with its ghosts; address of value (0, 0). NULL: no
 * memory. */
void *kry_vector_alloc(const kry_solver *s, const kry_shape *shape, size_t value_bytes);
void kry_vector_free(const kry_solver *s, const kry_shape *shape, size_t value_bytes, void *vector);

#endif
