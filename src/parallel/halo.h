/* Halo exchange: fills the ghosts of parts from their neighbours, corners included. Between start and finish
 * the caller computes what needs no ghosts.
 *
 * Parts of this process copy straight from one another, whatever devices they are on; parts of other ranks go
 * through MPI, one message per pair of parts and direction, all fields in it. */
#ifndef SPATE_PARALLEL_HALO_H
#define SPATE_PARALLEL_HALO_H

#include "backend/backend.h"
#include "grid/grid.h"

typedef struct halo halo;

/* A slot of a field. */
typedef struct halo_field {
    int field, slot;
} halo_field;

/* For the parts of this rank, in order; borrowed. max_fields: most fields one exchange will carry; width: most
 * ghosts on each side. NULL in *h on failure. Collective. */
spate_status halo_create(spate_context *ctx, const grid *g, const partition *p,
                         const grid_part *parts, int max_fields, int width, halo **h);
void halo_destroy(halo *h);

/* Fills `width` ghosts of these fields, which must not change, nor their ghosts be read, until finish. */
void halo_start(halo *h, const halo_field *fields, int count, int width);
/* Whether there is anything to wait for: ranks or devices. If not, the ghosts are valid after start. */
int halo_is_remote(const halo *h);
/* Of a run with one part: what start copies within it (periodic edges), at most 8 boxes. */
int halo_own_boxes(const halo *h, ghost_box boxes[8]);
void halo_finish(halo *h);

#endif
