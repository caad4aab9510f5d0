/* Quiet steps of the ADI scheme: as long as the step before, and no cell runs dry. They need
 * neither the kernel that changes the times of fluxes nor those that limit outflow. A graph
 * without these kernels is shorter: on small grids kernels with nothing to do take most of the
 * time. A step that turns out not to be quiet is rejected (its new state is in a slot of its own)
 * and repeated by a graph with all kernels; the graphs queued behind it see that steps have
 * stopped and do nothing. The bits are the same either kind. */
#ifndef SPATE_BACKEND_CUDA_ADI_QUIET_STEPS_CUH
#define SPATE_BACKEND_CUDA_ADI_QUIET_STEPS_CUH

#include <stdint.h>

typedef enum adi_step_kind {
    ADI_WATCHED, /* the scheme controls every step */
    ADI_FULL,    /* many steps without the host, with all kernels */
    ADI_QUIET    /* the same without the kernels that quiet steps do not need */
} adi_step_kind;

/* How many quiet steps the host launches ahead; zeros at first. */
typedef struct adi_trust {
    int64_t graphs; /* graphs of quiet steps that are launched at once; 0: 1 */
    int wary;       /* launches of full steps before quiet ones are tried again */
    int longer;     /* the value of wary after the next failure */
} adi_trust;

enum { ADI_MOST_WARY = 64 };

static inline adi_step_kind adi_next_kind(const adi_trust *t)
{
    return t->wary > 0 ? ADI_FULL : ADI_QUIET;
}

/* The graphs that are wasted when a step is not quiet are about as many as quiet ones succeeded
 * before. */
static inline int64_t adi_trusted_graphs(const adi_trust *t, adi_step_kind kind, int64_t wanted)
{
    const int64_t most = t->graphs > 0 ? t->graphs : 1;
    return kind == ADI_QUIET && most < wanted ? most : wanted;
}

/* After a launch; stopped: a step was not quiet. */
static inline void adi_update_trust(adi_trust *t, adi_step_kind kind, int stopped)
{
    if (kind == ADI_FULL) {
        t->wary -= t->wary > 0;
    } else if (stopped) {
        t->graphs = 1;
        t->wary = t->longer;
        t->longer = t->longer < ADI_MOST_WARY / 2 ? 2 * t->longer + 1 : ADI_MOST_WARY;
    } else {
        t->graphs = t->graphs > 0 && t->graphs < INT32_MAX ? 2 * t->graphs : 2;
        t->longer /= 2;
    }
}

#endif
