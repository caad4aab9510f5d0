/* What the files of the ADI scheme share. */
#ifndef SPATE_SCHEMES_ADI_OWN_H
#define SPATE_SCHEMES_ADI_OWN_H

#include "backend/adi/adi.h"
#include "schemes/adi_lines.h"
#include "schemes/flow.h"

typedef struct adi {
    adi_lines lines;
    unsigned whole; /* sweeps that the backend makes alone: a set of 1 << stage */
    int warmed;     /* an attempt was made: solvers have all their memory */
} adi;

/* ---- adi_step.c, as flow_kind asks ---- */

/* Computes fluxes from momentum at cells that was changed from outside, and exchanges the state. */
void adi_start(flow *k);
spate_status adi_attempt(flow *k);
/* Exchanges what was read from a checkpoint. */
void adi_loaded(flow *k);

/* ---- adi_memory.c ---- */

extern const field_info adi_field_table[ADI_FIELDS];
/* m above which a face begins to flow; with long steps, thinner water is of no use. */
#define ADI_USUAL_FLOOD_DEPTH 0.01
double adi_flood_depth(const spate_options *options);
/* As flow_kind asks. */
double adi_extra_bytes(const flow *k, const part_shape *shape);
int adi_create_part(flow *k, int n);
spate_status adi_create_failed(const flow *k);
void adi_destroy(flow *k);
/* As scheme_ops asks. */
int adi_set_force(void *self, scheme_force *force);

static inline const adi_kernels *adi_kernels_of(const grid_part *p)
{
    return (const adi_kernels *)p->kernels;
}

#endif
