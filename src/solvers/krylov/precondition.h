/* The interface of preconditioners to the conjugate gradients. A preconditioner is one constant
 * table; solvers/krylov/preconditioners.c lists all of them.
 *
 * Every function acts on all parts of this rank and queues its kernels in order; none waits for a
 * device. Kernels of `apply`, and those of `op`, do nothing unless scalars->state is
 * KRY_RUNNING, so that iterations can be queued ahead of the test that stops them. Functions are
 * collective where they exchange ghosts. */
#ifndef SPATE_SOLVERS_KRYLOV_PRECONDITION_H
#define SPATE_SOLVERS_KRYLOV_PRECONDITION_H

#include "solvers/krylov/solver.h"

enum {
    /* z = r / centre, computed within the kernels of the conjugate gradients; no `apply`. */
    KRY_POINTWISE = 1u,
    /* z is r itself; no `apply`. */
    KRY_IDENTITY = 2u,
    /* `apply` also leaves the tile sums of r.z (KRY_RZ), where precisions are not mixed. */
    KRY_SUMS_RZ = 4u,
    KRY_CPU_ONLY = 8u,
    KRY_FIVE_POINTS_ONLY = 16u,
    /* Does not use the matrix, so an operator alone is enough. */
    KRY_WITHOUT_MATRIX = 32u,
    /* Needs level kernels of the device. */
    KRY_OF_LEVELS = 64u,
    /* Goes through unknowns in an order: on a periodic grid it is made of the matrix without the
     * couplings across the seam. */
    KRY_CUTS_RINGS = 128u,
};

/* Products with A, for all parts of this rank. */
struct kry_operator {
    /* r = b - A v, where v is x with valid ghosts, in p[0]; b, x, r in the space. Tile sums of
     * r.r. */
    void (*residual)(kry_solver *s);
    /* p[turn] = z / scale + beta p[1 - turn], ghosts included, q = A p[turn]. Tile sums of p.q.
     * The ghosts of z are valid. */
    void (*direction)(kry_solver *s, int turn);
    /* q = A z / scale. Tile sums of q.z / scale as KRY_PQ, and of r.z / scale and r.r. The ghosts
     * of z are valid. */
    void (*product)(kry_solver *s);
    /* Tile sums KRY_PQ of p.Ap and KRY_SIZE of |p|.|A||p| for p[turn], whose ghosts are valid; in
     * every state. NULL: a small p.Ap counts as rounding, a negative one does not. */
    void (*judge)(kry_solver *s, int turn);
};

/* Another space for the conjugate gradients: the unknowns that an exact elimination leaves. */
typedef struct kry_reduction {
    /* The vectors of a local part: nx, ny, planes, i0, j0; the solver fills in the rest. */
    kry_shape (*shape)(const kry_solver *s, int part);
    const kry_operator *op;
    /* parts[].b from given_b; with a warm start also parts[].x from given_x. parts[].b and .x have
     * the layout of the space. */
    void (*reduce)(kry_solver *s, int warm_start);
    /* given_x, all unknowns of the grid, from parts[].x and given_b. Tile sums KRY_PQ of x.b and
     * KRY_SIZE of x.Cx on the grid, where C has the centres of the matrix. */
    void (*expand)(kry_solver *s);
} kry_reduction;

struct kry_preconditioner {
    const char *name;
    unsigned properties;
    /* From parts[].matrix, as its values are now; called again when they changed. Own data go to
     * s->made. On failure the context holds the message, and destroy is called. */
    spate_status (*setup)(kry_solver *s);
    /* z = M^-1 in, for a symmetric positive definite M. Ghosts of `in` are not valid; those of z
     * need not be. */
    void (*apply)(kry_solver *s);
    void (*destroy)(kry_solver *s); /* s->made, which may be incomplete or NULL */
    const kry_reduction *reduction; /* NULL: conjugate gradients run on the grid */
    /* The same without the reduction, which needs the matrix itself and 5 points. */
    const kry_preconditioner *on_grid;
};

#endif
