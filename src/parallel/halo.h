/* Halo exchange: fills the ghost cells of parts from their neighbours, corners included. Between
 * start and finish the caller computes what needs no ghost cells.
 *
 * Parts of this process copy directly, between any devices; between the host and a device through
 * pinned memory. Parts of other ranks use MPI, with one
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

/* Cells of one part that get the values of another one, as listed for halo_create_listed. */
typedef struct halo_copy {
    int to_rank, from_rank;
    int to, from;         /* the parts, by their numbers on these ranks */
    box to_box, from_box; /* which they cover */
    box cells;            /* in both of them or their ghost cells */
    int tag;              /* those of one tag are in the same order on both ranks */
} halo_copy;

/* An exchange of the listed copies instead of all ghost cells. Every rank gives the copies in which
 * it takes part. width has no effect on it. Collective. */
spate_status halo_create_listed(spate_context *ctx, const grid *g, const grid_part *parts,
                                int part_count, const halo_copy *copies, int count, int max_fields,
                                halo **h);
/* For experiments with slow networks: every exchange takes so many seconds longer. */
void halo_set_delay(halo *h, double seconds);

/* Fills `width` ghost cells of these fields. Until finish the fields must not change and their
 * ghost cells must not be read. */
void halo_start(halo *h, const halo_field *fields, int count, int width);
/* Whether other ranks or devices take part. If not, the ghost cells are valid after start. */
int halo_is_remote(const halo *h);
/* For a run with one part: the boxes that start copies within it (periodic edges), at most 8. */
int halo_own_boxes(const halo *h, ghost_box boxes[8]);
/* Before start: kernels of devices that are launched between the two calls do not delay the copies.
 * They neither change the fields nor read their ghost cells. */
void halo_depart_early(halo *h);
/* Before start, instead: the host has waited for all kernels that wrote the fields or read their
 * ghost cells. */
void halo_depart_at_once(halo *h);
/* Between start and finish: kernels of devices that are launched from here on wait for the ghost
 * cells of their parts. Returns 0 where those need the host, because messages of other ranks bring
 * them. */
int halo_arrive_early(halo *h);
void halo_finish(halo *h);
halo_counts halo_counted(const halo *h);

#endif
