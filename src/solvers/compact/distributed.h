/* Internal data of compact differences over parts. Terms:
 *   box      position and size of a part, as known to all ranks
 *   bundle   the boxes that share lines, in the order of the line
 *   span     a range of values of all lines of a part, in one array: that of the part, that of a
 *            neighbour in this process, or a received message */
#ifndef SPATE_SOLVERS_COMPACT_DISTRIBUTED_H
#define SPATE_SOLVERS_COMPACT_DISTRIBUTED_H

#include "backend/compact/rhs.h"
#include "parallel/mailbox.h"
#include "solvers/compact/solver.h"
#include "spate/compact_distributed.h"
#include "spate/tridiag_distributed.h"

typedef struct cut_box {
    int64_t first[3], size[3];
    int64_t rank, local; /* local: index among the parts of its rank */
} cut_box;

/* Origin of a span: value `from` (of the line, never below 0) of a part of this process, or a
 * message. */
typedef struct cut_source {
    int local; /* -1: from another rank */
    int64_t from;
    size_t at; /* offset in the receive buffer, in bytes */
} cut_source;

typedef struct cut_part {
    spate_compact_part given; /* as supplied by the caller, with all strides set */
    /* number along a line in this part; 0 if the last part has one value without a result */
    int64_t results;
    compact_layout layout;
    compact_reads reads; /* number of spans: reads.count */
    compact_span *spans;
    cut_source *sources;
} cut_part;

/* Some values of all lines of a part, sent from one rank to another. */
typedef struct cut_message {
    int local, rank;
    int64_t from, values;
    size_t at, bytes; /* position in the buffer */
} cut_message;

typedef struct cut_halo {
    cut_message *sends, *receives;
    int send_count, receive_count;
    size_t send_bytes, receive_bytes;
    char *sent, *received;
    mailbox *box;
} cut_halo;

/* The first NaN or infinite value of f: by line, then by point. */
typedef struct cut_failure {
    int found;
    int64_t line, point;
} cut_failure;

struct spate_compact_distributed {
    spate_context *ctx; /* not owned */
    spate_compact_distributed_options options;
    char reduced[16]; /* copies of the option strings */
    char backend[32];
    int across[2]; /* the other two directions */
    int threads;
    spate_compact_scheme scheme;
    char *scheme_name; /* of a scheme that was set; owned */
    int has_scheme;
    spate_compact_orders orders;
    compact_stencil stencil;
    const compact_rhs_kernels *kernels;
    cut_box *boxes; /* of all ranks, sorted: the boxes of a bundle are adjacent */
    int64_t box_count;
    cut_part *parts; /* of this rank */
    int count;
    cut_halo halo;
    spate_tridiag_distributed *lines;
    int *part_of; /* index of the part for each part of `lines`: those with results */
    int line_parts;
    void **x; /* for each of them, during an apply */
    cut_failure failure;
    struct cut_on_device *device; /* NULL: the CPU computes (distributed_device.h) */
    int ready;
    int64_t applied;
};

static inline size_t cut_bytes(const spate_compact_distributed *c)
{
    return solver_value_bytes(c->options.precision);
}

/* Values of f along a line. */
static inline int64_t cut_inputs(const spate_compact_distributed *c)
{
    return c->options.size[c->options.direction];
}

static inline int64_t cut_box_lines(const spate_compact_distributed *c, const cut_box *b)
{
    return b->size[c->across[0]] * b->size[c->across[1]];
}

/* ---- distributed_boxes.c: which rank has which box ---- */

/* Gathers and sorts the boxes of all ranks and checks that each value occurs once. Collective. */
spate_status cut_find_boxes(spate_compact_distributed *c);
/* Number of boxes in the bundle that starts with box k. */
int64_t cut_bundle(const spate_compact_distributed *c, int64_t k);

/* ---- distributed_halo.c: values of neighbours ---- */

/* Finds the spans of all parts and plans the messages. Collective. */
spate_status cut_plan_halo(spate_compact_distributed *c);
void cut_free_halo(spate_compact_distributed *c);

/* ---- distributed_exchange.c: before every apply ---- */

/* Sets the spans to point to f and fetches the values of other ranks. Collective. */
void cut_exchange(spate_compact_distributed *c, const void *const *f);
/* Steps of cut_exchange. received: the receive buffer. */
void cut_set_span_pointers(spate_compact_distributed *c, const void *const *f,
                           const char *received);
/* The values of a message, in place. */
compact_span cut_values_of(const spate_compact_distributed *c, const cut_message *m,
                           const void *const *f);
void cut_receive(const spate_compact_distributed *c);
void cut_send(const spate_compact_distributed *c, const cut_message *m);
void cut_wait(const spate_compact_distributed *c);

/* ---- distributed_rhs.c: right-hand sides on demand ---- */

/* A spate_line_rows; user: the handle. */
void cut_fill_rows(void *user, const spate_line_panel *panel, void *a, void *b, void *c, void *d);

#endif
