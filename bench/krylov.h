/* The benchmark of the Krylov library in pieces: plan (which systems), data (what values),
 * measure (how long), peers (hypre, and cuSPARSE with cuBLAS, on the same data). */
#ifndef SPATE_BENCH_KRYLOV_H
#define SPATE_BENCH_KRYLOV_H

#include "bench/arrays.h"
#include "bench/frame.h"
#include "spate/krylov.h"

typedef enum {
    KRYLOV_FLAT,  /* the same depth everywhere */
    KRYLOV_ISLAND /* Gaussian, 3 % higher than the water is deep: rows that couple to nothing */
} krylov_bed;

typedef enum {
    KRYLOV_NOISE, /* all waves alike */
    KRYLOV_DROP   /* Gaussian: almost none but long waves */
} krylov_rhs;

/* One system on n x n unknowns: a semi-implicit step of c dt = ratio dx with the wave speed c of
 * the deepest water, backward Euler, between walls; or Poisson's equation with zeros around it. */
typedef struct krylov_setup {
    int64_t n;
    double ratio;  /* INFINITY: Poisson */
    int precision; /* 32, 64, SPATE_KRYLOV_MIXED */
    int threads;
    krylov_bed bed;
    krylov_rhs rhs;
} krylov_setup;

const char *krylov_real(int precision); /* "f32", "f64", "mixed" */

struct krylov_peer;

/* What the user fixed (0 or NULL: chosen by the plan), and what has been found. */
typedef struct krylov_bench {
    const char *preconditioners, *method, *ratios_text, *precision, *bed, *rhs;
    int64_t n;
    double relative; /* residual at which solves stop */
    double ratios[16];
    int ratio_count;
    const struct krylov_peer *peers; /* a list; NULL: none */
    double copy_gbs;                 /* of copy_threads; 0: not measured yet */
    int copy_threads;
} krylov_bench;

int krylov_plan(const bench *b, void *setups, int room);
int krylov_measure(bench *b, const void *setup);
/* Whether the user wants the preconditioner: "all", or names with commas between them. */
int krylov_wants(const krylov_bench *wishes, const char *name);

/* ---- data ---- */

enum { KRYLOV_SHIFT, KRYLOV_EAST, KRYLOV_NORTH, KRYLOV_B, KRYLOV_X, KRYLOV_ARRAYS };

/* Arrays of n x n values in the precision of the solver, on the host and where solves find them.
 * The centre of a row is its shift minus its couplings. */
typedef struct krylov_data {
    const krylov_setup *setup;
    const tri_device *device; /* NULL: the host */
    int bits;                 /* of a value */
    void *host[KRYLOV_ARRAYS], *at[KRYLOV_ARRAYS];
    size_t bytes; /* of each */
} krylov_data;

double krylov_bytes(const krylov_setup *setup); /* of all arrays */
/* 0: no memory. Released by krylov_data_free either way. */
int krylov_data_make(const krylov_setup *setup, const tri_device *device, krylov_data *data);
void krylov_data_free(krylov_data *data);
/* Fetches x; the 2-norm of b - A x over that of b, in f64. */
double krylov_residual(const krylov_data *data);
double krylov_value(const krylov_data *data, int array, int64_t k);

/* ---- peers: a list ends with one without a name ---- */

typedef struct krylov_peer {
    const char *library, *name;
    /* Before the clock; 0: not for this system, or no memory. */
    int (*begin)(const struct krylov_peer *peer, const krylov_data *data, double relative);
    /* The solver alone, as spate_krylov_setup; 0: failed. */
    int (*set_up)(const struct krylov_peer *peer);
    int (*solve)(int64_t count);          /* from zero; 0: failed */
    void (*end)(const krylov_data *data); /* x is in the arrays after it */
    int (*iterations)(void);              /* of the last solve */
    int kind;                             /* its own number */
    double words; /* that an iteration must move for each unknown; 0: not counted */
} krylov_peer;

/* NULL where there are none; why: the reason where they are missing, else NULL. */
const krylov_peer *krylov_hypre(const char **why);
const krylov_peer *krylov_cusparse(const char **why);

/* Values of a row beside those that all benchmarks share. */
enum {
    KRYLOV_KERNEL = BENCH_OWN,
    KRYLOV_SOLVER,
    KRYLOV_METHOD,
    KRYLOV_BACKEND,
    KRYLOV_REAL,
    KRYLOV_BED_NAME,
    KRYLOV_RHS_NAME,
    KRYLOV_N,
    KRYLOV_RATIO,
    KRYLOV_THREADS,
    KRYLOV_ITERATIONS,
    KRYLOV_PER_ITERATION,
    KRYLOV_WORDS,
    KRYLOV_WITH_TRANSFERS,
    KRYLOV_FAILURE
};

#endif
