/* Halo exchange: fills the ghost cells of parts from their neighbours, corners included. Between
 * start and finish the caller computes what needs no ghost cells.
 *
 * Parts of this process copy directly, between any devices. Parts of other ranks use MPI, with one
 * message per pair of parts and direction for all fields. */
#ifndef SPATE_PARALLEL_HALO_H
#define SPATE_PARALLEL_HALO_H

#include "backend/backend.h"
#include "grid/grid.h"

typedef struct halo halo;

/* What exchanges have moved since the halo was created. */
typedef struct halo_counts {
    int64_t exchanges;
    int64_t fields;               /* of all exchanges together */
    int64_t copies, copied_bytes; /* between parts of this rank */
    int64_t messages, sent_bytes; /* to other ranks */
} halo_counts;

/* A slot of a field. */
typedef struct halo_field {
    int field, slot;
} halo_field;

/* For the parts of this rank, in order; they are borrowed. max_fields: largest number of fields in
 * one exchange. width: largest number of ghost cells on each side. *h is NULL on failure.
 * Collective. */
spate_status halo_create(spate_context *ctx, const grid *g, const partition *p,
                         const grid_part *parts, int max_fields, int width, halo **h);
void halo_destroy(halo *h);
/* After rows have moved between the parts of a process that is alone: at most as many parts as at
 * the beginning. Not between start and finish. */
void halo_relink(halo *h, const partition *p, int part_count);

/* Fills `width` ghost cells of these fields. Until finish the fields must not change and their
 * ghost cells must not be read. */
void halo_start(halo *h, const halo_field *fields, int count, int width);
/* Whether other ranks or devices take part. If not, the ghost cells are valid after start. */
int halo_is_remote(const halo *h);
/* For a run with one part: the boxes that start copies within it (periodic edges), at most 8. */
int halo_own_boxes(const halo *h, ghost_box boxes[8]);
void halo_finish(halo *h);
halo_counts halo_counted(const halo *h);

#endif
