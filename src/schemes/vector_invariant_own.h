/* What the files of the vector-invariant schemes share. */
#ifndef SPATE_SCHEMES_VECTOR_INVARIANT_OWN_H
#define SPATE_SCHEMES_VECTOR_INVARIANT_OWN_H

#include "backend/vector_invariant/vector_invariant.h"
#include "schemes/flow.h"

extern const scheme_description vi_leapfrog_about, vi_rk3_about, vi_semi_implicit_about;

/* flow.own */
typedef struct vi_own {
    struct vi_mass *mass;     /* NULL until it is solved */
    struct vi_newton *newton; /* NULL in explicit schemes */
} vi_own;

static inline vi_own *vi_own_of(const flow *k)
{
    return k->own;
}

/* The Courant number: the given one or the default, and the limit of linear waves. */
double vi_cfl(const spate_options *options);
double vi_cfl_limit(const spate_options *options);

/* Refuses a Courant number beyond the limit. */
spate_status vi_check(const scheme_setup *setup);

/* ---- vector_invariant.c ---- */

/* As flow_kind asks. */
void vi_start(flow *k);
void vi_loaded(flow *k);
int vi_face_velocity(void *self, int axis);
/* Fills the ghost cells of a slot of the state. */
void vi_exchange_state(flow *k, int slot);
void vi_run_stage(flow *k, vi_stage which, part_region region);
/* After an accepted step. */
void vi_raise_maxima(flow *k);

/* ---- vector_invariant_state.c ---- */

extern const field_info vi_leapfrog_fields[VI_FIELDS], vi_rk3_fields[VI_FIELDS],
    vi_semi_implicit_fields[VI_IMPLICIT_FIELDS];
/* As flow_kind asks. */
int vi_create_part(flow *k, int n);
spate_status vi_create(flow *k);
void vi_destroy(flow *k);
spate_status vi_persist(flow *k, state_stream *s);
spate_status vi_check_wet(flow *k);

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
