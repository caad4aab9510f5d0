/* A box of an array in memory, for boxes.c and boxes_apply.c. */
#ifndef TESTS_SOLVERS_BOXES_MEMORY_H
#define TESTS_SOLVERS_BOXES_MEMORY_H

#include "boxes.h"

enum { BOX_MARGIN = 8 }; /* places before the first value and behind the last */

typedef struct box {
    spate_compact_part part;
    int64_t results, values, out_values; /* results along a line; places, margins included */
    int precision, in_place;
    void *f, *before, *g;
} box;

/* first and size of the part are in place already; f: the whole array. */
void box_make(const box_way *way, int number, double *f, box *b);
/* Results to g, the whole array; whether nothing else was written. */
int box_end(const box_way *way, box *b, double *g);

#endif
