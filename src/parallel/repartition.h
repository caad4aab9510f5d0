/* Moves rows of cells between the parts of a process while a run goes on. Parts are rows of the
 * grid (one column of parts), and each has memory for a window of rows that was taken beforehand
 * (part_shape.room_rows): rows that stay with a part stay where they are, and only rows that change
 * owner are copied. For comparison, the naive method of Skevik (2014, section 4.4.1) copies all
 * rows to a buffer for the whole grid and back.
 *
 * Knows no scheme: fields and their roles follow from the field table. */
#ifndef SPATE_PARALLEL_REPARTITION_H
#define SPATE_PARALLEL_REPARTITION_H

#include "backend/backend.h"
#include "grid/grid.h"

typedef enum { REPARTITION_ROWS, REPARTITION_ALL } repartition_method;

/* Rows [begin, end) of the grid. A part without any is parked: it keeps the memory and the begin that
 * it had. */
typedef struct row_range {
    int64_t begin, end;
} row_range;

typedef struct repartition_count {
    int64_t rows;  /* that have changed owner */
    int64_t bytes; /* copied */
} repartition_count;

/* The parts, in any order, with the rows that they have and those that they get. The images are
 * pushed, and Q^n is in slot clock->now of every part. */
typedef struct repartition {
    spate_context *ctx;
    const grid *grid;
    grid_part *const *parts;
    int count;
    const row_range *from, *to;
    repartition_method method;
    int front_keeps_face; /* as in scheme_abilities */
} repartition;

/* Listed faces and cells of inflows, with their accounts, for the rows that parts get. */
typedef struct repartition_lists repartition_lists;

/* The lists must be up to date in the images. NULL: no memory. */
repartition_lists *repartition_lists_make(const repartition *r);
/* Gives them to the parts, in place of those they have. */
void repartition_lists_commit(const repartition *r, repartition_lists *lists);
void repartition_lists_free(repartition_lists *lists);

/* Copies rows and changes shapes and pointers of the parts. Tiles keep what is known of them; those
 * that arrived and those at cuts that moved are awake. Ghosts of the state are to be exchanged. The
 * links of the halo exchange and what a scheme derives from a shape are the caller's. Fails before
 * any change. */
spate_status repartition_fields(const repartition *r, repartition_count *done);

#endif
