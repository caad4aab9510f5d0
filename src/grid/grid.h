/* The global grid: geometry, tiles, and the boxes of parts. Global indices are int64_t, local ones
 * int. */
#ifndef SPATE_GRID_GRID_H
#define SPATE_GRID_GRID_H

#include <stdint.h>

#include "backend/backend.h"
#include "base/context.h"

typedef struct grid {
    int64_t nx, ny;
    double dx, dy, x0, y0;
    int periodic_x, periodic_y;
} grid;

/* A position in the grid. The index may be that of a ghost cell. Periodic directions wrap; others
 * use the last value inside. */
double grid_x(const grid *g, int64_t i, field_location location);
double grid_y(const grid *g, int64_t j, field_location location);

/* Returns 1 if cell (i, j) is in the grid, with the indices wrapped where it is periodic;
 * else 0. */
int grid_inside(const grid *g, int64_t *i, int64_t *j);

/* ---- partition into px x py parts on tile cuts ---- */

typedef struct box {
    int64_t i0, j0;
    int nx, ny;
} box;

typedef struct partition {
    int px, py;
    int ranks; /* part n belongs to rank n * ranks / (px * py) */
    /* Cells before each cut, px + 1 and py + 1 of them; NULL: parts as equal as tiles allow. */
    int64_t *cuts_x, *cuts_y;
} partition;

/* Checks that every part gets tiles and, where it has neighbours, is at least `halo` wide. px = py
 * = 0 chooses one part per rank, cut along y as far as that goes (rows stay whole). */
spate_status partition_create(spate_context *ctx, const grid *g, int px, int py, int ranks,
                              int halo, partition *p);
/* The same with parts of unequal size. A list of weights makes a row of parts for each of them
 * ("3,1"), or a column where parts_y is 1; two lists are for columns and rows ("2,1x1,3"). px = py
 * = 0 takes the numbers of parts from the lists. Each cut lies on the last tile border that is not
 * beyond its fraction of the weights; equal weights give the cuts of partition_create. NULL or "":
 * equal. p is to be freed. */
spate_status partition_create_weighted(spate_context *ctx, const grid *g, int px, int py,
                                       const char *weights, int ranks, int halo, partition *p);
/* Moves the cuts of a partition. columns: px finite weights above 0, rows: py; NULL: not moved. p
 * is to be freed. */
spate_status partition_set_weights(spate_context *ctx, const grid *g, const double *columns,
                                   const double *rows, int halo, partition *p);
/* Needed where weights were given; harmless elsewhere, and on {0}. */
void partition_free(partition *p);
/* As many parts for each rank as fit, at most per_rank. px = py = 0 means per_rank = 1. */
void partition_choose(const grid *g, int ranks, int per_rank, int halo, int *px, int *py);
box partition_box(const partition *p, const grid *g, int part);
int partition_owner(const partition *p, int part);
/* First part of a rank; for rank = ranks the number of parts. */
int partition_first(const partition *p, int rank);
/* The part next to `part` in direction (di, dj), -1 where there is none. */
int partition_neighbour(const partition *p, const grid *g, int part, int di, int dj);

/* Layout of the fields of a part with values of the given size. */
part_shape part_shape_of(const partition *p, const grid *g, int part, int halo, int value_bytes);
/* The same for any box of whole tiles. Its ghosts are filled wherever the grid goes on. */
part_shape part_shape_of_box(const grid *g, box b, int halo, int value_bytes);

#endif
