/* The Kurganov benchmark in pieces: plan (which runs), fields (what water), measure (how long). */
#ifndef SPATE_BENCH_KURGANOV_H
#define SPATE_BENCH_KURGANOV_H

#include "bench/frame.h"

typedef enum { FIELD_WET, FIELD_MIXED, FIELD_SPARSE, FIELD_COUNT } bench_field;

extern const char *const bench_field_names[FIELD_COUNT];

/* One run. */
typedef struct kurganov_setup {
    int64_t n; /* cells along x and y */
    int precision;
    spate_integrator integrator;
    spate_bed_model bed;
    int friction, maxima;
    bench_field field;
    int threads;
    int parts[2]; /* 0: one part per rank */
} kurganov_setup;

enum { KURGANOV_MOST_TOGETHER = 16 };

/* Runs that are measured in turns; the first is the peer of the others. */
typedef struct kurganov_group {
    kurganov_setup runs[KURGANOV_MOST_TOGETHER];
    int count;
    const char *peer_name; /* of the first run, NULL without a peer */
    int is_dam_break;      /* 1: the dam break instead; no runs */
} kurganov_group;

/* What the user fixed (negative, 0 or NULL: chosen by the plan), and what has been measured. */
typedef struct kurganov_bench {
    const char *set, *isa;
    int64_t n;
    int precision, integrator, bed, friction, maxima, field, threads, max_threads;
    int device;                    /* grids for a GPU */
    double patience;               /* s: a grid that takes longer to set up is left out */
    double end;                    /* of timers_now(): no run begins that would end later */
    double setup_seconds_per_byte; /* of the state, in the last group; 0: not known yet */
} kurganov_bench;

/* Fills at most `room` groups, without repetition; returns how many. */
int kurganov_plan(const bench *b, void *groups, int room);

/* Bed, water and speed of a new simulation of n x n cells of 1 m. Collective. */
spate_status kurganov_fill(spate_sim *sim, bench_field field, int64_t n);

/* Runs a group in turns and adds its rows. Returns an exit code. */
int kurganov_measure(bench *b, const void *group);

/* 1 if the group fits the memory and the time; otherwise a note says why not. */
int kurganov_fits(const bench *b, const kurganov_group *group);
/* Keeps the time that the set-up of a group took, s. */
void kurganov_remember_setup(kurganov_bench *k, const kurganov_group *group, double seconds);

/* Time to solution of the circular dam break, from the first step to the last. Returns an exit
 * code. */
int kurganov_dam_break(bench *b);

/* Values of a row beside those that all benchmarks share. */
enum {
    KURGANOV_KERNEL = BENCH_OWN,
    KURGANOV_BACKEND,
    KURGANOV_ISA,
    KURGANOV_FIELD,
    KURGANOV_BED,
    KURGANOV_FRICTION,
    KURGANOV_MAXIMA,
    KURGANOV_REAL,
    KURGANOV_INTEGRATOR,
    KURGANOV_NX,
    KURGANOV_NY,
    KURGANOV_N,
    KURGANOV_BATCH,
    KURGANOV_THREADS,
    KURGANOV_PARTS,
    KURGANOV_RANKS,
    KURGANOV_STEPS_PER_SECOND,
    KURGANOV_RATE_SHORT,
    KURGANOV_RATE_LONG,
    KURGANOV_AWAKE,
    KURGANOV_ERROR
};

/* A row for so many steps in so many seconds, with the ceiling measured now (one rank only: several
 * would measure theirs out of step). */
bench_row kurganov_row(const bench *b, const spate_options *opt, const spate_stats *stats,
                       double steps, const bench_runner *r);

#endif
