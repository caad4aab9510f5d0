/* The ADI benchmark in pieces: methods and plan (which runs), measure (how long), report (rows). The set-up is that of the
 * paper's measurements (docs/theory/adi_paper.md). */
#ifndef SPATE_BENCH_ADI_H
#define SPATE_BENCH_ADI_H

#include "backend/backend.h"
#include "bench/bench.h"
#include "bench/ceiling.h"

/* A way to make a step: how lines are solved, where. */
typedef struct adi_method {
    const char *name, *backend;
    const char *lines; /* of spate_options */
    int threaded;      /* 0: one thread by its nature */
    int lent;          /* 1: cuSPARSE solves them instead */
    double paper[2];   /* times one core that the paper tells, in f32 and f64 */
} adi_method;

/* Ended by a NULL name. The first is the peer of all others: plain C, a line after the other, on one core. */
extern const adi_method adi_methods[];
/* The first of that name (several backends may have one); NULL: there is none. */
const adi_method *adi_method_named(const char *name);
/* Whether a backend, such as "cuda:1", is the one of the method. */
int adi_method_is_of(const adi_method *method, const char *backend);

typedef struct adi_setup {
    const adi_method *method;
    int64_t n;            /* cells along x and y */
    int precision, mixed; /* bits of the state; 1: lines have 64 all the same */
    int extrapolated, threads;
} adi_setup;

const char *adi_setup_real(const adi_setup *setup); /* "f32", "f64", "mixed" */

/* What the user fixed; 0, negative or NULL: the plan's own. */
typedef struct adi_wishes {
    const char *backend; /* NULL: all of this machine's processors */
    const char *method;  /* its name */
    int64_t n;
    int64_t plain_most; /* the largest grid of plain C */
    int has_device;     /* a GPU counts among the processors */
    const char *real;   /* "f32", "f64", "mixed"; "both": the first two */
    int extrapolated, threads;
    int max_threads, quick;
} adi_wishes;

/* Fills at most `room` setups; runs of one size follow one another, its peer first. Returns how many. */
int adi_plan(const adi_wishes *wishes, adi_setup *setups, int room);

typedef struct adi_bench_row {
    adi_setup setup;
    const char *backend, *isa, *lines;   /* in use */
    int64_t steps;                       /* of a timed stretch */
    double dt;                           /* s, of the last step */
    double seconds_best, seconds_median; /* of a step */
    double ns_per_cell;                  /* and step */
    double bytes_floor, gbs;             /* of a step */
    double copy_gbs, triad_gbs;          /* by the same threads, in this process */
    double of_copy, of_triad;            /* gbs over them */
    double peer_seconds, speedup;        /* of the plain step of this size; NaN: not measured */
    int64_t peer_n;       /* grid that it was timed on: smaller where its time a cell had to do */
    double paper_speedup; /* the most the paper tells for this method (or for any) and precision */
    double mass_error;    /* of the whole run */
} adi_bench_row;

typedef struct adi_report {
    const spate_tool *tool;
    bench_rows kept;
} adi_report;

/* path: of a Markdown file, or NULL. Returns an exit code. */
int adi_report_begin(adi_report *report, const char *path, const char *heading);
void adi_report_add(adi_report *report, const adi_bench_row *row);
void adi_report_note(const adi_report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int adi_report_end(adi_report *report, int ok);

typedef struct adi_bench {
    const spate_tool *tool;
    adi_report *report;
    const char *backend, *isa;   /* the backend that the user named, and its kernels; NULL: all */
    const spate_backend *device; /* NULL: none */
    int repeat;
    int64_t steps;  /* of a stretch, at most */
    double stretch; /* s: a stretch of more than two steps takes no longer, about */
    int64_t peer_n; /* size that peer_seconds belongs to */
    double peer_seconds;
    double device_copy_gbs; /* 0: not measured yet */
    int ceiling_threads;    /* that `ceiling` belongs to */
    ceiling ceiling;
} adi_bench;

/* Runs a setup and adds its row. Returns an exit code. */
int adi_measure(adi_bench *b, const adi_setup *setup);

#endif
