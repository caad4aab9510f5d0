/* What the files of the halo exchange share. */
#ifndef SPATE_PARALLEL_HALO_OWN_H
#define SPATE_PARALLEL_HALO_OWN_H

#include "parallel/comm.h"
#include "parallel/halo.h"

/* Cells of a part, local indices. */
typedef struct halo_cells {
    int i0, j0, nx, ny;
} halo_cells;

/* One direction of one part: its ghosts there, and the cells of the neighbour that they copy. */
typedef struct halo_link {
    int part;      /* local, which has these ghosts (receiving) or cells (sending) */
    int other;     /* local index of the neighbour, or -1 if it is on another rank */
    int di, dj;    /* from the part to its neighbour */
    box own, next; /* the part and the neighbour in the grid */
    int rank, tag;
    char *buffer;            /* of a message, or of a copy between host and device; NULL */
    halo_cells here, source; /* of a listed copy: cells of the part, and of a local neighbour */
} halo_link;

/* Pinned memory of a copy between host and device; kept when links change. */
typedef struct halo_stage {
    char *block;
    const spate_transfers *transfers; /* of the device */
    size_t bytes;
} halo_stage;

struct halo {
    comm *comm;
    const grid *grid;
    const grid_part *parts; /* borrowed */
    int part_count;
    int listed;                     /* the links are listed copies */
    double delay;                   /* s, of every exchange */
    int overlapped;                 /* copies run beside the kernels, by the backends' transfers */
    int on_device;                  /* messages are in device memory, where MPI can read it */
    halo_link *incoming, *outgoing; /* outgoing: remote only */
    int incoming_count, outgoing_count, remote_count;
    halo_stage *stages; /* by incoming link */
    int most_links, max_fields;
    int departed; /* copies wait for kernels that were launched before, or need not */
    int arrived;  /* kernels of devices that are launched next wait for their ghost cells */
    const halo_field *fields; /* of the exchange under way */
    int field_count, width, most_width;
    halo_counts counts;
};

/* ---- halo_links.c: which part fills which ghost cells ---- */

/* Adds the links of a local part; first: the first part of this rank. */
void halo_add_links(halo *h, const partition *p, int first, int local);
/* Ghost cells of a part beyond its side (di, dj). */
halo_cells halo_ghost_cells(const halo *h, const halo_link *l);
/* Cells of a part at its side (di, dj). */
halo_cells halo_side_cells(const halo *h, box b, int di, int dj);
/* The cells of the local neighbour that they copy. */
halo_cells halo_source_cells(const halo *h, const halo_link *l);
/* Adds the links of a listed copy. */
void halo_add_listed(halo *h, const halo_copy *c);
/* The cells of a part in a message of a link: ghost cells that are received, or cells that are
 * sent. */
halo_cells halo_message_cells(const halo *h, const halo_link *l, int outgoing);

/* ---- halo_copies.c: copies between devices, and the memory of messages ---- */

/* Whether a copy has to wait for devices: several of them, or one and the host, or messages from
 * one. */
int halo_needs_overlap(const halo *h);
/* 0 where memory ran out. */
int halo_allocate_buffers(halo *h, int max_fields);
void halo_free_buffers(const halo *h);
size_t halo_message_bytes(const halo *h, const halo_link *l, int outgoing);
/* Copies field k of the exchange from the neighbour, a part of this process. */
void halo_copy_local(const halo *h, const halo_link *l, int k);
/* Copies all fields of the exchange between a part and the message of a link. */
void halo_copy_message(const halo *h, const halo_link *l, int outgoing);
/* Whether a copy within this process goes through pinned memory: between host and device. */
int halo_is_staged(const halo *h, const halo_link *l);
/* Takes that memory. Returns 0 where there is none: these copies are direct, and the host waits. */
int halo_stage_links(halo *h);
void halo_free_stages(const halo *h);
/* All fields on their way; and into the ghost cells of the host, when they have come. */
void halo_send_staged(const halo *h, const halo_link *l);
void halo_receive_staged(const halo *h, const halo_link *l);

/* The three calls of spate_transfers that concern all devices, for every backend that has them. */
void halo_depart(const halo *h);
void halo_settle(const halo *h);
void halo_arrive(const halo *h);
/* Whether a part is in host memory. Its kernels do not wait for copies by themselves. */
int halo_has_host_part(const halo *h);

#endif
