/* The Kurganov benchmark in pieces: plan (which runs), fields (what water), measure (how long). */
#ifndef SPATE_BENCH_KURGANOV_H
#define SPATE_BENCH_KURGANOV_H

#include "backend/backend.h"
#include "base/timers.h"
#include "bench/bench.h"

typedef enum { FIELD_WET, FIELD_MIXED, FIELD_SPARSE, FIELD_COUNT } bench_field;

extern const char *const bench_field_names[FIELD_COUNT];

/* One run. Neighbours in the plan with the same group are measured in turns, so that both see the
 * same weather on a shared host; the first of a group is the peer of the others. */
typedef struct kurganov_setup {
    int64_t n; /* cells along x and y */
    int precision;
    spate_integrator integrator;
    spate_bed_model bed;
    int friction, maxima;
    bench_field field;
    int threads;
    int parts[2]; /* 0: one part per rank */
    int group;
    const char *peer_name; /* of the first of the group, NULL without a peer */
} kurganov_setup;

/* What the user fixed; negative, 0 or NULL: the plan's own. */
typedef struct kurganov_wishes {
    const char *set;
    int64_t n;
    int precision, integrator, bed, friction, maxima, field, threads;
    int max_threads, quick;
    int device; /* grids for a GPU */
} kurganov_wishes;

/* Fills at most `room` setups, without repetition; returns how many. */
int kurganov_plan(const kurganov_wishes *wishes, kurganov_setup *setups, int room);

/* Bed, water and speed of a new simulation of n x n cells of 1 m. Collective. */
spate_status kurganov_fill(spate_sim *sim, bench_field field, int64_t n);

/* What all runs of a benchmark share. */
typedef struct kurganov_bench {
    spate_tool *tool;
    bench_report *report;
    const char *backend_name, *isa;
    const spate_backend *backend;
    int repeat, quick;
    double patience;               /* s: a grid that takes longer to set up is left out */
    double end;                    /* of timers_now(): no run begins that would end later */
    double setup_seconds_per_byte; /* of the state, in the last group; 0: not known yet */
} kurganov_bench;

/* Runs `count` setups of a group in turns and adds their rows. Returns an exit code. */
int kurganov_measure(kurganov_bench *b, const kurganov_setup *setups, int count);

/* 1 if the group fits the memory and the time; otherwise a note says why not. */
int kurganov_fits(const kurganov_bench *b, const kurganov_setup *setups, int count);
/* Keeps what the set-up of a group took, s. */
void kurganov_remember_setup(kurganov_bench *b, const kurganov_setup *setups, int count,
                             double seconds);

/* Time to solution of the circular dam break, from the first step to the last. Returns an exit code. */
int kurganov_dam_break(kurganov_bench *b, const kurganov_wishes *wishes);

/* A row for so many steps in so many seconds, with the ceiling measured now (one rank only: several
 * would measure theirs out of step). */
bench_row kurganov_row(const kurganov_bench *b, const spate_options *opt, const spate_stats *stats,
                       double steps, double best, double median);

#endif
