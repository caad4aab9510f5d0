/* Bundles cut over ranks: lines are sent in batches, three of them in progress. While the pieces
 * of one batch travel to the ranks that solve the top, and its answers travel back, other
 * batches are computed. */
#ifndef SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_PIPELINE_H
#define SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_PIPELINE_H

#include "solvers/tridiag/distributed.h"

enum { DIST_SLOTS = 3 };

/* Buffers of a part in a slot, panel by panel. A part of this rank has space for all panels of a
 * batch; a part of another rank, for those whose top is solved here. */
typedef struct dist_buffers {
    char *pieces, *answers, *kept;
    char *to_front, *to_behind, *from_front, *from_behind; /* decoupled parts */
} dist_buffers;

typedef struct dist_bundle_work {
    const dist_bundle *b;
    dist_buffers *buffers[DIST_SLOTS]; /* of each part */
} dist_bundle_work;

struct dist_pipeline {
    dist_bundle_work *bundles;
    int bundle_count;
    int64_t works; /* batches of all bundles */
    char *block;
    /* frees a block that devices can access; NULL: memory_free */
    void (*release)(void *message, int on_device);
};

/* One batch of one bundle. */
typedef struct dist_work {
    const dist_bundle *b;
    dist_buffers *buffers; /* of its slot, for each part */
    int64_t panel, panels; /* first panel, number of panels */
    int slot;
} dist_work;

/* The computation of a batch: up makes its pieces, top solves the system that couples the parts,
 * down finds the unknowns. user: of dist_run_batches. */
typedef void dist_stage(const spate_tridiag_distributed *t, const dist_work *w, void *user);
typedef struct dist_stages {
    dist_stage *up, *top, *down;
} dist_stages;

/* Runs all batches, with their messages. Collective. */
void dist_run_batches(spate_tridiag_distributed *t, const dist_stages *stages, void *user);
/* Panels of a batch whose top is solved by the rank b->ranks[place]: sets *first and returns
 * their number. */
int64_t dist_share(const spate_tridiag_distributed *t, const dist_bundle *b, int64_t panels,
                   int place, int64_t *first);

/* ---- distributed_messages.c ---- */

/* Maximum number of messages of this rank in one round of a batch. */
int dist_max_messages(const spate_tridiag_distributed *t);
/* dist_receive starts all receives of a batch, for both rounds. */
void dist_receive(spate_tridiag_distributed *t, const dist_work *w);
void dist_send_pieces(spate_tridiag_distributed *t, const dist_work *w);
void dist_send_answers(spate_tridiag_distributed *t, const dist_work *w);
/* The neighbour of part p (direction -1: previous, 1: next), or NULL at the end of the line. */
const dist_part *dist_neighbour(const spate_tridiag_distributed *t, const dist_bundle *b, int p,
                                int direction);
/* Mailbox rounds of a slot. */
static inline int dist_round_pieces(const dist_work *w)
{
    return 2 * w->slot;
}

static inline int dist_round_answers(const dist_work *w)
{
    return 2 * w->slot + 1;
}

#endif
