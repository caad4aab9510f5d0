/* The benchmark of runs on several devices, in pieces: cases (the water), plan (which runs),
 * measure (how long), paper (what Skevik (2014), "Auto-tuned heterogeneous flood simulation", has
 * measured of the same cases). */
#ifndef SPATE_BENCH_DEVICES_H
#define SPATE_BENCH_DEVICES_H

#include "bench/ceiling.h"
#include "bench/frame.h"

/* ---- cases ---- */

/* A circular dam that breaks at t = 0, in a square with walls. */
typedef struct devices_case {
    char letter;
    const char *where; /* in the thesis */
    double side, radius, x, y;
    double inside;    /* m of water within the radius */
    double end;       /* s */
    int euler;        /* one stage a step; else two */
    int bumps;        /* three of them, 5 m high */
    int64_t n, gpu_n; /* cells along a side, usually here: on CPUs, on a GPU */
    double waves;     /* m, within the radius: all the water moves */
} devices_case;

enum { DEVICES_CASES = 6, DEVICES_MALPASSET = 5 };
extern const devices_case devices_cases[DEVICES_CASES];
extern const devices_case devices_own_case; /* of "held-back" */
spate_status devices_fill(spate_sim *sim, const devices_case *c, double around);

/* ---- runs ---- */

typedef enum { DEVICES_SINGLE, DEVICES_STATIC, DEVICES_DYNAMIC } devices_mode;
/* spate_skip, less 1 */
typedef enum { DEVICES_NO_SKIP, DEVICES_TILES, DEVICES_EARLY_EXIT, DEVICES_BOX } devices_skip;
typedef enum {
    DEVICES_MODES,
    DEVICES_SKIPS,
    DEVICES_THREADS,
    DEVICES_SHARES,
    DEVICES_OVERLAP,
    DEVICES_ARITHMETIC,
    DEVICES_HELD_BACK,
    DEVICES_EXPERIMENTS
} devices_experiment;

enum { DEVICES_MOST = 8 };

typedef struct devices_setup {
    devices_experiment experiment;
    const devices_case *of;
    double around; /* m of water outside the dam */
    int64_t n;
    devices_mode mode;
    int device;       /* of a single one */
    const char *name; /* in place of it, "cuda:0:strict"; NULL */
    devices_skip skip;
    int threads;  /* 0: all */
    double share; /* of the first device; 0: by the times of the single devices */
    int parts;    /* rows of parts on one device */
    int every;    /* steps between exchanges */
    double delay; /* s of every exchange */
    /* Of "held-back": how much faster the second device is, 0 where none is held back; and steps, where
     * the user wishes none. */
    double ratio;
    int64_t steps;
} devices_setup;

/* What the runs with the same water have been so far. */
typedef struct devices_known {
    devices_setup of;
    double seconds[DEVICES_MOST]; /* of single devices; 0: not measured */
    uint64_t water;               /* checksum of the final depths; 0: none yet */
} devices_known;

/* The two devices that are held back: s for a step of a tile. */
typedef struct devices_held {
    double free[2], alone[2]; /* a device alone, as fast as it is, and held back */
    double delay[2];
    double fastest_static; /* s: the fastest run with this ratio */
} devices_held;

/* What the user fixed (0, negative or NULL: chosen by the plan), and what has been measured. */
typedef struct devices_bench {
    const char *case_letters, *experiment_name, *mode_name, *device_names, *around_name, *malpasset;
    const char *precision_name;
    int64_t n, steps;
    double end, delay_ms, ratio;
    int mode, around, precision;
    char names[DEVICES_MOST][32];
    int count;
    devices_known known;
    devices_held held;
    double copy_gbs; /* of copy_threads; 0: not measured yet */
    int copy_threads;
} devices_bench;

extern const char *const devices_mode_names[3],
    *const devices_skip_names[4], *const devices_experiment_names[DEVICES_EXPERIMENTS];

int devices_plan(const bench *b, void *setups, int room);
int devices_measure(bench *b, const void *setup);
/* Rows of the devices as in options.part_weights; "": not divided so. */
void devices_weights(const devices_bench *w, const devices_setup *s, char *text, size_t room);
/* As in options.devices. */
const char *devices_of_run(const devices_bench *w, const devices_setup *s, char *text, size_t room);
/* delays: as in options.tile_delays. */
spate_options devices_options(const bench *b, const devices_setup *s, const char *devices,
                              const char *weights, const char *delays);
/* Whether the device is a GPU. */
int devices_is_gpu(const char *name);

/* ---- devices that are held back (devices_held.c) ---- */

/* s: what all runs have in common. */
void devices_held_plan(const bench *b, devices_setup s, void (*add)(void *plan, devices_setup s),
                       void *plan);
/* Why the run cannot be made; NULL: it can, and the delay of a single device has been chosen. */
const char *devices_held_obstacle(devices_bench *w, const devices_setup *s);
/* As in options.tile_delays; NULL: no device is held back. */
const char *devices_delays(const devices_bench *w, const devices_setup *s, char *text, size_t room);
/* Whether a first run only shows by how much the delay misses what is wanted. */
int devices_held_tries(const devices_setup *s);
void devices_held_correct(devices_bench *w, const devices_setup *s, double tile_seconds);
/* Remembers what a run took, for later ones. */
void devices_held_note(devices_bench *w, const devices_setup *s, double seconds,
                       double tile_seconds);
void devices_held_put(const devices_bench *w, const devices_setup *s, double seconds,
                      const spate_tuning *t, bench_row *row);
/* Slows the second device to half and goes on until the devices are balanced again: after so many
 * looks at the balance; 0: not after six. */
spate_status devices_held_recover(const devices_bench *w, spate_sim *sim, int *intervals);

/* ---- the thesis ---- */

/* Seconds of the whole run, NaN where the thesis has none. gpu: on the GTX 480, else on the
 * i7-2600K. */
double devices_paper_seconds(const devices_setup *s, int gpu);
/* The fraction of the run that tuning took. */
double devices_paper_tuning(const devices_setup *s);

/* Values of a row beside those that all benchmarks share. */
enum {
    DEVICES_KERNEL = BENCH_OWN,
    DEVICES_EXPERIMENT,
    DEVICES_CASE,
    DEVICES_AROUND,
    DEVICES_N,
    DEVICES_MODE,
    DEVICES_DEVICES,
    DEVICES_SHARE,
    DEVICES_SKIP,
    DEVICES_REAL,
    DEVICES_THREAD_COUNT,
    DEVICES_EVERY,
    DEVICES_DELAY,
    DEVICES_STEPS,
    DEVICES_PEAK,
    DEVICES_AWAKE,
    DEVICES_EXCHANGES,
    DEVICES_MESSAGES,
    DEVICES_OF_IDEAL,
    DEVICES_TUNING,
    DEVICES_MEASURE,
    DEVICES_DECIDE,
    DEVICES_MOVE,
    DEVICES_SAME_BITS,
    DEVICES_PAPER,
    DEVICES_PAPER_TUNING,
    DEVICES_RATIO,
    DEVICES_AGAINST,
    DEVICES_RECOVERY,
    DEVICES_SPLIT,
    DEVICES_STRETCHES
};

#endif
