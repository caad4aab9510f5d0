/* Lines cut over parts, on a device with a memory of its own: what solvers/tridiag/ asks of a plug-in. The tree of a
 * bundle is made there (distributed_device_plan.c); here it is a list of merges, level by level. Values of lines lie
 * in panels of TRI_CUT_LANES lines: value v of lane l of panel p at (p * values + v) * TRI_CUT_LANES + l. The
 * arithmetic is that of the CPU (tridiag_segment_ops.h), and so are the bits. docs/theory/tridiag_distributed.md */
#ifndef SPATE_BACKEND_TRIDIAG_CUT_H
#define SPATE_BACKEND_TRIDIAG_CUT_H

#include "backend/compact/sides.h"
#include "backend/tridiag/device.h"
#include "backend/tridiag/segments.h"

enum { TRI_CUT_LANES = 32 };

/* Segments are counted, and so are the unknowns between them. `left` becomes both; then middle, the unknown
 * between the two, follows from those before and at the end of both. */
typedef struct tri_cut_merge {
    int32_t left, right;
    int32_t before, middle, last;
} tri_cut_merge;

/* Rows that are eliminated one by one: a segment, its last unknown and the one before it. */
typedef struct tri_cut_chunk {
    int64_t at;   /* first row: in the arrays of its part; in the top among its rows */
    int64_t kept; /* rows kept before its own, of all chunks */
    int32_t part, rows;
    int32_t segment, before, last;
    int32_t no_before,
        no_after; /* the line ends: a of the first row, c of the last one count as 0 */
} tri_cut_chunk;

/* A row of a chunk that is cut, on its way to the top: a, b, c and d are `apart` values from one another among the
 * pieces of its part; its unknown comes back among the answers. */
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

/* A tree, or one for each part of this rank: merges of a level do not meet. */
typedef struct tri_cut_tree {
    const tri_cut_chunk *chunks;
    const tri_cut_merge *merges;
    const tri_merge_factors *factors; /* of each merge; shared matrix */
    const int32_t *level;             /* first merge of each level, and the end */
    const tri_cut_row *rows;          /* of chunks that are cut */
    const tri_cut_place *pieces;      /* segments that go up, or come from below */
    int chunk_count, merge_count, levels, row_count, piece_count;
    int segments, unknowns;
    int64_t kept; /* rows of all chunks */
} tri_cut_tree;

typedef struct tri_cut_part {
    int local; /* among the arrays of a solve, or -1: another rank's */
    int64_t n;
    ptrdiff_t stride, step[2];
    int64_t pieces, answers; /* values of a line */
    int64_t answer;          /* the first of its answers, among the unknowns of the top */
    tri_row_factors factors; /* local, shared matrix: n values each, the host's */
    tri_face_factors face;   /* decoupled, shared matrix: what it shows, */
    double coupling, scale;  /* and how it is joined with the part behind it */
} tri_cut_part;

typedef struct tri_cut_spec {
    int precision, shared, periodic;
    int64_t lines, count0; /* line j + k count0 begins at j step[0] + k step[1] */
    int64_t number[2];     /* and has the public number j number[0] + k number[1] */
    int exchanged;         /* j and k are the caller's k and j */
    int64_t panels;        /* of a batch, at most */
    int slots;             /* batches under way */
    int fused;             /* all parts are here: answers need not travel */
    int decoupled;         /* every pair of neighbours is solved by itself: there is no top */
    const tri_cut_part *parts;
    int part_count, local_count;
    tri_cut_tree below, top;     /* of the parts of this rank; of what they cannot join */
    const tri_cut_place *ends;   /* unknowns of below that are answers */
    int end_count;               /* of them */
    tri_row_factors top_factors; /* shared matrix: of the rows of the top */
    double top_c, top_scale;     /* shared matrix: of the line */
} tri_cut_spec;

/* Right-hand sides of a part of this rank, in place of an array of them: those of compact differences, made while rows
 * are eliminated. The stretches are the device's; their lines (j, k) are the caller's. */
typedef struct tri_cut_sides {
    const compact_reads *reads;
    int64_t first;    /* row of the line that is row 0 of the part */
    int64_t line;     /* line (0, 0), as the caller counts the lines of all bundles */
    int64_t lines[2]; /* and from j to j + 1, from k to k + 1 */
} tri_cut_sides;

/* Panels of the bundle that are solved at once; of them, whose top is solved by this rank. */
typedef struct tri_cut_batch {
    int slot;
    int64_t panel, panels;
    int64_t top_first, top_panels;
} tri_cut_batch;

/* Of a part of this rank: smallest of 2 * line, or 2 * line + 1 where it only failed on the way back;
 * TRI_CUT_FINE where none did. */
#define TRI_CUT_FINE INT64_MAX

/* What was found since the last report. */
typedef struct tri_cut_report {
    int64_t *first_failed; /* of each part of this rank; the caller's */
    int64_t
        not_finite; /* of sides: the smallest line * inputs + point of a value that they read, or
                              TRI_CUT_FINE */
    double dropped, amplified,
        dominance; /* decoupled, general matrix: as tri_segment_kernels has them; NaN: no bound */
} tri_cut_report;

/* Buffers of a part in a slot: pieces and answers, or, decoupled, what it shows and what it is shown. */
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
    /* Of a bundle. NULL with a sentence in why. */
    tri_cut_solver *(*create)(const tri_cut_spec *spec, char *why, size_t room);
    void (*destroy)(tri_cut_solver *solver);
    double (*workspace)(const tri_cut_solver *solver); /* bytes of the device */
    /* Where they lie on the device. */
    void *(*message)(const tri_cut_solver *solver, int slot, int part, tri_cut_message which);
    /* The arrays of the next batches, one for each part of this rank. sides: NULL, or one for each part, of a shared
     * matrix: then x is the only array. 0: no memory. All calls from here on are queued on a stream (NULL: the
     * plug-in's own) and return. */
    int (*take)(tri_cut_solver *solver, const tri_device_arrays *arrays, const tri_cut_sides *sides,
                void *stream);
    void (*up)(tri_cut_solver *solver, const tri_cut_batch *batch, void *stream);
    void (*top)(tri_cut_solver *solver, const tri_cut_batch *batch, void *stream); /* or nothing */
    void (*down)(tri_cut_solver *solver, const tri_cut_batch *batch, void *stream);
    /* All three; fused. */
    void (*solve)(tri_cut_solver *solver, const tri_cut_batch *batch, void *stream);
    /* Until the stream has nothing left to do. */
    void (*settle)(void *stream);
    /* Waits for the stream. */
    void (*report)(tri_cut_solver *solver, void *stream, tri_cut_report *report);
    /* Values of a stretch of count[0] x count[1] lines, one after the other: value i of line (j, k) to place
     * (i count[1] + k) count[0] + j. */
    void (*pack)(int precision, const compact_stretch *from, const int64_t count[2], void *to,
                 void *stream);
} tri_cut_device;

#endif
