/* Lines that a device solves, seen from the public handle. */
#ifndef SPATE_SOLVERS_TRIDIAG_DEVICE_H
#define SPATE_SOLVERS_TRIDIAG_DEVICE_H

#include "solvers/tridiag/solver.h"

/* Call after the options of t are set. */
spate_status tri_device_create(spate_tridiag *t, const spate_tridiag_options *o);
void tri_device_destroy(spate_tridiag *t);
/* Call after a shared matrix is factored. */
spate_status tri_device_setup(spate_tridiag *t);
spate_status tri_device_solve(spate_tridiag *t, const tri_problem *problem);
const char *tri_device_algorithm(const spate_tridiag *t);

#endif
