/* How many steps go without the host: what schemes whose steps are graphs have in common. */
#ifndef SPATE_BACKEND_CUDA_GRAPH_PACE_CUH
#define SPATE_BACKEND_CUDA_GRAPH_PACE_CUH

#include <math.h>
#include <stdint.h>
#include <time.h>

#include "backend/backend.h"

/* Steps of one graph: the host launches this many at a time. */
enum { GRAPH_STEPS = 8 };
/* The host looks at the clock about this often, s. */
#define GRAPH_LOOK_EVERY 0.05

/* How many graphs to launch before the next look: no more than the way to t_stop needs, by the last dt, and no more than
 * about GRAPH_LOOK_EVERY takes. seconds: of a graph; 0: not known. */
static inline int64_t graphs_ahead(double seconds, const spate_clock *c, int64_t steps)
{
    double wanted = c->dt > 0 ? ceil((c->t_stop - c->t) / c->dt / GRAPH_STEPS) : 1;
    const double by_time = seconds > 0 ? GRAPH_LOOK_EVERY / seconds : 1;
    const double by_steps = ceil((double)steps / GRAPH_STEPS);
    wanted = wanted < by_time ? wanted : by_time;
    wanted = wanted < by_steps ? wanted : by_steps;
    return wanted > 1 ? (int64_t)wanted : 1;
}

static inline double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
