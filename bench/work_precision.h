/* The work-precision benchmark in pieces: wishes (what the user lists), plan (which runs),
 * measure (one run), judge (which runs are the best). Schemes come from the registry. None is
 * known by its name here. */
#ifndef SPATE_BENCH_WORK_PRECISION_H
#define SPATE_BENCH_WORK_PRECISION_H

#include "bench/frame.h"
#include "cases/verify_reference.h"
#include "schemes/scheme.h"

enum { WORK_MOST = 16, WORK_PAIRS = 8, WORK_RESULTS = 512 };

/* A scheme with options: "NAME" or "NAME:FLAG=VALUE:FLAG=VALUE". */
typedef struct work_scheme {
    char text[160]; /* as the user wrote it */
    const scheme_ops *ops;
    int pairs;
    const scheme_option *option[WORK_PAIRS];
    double number[WORK_PAIRS];
    char word[WORK_PAIRS][32];
} work_scheme;

typedef struct work_setup {
    const work_scheme *scheme;
    const char *real;
    double courant; /* NaN: the usual one of the scheme */
    int size;
} work_setup;

/* A measured run. */
typedef struct work_result {
    work_setup setup;
    verify_row row;
    double best, median;
    double copy_gbs;
    double bytes;      /* the fewest that its steps must move */
    double error;      /* the one that is compared; NaN where the run failed */
    char failure[160]; /* why it did; "": it did not */
    int is_best;       /* no other run is as accurate in as little time */
    int peer;          /* the fastest run of another scheme that is as accurate; -1: none is */
} work_result;

/* What a picture shows. */
typedef struct work_picture {
    const char *title, *subtitle;
    const char *error; /* "L1 error of h" */
    const work_result *results;
    int count;
} work_picture;

/* How the program draws, which a benchmark cannot. Both return an exit code, and print what is
 * wrong. */
typedef struct work_drawing {
    int (*check)(const spate_tool *tool, const char *file);
    int (*draw)(const spate_tool *tool, const work_picture *picture, const char *file);
} work_drawing;

typedef struct work_bench {
    /* As the user wrote it. */
    const char *case_name, *schemes_text, *precisions_text, *courants_text, *sizes_text;
    const char *error_name, *plot, *reference_scheme;
    int64_t reference_size, rows;
    /* What it means. */
    const builtin_case *c;
    int schemes, precisions, courants, sizes;
    work_scheme scheme[WORK_MOST];
    char precision[WORK_MOST][8];
    double courant[WORK_MOST];
    int size[WORK_MOST];
    const work_drawing *drawing;
    const struct work_flavour *flavour;
    verify_reference reference; /* empty: the case has a solution */
    double reference_doubt;     /* its distance to a run of half the cells; NaN: not known */
    work_result *results;
    int count;
    double copy_gbs; /* of copy_threads; 0: not measured yet */
    int copy_threads;
} work_bench;

/* Drawing by the program: see tools/spate/bench.c. */
int bench_work_precision(spate_tool *tool, int argc, char **argv, const work_drawing *drawing);
int bench_semi_implicit(spate_tool *tool, int argc, char **argv, const work_drawing *drawing);

/* Benchmarks that make such runs. */
typedef struct work_flavour {
    const char *name, *title, *about, *reading;
    const char *case_name, *courants_text; /* usual ones */
    const char *sizes_text, *quick_sizes;  /* NULL: those of the case */
    /* What follows from the runs, after the last row; may be NULL. */
    void (*conclude)(const bench *b, const work_bench *w);
} work_flavour;

/* How to read the columns. */
#define WORK_READING                                                                                                \
    "time: wall time of the steps, the best of the repeats, without setting up and output.\n"                       \
    "C: the Courant number that the scheme was asked for, with its own option (courant, or cfl of both\n"           \
    "directions together); usual: its default. c dt/dx: what the mean step was, with the wave speed of\n"           \
    "the deepest water at the start. This one can be compared between schemes.\n"                                   \
    "Errors are relative: of h to the mean depth H, of u (the velocity vector, where the depth is at\n"             \
    "least H/100) to sqrt(g H). L1: mean, L2: root of the mean square, max: largest.\n"                             \
    "They are those of spate verify. Where the case has no solution, or with --reference, the solution\n"           \
    "is a run on a finer grid, averaged over the cells.\n"                                                          \
    "GB/s: the fewest bytes that the steps must move, by the words of each scheme, over the time.\n"                \
    "Iterations of solvers are counted and have theirs. copy: those of a copy of memory here, the ceiling. Small\n" \
    "grids are in the cache, and cells at rest are skipped: both may exceed it.\n"                                  \
    "best: no other run is as accurate in as little time. The last column is the peer: how many times\n"            \
    "as long the fastest run of another scheme takes that is as accurate. Blank: no other reaches it.\n"

int work_main(spate_tool *tool, int argc, char **argv, const work_drawing *drawing,
              const work_flavour *flavour);

/* Reads the lists of the user into the wishes. Returns an exit code. */
int work_read_wishes(const bench *b, work_bench *w);
/* schemes_text alone: the schemes with their options. */
int work_read_schemes(const bench *b, work_bench *w);
/* One of them: "NAME" or "NAME:FLAG=VALUE:FLAG=VALUE". */
int work_read_scheme(const bench *b, const char *text, work_scheme *s);
/* The option that sets the Courant number; NULL: the scheme has none. */
const scheme_option *work_courant_option(const scheme_description *scheme);
/* Sets the options of a run to those of its setup. */
/* Means over so many steps. */
scheme_iterations work_iterations_of_a_step(const scheme_iterations *before,
                                            const scheme_iterations *after, double steps);
void work_adjust(spate_options *options, void *setup);

int work_plan(const bench *b, void *setups, int room);
int work_measure(bench *b, const void *setup);
/* The fine run, where the case needs one. Returns an exit code. */
int work_make_reference(bench *b, work_bench *w);
/* Peers and best runs. */
void work_judge(work_result *results, int count);

/* Values of a row beside those that all benchmarks share. */
enum {
    WORK_KERNEL = BENCH_OWN,
    WORK_CASE,
    WORK_SCHEME,
    WORK_BACKEND,
    WORK_ISA,
    WORK_REAL,
    WORK_COURANT,
    WORK_RATIO,
    WORK_GRID,
    WORK_NX,
    WORK_NY,
    WORK_THREADS,
    WORK_STEPS,
    WORK_L1_H,
    WORK_L2_H,
    WORK_MAX_H,
    WORK_L1_U,
    WORK_L2_U,
    WORK_MAX_U,
    WORK_MASS,
    WORK_IS_BEST,
    WORK_BEST_MARK,
    WORK_REFERENCE,
    WORK_REFERENCE_DOUBT,
    WORK_FAILURE
};

#endif
