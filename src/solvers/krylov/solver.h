/* The solver behind the public handle, as preconditioners and operators see it. */
#ifndef SPATE_SOLVERS_KRYLOV_SOLVER_H
#define SPATE_SOLVERS_KRYLOV_SOLVER_H

#include "backend/krylov/device.h"
#include "backend/krylov/kernels.h"
#include "backend/krylov/part.h"
#include "grid/grid.h"
#include "solvers/common.h"
#include "solvers/krylov/ghosts.h"
#include "spate/krylov.h"

typedef struct spate_krylov kry_solver;
typedef struct kry_preconditioner kry_preconditioner;
typedef struct kry_operator kry_operator;

/* What the user or a scheme asked for. */
typedef struct kry_choice {
    int points, precision;
    int one_reduction, warm_start, true_residual, log;
    double relative, absolute;
    int iterations, max_iterations;
    int polynomial;
    double relaxation;
} kry_choice;

/* The matrix of a part where the solver keeps a copy: centre, east, north, north_east, north_west.
 */
typedef struct kry_copy {
    void *field[KRY_COEFFICIENTS];
} kry_copy;

struct spate_krylov {
    spate_context *ctx; /* not owned */
    kry_choice choice;
    grid grid; /* nx and ny; periodic only on parts of a simulation */
    partition partition;
    int threads;
    int64_t pitch; /* of the caller's arrays; 0: nx of the part */
    const kry_device *device;
    const kry_cg_kernels *cg; /* of the conjugate gradients */
    const char *isa;
    spate_memory memory; /* of the caller's arrays */
    void *stream;        /* of a device; NULL: its own */
    /* The parts of this rank. */
    int part_count, first_part;
    kry_shape *grid_shapes; /* of vectors on the grid */
    kry_part *parts;
    kry_copy *copies;               /* NULL fields: the matrix is borrowed, or not set */
    kry_copy *cut;                  /* the matrix without its rings; NULL fields: not needed */
    kry_array *space_b, *space_x;   /* b and x of another space; NULL fields on the grid */
    kry_array *staged_b, *staged_x; /* the caller's arrays of host memory on a device; or NULL */
    kry_array *given_b, *given_x;   /* the caller's arrays of a solve, on the grid */
    kry_ghosts *grid_ghosts;        /* of vectors on the grid */
    kry_ghosts *ghosts;             /* of vectors of the space; the same where that is the grid */
    const kry_operator *op;
    const kry_preconditioner *preconditioner;
    void *made;           /* by the preconditioner */
    kry_scalars *scalars; /* of the host: those of the parts themselves on the CPU */
    /* A device with its own memory and one part, of one rank: sums and steps are made there, and
     * the host looks at the scalars from time to time. */
    int steps_on_device;
    /* Two recorded iterations there, and what they were made of. */
    void *graph;
    const void *graph_made;
    kry_part graph_part;
    /* One pointer for each part, for exchanges of ghosts. */
    void **pointers;
    spate_krylov_apply apply; /* of the caller; NULL: products with the matrix */
    void *user;
    void **products; /* z of each part for operators of the caller, or NULL */
    int matrix_set, ready;
    int64_t all_iterations; /* of all solves since it was created */
    double *residuals;      /* r.r of every iteration of the last solve, or NULL */
    double *device_log;     /* the same in the memory of a device of its own */
    int logged;
    spate_krylov_stats stats;
};

/* ---- vectors.c: helpers for preconditioners ---- */

/* Bytes of a value of the conjugate gradients, and of the preconditioner. */
size_t kry_bytes(const kry_solver *s);
size_t kry_preconditioner_bytes(const kry_solver *s);
/* Precision of the preconditioner: 32 or 64. */
int kry_preconditioner_precision(const kry_solver *s);

/* The layout of a local part in a space with these nx, ny, planes, i0, j0: pitch, plane, and which
 * sides are linked on the grid. Serves values of 4 and 8 bytes. */
kry_shape kry_shape_complete(const kry_solver *s, const grid *g, int part, kry_shape wanted);

/* A vector in the memory of the backend, zeroed with its ghosts; address of value (0, 0). NULL: no
 * memory. */
void *kry_vector_alloc(const kry_solver *s, const kry_shape *shape, size_t value_bytes);
void kry_vector_free(const kry_solver *s, const kry_shape *shape, size_t value_bytes, void *vector);

/* Fills the ghosts of a vector of the space of each part; `vector` finds it. Collective. */
typedef void *kry_vector_of(const kry_part *part);
void kry_fill_ghosts(kry_solver *s, kry_vector_of *vector, size_t value_bytes);

/* Copies the scalars to the memory of a device, and back. */
void kry_push_scalars(kry_solver *s);
void kry_pull_scalars(kry_solver *s);

/* ---- sums.c ---- */

/* Totals of sums over all parts and ranks, in one reduction where their exponents are known.
 * Infinite or NaN tile sums give NaN. Collective. */
void kry_reduce(kry_solver *s, const int *sums, int count, double *values);

/* ---- operators.c ---- */

extern const kry_operator kry_grid_operator, kry_caller_operator;

/* ---- matrix.c ---- */

/* Releases the solver's copy of the matrix. */
void kry_release_matrix(kry_solver *s);

/* ---- rings.c ---- */

int kry_has_rings(const kry_solver *s);
grid kry_grid_without_rings(const kry_solver *s);
/* Makes the matrix without rings where the preconditioner needs it. Collective. */
spate_status kry_cut_rings(kry_solver *s);
void kry_release_cut(kry_solver *s);
/* The matrix of which a preconditioner is made. */
kry_matrix kry_matrix_of_preconditioner(const kry_solver *s, int part);

/* ---- space.c ---- */

/* Vectors and ghosts of the space of the preconditioner; collective. */
spate_status kry_make_space(kry_solver *s);
void kry_release_space(kry_solver *s);

/* ---- failure.c ---- */

/* The status of a solve that ended in scalars->state, with its message. */
spate_status kry_report(kry_solver *s);

#endif
