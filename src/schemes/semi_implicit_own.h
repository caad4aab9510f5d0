/* The parts of the semi-implicit scheme that steps (semi_implicit.c) build on. */
#ifndef SPATE_SCHEMES_SEMI_IMPLICIT_OWN_H
#define SPATE_SCHEMES_SEMI_IMPLICIT_OWN_H

#include "backend/semi_implicit/semi_implicit.h"
#include "schemes/failed_solve.h"
#include "spate/krylov.h"

typedef struct semi_implicit {
    spate_krylov *solver;
    failed_solve failed;
} semi_implicit;

static inline const semi_kernels *semi_kernels_of(const grid_part *p)
{
    return (const semi_kernels *)p->kernels;
}

static inline int semi_now(const flow *k)
{
    return k->clocks[0].now;
}

/* Calls a kernel, such as fluxes(p), for each part p of this rank. */
#define SEMI_EACH_PART(k, call)                                                                    \
    for (int n = 0; n < (k)->setup.part_count; ++n) {                                              \
        grid_part *const p = &(k)->parts[n];                                                       \
        const semi_kernels *const kernels = semi_kernels_of(p);                                    \
        kernels->call;                                                                             \
    }

/* Depth at which a face begins to flow, m: the given one or the default. */
double semi_flood_depth(const spate_options *options);
/* Cells that the flow may cross in a step. */
double semi_largest_flow_courant(const spate_options *options);

/* ---- semi_implicit_memory.c ---- */

extern const field_info semi_field_table[SEMI_FIELDS];
/* As flow_kind asks. */
int semi_create_part(flow *k, int n);
spate_status semi_create(flow *k);
void semi_destroy(flow *k);

/* ---- semi_implicit_solve.c ---- */

/* x from the rows, in steps of Newton's method where wetting and drying ask for them. Collective. */
spate_status semi_solve(flow *k);
/* Fills ghost cells of fields in slot 0. */
void semi_exchange(flow *k, const int *fields, int count);

/* ---- semi_implicit_transport.c ---- */

/* Passes of the transport of a step. Collective. */
double semi_passes_of(flow *k);
/* Half of the rotation, then the transport; returns the slot of the velocities, whose ghost cells
 * are valid. */
int semi_transport_all(flow *k, double passes);
/* The other half, of the new velocities; their ghost cells are valid afterwards. */
void semi_turn_again(flow *k);

/* ---- semi_implicit_state.c ---- */

/* What a checkpoint holds beside that of all flows: the longest step, and velocities of the outer
 * faces that end the grid in the east and north, which no cell has. Collective. */
spate_status semi_persist(flow *k, state_stream *s);

#endif
