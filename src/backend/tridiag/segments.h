/* Kernels of lines cut over parts. A segment is a run of rows from which all unknowns but the last were
 * eliminated. What is left of it, with `before` and `after` the unknowns on its two sides:
 *
 *     first + Q before + R last = Y            E before + P last + C after = G
 *
 * A single row is the segment 0 0 -1, a b c d. Two neighbours merge into one. Values of lines lie side by side:
 * value v of lane l of a segment at v * lanes + l. `lanes` is a multiple of TRI_SEGMENT_UNIT(bytes of a value).
 * Pointers are to `real` of the twin. docs/theory/tridiag_distributed.md */
#ifndef SPATE_BACKEND_TRIDIAG_SEGMENTS_H
#define SPATE_BACKEND_TRIDIAG_SEGMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "backend/tridiag/tridiag.h"

#define TRI_SEGMENT_UNIT(bytes) (64 / (int)(bytes))

enum { TRI_SEG_Y, TRI_SEG_G, TRI_SEG_Q, TRI_SEG_R, TRI_SEG_E, TRI_SEG_P, TRI_SEG_C };
enum {
    TRI_SEG_VALUES = 7,
    TRI_SEG_SHARED_VALUES = 2 /* Y, G: the rest is the same for all lines */
};
/* Kept of an unknown that was eliminated, until others are known: of a merge middle = y - q before - r last; of
 * row i of a chunk x[i] = y - q before - r x[i+1]. Row i: from value i * TRI_KEPT_VALUES * lanes on. */
enum { TRI_KEPT_Y, TRI_KEPT_Q, TRI_KEPT_R };
enum { TRI_KEPT_VALUES = 3, TRI_KEPT_SHARED_VALUES = 1 };

/* Rows of a chunk, lanes side by side, `pitch` values from row to row. */
typedef struct tri_chunk {
    const void *a, *b, *c, *d;
    ptrdiff_t pitch;
    int rows, lanes;
    int continues;           /* rows that follow those of a segment: it grows */
    int no_before, no_after; /* nothing beyond: a of the first row, c of the last one read as 0 */
    int far; /* rows are not in a cache: so many rows ahead are asked for; 0: they are */
} tri_chunk;

/* Of a shared matrix, for each row of a chunk, `real`; of its last row only lower counts:
 *     y[i] = g[i] scale[i],  Y -= weight[i] y[i],  g[i+1] = d[i+1] - lower[i+1] y[i],
 *     x[i] = y[i] - border[i] before - upper[i] x[i+1] */
typedef struct tri_row_factors {
    const void *lower, *scale, *upper, *weight, *border;
} tri_row_factors;

/* Of a shared matrix, for a merge: y = (G_a - c Y_b) scale, Y = Y_a - weight y, G = G_b - lower y. */
typedef struct tri_merge_factors {
    double c, scale, weight, lower, q, r;
} tri_merge_factors;

/* Where a part's rows lie: what tri_read and tri_write take. */
typedef struct tri_rows_of {
    const tri_problem *problem;
    const tri_panel *panel; /* lanes padded by copies of the last one */
} tri_rows_of;

/* last = g - c after for the neighbour behind, first = y - q before for the one in front. */
enum { TRI_FACE_G, TRI_FACE_C, TRI_FACE_Y, TRI_FACE_Q };
enum { TRI_FACE_SHARED_G, TRI_FACE_SHARED_Y };

/* Of a shared matrix: 1 / P and R of a segment. */
typedef struct tri_face_factors {
    double scale, r;
} tri_face_factors;

typedef struct tri_segment_kernels {
    /* Rows first ... first + rows - 1 of an array, side by side: to[row * lanes + lane], and back. */
    void (*get)(const tri_rows_of *of, const void *from, int64_t first, int rows, void *to);
    void (*put)(const tri_rows_of *of, const void *from, int64_t first, int rows, void *to);

    /* kept: of all rows but the last; of a chunk that continues first that of the row before. */
    void (*reduce)(const tri_chunk *chunk, void *segment, void *kept);
    /* x of all rows of a chunk, side by side. */
    void (*expand)(int lanes, int rows, const void *kept, const void *before, const void *last,
                   void *x);
    void (*merge)(int lanes, void *left, const void *right, void *kept); /* left becomes both */
    void (*split)(int lanes, const void *kept, const void *before, const void *last, void *middle);
    /* The last unknown of a whole line; cyclic: before is last, after is first. */
    void (*close)(int lanes, int cyclic, const void *segment, void *last);

    void (*reduce_shared)(const tri_chunk *chunk, const tri_row_factors *f, void *segment,
                          void *kept);
    void (*expand_shared)(int lanes, int rows, const tri_row_factors *f, const void *kept,
                          const void *before, const void *last, void *x);
    void (*merge_shared)(int lanes, const tri_merge_factors *f, void *left, const void *right,
                         void *kept);
    void (*split_shared)(int lanes, const tri_merge_factors *f, const void *kept,
                         const void *before, const void *last, void *middle);
    void (*close_shared)(int lanes, int cyclic, double c, double scale, const void *segment,
                         void *last);

    /* Decoupled parts. What a segment shows its neighbours if what reaches across it is dropped, in rows
     * TRI_FACE_*; dropped: at least the largest |E / P| and |R C / P| of the lanes so far. */
    void (*faces)(int lanes, const void *segment, void *faces, double *dropped);
    void (*faces_shared)(int lanes, const tri_face_factors *f, const void *segment, void *faces);
    /* The unknown left of a cut, from what its two sides show (two rows each; shared: one). amplified: at
     * least the largest norm of the inverse of the two equations so far. */
    void (*join)(int lanes, const void *left, const void *right, void *last, double *amplified);
    void (*join_shared)(int lanes, double coupling, double scale, const void *left,
                        const void *right, void *last);
    /* At least the largest (|a| + |c|) / |b| of the rows so far. */
    void (*dominance)(const tri_chunk *chunk, double *largest);
} tri_segment_kernels;

const tri_segment_kernels *tri_segment_kernels_cpu(int precision, const char *isa);

#endif
