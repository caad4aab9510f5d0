/* Lines that a device solves: the way from the public handle to the plug-in. */
#ifndef SPATE_SOLVERS_TRIDIAG_DEVICE_H
#define SPATE_SOLVERS_TRIDIAG_DEVICE_H

#include "solvers/tridiag/solver.h"

/* After the options of t were filled in. */
spate_status tri_device_create(spate_tridiag *t, const spate_tridiag_options *o);
void tri_device_destroy(spate_tridiag *t);
/* After a shared matrix was factored. */
spate_status tri_device_setup(spate_tridiag *t);
spate_status tri_device_solve(spate_tridiag *t, const tri_problem *problem);
const char *tri_device_algorithm(const spate_tridiag *t);

#endif
