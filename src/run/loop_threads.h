/* For code above the simulation that has loops over its cells. */
#ifndef SPATE_RUN_LOOP_THREADS_H
#define SPATE_RUN_LOOP_THREADS_H

#include "spate/spate.h"

/* The threads of loops outside the kernels (cores_set_loop_threads); 0: no simulation. */
int sim_loop_threads(const spate_sim *sim);

#endif
