/* Moves rows of cells between the parts of a process while a run goes on. Parts are rows of the
 * grid (one column of parts), and each has memory for a window of rows that was taken beforehand
 * (part_shape.room_rows): rows that stay with a part stay where they are, and only rows that change
 * owner are copied. For comparison, the naive method of Skevik (2014, section 4.4.1) copies all
 * rows to a buffer for the whole grid and back, and allocates the fields anew.
 *
 * Knows no scheme: fields and their roles follow from the field table. */
#ifndef SPATE_PARALLEL_REPARTITION_H
#define SPATE_PARALLEL_REPARTITION_H

#include "backend/backend.h"
#include "grid/grid.h"

typedef enum { REPARTITION_ROWS, REPARTITION_ALL } repartition_method;

/* Rows [begin, end) of the grid; a part without any is parked. */
typedef struct row_range {
    int64_t begin, end;
} row_range;

typedef struct repartition_count {
    int64_t rows;  /* that have changed owner */
    int64_t bytes; /* copied */
} repartition_count;

/* For `count` parts, in order from the south by old rows as well as by new ones (parked parts
 * anywhere). Between steps: Q^n is in slot clock->now of every part, the images are pushed, and
 * ghost cells of the state are not copied: the next exchange fills them. Afterwards shapes and
 * field pointers are those of the new rows; tiles keep what is known of them, except that those
 * that arrived and those at cuts that moved are awake. Lists of faces, halo links and what the
 * scheme derives from a shape are the caller's. */
spate_status repartition_fields(spate_context *ctx, const grid *g, grid_part *const *parts,
                                int count, const row_range *from, const row_range *to,
                                repartition_method method, repartition_count *done);

/* Listed faces and cells of inflows with their accounts go to the parts that have their cells now.
 * Their images must be up to date. */
spate_status repartition_lists(spate_context *ctx, const grid *g, grid_part *const *parts,
                               int count, const row_range *from, const row_range *to);

#endif
