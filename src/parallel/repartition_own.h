/* What the files of the repartition share. */
#ifndef SPATE_PARALLEL_REPARTITION_OWN_H
#define SPATE_PARALLEL_REPARTITION_OWN_H

#include "parallel/repartition.h"

/* A part that computes: the clock of one without rows has stopped, and with it the slot of Q^n and
 * what has been set since. */
static inline const grid_part *part_at_work(const repartition *r)
{
    int n = 0;
    while (n < r->count - 1 && r->from[n].end <= r->from[n].begin)
        ++n;
    return r->parts[n];
}

/* ---- repartition_tiles.c: shapes, pointers and tiles ---- */

/* Kinds of all tiles of the grid. NULL: no memory. */
typedef struct repartition_tiles repartition_tiles;
repartition_tiles *repartition_tiles_make(const repartition *r);
void repartition_tiles_free(repartition_tiles *t);

int64_t repartition_rows_arriving(const repartition *r, int part);
/* Gives a part the shape, the pointers and the tiles of its new rows. */
void repartition_reshape(const repartition *r, int part, const repartition_tiles *kinds);

#endif
