/* What the files of the vector-invariant schemes share. */
#ifndef SPATE_SCHEMES_VECTOR_INVARIANT_OWN_H
#define SPATE_SCHEMES_VECTOR_INVARIANT_OWN_H

#include "backend/vector_invariant/vector_invariant.h"
#include "schemes/flow.h"

extern const scheme_description vi_leapfrog_about, vi_rk3_about;

/* The Courant number: the given one or the default, and the limit of linear waves. */
double vi_cfl(const spate_options *options);
double vi_cfl_limit(const spate_options *options);

/* Refuses a Courant number beyond the limit. */
spate_status vi_check(const scheme_setup *setup);

static inline const vi_kernels *vi_kernels_of(const grid_part *p)
{
    return (const vi_kernels *)p->kernels;
}

/* Calls a kernel, such as filter(p), for each part p of this rank. */
#define VI_EACH_PART(k, call)                                                                      \
    for (int n = 0; n < (k)->setup.part_count; ++n) {                                              \
        grid_part *const p = &(k)->parts[n];                                                       \
        vi_kernels_of(p)->call;                                                                    \
    }

#endif
