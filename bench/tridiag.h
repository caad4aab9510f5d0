/* The benchmark of the tridiagonal solvers in pieces: plan (which lines), data (what values), measure (how
 * long), peers (LAPACK, hypre on the same data), report (the table). */
#ifndef SPATE_BENCH_TRIDIAG_H
#define SPATE_BENCH_TRIDIAG_H

#include <stdio.h>

#include "backend/backend.h"
#include "bench/bench.h"
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
    int only_ours; /* peers are not asked */
    int64_t grid;  /* cells along a side of paper 000's grid; 0: none of its */
} tridiag_setup;

/* Named sets of setups. */
typedef enum {
    TRIDIAG_USUAL,
    TRIDIAG_AUTO, /* where auto has to choose: short lines, few lines; ours alone */
    TRIDIAG_PAPER /* the systems of paper 000 */
} tridiag_set;

/* What the user fixed; negative, 0 or NULL: the plan's own. */
typedef struct tridiag_wishes {
    tridiag_set set;
    int matrix, layout, precision, threads, max_threads, quick;
    int64_t n;
    double unknowns; /* of one solve, about */
} tridiag_wishes;

/* Fills at most `room` setups; returns how many. */
int tridiag_plan(const tridiag_wishes *wishes, tridiag_setup *setups, int room);

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

/* ---- peers ---- */

typedef struct tridiag_peer {
    const char *library, *name;
    /* Once, before the clock; 0: not for this setup. */
    int (*begin)(const tridiag_setup *setup, const tridiag_data *data);
    void (*solve)(const tridiag_setup *setup, const tridiag_data *data);
    void (*end)(void); /* x is in the data's arrays after it */
} tridiag_peer;

/* Both end with a peer without a name; why: a sentence where there are none, else NULL. LAPACK's solvers take one line
 * after the other. They spoil their inputs, so they work on copies of a line, which stay in the cache. */
const tridiag_peer *tridiag_lapack(const char **why);
const tridiag_peer *tridiag_hypre(const char **why);

/* ---- rows ---- */

typedef struct tridiag_row {
    const char *solver, *backend; /* an algorithm of ours, or a peer */
    int chosen;                   /* by auto */
    tridiag_setup setup;
    double seconds_best, seconds_median; /* one solve of all lines */
    double setup_seconds;                /* create and setup; NaN for a peer */
    double ns_per_unknown;               /* of the best */
    double bytes_floor, gbs, copy_gbs, fraction;
    const char *peer;
    double peer_seconds, peer_ratio; /* above 1 we are faster */
    double residual;
    /* of what auto chose: its time over the least of all of ours; else not above 0 */
    double over_best;
} tridiag_row;

/* What paper 000 measured for such a row. */
typedef struct tridiag_figure {
    double seconds;
    const char *what; /* its name there, the machine, and what was counted */
} tridiag_figure;

/* NULL where the paper has none. */
const tridiag_figure *tridiag_paper_figure(const tridiag_row *row);

typedef struct tridiag_report {
    const spate_tool *tool;
    bench_rows kept;
    double worst_choice; /* the largest over_best so far, 1 before the first */
    double nothing;      /* s: choices that cost no more are not among the worst */
    int choices, good_choices;
} tridiag_report;

/* What a choice of auto may cost: a tenth more time than the best of ours (issue 5). Solves of a GPU that take
 * microseconds are as fast as they are queued, and that is not the same twice: one row by cr, pcr and cr-pcr, three times
 * the same work, took 3.6 to 4.3 us on an H200. Choices that cost less than half a microsecond are good ones there. */
#define TRIDIAG_GOOD_CHOICE 1.1
#define TRIDIAG_QUEUEING 0.5e-6

/* path NULL: no Markdown. Returns an exit code. */
int tridiag_report_begin(tridiag_report *report, const char *path, const char *heading);
void tridiag_report_add(tridiag_report *report, const tridiag_row *row);
void tridiag_report_note(const tridiag_report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int tridiag_report_end(tridiag_report *report, int ok);

typedef struct tridiag_bench {
    spate_tool *tool;
    tridiag_report *report;
    const char *algorithm;        /* "all", "auto" or a name */
    const tridiag_peer *peers[2]; /* of LAPACK and hypre */
    const spate_backend *backend; /* whose memory is copied for comparison */
    const char *backend_name;     /* of a GPU; NULL: the CPU is measured */
    int peers_on_device;          /* cuSPARSE is there */
    int repeat, quick;
} tridiag_bench;

/* Measures all solvers of a setup in turns and adds their rows. Returns an exit code. */
int tridiag_measure(const tridiag_bench *b, const tridiag_setup *setup);

#endif
