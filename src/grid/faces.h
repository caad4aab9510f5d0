/* Closed faces and faces claimed by a boundary: codes per cell, lists per axis, and the tiles with
 * such faces within their stencil. */
#ifndef SPATE_GRID_FACES_H
#define SPATE_GRID_FACES_H

#include "grid/grid.h"

/* A face between an active cell and outside (an inactive cell or the end of the grid) is a wall
 * unless its edge of the grid is open. codes: one byte per value of the shape, cell (0, 0)
 * addressed, with CELL_INACTIVE already set for every inactive cell, ghosts and cells outside the
 * grid included; the face bits are added. */
void faces_close(uint8_t *codes, const part_shape *shape);

typedef struct face_edges {
    int open[4]; /* west, east, south, north edge of the grid */
} face_edges;

/* Marks the faces of active cells at open edges as claimed and lists those of this part. The lists
 * are allocated on the host; 0 where there is no memory. */
int faces_claim(uint8_t *codes, const part_shape *shape, const grid *g, box b, face_edges edges,
                boundary_list *list_x, boundary_list *list_y);
/* Adds faces to a list made by faces_claim and keeps its order. Returns 0 if there is no memory. */
int faces_add(boundary_list *list, const part_shape *shape, const boundary_face *more, int count);
/* Puts faces in their order and indexes their rows. */
void faces_sort(boundary_list *list, const part_shape *shape);
void faces_remove(boundary_list *list, const part_shape *shape, face_kind kind);
void faces_release(boundary_list *list);

/* edged[tile] = 1 where the stencil of a tile (two cells around it) sees a closed face. */
void faces_classify(const uint8_t *codes, const part_shape *shape, uint8_t *edged);

/* Tiles with listed faces are edged, for any codes. forced[tile] = 1 where a face drives water, so
 * that the tile must not sleep. */
void faces_mark_tiles(const boundary_list *list, const part_shape *shape, int axis_y,
                      uint8_t *edged, uint8_t *forced);

#endif
