/* Lines cut over parts, for their benchmark. */
#ifndef SPATE_BENCH_TRIDIAG_CUT_H
#define SPATE_BENCH_TRIDIAG_CUT_H

#include "bench/tridiag.h"

enum { CUT_MOST_PARTS = 64 };

typedef struct cut_wishes {
    tridiag_setup setup; /* of whole lines */
    int parts;           /* of each rank */
    int64_t chunk;
    const char *reduced;
    double tolerance, scratch;
    int repeat;
    const char *device; /* name of a GPU whose memory has the lines; NULL: the CPU solves */
} cut_wishes;

typedef struct cut_table {
    spate_tool *tool;
    FILE *markdown; /* or NULL */
    const spate_backend *backend;
    int rows;    /* so far */
    double copy; /* GB/s, measured when first needed; 0 before */
} cut_table;

/* Adds a row; collective. Returns an exit code. */
int cut_measure(const cut_wishes *wanted, cut_table *out);

#endif
