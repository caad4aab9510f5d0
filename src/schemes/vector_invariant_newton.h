/* Newton's method for a step of the scheme vi-semi-implicit. */
#ifndef SPATE_SCHEMES_VECTOR_INVARIANT_NEWTON_H
#define SPATE_SCHEMES_VECTOR_INVARIANT_NEWTON_H

#include "schemes/failed_solve.h"
#include "schemes/flow_solver.h"
#include "schemes/vector_invariant_own.h"

typedef struct vi_newton {
    spate_krylov *solver;
    kry_matrix *matrices; /* of each part */
    kry_array *right, *change;
    failed_solve failed;
    /* Of the step in progress: */
    double depth;    /* root mean square of all wet cells, m */
    double weight;   /* of velocities in the norm (physics/vector_invariant_newton.h) */
    double scale;    /* of squares, for exact sums */
    double floor;    /* smaller residuals are rounding */
    double first;    /* residual of the first iterate */
    double residual; /* of the present one; INFINITY: not a number, or very large */
    int iterations;  /* so far */
    int halvings;    /* so far */
    int64_t all;     /* iterations of all steps */
} vi_newton;

spate_status vi_newton_create(flow *k);
void vi_newton_destroy(flow *k);
/* Writes the new state to slot next, without ghost cells. On failure the state before the step is
 * kept. Collective. */
spate_status vi_newton_step(flow *k);

#endif
