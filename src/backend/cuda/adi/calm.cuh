/* Calm steps of the ADI scheme: as long as the step before, and no cell would give more than it has. They need neither the
 * kernel that times fluxes anew nor those that share water out, so that a graph without them is shorter: of small grids
 * kernels that find nothing to do are most of the time. A calm step that turns out not to be one is thrown away (its new
 * state lies in a slot of its own) and taken anew by a graph that has all kernels; the graphs behind it find that steps
 * have stopped. The bits are the same either way. */
#ifndef SPATE_BACKEND_CUDA_ADI_CALM_CUH
#define SPATE_BACKEND_CUDA_ADI_CALM_CUH

#include <stdint.h>

typedef enum adi_way {
    ADI_WATCHED, /* the scheme looks at every step */
    ADI_READY,   /* many steps without the host, with all kernels */
    ADI_CALM     /* without those for another length, and for shares */
} adi_way;

/* How far the host trusts in calm steps; zeros are a fine beginning. */
typedef struct adi_trust {
    int64_t graphs; /* of calm steps that it launches at once; 0: 1 */
    int wary;       /* looks at steps with all kernels before it tries again */
    int longer;     /* the next such time */
} adi_trust;

enum { ADI_MOST_WARY = 64 };

static inline adi_way adi_way_now(const adi_trust *t)
{
    return t->wary > 0 ? ADI_READY : ADI_CALM;
}

/* What steps that are not calm leave undone is at most about what calm ones did before. */
static inline int64_t adi_trusted_graphs(const adi_trust *t, adi_way way, int64_t wanted)
{
    const int64_t most = t->graphs > 0 ? t->graphs : 1;
    return way == ADI_CALM && most < wanted ? most : wanted;
}

/* After a look; stopped: a step was not calm. */
static inline void adi_learn(adi_trust *t, adi_way way, int stopped)
{
    if (way == ADI_READY) {
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
