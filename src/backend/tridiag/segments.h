/* CPU kernels of lines cut into parts. A segment is a range of rows from which all unknowns except
 * the last are eliminated. With `before` and `after` the unknowns on its two sides, two equations
 * remain:
 *
 *     first + Q before + R last = Y            E before + P last + C after = G
 *
 * A single row is the segment 0 0 -1, a b c d. Two adjacent segments merge into one. Lanes are
 * contiguous: value v of lane l of a segment is at v * lanes + l. `lanes` is a multiple of
 * TRI_SEGMENT_UNIT(bytes of a value). Pointers are to `real`. Method:
 * docs/theory/tridiag_distributed.md */
#ifndef SPATE_BACKEND_TRIDIAG_SEGMENTS_H
#define SPATE_BACKEND_TRIDIAG_SEGMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "backend/tridiag/tridiag.h"

#define TRI_SEGMENT_UNIT(bytes) (64 / (int)(bytes))

enum { TRI_SEG_Y, TRI_SEG_G, TRI_SEG_Q, TRI_SEG_R, TRI_SEG_E, TRI_SEG_P, TRI_SEG_C };
enum {
    TRI_SEG_VALUES = 7,
    TRI_SEG_SHARED_VALUES = 2 /* Y, G: the others are the same for all lines */
};
/* Kept for the back substitution of an eliminated unknown: of a merge, middle = y - q before - r
 * last; of row i of a chunk, x[i] = y - q before - r x[i+1]. Row i starts at value i *
 * TRI_KEPT_VALUES * lanes. */
enum { TRI_KEPT_Y, TRI_KEPT_Q, TRI_KEPT_R };
enum { TRI_KEPT_VALUES = 3, TRI_KEPT_SHARED_VALUES = 1 };

/* Rows of a chunk, lanes contiguous, `pitch` values from row to row. */
typedef struct tri_chunk {
    const void *a, *b, *c, *d;
    ptrdiff_t pitch;
    int rows, lanes;
    int continues; /* the rows extend an existing segment */
    /* ends of the line: a of the first row and c of the last row count as 0 */
    int no_before, no_after;
    int far; /* prefetch distance in rows; 0: rows are in cache */
} tri_chunk;

/* Factors of a shared matrix for each row of a chunk, `real`; of its last row only lower is used:
 *     y[i] = g[i] scale[i],  Y -= weight[i] y[i],  g[i+1] = d[i+1] - lower[i+1] y[i],
 *     x[i] = y[i] - border[i] before - upper[i] x[i+1] */
typedef struct tri_row_factors {
    const void *lower, *scale, *upper, *weight, *border;
} tri_row_factors;

/* Factors of a shared matrix for a merge: y = (G_a - c Y_b) scale, Y = Y_a - weight y, G = G_b -
 * lower y. */
typedef struct tri_merge_factors {
    double c, scale, weight, lower, q, r;
} tri_merge_factors;

/* Memory layout of the rows of a part. */
typedef struct tri_rows_of {
    const tri_problem *problem;
    const tri_panel *panel; /* lanes padded by copies of the last one */
} tri_rows_of;

/* Rows of a face: last = g - c after for the next part, first = y - q before for the previous
 * part. */
enum { TRI_FACE_G, TRI_FACE_C, TRI_FACE_Y, TRI_FACE_Q };
enum { TRI_FACE_SHARED_G, TRI_FACE_SHARED_Y };

/* Shared matrix: 1 / P and R of a segment. */
typedef struct tri_face_factors {
    double scale, r;
} tri_face_factors;

typedef struct tri_segment_kernels {
    /* Gathers rows first ... first + rows - 1 of an array: to[row * lanes + lane]; put scatters
     * them. */
    void (*get)(const tri_rows_of *of, const void *from, int64_t first, int rows, void *to);
    void (*put)(const tri_rows_of *of, const void *from, int64_t first, int rows, void *to);

    /* kept: of all rows except the last; a continued chunk starts with that of the row before. */
    void (*reduce)(const tri_chunk *chunk, void *segment, void *kept);
    /* x of all rows of a chunk, lanes contiguous. */
    void (*expand)(int lanes, int rows, const void *kept, const void *before, const void *last,
                   void *x);
    /* left becomes the merged segment */
    void (*merge)(int lanes, void *left, const void *right, void *kept);
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

    /* Decoupled parts. Faces of a segment, in rows TRI_FACE_*, after couplings across it are
     * dropped. dropped: raised to the largest |E / P| and |R C / P| of the lanes. */
    void (*faces)(int lanes, const void *segment, void *faces, double *dropped);
    void (*faces_shared)(int lanes, const tri_face_factors *f, const void *segment, void *faces);
    /* The unknown left of a cut, from the faces of its two sides (two rows each; shared: one).
     * amplified: raised to the largest norm of the inverse of the two equations. */
    void (*join)(int lanes, const void *left, const void *right, void *last, double *amplified);
    void (*join_shared)(int lanes, double coupling, double scale, const void *left,
                        const void *right, void *last);
    /* Raises *largest to the largest (|a| + |c|) / |b| of the rows. */
    void (*dominance)(const tri_chunk *chunk, double *largest);
} tri_segment_kernels;

const tri_segment_kernels *tri_segment_kernels_cpu(int precision, const char *isa);

#endif
