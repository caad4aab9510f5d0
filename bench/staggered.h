/* The benchmark of the staggered scheme in pieces: plan (which runs), measure (how long). The
 * basin is that of the measurements of Buwalda (2020, MSc thesis, TU Delft): a square of 200 m with
 * 1 m of water, a drop, and an island that rises 3 cm above the water. */
#ifndef SPATE_BENCH_STAGGERED_H
#define SPATE_BENCH_STAGGERED_H

#include "bench/ceiling.h"
#include "bench/frame.h"

typedef enum {
    STAGGERED_GRAVITY, /* gravity and continuity alone, on a flat bed */
    STAGGERED_WHOLE    /* with the island, advection as in the thesis, and Manning friction */
} staggered_terms;

/* Of CUDA's kernels; 0: their own choice. */
typedef struct staggered_strip {
    int threads, rows; /* of a block; of a strip of cells that a warp marches up */
} staggered_strip;

typedef struct staggered_setup {
    int64_t n; /* cells along x and y */
    staggered_terms terms;
    int is_peer; /* 1: the default scheme instead, on the same basin */
    spate_ordering ordering;
    int precision, threads;
    staggered_strip strip;
} staggered_setup;

/* What the user fixed (0, negative or NULL: chosen by the plan), and what has been measured. */
typedef struct staggered_bench {
    const char *terms_name, *ordering_name, *precision_name, *isa, *strip_name;
    int64_t n, steps;
    int terms, ordering, precision;
    int sweeps; /* over strips */
    staggered_strip strip;
    staggered_setup peer; /* that peer_seconds belongs to */
    const char *peer_name;
    double peer_seconds; /* 0: none yet */
    double copy_gbs;     /* of copy_threads; 0: not measured yet */
    int copy_threads;
} staggered_bench;

int staggered_plan(const bench *b, void *setups, int room);
int staggered_measure(bench *b, const void *setup);

extern const char *const staggered_term_names[2], *const staggered_ordering_names[2];
/* Milliseconds of a step that the thesis reports for this size, f32; NaN: none. */
double staggered_thesis_gpu(int64_t n, spate_ordering ordering); /* RTX 2080 Ti */
double staggered_thesis_cpu(int64_t n);                          /* 12 threads of an i7-8086K */

/* Values of a row beside those that all benchmarks share. */
enum {
    STAGGERED_KERNEL = BENCH_OWN,
    STAGGERED_SCHEME,
    STAGGERED_ORDERING,
    STAGGERED_TERMS,
    STAGGERED_BACKEND,
    STAGGERED_ISA,
    STAGGERED_REAL,
    STAGGERED_N,
    STAGGERED_THREADS,
    STAGGERED_STEPS,
    STAGGERED_BLOCK,
    STAGGERED_STRIP,
    STAGGERED_THESIS_GPU,
    STAGGERED_THESIS_CPU,
    STAGGERED_MASS_ERROR
};

#endif
