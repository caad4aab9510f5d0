/* Bundles cut over ranks: their lines travel in batches, three of them under way. While the pieces of one are
 * on their way to those who solve the top, the next one is eliminated; while its answers come back, too. */
#ifndef SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_PIPELINE_H
#define SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_PIPELINE_H

#include "solvers/tridiag/distributed.h"

enum { DIST_SLOTS = 3 };

/* Of a part in a slot, panel after panel. A part of this rank has room for all panels of a batch, another's for
 * those whose top is solved here. */
typedef struct dist_buffers {
    char *pieces, *answers, *kept;
    char *to_front, *to_behind, *from_front, *from_behind; /* decoupled parts */
} dist_buffers;

typedef struct dist_lane_work {
    const dist_bundle *b;
    dist_buffers *buffers[DIST_SLOTS]; /* of each part */
} dist_lane_work;

struct dist_pipeline {
    dist_lane_work *bundles;
    int bundle_count;
    int64_t works; /* batches of all bundles */
    char *block;
    void (*release)(void *message,
                    int on_device); /* of a block that devices reach; NULL: memory_free */
};

/* One batch of one bundle. */
typedef struct dist_work {
    const dist_bundle *b;
    dist_buffers *buffers; /* of its slot, for each part */
    int64_t panel, panels; /* first, and how many */
    int slot;
} dist_work;

dist_work dist_work_of(const struct dist_pipeline *pipeline, int64_t k);
/* Panels of a batch whose top the rank with this place in b->ranks solves: from *first on, how many. */
int64_t dist_share(const spate_tridiag_distributed *t, const dist_bundle *b, int64_t panels,
                   int place, int64_t *first);

/* ---- distributed_messages.c ---- */

/* Most messages that this rank has in one round of a batch. */
int dist_most_messages(const spate_tridiag_distributed *t);
/* Receives of a batch are started, both rounds; then what is ready is sent. */
void dist_receive(spate_tridiag_distributed *t, const dist_work *w);
void dist_send_pieces(spate_tridiag_distributed *t, const dist_work *w);
void dist_send_answers(spate_tridiag_distributed *t, const dist_work *w);
/* The part beside p (direction -1: in front, 1: behind), or NULL where the line ends. */
const dist_part *dist_beside(const spate_tridiag_distributed *t, const dist_bundle *b, int p,
                             int direction);
/* Rounds of a slot. */
static inline int dist_round_pieces(const dist_work *w)
{
    return 2 * w->slot;
}

static inline int dist_round_answers(const dist_work *w)
{
    return 2 * w->slot + 1;
}

#endif
