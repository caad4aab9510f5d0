/* How many steps the device makes without the host, for schemes whose steps are graphs. */
#ifndef SPATE_BACKEND_CUDA_GRAPH_PACE_CUH
#define SPATE_BACKEND_CUDA_GRAPH_PACE_CUH

#include <math.h>
#include <stdint.h>
#include <time.h>

#include "backend/backend.h"

/* Steps of one graph: the host launches this many at a time. */
enum { GRAPH_STEPS = 8 };
/* The host reads the clock about this often, s. */
#define GRAPH_LOOK_EVERY 0.05

/* Graphs to launch before the clock is read again: at most the number needed until t_stop with the
 * last dt, and at most about GRAPH_LOOK_EVERY seconds of them. seconds: time of a graph; 0:
 * unknown. */
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
