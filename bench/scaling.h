/* The benchmark of scaling in pieces: plan (which runs), sim (a run of any scheme), measure (steps,
 * exchanges), cg (conjugate gradients), link (latency and bandwidth), rows, predict (rows of the model),
 * paper (a published machine with its tables). Schemes come from the registry. None is known by its
 * name here. */
#ifndef SPATE_BENCH_SCALING_H
#define SPATE_BENCH_SCALING_H

#include "bench/frame.h"
#include "bench/scaling_model.h"
#include "bench/work_precision.h"
#include "parallel/comm.h"

typedef enum {
    SCALING_LINK,       /* latency and bandwidth between ranks or parts */
    SCALING_STEP,       /* steps of a scheme, and its halo exchange alone */
    SCALING_HALO_ALONE, /* that exchange: in results, not in plans */
    SCALING_CG,         /* conjugate gradients */
    SCALING_PREDICT,    /* the model of a scheme on this machine or on a cluster */
    SCALING_PAPER       /* the model of the published machine */
} scaling_kind;

/* Who takes part. */
typedef enum {
    SCALING_ALONE, /* rank 0 in a process by itself; the others wait */
    SCALING_BUSY,  /* every rank by itself, all at the same time */
    SCALING_GROUP  /* all ranks together */
} scaling_members;

typedef struct scaling_setup {
    scaling_kind kind;
    const work_scheme *scheme;
    scaling_members members;
    int weak, threads;
    int parts_x, parts_y; /* of all ranks together */
    int64_t nx, ny;
    int system;                        /* SCALING_CG: which matrix */
    int silent;                        /* a later round shows the best of all */
    const struct scaling_table *table; /* SCALING_PAPER; NULL: its halo exchanges */
} scaling_setup;

/* A point of the picture. */
typedef struct scaling_point {
    char series[64];
    int weak, modelled, processes;
    double efficiency;
} scaling_point;

/* What the picture shows; points of a curve follow one another. */
typedef struct scaling_picture {
    const char *title, *subtitle;
    const scaling_point *points;
    int count;
} scaling_picture;

/* How the program draws. Both return an exit code and print what is wrong. */
typedef struct scaling_drawing {
    int (*check)(const spate_tool *tool, const char *file);
    int (*draw)(const spate_tool *tool, const scaling_picture *picture, const char *file);
} scaling_drawing;

/* What a step of a run needs of its neighbours, counted on this rank. */
typedef struct scaling_counts {
    double exchanges, fields, copies, copied_bytes; /* of the halo */
    double messages, bytes, reductions;             /* between ranks, solvers included */
    scheme_iterations iterations;
} scaling_counts;

/* The best of all rounds, with which later rows are compared. */
typedef struct scaling_best {
    scaling_setup setup;
    double seconds, median;
    double sections[SPATE_SECTION_COUNT]; /* of a step */
    scaling_counts counts;                /* of a step */
} scaling_best;

/* GB/s of copies. */
typedef struct scaling_copy_of {
    int threads, members;
    double gbs;
} scaling_copy_of;

enum { SCALING_POINTS = 512, SCALING_TIMES = 256, SCALING_COPIES = 8, SCALING_SIZES = 4 };

typedef struct scaling_bench {
    /* As the user wrote it; 0 or NULL: chosen by the plan. */
    const char *machine, *schemes_text, *precision_name, *plot, *set, *system;
    int64_t n, parts, cg_n, cg_iterations, rounds;
    double latency_us, network_gbs, copy_gbs_of_cluster, kernel_share;
    /* What it means. */
    int precision, modelled; /* modelled: the machine is not this one */
    work_bench schemes;
    bench_kind *kind;
    const scaling_drawing *drawing;
    spate_context *alone; /* this process by itself */
    /* What has been measured. */
    double latency, bandwidth;                 /* s, bytes/s; 0: not measured */
    scaling_exchange exchanges[SCALING_SIZES]; /* between parts; seconds 0: none */
    scaling_best bests[SCALING_TIMES];
    scaling_scheme needs[WORK_MOST]; /* of each scheme; exchanges 0: not counted */
    scheme_iterations iterations[WORK_MOST];
    int best_count, point_count, copy_count;
    scaling_point points[SCALING_POINTS];
    scaling_copy_of copies[SCALING_COPIES];
} scaling_bench;

int bench_scaling(spate_tool *tool, int argc, char **argv, const scaling_drawing *drawing);

/* ---- scaling_plan.c ---- */

int scaling_plan(const bench *b, void *setups, int room);

/* ---- scaling_sim.c: a basin in which all cells move ---- */

/* *sim is NULL on ranks that do not take part. */
spate_status scaling_sim_create(const bench *b, const scaling_setup *s, spate_sim **sim);
spate_options scaling_options(const bench *b, const scaling_setup *s);
/* Counted since the run was created. */
scaling_counts scaling_count(const bench *b, const spate_sim *sim);
/* So many exchanges of the state, done on every device. */
void scaling_exchange_state(const spate_sim *sim, int64_t count);

/* ---- scaling_measure.c ---- */

int scaling_measure(bench *b, const void *setup);
int scaling_measure_step(bench *b, const scaling_setup *s);
/* Counts what a step of the scheme needs, by a few steps on a small grid. Returns an exit code. */
int scaling_count_needs(bench *b, const scaling_setup *s);
/* GB/s of a copy with the threads of a setup on all ranks that take part, at the same time; the best
 * so far. Collective. */
double scaling_copy(const bench *b, const scaling_setup *s);
int scaling_processes(const bench *b, const scaling_setup *s); /* ranks that take part */
/* The status of a call in which every rank is by itself, on all of them. Collective. */
spate_status scaling_agree(const bench *b, const scaling_setup *s, spate_status status);
/* Reports a failure; memory that is short only leaves a row out. Returns an exit code. */
int scaling_end(bench *b, spate_status status);

/* ---- scaling_needs.c: what is known of steps measured before ---- */

/* Keeps the faster one of this and earlier rounds, and returns it. NULL: no room. */
const scaling_best *scaling_remember(scaling_bench *w, const scaling_best *measured);
/* Seconds of a setup measured before; NaN: none. */
double scaling_recall(const scaling_bench *w, const scaling_setup *s);
/* Seconds a cell of the run of the same task by one thread without neighbours; NaN: none. */
double scaling_recall_alone(const scaling_bench *w, const scaling_setup *s);
/* That run over this one, on all cores of the setup. */
double scaling_efficiency(const bench *b, const scaling_setup *s, double seconds);
void scaling_add_point(scaling_bench *w, const char *series, int weak, int modelled, int processes,
                       double efficiency);
/* Keeps what a step of the scheme needs, from counts of a run on several ranks or parts. */
void scaling_learn(const bench *b, const scaling_setup *s, const scaling_counts *counts);

/* ---- scaling_rows.c ---- */

void scaling_add_step_row(bench *b, const scaling_best *best);
void scaling_add_halo_row(bench *b, const scaling_best *best);

/* ---- scaling_cg.c ---- */

enum { SCALING_SYSTEMS = 3 };
extern const char *const scaling_systems[SCALING_SYSTEMS]; /* names */
int scaling_measure_cg(bench *b, const scaling_setup *s);

/* ---- scaling_link.c ---- */

int scaling_measure_link(bench *b, const scaling_setup *s);

/* ---- scaling_predict.c ---- */

int scaling_predict_scheme(bench *b, const scaling_setup *s);
int scaling_predict_paper(bench *b, const scaling_setup *s);
/* Seconds of a step of a group by the model; NaN where something was not measured. */
double scaling_expected(const bench *b, const scaling_setup *s, const scaling_counts *counts);

/* ---- scaling_paper.c ---- */

enum { SCALING_COUNTS_OF_GPUS = 7 };

/* Times of 100 steps of a scheme on 1 to 64 GPUs, as published, and what its steps need. */
typedef struct scaling_table {
    const char *name;
    scaling_scheme scheme;
    double strong[SCALING_COUNTS_OF_GPUS], weak[SCALING_COUNTS_OF_GPUS]; /* s */
} scaling_table;

extern const scaling_table scaling_tables[]; /* ends with one without a name */
extern const int scaling_gpus[SCALING_COUNTS_OF_GPUS];
enum { SCALING_PAPER_EDGE = 5120, SCALING_PAPER_STEPS = 100, SCALING_PAPER_CG = 200 };
/* s of 200 iterations on 5120 x 5120 unknowns, by system. */
extern const double scaling_paper_cg[SCALING_SYSTEMS];
/* Seconds of 300 exchanges of one field between so many boxes with this side. */
typedef struct scaling_halo_time {
    int gpus, edge, weak;
    double seconds;
} scaling_halo_time;
extern const scaling_halo_time scaling_halo_times[]; /* ends with one without GPUs */
enum { SCALING_PAPER_EXCHANGES = 300 };
/* What a GPU sends in one of them. */
scaling_load scaling_halo_load(const scaling_halo_time *t);
/* Latency and bandwidth that its benchmark of halo exchanges shows. */
void scaling_paper_network(double *latency, double *bandwidth);

/* ---- rows ---- */

enum {
    SCALING_KERNEL = BENCH_OWN,
    SCALING_WHAT,
    SCALING_SERIES,
    SCALING_REAL,
    SCALING_MODE,
    SCALING_GRID_TEXT,
    SCALING_NX,
    SCALING_NY,
    SCALING_RANKS,
    SCALING_PARTS,
    SCALING_THREADS,
    SCALING_STAGE,
    SCALING_HALO,
    SCALING_REDUCE,
    SCALING_EFFICIENCY,
    SCALING_MODEL_SECONDS,
    SCALING_ORIGIN,
    SCALING_GFLOPS,
    SCALING_EXCHANGES,
    SCALING_FIELDS,
    SCALING_MESSAGES,
    SCALING_SENT,
    SCALING_REDUCTIONS,
    SCALING_BACKEND,
    /* of the model */
    SCALING_PAPER_SECONDS,
    SCALING_DIFFERENCE,
    SCALING_PAPER_EFFICIENCY,
    SCALING_COMPUTE,
    SCALING_LATENCY,
    SCALING_TRANSFER
};

#endif
