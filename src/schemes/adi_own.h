/* The parts of the ADI scheme that steps (adi.c) build on. */
#ifndef SPATE_SCHEMES_ADI_OWN_H
#define SPATE_SCHEMES_ADI_OWN_H

#include "backend/adi/adi.h"
#include "schemes/adi_lines.h"
#include "schemes/flow.h"

typedef struct adi {
    kurganov_kernels table;
    adi_lines lines;
    unsigned whole; /* sweeps that the backend makes by itself: a set of 1 << stage */
    int warmed;     /* an attempt was made: solvers have all their memory */
} adi;

/* ---- adi_kernels.c ---- */

/* The common kernels of the run's backend, with the ADI scheme's in place of some; makes k->own. NULL: there are none. */
const kurganov_kernels *adi_common_kernels(flow *k);

/* ---- adi_memory.c ---- */

/* Of the run's backend, precision and isa. */
const adi_kernels *adi_kernels_of_backend(const flow *k);
/* Of part n; 0: no memory. */
int adi_make_fields(const flow *k, int n);
/* As flow_kind asks. */
void adi_count_fields(const flow *k, const part_shape *shape);
void adi_destroy(flow *k);
/* As scheme_ops asks. */
int adi_set_force(void *self, scheme_force *force);

#endif
