/* The benchmark of the tridiagonal solvers in pieces: plan (which lines), data (what values),
 * measure (how long), peers (LAPACK, hypre and cuSPARSE on the same data). */
#ifndef SPATE_BENCH_TRIDIAG_H
#define SPATE_BENCH_TRIDIAG_H

#include "bench/arrays.h"
#include "bench/frame.h"
#include "spate/tridiag.h"

typedef enum {
    TRIDIAG_CONTIGUOUS,  /* along x */
    TRIDIAG_STRIDED,     /* along y of a 2-D array whose rows are longer than its lines are many */
    TRIDIAG_INTERLEAVED, /* without a gap */
    TRIDIAG_LAYOUTS
} tridiag_layout;

extern const char *const tridiag_layout_names[TRIDIAG_LAYOUTS];
extern const char *const tridiag_class_names[3]; /* by spate_tridiag_class */

/* One group of rows: our algorithms and the peers, on the same data. */
typedef struct tridiag_setup {
    spate_tridiag_class matrix;
    tridiag_layout layout;
    int precision, threads;
    int64_t n, lines;
    int only_ours; /* no peers */
    int64_t grid;  /* cells along a side of the grid of Aackermann and Dinesen Pedersen (2012); 0:
                      not theirs */
} tridiag_setup;

/* Named sets of setups. */
typedef enum {
    TRIDIAG_USUAL,
    TRIDIAG_AUTO, /* where auto has to choose: short lines, few lines; ours alone */
    TRIDIAG_PAPER /* the systems of Aackermann and Dinesen Pedersen (2012) */
} tridiag_set;

struct tridiag_peer;

/* What the user fixed (negative, 0 or NULL: chosen by the plan), the peers, and how good the
 * choices of auto were. */
typedef struct tridiag_bench {
    tridiag_set set;
    int matrix, layout, precision, threads;
    int64_t n;
    double unknowns;                     /* of one solve, about */
    const char *algorithm;               /* "all", "auto" or a name */
    const struct tridiag_peer *peers[2]; /* lists: LAPACK and hypre, or cuSPARSE; NULL: none */
    int choices, good_choices;
    double worst_choice; /* the largest time of a choice over our best so far, 1 before the first */
} tridiag_bench;

/* What a choice of auto may cost: a tenth more time than the best of ours. Solves of a GPU that
 * take microseconds are as fast as they are queued, and that is not the same twice: one row by cr,
 * pcr and cr-pcr, three times the same work, took 3.6 to 4.3 us on an H200. Choices that cost less
 * than half a microsecond are good ones there. */
#define TRIDIAG_GOOD_CHOICE 1.1
#define TRIDIAG_QUEUEING 0.5e-6

/* Fills at most `room` setups; returns how many. */
int tridiag_plan(const bench *b, void *setups, int room);

enum { TRIDIAG_ARRAYS = 5, TRIDIAG_D = 3, TRIDIAG_X = 4 }; /* a, b, c, d, x */

/* Arrays of one setup in the layout of its lines. a, b, c: NULL unless the matrix is general. */
typedef struct tridiag_data {
    spate_lines lines;
    int64_t values; /* of each array */
    int precision;
    void *a, *b, *c, *d, *x;
    double *matrix[3]; /* a, b, c of a shared or Toeplitz one, n values each */
    spate_toeplitz toeplitz;
} tridiag_data;

double tridiag_bytes(const tridiag_setup *setup); /* of all arrays */
/* 0: no memory. Released by tridiag_data_free either way. */
int tridiag_data_make(const tridiag_setup *setup, tridiag_data *data);
void tridiag_data_free(tridiag_data *data);
/* The largest residual of x over a sample of lines, row by row over |A| |x| + |d|. */
double tridiag_residual(const tridiag_setup *setup, const tridiag_data *data);

/* The arrays where solves find them: those of the host, or copies on a device. */
typedef struct tridiag_arrays {
    const tri_device *device; /* NULL: the host */
    tridiag_data host;
    void *at[TRIDIAG_ARRAYS];
    size_t bytes; /* of each */
} tridiag_arrays;

/* 0: no memory. Released by tridiag_arrays_free either way. */
int tridiag_arrays_make(const tridiag_setup *setup, const tri_device *device,
                        tridiag_arrays *arrays);
/* Unknowns to the host. */
void tridiag_arrays_fetch(const tridiag_arrays *arrays);
void tridiag_arrays_free(tridiag_arrays *arrays);

/* ---- peers: a list ends with one without a name ---- */

typedef struct tridiag_peer {
    const char *library, *name;
    /* Before the clock; 0: not for this setup, or no memory. */
    int (*begin)(const tridiag_setup *setup, const tridiag_arrays *arrays);
    int (*solve)(const tridiag_setup *setup, const tridiag_arrays *arrays,
                 int64_t count);               /* 0: failed */
    void (*end)(const tridiag_arrays *arrays); /* the unknowns are in the arrays after it */
    int64_t most;                              /* solves between begin and end; 0: any number */
    double workspace;                          /* bytes */
} tridiag_peer;

/* NULL where there are none; why: the reason where they are missing, else NULL. LAPACK overwrites
 * its input: it works on copies of a line, which stay in the cache. */
const tridiag_peer *tridiag_lapack(const char **why);
const tridiag_peer *tridiag_hypre(const char **why);
const tridiag_peer *tridiag_cusparse(const char **why);

/* ---- rows ---- */

/* Values of a row beside those that all benchmarks share. */
enum {
    TRIDIAG_KERNEL = BENCH_OWN,
    TRIDIAG_SOLVER, /* an algorithm of ours, or a peer */
    TRIDIAG_NAME,   /* the same, with "(auto)" where auto chose it */
    TRIDIAG_CHOSEN,
    TRIDIAG_BACKEND,
    TRIDIAG_MATRIX,
    TRIDIAG_LAYOUT,
    TRIDIAG_REAL,
    TRIDIAG_N,
    TRIDIAG_LINES,
    TRIDIAG_THREADS,
    TRIDIAG_OVER_BEST, /* time of the choice of auto over the least of all of ours */
    TRIDIAG_PAPER_SECONDS,
    TRIDIAG_PAPER_WHAT,
    TRIDIAG_RANKS, /* of distributed lines, as are the following */
    TRIDIAG_PARTS,
    TRIDIAG_REDUCED,
    TRIDIAG_MOVED,
    TRIDIAG_OVER_UNCUT,
    TRIDIAG_SENT
};

/* What a row says of its setup. */
void tridiag_describe(bench_row *row, const tridiag_setup *setup);

/* What Aackermann and Dinesen Pedersen (2012) measured for such a row. */
typedef struct tridiag_figure {
    double seconds;
    const char *what; /* its name there, the machine, and what was counted */
} tridiag_figure;

/* NULL where they have none. */
const tridiag_figure *tridiag_paper_figure(const tridiag_setup *setup, const char *solver,
                                           const char *backend);

/* Our solver for the arrays, ready to solve. */
spate_status tridiag_create(const bench *b, const tridiag_setup *setup,
                            const tridiag_arrays *arrays, const char *algorithm, spate_tridiag **t);
/* So many solves by it, finished. */
spate_status tridiag_solve(spate_tridiag *t, const tridiag_setup *setup,
                           const tridiag_arrays *arrays, int64_t count);

/* Measures all solvers of a setup and adds their rows. Returns an exit code. */
int tridiag_measure(bench *b, const void *setup);

#endif
