/* The awake tiles of a part, gathered into rectangles for the sweep. */
#ifndef SPATE_BACKEND_CPU_RECTANGLES_H
#define SPATE_BACKEND_CPU_RECTANGLES_H

#include "backend/cpu/common/tile_rectangle.h"

/* How a scheme's tiles are gathered. */
typedef struct tile_plan {
    int state[STATE_VARIABLES]; /* fields of its state: depth, and two that are 0 at rest */
    int width, height;          /* of the largest rectangle, in cells */
    int mixed; /* 1: a rectangle may have edged and plain tiles; it is edged then */
} tile_plan;

/* Plans that differ in height alone, highest first. */
enum { TILE_HEIGHTS = 5 };
#define TILE_PLAN(u, v, its_width, its_mixed, its_height)                                          \
    {                                                                                              \
        .state = {FIELD_DEPTH, u, v}, .width = (its_width), .height = (its_height),                \
        .mixed = (its_mixed)                                                                       \
    }
#define TILE_PLANS(u, v, width, mixed)                                                             \
    {                                                                                              \
        TILE_PLAN(u, v, width, mixed, 256), TILE_PLAN(u, v, width, mixed, 128),                    \
            TILE_PLAN(u, v, width, mixed, 64), TILE_PLAN(u, v, width, mixed, 32),                  \
            TILE_PLAN(u, v, width, mixed, 16)                                                      \
    }
/* Of sweeps that compute again what lies around a rectangle: the highest that leaves several
 * rectangles for each thread. */
const tile_plan *tile_plan_for(const tile_plan plans[TILE_HEIGHTS], const part_shape *shape,
                               int threads);

typedef struct rectangle_list {
    const tile_plan *plan;
    int threads; /* of loops over all tiles */
    tile_rectangle *items;
    int count;
    int64_t cells, tiles; /* of all items */
    int width, height;    /* of the largest rectangle, in cells: the plan's, or less */
    int64_t listed[2];    /* cells in the list before, of all tiles or inner ones, and of the rim */
    /* Of each tile, where more than the tiles that are not at rest are computed (skip_kind). */
    uint8_t *wet;
    /* Scratch, one entry per tile of a row (and one on either side of moving). */
    uint8_t *moving, *awake;
    int *below; /* the rectangle that ended in the tile row before, by its first tile; -1 */
} rectangle_list;

/* 0: no memory. The plan is borrowed. */
int rectangle_list_alloc(rectangle_list *list, const part_shape *shape, const tile_plan *plan,
                         int threads);
void rectangle_list_free(rectangle_list *list);

/* Chooses width and height so that about so many cells are enough rectangles for all threads. */
void rectangle_list_limit(rectangle_list *list, int64_t cells);

static inline int64_t rectangle_cells(const tile_rectangle *r)
{
    return (int64_t)(r->x1 - r->x0) * (r->y1 - r->y0);
}

/* Lists the awake tiles of a region, joined into rectangles, and clears the
 * tile_moving flags that the stage will set. */
/* Copies the state of the tiles of a region that the stage skips. */
void rectangle_list_keep_f32(const rectangle_list *list, const grid_part *part, part_region region,
                             int stage);
void rectangle_list_keep_f64(const rectangle_list *list, const grid_part *part, part_region region,
                             int stage);
void rectangle_list_build_f32(rectangle_list *list, const grid_part *part, part_region region,
                              int stage);
void rectangle_list_build_f64(rectangle_list *list, const grid_part *part, part_region region,
                              int stage);

/* Of `rates`, one for each tile of the part, or 0. */
double largest_of_tiles(const grid_part *part, const double *rates);

/* Marks all tiles that see ghosts as moved. */
void rectangles_wake_rim(const grid_part *part);

#endif
