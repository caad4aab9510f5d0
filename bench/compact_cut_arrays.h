/* The arrays of boxes that are timed: those of the host, or copies in the memory of a device. */
#ifndef SPATE_BENCH_COMPACT_CUT_ARRAYS_H
#define SPATE_BENCH_COMPACT_CUT_ARRAYS_H

#include "bench/compact_boxes.h"

typedef struct compact_cut_arrays {
    const tri_device *device; /* NULL: the host's */
    const compact_boxes *boxes;
    void **f, **g; /* of each box */
    void *whole_f, *whole_g;
} compact_cut_arrays;

/* 0: no memory. Released by compact_cut_arrays_free either way; boxes and data must stay until
 * then. */
int compact_cut_arrays_make(const bench *b, const compact_boxes *boxes, const compact_data *data,
                            compact_cut_arrays *arrays);
/* Results to the boxes of the host. */
void compact_cut_arrays_fetch(const compact_cut_arrays *arrays);
void compact_cut_arrays_free(compact_cut_arrays *arrays);

#endif
