/* Lines cut over parts, for their benchmark. */
#ifndef SPATE_BENCH_TRIDIAG_CUT_H
#define SPATE_BENCH_TRIDIAG_CUT_H

#include "bench/tridiag.h"

enum { CUT_MOST_PARTS = 64 };

/* One row. */
typedef struct cut_setup {
    tridiag_setup setup; /* of whole lines */
    int parts;           /* of each rank */
} cut_setup;

/* What the user fixed, and what has been measured. */
typedef struct cut_bench {
    int64_t chunk;
    const char *reduced;
    double tolerance;
    double scratch;  /* bytes */
    double copy_gbs; /* measured when first needed; 0 before */
} cut_bench;

/* Adds a row; collective. Returns an exit code. */
int cut_measure(bench *b, const void *setup);

#endif
