/* The benchmark of compact differences in pieces: plan (which arrays), data (what values), measure
 * (how long), cut (boxes of the array), peer (LAPACK on the same data). */
#ifndef SPATE_BENCH_COMPACT_H
#define SPATE_BENCH_COMPACT_H

#include "bench/arrays.h"
#include "bench/frame.h"
#include "spate/compact.h"

/* One group of rows: ours and the peer, on the same data. */
typedef struct compact_setup {
    const char *scheme;
    int64_t size[3];
    int direction, periodic, precision, threads;
    int parts[3]; /* 0: whole lines alone */
    int only_cut; /* the row of whole lines is there already */
} compact_setup;

/* What the user fixed; NULL, negative or 0: chosen by the plan. */
typedef struct compact_bench {
    const char *scheme;
    int direction, periodic, precision;
    int64_t n; /* along each side of a cube */
    int paper; /* only the shapes of Srinath (2015), tables 4.1 and 4.2 */
    int parts[3];
    int64_t along; /* 1, 2, 4 ... parts along the lines; 0: as parts says */
    const char *reduced;
    double tolerance;
    const struct compact_peer *peer; /* NULL: none */
} compact_bench;

/* Fills at most `room` setups; returns how many. */
int compact_plan(const bench *b, void *setups, int room);

/* Arrays of one setup: f packed, x fastest; g alike, with room for one more result where a line has
 * it. */
typedef struct compact_data {
    spate_compact_scheme scheme;
    spate_compact_options options; /* for the library */
    int64_t values, results;       /* of all lines */
    int64_t places;                /* of g */
    int64_t stride[3], out_stride[3];
    void *f, *g;
} compact_data;

double compact_bytes(const compact_setup *setup); /* of both arrays */
/* Everything but the arrays; 0 where there is no such scheme. */
int compact_data_describe(const compact_setup *setup, compact_data *data);
/* 0: no memory. Released by compact_data_free either way. */
int compact_data_make(const compact_setup *setup, compact_data *data);
void compact_data_free(compact_data *data);
/* Largest |A g - B f| over |A| |g| + |B| |f| of a sample of lines, row by row. */
double compact_residual(const compact_setup *setup, const compact_data *data);

/* The same through LAPACK: a loop for the right-hand side, then gttrs, some lines at a time. */
typedef struct compact_peer {
    const char *name;
    int (*begin)(const compact_setup *setup, const compact_data *data); /* 0: none */
    void (*apply)(const compact_setup *setup, const compact_data *data);
    void (*end)(void);
} compact_peer;

/* NULL with the reason in why where there is none. */
const compact_peer *compact_find_peer(const char **why);

/* Values of a row beside those that all benchmarks share. */
enum {
    COMPACT_KERNEL = BENCH_OWN,
    COMPACT_SOLVER, /* "spate", "cuda", "cut" or the peer */
    COMPACT_BACKEND,
    COMPACT_SCHEME,
    COMPACT_ENDS,
    COMPACT_REAL,
    COMPACT_SIZE,
    COMPACT_NX,
    COMPACT_NY,
    COMPACT_NZ,
    COMPACT_DIRECTION,
    COMPACT_THREADS,
    COMPACT_PARTS_X, /* of "cut" alone, as are the following */
    COMPACT_PARTS_Y,
    COMPACT_PARTS_Z,
    COMPACT_RANKS,
    COMPACT_OVER_WHOLE, /* seconds, over those of whole lines */
    COMPACT_MOVED,      /* bytes that were counted over the fewest */
    COMPACT_SENT        /* bytes to other ranks, by the one that sends the most */
};

/* What a row says of its setup. */
void compact_describe(bench_row *row, const compact_setup *setup, const char *solver,
                      const char *backend);
/* copy_gbs: of all processes together. */
bench_work compact_work(const compact_setup *setup, const compact_data *data, double copy_gbs);
int compact_no_memory(const bench *b, const compact_setup *setup);

/* Measures ours and the peer in turns and adds their rows. Returns an exit code. */
int compact_measure(bench *b, const compact_setup *setup);
/* The same for setup->parts; collective. */
int compact_cut_measure(bench *b, const compact_setup *setup);

#endif
