/* The ADI benchmark in pieces: methods and plan (which runs), measure (how long). The set-up is
 * that of the paper's measurements (docs/theory/adi_paper.md). */
#ifndef SPATE_BENCH_ADI_H
#define SPATE_BENCH_ADI_H

#include "bench/ceiling.h"
#include "bench/frame.h"

/* An algorithm for the lines of a step, on a backend. */
typedef struct adi_method {
    const char *name, *backend;
    const char *lines; /* of spate_options */
    int threaded;      /* 0: one thread by its nature */
    int uses_cusparse; /* 1: cuSPARSE solves the lines instead */
    double paper[2];   /* speed-up over one core that the paper reports, in f32 and f64 */
} adi_method;

/* A NULL name ends them. The first is the peer of all others: plain C, one line after the other, on
 * one core. */
extern const adi_method adi_methods[];
/* The first of that name (several backends may have one); NULL: there is none. */
const adi_method *adi_method_named(const char *name);
/* Whether the method runs on a backend, such as "cuda:1". */
int adi_method_is_of(const adi_method *method, const char *backend);

typedef struct adi_setup {
    const adi_method *method;
    int64_t n;            /* cells along x and y */
    int precision, mixed; /* bits of the state; 1: lines have 64 bits all the same */
    int extrapolated, threads;
} adi_setup;

const char *adi_setup_real(const adi_setup *setup); /* "f32", "f64", "mixed" */

/* What the user fixed (0, negative or NULL: chosen by the plan), and what has been measured. */
typedef struct adi_bench {
    const char *backend; /* NULL: all processors of this machine */
    const char *method;  /* its name */
    const char *isa;
    const char *real; /* "f32", "f64", "mixed"; "both": the first two */
    int64_t n;
    int64_t plain_most; /* the largest grid of plain C */
    int64_t steps;      /* of a stretch, at most */
    int extrapolated;
    const spate_backend *device; /* NULL: none */
    int64_t peer_n;              /* size that peer_seconds belongs to */
    double peer_seconds;
    double device_copy_gbs; /* 0: not measured yet */
    int ceiling_threads;    /* that `ceiling` belongs to */
    ceiling ceiling;
} adi_bench;

/* Fills at most `room` setups; runs of one size follow one another, their peer first. Returns how
 * many. */
int adi_plan(const bench *b, void *setups, int room);

/* Runs a setup and adds its row. Returns an exit code. */
int adi_measure(bench *b, const void *setup);

/* Values of a row beside those that all benchmarks share. */
enum {
    ADI_KERNEL = BENCH_OWN,
    ADI_METHOD,
    ADI_BACKEND,
    ADI_ISA,
    ADI_BACKEND_AND_ISA,
    ADI_LINES,
    ADI_REAL,
    ADI_COEFFICIENTS,
    ADI_NX,
    ADI_NY,
    ADI_THREADS,
    ADI_STEPS,
    ADI_DT,
    ADI_TRIAD,
    ADI_OF_TRIAD,
    ADI_PEER_NX,
    ADI_TIMES_PLAIN,
    ADI_PAPER,
    ADI_MASS_ERROR
};

#endif
