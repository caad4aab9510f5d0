/* What the preconditioners without levels share: the matrix in their precision, and vectors. */
#ifndef SPATE_SOLVERS_KRYLOV_SIMPLE_H
#define SPATE_SOLVERS_KRYLOV_SIMPLE_H

#include "backend/krylov/simple.h"
#include "solvers/krylov/precondition.h"

enum { KRY_WORK = 6 };

typedef struct kry_simple {
    const kry_simple_kernels *kernels;
    kry_matrix *matrix;              /* of each part, in the precision of the preconditioner */
    void *(*copy)[KRY_COEFFICIENTS]; /* its memory where precisions are mixed; else NULL */
    void *(*work)[KRY_WORK];         /* vectors of each part */
    double lowest, highest;          /* Chebyshev: the interval of eigenvalues */
} kry_simple;

/* Makes s->made: the matrix in the precision of the preconditioner, and so many vectors. Keeps
 * the memory of an earlier set-up. Collective. */
spate_status kry_simple_make(kry_solver *s, int vectors);
void kry_simple_destroy(kry_solver *s);

static inline kry_simple *kry_simple_of(const kry_solver *s)
{
    return s->made;
}

/* Ghosts of a vector of the preconditioner: of work vector k of each part, or of `in` or z. */
void kry_simple_fill_work(kry_solver *s, int k);
void kry_simple_fill_in(kry_solver *s);
void kry_simple_fill_z(kry_solver *s);

#endif
