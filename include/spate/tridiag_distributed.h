/* Tridiagonal lines cut over parts: many lines
 *
 *     a[i] x[i-1] + b[i] x[i] + c[i] x[i+1] = d[i],   i = 0 ... n-1,
 *
 * whose rows lie in several arrays of this process, on several ranks, or both. Lines along x of a grid that
 * is cut into columns of parts, lines along y of one cut into rows:
 *
 *     spate_tridiag_distributed_options o;
 *     spate_tridiag_distributed_default_options(&o);
 *     o.n = nx;                                          // of the whole line
 *     spate_line_part mine = {
 *         .bundle = part_row,                            // parts side by side have the same lines
 *         .first = first_column,
 *         .lines = {.n = columns_here, .stride = 1, .count = {rows_here, 1}, .step = {pitch, 0}}};
 *     spate_tridiag_distributed_create(ctx, &o, &mine, 1, &t);
 *     spate_tridiag_distributed_setup(t);
 *     spate_tridiag_distributed_solve(t, &a, &b, &c, &d, &x);   // one pointer for each part of this rank
 *     spate_tridiag_distributed_destroy(t);
 *
 * All calls but get_stats are collective over the ranks of the context: every rank makes them in the same
 * order with the same options, and all return the same status.
 *
 * Lines are eliminated in chunks of rows and these in a binary tree, both fixed by n and `chunk` alone: any
 * parts, ranks and threads give the same bits (but for "neighbours"). They are not those of spate_tridiag. Parts
 * may be cut anywhere; cuts at multiples of `chunk` send the least. There is no pivoting, as in tridiag.h, and
 * no repair. docs/theory/tridiag_distributed.md has the method and its bounds.
 *
 * On a GPU (backend "cuda", one for each rank) the bits are those of the CPU. Arrays may stay in its memory; solves
 * are then queued on a stream, and what crosses to other ranks leaves from there, or through pinned memory:
 *
 *     o.memory = SPATE_MEMORY_DEVICE;
 *     ...
 *     spate_tridiag_distributed_set_stream(t, stream);          // a cudaStream_t
 *     spate_tridiag_distributed_solve(t, &a, &b, &c, &d, &x);   // device pointers
 *     spate_tridiag_distributed_wait(t);                        // done, and whether all went well
 *
 * For the CPU alone: spate_tridiag_distributed_solve_rows, where no arrays need be at all. */
#ifndef SPATE_TRIDIAG_DISTRIBUTED_H
#define SPATE_TRIDIAG_DISTRIBUTED_H

#include "spate/tridiag.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct spate_tridiag_distributed spate_tridiag_distributed;

/* Rows first ... first + lines.n - 1 of all lines of a bundle. The parts of a bundle, on all ranks together,
 * have each row once and the same lines.count; line (j, k) of one is line (j, k) of all. Where the lines lie
 * may differ from part to part. Bundles are numbered by the caller, 0 or more, gaps allowed. */
typedef struct spate_line_part {
    int64_t bundle;
    int64_t first;
    spate_lines lines; /* n: rows here, at least 1 */
} spate_line_part;

typedef struct spate_tridiag_distributed_options {
    spate_tridiag_class matrix; /* SHARED and TOEPLITZ: one matrix for the lines of all bundles */
    int64_t n;                  /* rows of a whole line */
    int precision;              /* 32 or 64 */
    int periodic;               /* as in tridiag.h; n >= 3 */
    int64_t chunk; /* rows eliminated in one go, at least 1; 0: 64. Part of the answer's bits. */
    /* How the rows between parts are solved: "gather" (by one rank of the bundle), "all-to-all" (each rank of
     * the bundle solves a share of its lines), "neighbours" (each pair of neighbours by itself, what reaches
     * across a whole part is dropped) or "auto". */
    const char *reduced;
    /* Largest error that dropping may cause, over the largest |x| of a line. Where the couplings may cause
     * more, "neighbours" is refused: in setup, or, with a GENERAL matrix, by the solve. 0: half a unit in the
     * last place. "auto" takes "neighbours" for a SHARED or TOEPLITZ matrix that allows it if this is above 0;
     * the bits then depend on the cuts. */
    double tolerance;
    int threads; /* of this rank; 0: all */
    const char
        *backend; /* "cpu", "cuda", "cuda:N"; "auto": cuda for arrays of a device, else cpu */
    spate_memory
        memory;     /* of all arrays of parts; DEVICE: of the backend's. The same on all ranks. */
    double scratch; /* GPU: bytes that what is kept for the way back may take, about; 0: 400 MB */
} spate_tridiag_distributed_options;

void spate_tridiag_distributed_default_options(spate_tridiag_distributed_options *o);

/* parts: those of this rank, `count` of them, 0 allowed; copied. On failure *t is NULL. */
spate_status spate_tridiag_distributed_create(spate_context *ctx,
                                              const spate_tridiag_distributed_options *o,
                                              const spate_line_part *parts, int count,
                                              spate_tridiag_distributed **t);
void spate_tridiag_distributed_destroy(spate_tridiag_distributed *t);

/* As in tridiag.h: the matrix of the whole line, on every rank. A call of setup must follow. */
spate_status spate_tridiag_distributed_set_matrix(spate_tridiag_distributed *t, const double *a,
                                                  const double *b, const double *c);
spate_status spate_tridiag_distributed_set_toeplitz(spate_tridiag_distributed *t,
                                                    const spate_toeplitz *m);

spate_status spate_tridiag_distributed_setup(spate_tridiag_distributed *t);

/* Solves are queued on this stream (a cudaStream_t) from now on; NULL: on the library's own. Not for the CPU. */
spate_status spate_tridiag_distributed_set_stream(spate_tridiag_distributed *t, void *stream);
/* Arrays of a device: solves return when they are queued, where lines are cut over ranks when the last answers have come;
 * this waits for them and tells the first line that failed since the last wait, its cause as far as the arrays of the
 * last solve show it. In all other cases solves wait themselves. */
spate_status spate_tridiag_distributed_wait(spate_tridiag_distributed *t);

/* GENERAL. Arrays of pointers, one for each part of this rank in the order of create, to row `first` of line
 * (0, 0). The x of a part may be its d; other overlaps within a part are refused, and between parts there must be
 * none. A line that fails (zero pivot, value that is not finite) gives SPATE_ERROR_NUMERICAL with its bundle,
 * line and row on every rank; its x is of no use, all other lines are solved. */
spate_status spate_tridiag_distributed_solve(spate_tridiag_distributed *t, const void *const *a,
                                             const void *const *b, const void *const *c,
                                             const void *const *d, void *const *x);
/* SHARED and TOEPLITZ. */
spate_status spate_tridiag_distributed_solve_many(spate_tridiag_distributed *t,
                                                  const void *const *d, void *const *x);

/* Rows made where they are needed, so that no arrays of coefficients or right-hand sides go through memory: fills
 * rows first ... first + rows - 1 (of the whole line) of `lanes` lines of a part of this rank, given by their
 * numbers j + k count[0]: a[row * lanes + lane] and so on, in the precision of the solver. a, b and c are NULL for
 * SHARED and TOEPLITZ. Called by several threads at once, for every row once, of several lines; a line that failed is
 * asked for again, alone (lanes is 1). It must not look at x, but for lines that it makes rows of for the first time:
 * those are not written yet. */
typedef void (*spate_line_rows)(void *user, int part, const int64_t *line, int lanes, int64_t first,
                                int rows, void *a, void *b, void *c, void *d);
/* The other end: takes x of rows first ... first + rows - 1 (of the whole line) of `lanes` lines of a part while it is in a
 * cache: x[row * pitch + lane], in the precision of the solver, of no use after the call. Row `rows` of it is the next one
 * of the lines, unless the part ends there: what lies between two unknowns can be made at once. Called by several threads
 * at once, for every row once; for the rows of a line in a part by one thread, the last ones first. Other lines may not be
 * solved yet: what `fill` looks at must not change. */
typedef void (*spate_line_answers)(void *user, int part, const int64_t *line, int lanes,
                                   int64_t first, int rows, const void *x, int pitch);
/* All classes; backend "cpu". The bits are those of the same values in arrays. take: NULL, or where x goes instead of the
 * arrays; x is not looked at then. */
spate_status spate_tridiag_distributed_solve_rows(spate_tridiag_distributed *t,
                                                  spate_line_rows fill, spate_line_answers take,
                                                  void *user, void *const *x);

typedef struct spate_tridiag_distributed_stats {
    const char *reduced, *backend; /* in use; words of the program, not of the solver */
    int threads;
    int64_t chunk;
    int64_t solves;         /* so far */
    double floor_bytes;     /* the fewest that an uncut solve of this rank's rows must move */
    double interface_bytes; /* what is written and read again beside a, b, c, d and x */
    double counted_bytes;   /* both together */
    double
        scratch_bytes; /* what each thread keeps of a panel for the way back; meant to stay in a cache */
    double sent_bytes; /* to other ranks, by this one, in the last solve */
    int64_t messages;  /* of them */
    int batches;       /* lines travel in so many; 0 where all parts are in this process */
    double dropped;    /* neighbours: bound of the error, over the largest |x| of a line */
} spate_tridiag_distributed_stats;
void spate_tridiag_distributed_get_stats(const spate_tridiag_distributed *t,
                                         spate_tridiag_distributed_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
