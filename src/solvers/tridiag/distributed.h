/* Internal data of the solver for lines cut into parts. Terms:
 *   chunk   rows of a line eliminated together; the leaves of a fixed binary tree
 *   piece   what a part cannot combine further on its own: a node of the tree, or a single row of
 *           a chunk that is cut by a part boundary
 *   tape    operations on a stack of segments that go up the tree, from rows or pieces to the root;
 *           run backwards they go down, from the last unknown to all others
 *   bundle  the parts that hold pieces of the same lines
 *   panel   lines of a bundle that are processed side by side, the same ones in all its parts
 *   top     the upper end of the tree, above the pieces of all parts: the reduced system */
#ifndef SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_H
#define SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_H

#include "backend/tridiag/segments.h"
#include "parallel/mailbox.h"
#include "solvers/common.h"
#include "solvers/tridiag/layout.h"
#include "spate/tridiag_distributed.h"

typedef enum { DIST_CHUNK, DIST_PIECE, DIST_MERGE } dist_kind;

typedef struct dist_op {
    dist_kind kind;
    int64_t row, at; /* CHUNK: its first row in the line, and in the local arrays */
    int rows;        /* CHUNK */
    int part, node;  /* PIECE of the top: node of a part of the bundle */
    int64_t piece;   /* PIECE, CHUNK of the top: index of its first piece along the line */
} dist_op;

/* A segment of a shared matrix, without its right-hand side. */
typedef struct dist_segment {
    double q, r, e, p, c;
    int64_t last; /* row */
} dist_segment;

typedef struct dist_tape {
    dist_op *ops;
    int count, room;
    int merges, depth; /* depth: maximum number of segments on the stack */
    /* Shared matrix: factors of each merge and of each row of the local arrays
     * (distributed_factor.c). */
    tri_merge_factors *merge;
    char *rows;
    int64_t row_count;
} dist_tape;

typedef struct dist_part {
    int64_t bundle, first, n; /* rows first ... first + n - 1 */
    int64_t count[2], step[2], stride;
    int rank, local;    /* local: index among the parts of this rank, or -1 */
    int id;             /* unique, the same on all ranks */
    int64_t head, tail; /* rows of cut chunks at its two ends */
    int nodes;          /* complete pieces between them */
    int64_t piece;      /* index of its first piece along the line */
    dist_tape tape;
    dist_segment *segments; /* of the nodes; shared matrix */
} dist_part;

/* Shared matrix, decoupled parts: the face of a part and its coupling to the next part. */
typedef struct dist_cut {
    tri_face_factors face;
    double coupling, scale;
} dist_cut;

typedef struct dist_bundle {
    int64_t number;
    dist_part *parts; /* of all ranks, in the order of the line */
    int part_count, local_count;
    int *ranks;              /* ranks with parts of this bundle, ascending */
    int rank_count, my_rank; /* my_rank: index in ranks */
    int64_t count[2], lines; /* count: swapped where that makes lanes adjacent in memory */
    int exchanged;
    int lanes; /* of a panel, padding included */
    int64_t panels, panels_in_row;
    int64_t batch, batches; /* batch: panels of a batch */
    dist_tape top;
    int64_t pieces, raw;     /* of a line; raw: those that are single rows */
    double top_c, top_scale; /* shared matrix: arguments of close_shared */
    dist_cut *cuts;
} dist_bundle;

typedef enum { DIST_GATHER, DIST_ALL_TO_ALL, DIST_NEIGHBOURS, DIST_AUTO } dist_reduced;

/* The arrays of a part of this rank. */
typedef struct dist_arrays {
    const void *a, *b, *c, *d;
    void *x;
} dist_arrays;

/* Memory of one thread. */
typedef struct dist_scratch {
    char *stack, *bounds; /* stacks of the upward and the downward pass */
    char *block[4], *x;   /* rows of a chunk */
    /* Rows from the `fill` callback: first row of the part, and how many. Rows of x not yet
     * passed to `receive`: they start at row x_from of the scratch. */
    int64_t supplied_at;
    int supplied_rows, x_from;
    /* the top: rows of cut chunks, merges, last unknowns of all pieces */
    char *raw[4], *kept, *last;
    char **pieces, **answers;       /* pointers for each part of a bundle */
    char *piece_block, *kept_block; /* of all parts, if they are all in this process */
    char *answer_block;
} dist_scratch;

/* Results of the checks of one thread. */
typedef struct dist_diagnostics {
    const char *what; /* why a line failed; NULL: none failed */
    /* the first that failed, in the caller's numbering; the first row at fault */
    int64_t bundle, line, row;
    double dropped, amplified, dominance;
} dist_diagnostics;
enum { DIST_NO_ROW = INT32_MAX };

struct spate_tridiag_distributed {
    spate_context *ctx; /* not owned */
    spate_tridiag_class matrix;
    int64_t n, chunk;
    int precision, periodic, threads;
    dist_reduced wanted, reduced;
    double tolerance;
    const tri_segment_kernels *kernels;
    int local_count; /* parts of this rank */
    tri_layout *layouts;
    int64_t extent; /* of all of them */
    /* those with parts of this rank, ascending; described identically on all ranks */
    dist_bundle *bundles;
    int bundle_count;
    double *shared[3]; /* rounded to the precision; one block */
    mailbox *box;
    struct dist_pipeline *pipeline; /* NULL where no bundle is cut over ranks */
    char *scratch_block;
    dist_scratch *scratch;         /* of each thread */
    dist_arrays *arrays;           /* of each part of this rank, during a solve */
    spate_line_rows fill;          /* callback that supplies rows instead of arrays, or NULL */
    spate_line_answers receive;    /* callback that receives x instead of arrays, or NULL */
    void *user;                    /* argument of both */
    struct dist_on_device *device; /* NULL: the CPU solves (distributed_device.h) */
    double scratch_wanted;         /* limit in bytes on a device; 0: default */
    int ready;
    int64_t solves;
    double dropped; /* "neighbours": error bound */
    double sent_bytes;
    int64_t messages;
};

static inline size_t dist_bytes(const spate_tridiag_distributed *t)
{
    return solver_value_bytes(t->precision);
}

static inline int dist_shared(const spate_tridiag_distributed *t)
{
    return t->matrix != SPATE_TRIDIAG_GENERAL;
}

/* Values per lane of a segment, a merge, a single row. */
static inline int dist_segment_values(const spate_tridiag_distributed *t)
{
    return dist_shared(t) ? TRI_SEG_SHARED_VALUES : TRI_SEG_VALUES;
}

static inline int dist_kept_values(const spate_tridiag_distributed *t)
{
    return dist_shared(t) ? TRI_KEPT_SHARED_VALUES : TRI_KEPT_VALUES;
}

static inline int dist_row_values(const spate_tridiag_distributed *t)
{
    return dist_shared(t) ? 1 : 4;
}

/* Values per lane that a part sends to the top, and receives: the last unknown before it and
 * those of its pieces. */
static inline int64_t dist_piece_values(const spate_tridiag_distributed *t, const dist_part *p)
{
    return (p->head + p->tail) * dist_row_values(t) + (int64_t)p->nodes * dist_segment_values(t);
}

static inline int64_t dist_answer_values(const dist_part *p)
{
    return p->head + p->nodes + p->tail + 1;
}

static inline int dist_is_fused(const dist_bundle *b)
{
    return b->local_count == b->part_count;
}

static inline double dist_tolerance(const spate_tridiag_distributed *t)
{
    return t->tolerance > 0 ? t->tolerance : t->precision == 32 ? 0x1p-24 : 0x1p-53;
}

/* Rows of the face that a part sends to each neighbour; those for the previous part are stored
 * second. */
static inline size_t dist_face_rows(const spate_tridiag_distributed *t)
{
    return dist_shared(t) ? 1 : 2;
}

static inline int dist_decoupled(const spate_tridiag_distributed *t, const dist_bundle *b)
{
    return t->reduced == DIST_NEIGHBOURS && b->part_count > 1;
}

/* ---- distributed_parts.c: which rank has which parts ---- */

/* Sorts the parts of all ranks into bundles; collective. */
spate_status dist_find_bundles(spate_tridiag_distributed *t, const spate_line_part *parts,
                               int count);
void dist_free_bundles(spate_tridiag_distributed *t);

/* ---- distributed_tree.c: tapes ---- */

/* Fills head, tail, nodes, piece and tape of all parts of a bundle, and its top. */
spate_status dist_plan_bundle(spate_tridiag_distributed *t, dist_bundle *b);
void dist_free_tape(dist_tape *tape);

/* ---- distributed_factor.c: shared matrices ---- */

/* SPATE_ERROR_NUMERICAL with the row if a pivot is 0. */
spate_status dist_factor_bundle(spate_tridiag_distributed *t, dist_bundle *b);
/* Factors of the rows of a tape, starting at row `at`. */
tri_row_factors dist_row_factors(const spate_tridiag_distributed *t, const dist_tape *tape,
                                 int64_t at);

/* ---- distributed_memory.c ---- */

/* Values per lane that a part keeps for the downward pass. */
int64_t dist_part_kept_values(const spate_tridiag_distributed *t, const dist_part *p);
spate_status dist_allocate(spate_tridiag_distributed *t);
void dist_free_memory(spate_tridiag_distributed *t);

/* ---- distributed_arguments.c ---- */

/* Error unless the call fits the matrix: general or not. */
spate_status dist_check_class(const spate_tridiag_distributed *t, int general);
/* Checks the arrays and stores them in t->arrays. in: a, b, c, d, each NULL or one pointer per
 * part. */
spate_status dist_set_arrays(spate_tridiag_distributed *t, const void *const *const in[4],
                             void *const *x);

/* ---- distributed_batches.c: bundles cut over ranks ---- */

spate_status dist_pipeline_create(spate_tridiag_distributed *t);
void dist_pipeline_destroy(struct dist_pipeline *pipeline);
void dist_pipeline_run(spate_tridiag_distributed *t, dist_diagnostics *found);

#endif
