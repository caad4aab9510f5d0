/* The boxes of one rank, for the benchmark of compact differences over parts. */
#ifndef SPATE_BENCH_COMPACT_BOXES_H
#define SPATE_BENCH_COMPACT_BOXES_H

#include "bench/compact.h"
#include "spate/compact_distributed.h"

typedef struct compact_boxes {
    const compact_setup *setup;
    compact_data *data; /* the whole array: its scheme and strides */
    spate_compact_part *parts;
    int count;
    void **f, **g;
} compact_boxes;

/* 0: no memory. Released by compact_boxes_free either way. */
int compact_boxes_make(const compact_setup *setup, compact_data *data, int rank, int ranks,
                       compact_boxes *boxes);
void compact_boxes_free(compact_boxes *boxes);
/* Results go to the whole array. */
void compact_boxes_gather(const compact_boxes *boxes);

#endif
