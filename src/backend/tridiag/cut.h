/* Lines cut into parts, on a device with its own memory: the interface between solvers/tridiag
 * and a plug-in. The tree of a bundle is built by distributed_device_plan.c; here it is a list
 * of merges, level by level. Values of lines are stored in panels of TRI_CUT_LANES lines: value
 * v of lane l of panel p is at (p * values + v) * TRI_CUT_LANES + l. The arithmetic
 * (segment_ops.h) and the bits are those of the CPU. Method: docs/theory/tridiag_distributed.md */
#ifndef SPATE_BACKEND_TRIDIAG_CUT_H
#define SPATE_BACKEND_TRIDIAG_CUT_H

#include "backend/tridiag/device.h"
#include "backend/tridiag/segments.h"

struct compact_reads; /* backend/compact/rhs.h, which comes later in the order of folders */
struct compact_span;

enum { TRI_CUT_LANES = 32 };

/* Segments are numbered, and so are the unknowns between them. Going up, `left` becomes the
 * merged segment. Going down, `middle`, the unknown between the two segments, follows from
 * `before` and `last`. */
typedef struct tri_cut_merge {
    int32_t left, right;
    int32_t before, middle, last;
} tri_cut_merge;

/* Rows that are eliminated one by one: a segment, its last unknown and the one before it. */
typedef struct tri_cut_chunk {
    int64_t at;   /* first row: in the arrays of its part; in the top, among its rows */
    int64_t kept; /* kept rows of all earlier chunks */
    int32_t part, rows;
    int32_t segment, before, last;
    /* ends of the line: a of the first row and c of the last row count as 0 */
    int32_t no_before, no_after;
} tri_cut_chunk;

/* A row of a cut chunk, sent to the top. Its a, b, c and d are `apart` values from one another
 * among the pieces of its part; its unknown comes back among the answers. */
typedef struct tri_cut_row {
    int64_t at; /* in the arrays of its part */
    int64_t value, apart;
    int64_t answer;
    int32_t part;
} tri_cut_row;

/* A segment among the pieces of a part, or an unknown among its answers. */
typedef struct tri_cut_place {
    int64_t value;
    int32_t part, number;
} tri_cut_place;

/* A tree, or one tree for each part of this rank. The merges of a level are independent. */
typedef struct tri_cut_tree {
    const tri_cut_chunk *chunks;
    const tri_cut_merge *merges;
    const tri_merge_factors *factors; /* of each merge; shared matrix */
    const int32_t *level;             /* first merge of each level, and the end */
    const tri_cut_row *rows;          /* of cut chunks */
    /* segments passed to the top; in the top, segments received from parts */
    const tri_cut_place *pieces;
    int chunk_count, merge_count, levels, row_count, piece_count;
    int segments, unknowns;
    int64_t kept; /* rows of all chunks */
} tri_cut_tree;

typedef struct tri_cut_part {
    int local; /* index among the arrays of a solve, or -1: part of another rank */
    int64_t n;
    ptrdiff_t stride, step[2];
    int64_t pieces, answers; /* values of a line */
    int64_t answer;          /* index of its first answer among the unknowns of the top */
    tri_row_factors factors; /* local part, shared matrix: n values each, in host memory */
    tri_face_factors face;   /* decoupled, shared matrix: factors of its face, */
    double coupling, scale;  /* and of its coupling to the next part */
} tri_cut_part;

typedef struct tri_cut_spec {
    int precision, shared, periodic;
    int64_t lines, count0; /* line j + k count0 starts at j step[0] + k step[1] */
    int64_t number[2];     /* and has the public number j number[0] + k number[1] */
    int exchanged;         /* j and k are the caller's k and j */
    int64_t panels;        /* maximum number of panels of a batch */
    int slots;             /* batches in progress */
    int fused;             /* all parts are in this process: answers need no messages */
    int decoupled;         /* every pair of neighbours is solved separately: there is no top */
    const tri_cut_part *parts;
    int part_count, local_count;
    /* trees within the parts of this rank; tree of the reduced system */
    tri_cut_tree below, top;
    const tri_cut_place *ends; /* unknowns of below that are answers */
    int end_count;
    tri_row_factors top_factors; /* shared matrix: of the rows of the top */
    double top_c, top_scale;     /* shared matrix: arguments of seg_close_rhs */
} tri_cut_spec;

/* Right-hand side of a part of this rank, computed by a compact scheme during the elimination
 * instead of read from an array. The spans are in device memory; their lines (j, k) use the
 * caller's numbering. */
typedef struct tri_cut_rhs {
    const struct compact_reads *reads;
    int64_t first;    /* row of the line that is row 0 of the part */
    int64_t line;     /* number of line (0, 0) among the lines of all bundles */
    int64_t lines[2]; /* increments of that number with j and k */
} tri_cut_rhs;

/* What takes the unknowns of a part of this rank where they are found, in place of the array x. Only
 * lines of a shared matrix that lie whole in a part can be taken so; those of other parts go to x. */
typedef struct tri_cut_receiver {
    /* Solves the lines (whole_lines of backend/cuda/tridiag, of the precision) and takes their
     * unknowns; queued on the stream. */
    void (*solve)(const void *lines, const void *user, void *stream);
    const void *user; /* read before the call returns */
    int takes;        /* set by a solve */
} tri_cut_receiver;

/* Panels of the bundle that are solved together, and those of them whose top is solved by this
 * rank. */
typedef struct tri_cut_batch {
    int slot;
    int64_t panel, panels;
    int64_t top_first, top_panels;
} tri_cut_batch;

/* first_failed of a part without failures. Otherwise it is the smallest of 2 * line, or 2 * line
 * + 1 if the line failed only during back substitution. */
#define TRI_CUT_NONE INT64_MAX

/* Results of all checks since the last report. */
typedef struct tri_cut_report {
    int64_t *first_failed; /* of each part of this rank; memory of the caller */
    /* of computed right-hand sides: the smallest line * inputs + point of a value that is
     * not finite, or TRI_CUT_NONE */
    int64_t not_finite;
    /* decoupled, general matrix: as in tri_segment_kernels; NaN: no bound */
    double dropped, amplified, dominance;
} tri_cut_report;

/* Buffers of a part in a slot: pieces and answers or, if decoupled, faces to and from
 * neighbours. */
typedef enum {
    TRI_CUT_PIECES,
    TRI_CUT_ANSWERS,
    TRI_CUT_TO_FRONT,
    TRI_CUT_TO_BEHIND,
    TRI_CUT_FROM_FRONT,
    TRI_CUT_FROM_BEHIND
} tri_cut_message;

typedef struct tri_cut_solver tri_cut_solver;

typedef struct tri_cut_device {
    /* Solver of a bundle. NULL with a message in why on failure. */
    tri_cut_solver *(*create)(const tri_cut_spec *spec, char *why, size_t room);
    void (*destroy)(tri_cut_solver *solver);
    double (*workspace)(const tri_cut_solver *solver); /* bytes of device memory */
    /* Address of a buffer in device memory. */
    void *(*message)(const tri_cut_solver *solver, int slot, int part, tri_cut_message which);
    /* Sets the arrays of the next batches, one for each part of this rank. rhs: NULL, or one for
     * each part, with a shared matrix; then x is the only array. receivers: NULL, or one for each
     * part. Returns 0 without memory. This call and all following ones are queued on a stream
     * (NULL: the plug-in's own) and return at once. */
    int (*set_arrays)(tri_cut_solver *solver, const tri_device_arrays *arrays,
                      const tri_cut_rhs *rhs, tri_cut_receiver *receivers, void *stream);
    /* Solves all lines of a bundle that lie whole in one part, without batches. 0: it has none, or
     * not in a form that a kernel takes. */
    int (*solve_whole)(tri_cut_solver *solver, void *stream);
    void (*up)(tri_cut_solver *solver, const tri_cut_batch *batch, void *stream);
    /* may be empty */
    void (*top)(tri_cut_solver *solver, const tri_cut_batch *batch, void *stream);
    void (*down)(tri_cut_solver *solver, const tri_cut_batch *batch, void *stream);
    /* up, top and down together; fused bundles only. */
    void (*solve)(tri_cut_solver *solver, const tri_cut_batch *batch, void *stream);
    /* Waits until the stream is idle. */
    void (*synchronize)(void *stream);
    /* Waits for the stream. */
    void (*report)(tri_cut_solver *solver, void *stream, tri_cut_report *report);
    /* Packs the values of a span of count[0] x count[1] lines: value i of line (j, k) goes to (i
     * count[1] + k) count[0] + j. */
    void (*pack)(int precision, const struct compact_span *from, const int64_t count[2], void *to,
                 void *stream);
} tri_cut_device;

#endif
