/* A box of an array in memory, for boxes.c and boxes_apply.c. */
#ifndef TESTS_SOLVERS_BOXES_MEMORY_H
#define TESTS_SOLVERS_BOXES_MEMORY_H

#include "boxes.h"

enum { BOX_MARGIN = 8 }; /* values before the first and behind the last */

typedef struct box {
    spate_compact_part part;
    int64_t results, values, out_values; /* results along a line; values, margins included */
    int precision, in_place;
    void *f, *before, *g;
} box;

/* first and size of the part are already set; f: the whole array. */
void box_make(const box_variant *variant, int number, double *f, box *b);
/* Copies results to g, the whole array. Returns whether nothing else was written. */
int box_end(const box_variant *variant, box *b, double *g);

#endif
