/* Tridiagonal lines cut into parts: many lines
 *
 *     a[i] x[i-1] + b[i] x[i] + c[i] x[i+1] = d[i],   i = 0 ... n-1,
 *
 * whose rows are stored in several arrays of this process, on several ranks, or both. Lines along x
 * of a grid that is cut into columns of parts, or lines along y of a grid that is cut into rows of
 * parts:
 *
 *     spate_tridiag_distributed_options o;
 *     spate_tridiag_distributed_options_default(&o);
 *     o.n = nx;                                          // rows of the whole line
 *     spate_line_part mine = {
 *         .bundle = part_row,                            // parts side by side hold the same lines
 *         .first = first_column,
 *         .lines = {.n = columns_here, .stride = 1, .count = {rows_here, 1}, .step = {pitch, 0}}};
 *     spate_tridiag_distributed_create(ctx, &o, &mine, 1, &t);
 *     spate_tridiag_distributed_setup(t);
 *     spate_tridiag_distributed_solve(t, &a, &b, &c, &d, &x);   // one pointer per local part
 *     spate_tridiag_distributed_destroy(t);
 *
 * All calls except get_stats are collective over the ranks of the context: every rank makes them in
 * the same order with the same options, and all return the same status.
 *
 * Rows are eliminated in chunks, and chunks are combined in a binary tree. Both depend only on n
 * and `chunk`, so the bits of the result do not depend on parts, ranks or threads (except with
 * "neighbours"). They differ from the bits of spate_tridiag. Parts may be cut anywhere; cuts at
 * multiples of `chunk` send the least data. There is no pivoting, as in tridiag.h, and no repair.
 * docs/theory/tridiag_distributed.md describes the method and its error bounds.
 *
 * On a GPU (backend "cuda", one for each rank) the bits are those of the CPU. Arrays may stay in
 * its memory; solves are then queued on a stream. Messages to other ranks are sent from device
 * memory or through pinned host memory:
 *
 *     o.memory = SPATE_MEMORY_DEVICE;
 *     ...
 *     spate_tridiag_distributed_set_stream(t, stream);          // a cudaStream_t
 *     spate_tridiag_distributed_solve(t, &a, &b, &c, &d, &x);   // device pointers
 *     spate_tridiag_distributed_wait(t);                        // waits and returns the status
 *
 * On the CPU spate_tridiag_distributed_solve_rows works without arrays: callbacks supply rows and
 * receive x. */
#ifndef SPATE_TRIDIAG_DISTRIBUTED_H
#define SPATE_TRIDIAG_DISTRIBUTED_H

#include "spate/tridiag.h"

SPATE_PUBLIC_BEGIN

typedef struct spate_tridiag_distributed spate_tridiag_distributed;

/* Rows first ... first + lines.n - 1 of all lines of a bundle. The parts of a bundle, on all
 * ranks together, contain each row once and have the same lines.count; line (j, k) of one part
 * continues as line (j, k) of the next. The memory layout may differ from part to part. The
 * caller numbers bundles from 0; gaps are allowed. */
typedef struct spate_line_part {
    int64_t bundle;
    int64_t first;
    spate_lines lines; /* n: rows here, at least 1 */
} spate_line_part;

typedef struct spate_tridiag_distributed_options {
    size_t struct_size; /* of this structure; spate_tridiag_distributed_options_default sets it */
    spate_tridiag_class matrix; /* SHARED and TOEPLITZ: one matrix for the lines of all bundles */
    int64_t n;                  /* rows of a whole line */
    int precision;              /* 32 or 64 */
    int periodic;               /* as in tridiag.h; needs n >= 3 */
    /* rows eliminated together, at least 1; 0: 64. The bits of the result depend on it. */
    int64_t chunk;
    /* How the system that couples the parts is solved: "gather" (by one rank of the bundle),
     * "all-to-all" (each rank of the bundle solves a share of the lines), "neighbours" (each
     * pair of neighbours solves its own; couplings across a whole part are dropped) or "auto". */
    const char *reduced;
    /* Largest error that dropping couplings may cause, relative to the largest |x| of a line. If
     * the couplings may cause more, "neighbours" is an error: of setup, or of the solve for a
     * GENERAL matrix. 0: half a unit in the last place. "auto" chooses "neighbours" for a SHARED
     * or TOEPLITZ matrix that allows it if this is above 0; the bits then depend on the cuts. */
    double tolerance;
    int threads; /* of this rank; 0: all */
    /* "cpu", "cuda", "cuda:N", or "auto": cuda for arrays in device memory, else cpu */
    const char *backend;
    /* of all arrays of parts; DEVICE: memory of the backend's device. The same on all ranks. */
    spate_memory memory;
    /* GPU: approximate limit in bytes of what is kept for back substitution; 0: 400 MB */
    double scratch;
} spate_tridiag_distributed_options;

void spate_tridiag_distributed_options_default_sized(spate_tridiag_distributed_options *o,
                                                     size_t size);
static inline void spate_tridiag_distributed_options_default(spate_tridiag_distributed_options *o)
{
    spate_tridiag_distributed_options_default_sized(o, sizeof *o);
}

/* parts: the `count` parts of this rank (0 is allowed); copied. On failure *t is NULL. */
spate_status spate_tridiag_distributed_create(spate_context *ctx,
                                              const spate_tridiag_distributed_options *o,
                                              const spate_line_part *parts, int count,
                                              spate_tridiag_distributed **t);
void spate_tridiag_distributed_destroy(spate_tridiag_distributed *t);

/* As in tridiag.h: the matrix of the whole line, on every rank. Call setup afterwards. */
spate_status spate_tridiag_distributed_set_matrix(spate_tridiag_distributed *t, const double *a,
                                                  const double *b, const double *c);
spate_status spate_tridiag_distributed_set_toeplitz(spate_tridiag_distributed *t,
                                                    const spate_toeplitz *m);

spate_status spate_tridiag_distributed_setup(spate_tridiag_distributed *t);

/* Later solves are queued on this stream (a cudaStream_t). NULL: the library's own. An error on
 * the CPU. */
spate_status spate_tridiag_distributed_set_stream(spate_tridiag_distributed *t, void *stream);
/* With arrays in device memory, solves return when they are queued; where lines are cut over
 * ranks, when the last message has arrived. This call waits for them and reports the first line
 * that failed since the last wait, with the cause as far as the arrays of the last solve show
 * it. In all other cases solves wait themselves. */
spate_status spate_tridiag_distributed_wait(spate_tridiag_distributed *t);

/* GENERAL. Arrays of pointers, one for each part of this rank in the order of create, to row
 * `first` of line (0, 0). The x of a part may be its d. Other overlaps within a part are an
 * error; arrays of different parts must not overlap. If a line fails (zero pivot, NaN or
 * infinite value) every rank returns SPATE_ERROR_NUMERICAL with its bundle, line and row; its x
 * is undefined, and all other lines are solved. */
spate_status spate_tridiag_distributed_solve(spate_tridiag_distributed *t, const void *const *a,
                                             const void *const *b, const void *const *c,
                                             const void *const *d, void *const *x);
/* SHARED and TOEPLITZ. */
spate_status spate_tridiag_distributed_solve_many(spate_tridiag_distributed *t,
                                                  const void *const *d, void *const *x);

/* Rows first ... first + rows - 1 (of the whole line) of `lanes` lines of a part of this rank. */
typedef struct spate_line_panel {
    int part; /* in the order of create */
    int lanes, rows;
    const int64_t *line; /* numbers j + k count[0] of the lines, one for each lane */
    int64_t first;
} spate_line_panel;

/* Supplies rows on demand, so that coefficients and right-hand sides need no arrays. Fills
 * a[row * lanes + lane] and so on, in the precision of the solver. a, b and c are NULL for SHARED
 * and TOEPLITZ. Several threads call it at once, once for every row. A line that failed is
 * requested again, alone (lanes is 1). The callback must not read x, except of lines that it
 * fills for the first time: their x is not written yet. */
typedef void (*spate_line_rows)(void *user, const spate_line_panel *panel, void *a, void *b,
                                void *c, void *d);
/* Receives x of these rows while it is in cache: x[row * pitch + lane], in the precision of the
 * solver, valid during the call. Row `rows` of x is the next row of the lines, unless the part
 * ends there, so that values between two unknowns can be computed at once. Several threads call
 * it at once, once for every row. One thread delivers all rows of a line in a part, last rows
 * first. Other lines may not be solved yet: what `fill` reads must not change. */
typedef void (*spate_line_answers)(void *user, const spate_line_panel *panel, const void *x,
                                   int pitch);
/* All classes; backend "cpu". The bits are those of the same values in arrays. receive: NULL, or
 * the receiver of x; the argument x is then ignored. */
spate_status spate_tridiag_distributed_solve_rows(spate_tridiag_distributed *t,
                                                  spate_line_rows fill, spate_line_answers receive,
                                                  void *user, void *const *x);

typedef struct spate_tridiag_distributed_stats {
    const char *reduced, *backend; /* in use; constant strings that outlive the solver */
    int threads;
    int64_t chunk;
    int64_t solves;         /* so far */
    double floor_bytes;     /* minimum traffic of an uncut solve of this rank's rows */
    double interface_bytes; /* written and read again in addition to a, b, c, d and x */
    double counted_bytes;   /* sum of both */
    /* what each thread keeps of a panel for back substitution; meant to stay in cache */
    double scratch_bytes;
    double sent_bytes; /* sent to other ranks by this one in the last solve */
    int64_t messages;  /* number of these messages */
    int batches;       /* lines are sent in this many batches; 0 if all parts are in this process */
    double dropped;    /* "neighbours": error bound relative to the largest |x| of a line */
} spate_tridiag_distributed_stats;
void spate_tridiag_distributed_get_stats(const spate_tridiag_distributed *t,
                                         spate_tridiag_distributed_stats *stats);

SPATE_PUBLIC_END
#endif
