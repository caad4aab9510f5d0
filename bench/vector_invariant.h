/* The benchmark of the vector-invariant schemes in pieces: plan (which measurements, and what J.
 * Saunders published in 2014), kernels (one pass over all cells, parts of a step), runs (time,
 * iterations and error of whole runs), whole (whole steps beside copy). */
#ifndef SPATE_BENCH_VECTOR_INVARIANT_H
#define SPATE_BENCH_VECTOR_INVARIANT_H

#include "bench/frame.h"
#include "bench/work_precision.h"

typedef enum { VI_KERNELS, VI_STEP, VI_RUN, VI_WHOLE } vi_bench_kind;

/* A run with n x n cells. */
typedef struct vi_trial {
    const char *label;   /* what distinguishes it, in the table */
    const char *options; /* "NAME:OPTION=VALUE:...", as of work-precision */
    double courant;      /* c dt / dx with c = 1; 0: that of the study */
    /* As published, on 5120 x 5120 cells and four GPUs (runs) or one (steps); 0: not published. */
    double seconds;
    int newton, solve;
} vi_trial;

/* Runs of one case to one time. */
typedef struct vi_study {
    const char *name, *source; /* in the paper */
    const char *case_name;
    int n, quick_n;           /* cells along a side */
    int device_n;             /* on a device; 0: n */
    double courant;           /* of trials without one */
    double reference_courant; /* of the run from which errors in time are measured */
    double t_end;             /* 0: after `steps` */
    int steps;
    int is_solved;          /* the case has a solution at that time */
    const vi_trial *trials; /* ends with one without a label */
} vi_study;

typedef struct vi_bench_setup {
    vi_bench_kind kind;
    const vi_study *study;
    const vi_trial *trial;
    int n;
    int precision; /* bits; 0: 64 */
} vi_bench_setup;

/* Depths of a run with short steps, from which errors in time are measured. */
typedef struct vi_bench_reference {
    const vi_study *study;
    int n, lumped;
    double *h;
} vi_bench_reference;

typedef struct vi_bench {
    const char *set, *isa, *precision; /* precision: of whole steps; NULL: both */
    int64_t n;
    int threads;
    double copy_gbs;
    vi_bench_reference reference;
} vi_bench;

/* Both end with one without a name. */
extern const vi_study vi_studies[];
extern const vi_study vi_whole_steps[]; /* steps, in place of t_end: how many are timed together */

int vi_bench_plan(const bench *b, void *setups, int room);
int vi_bench_kernels(bench *b, const vi_bench_setup *s);
int vi_bench_steps(bench *b, const vi_bench_setup *s);
int vi_bench_run(bench *b, const vi_bench_setup *s);
int vi_bench_whole(bench *b, const vi_bench_setup *s);
void vi_bench_forget(vi_bench *w);
/* Case, grid, backend, threads, and the form of the paper; the scheme and its options follow. */
void vi_bench_options(const bench *b, const char *case_name, int n, spate_options *o);
/* Then the run; *sim is NULL where it fails. */
spate_status vi_bench_start(const bench *b, const char *case_name, spate_options *o,
                            spate_sim **sim);

/* ---- what was published ---- */

enum { VI_PAPER_EDGE = 2048 };

/* Values of a row beside those that all benchmarks share. */
enum {
    VI_BENCH_KERNEL = BENCH_OWN,
    VI_BENCH_STUDY,
    VI_BENCH_WHAT,
    VI_BENCH_OPTIONS,
    VI_BENCH_BACKEND,
    VI_BENCH_REAL,
    VI_BENCH_N,
    VI_BENCH_THREADS,
    VI_BENCH_WORDS,
    VI_BENCH_OPERATIONS,
    VI_BENCH_GFLOPS,
    VI_BENCH_PAPER_SECONDS,
    VI_BENCH_PAPER,
    VI_BENCH_COURANT,
    VI_BENCH_STEPS,
    VI_BENCH_NEWTON,
    VI_BENCH_NEWTON_MOST,
    VI_BENCH_SOLVE_MOST,
    VI_BENCH_PAPER_NEWTON,
    VI_BENCH_PAPER_SOLVE,
    VI_BENCH_ERROR_TIME,
    VI_BENCH_ERROR,
    VI_BENCH_FAILURE
};

#endif
