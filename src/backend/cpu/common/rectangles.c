/* Tiles of the CPU backend: what does not depend on the precision. */
#include "backend/cpu/common/rectangles.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "backend/cpu/common/common.h"
#include "backend/cpu/common/tile_rim.h"
#include "base/cores.h"

const tile_plan *tile_plan_for(const tile_plan plans[TILE_HEIGHTS], const part_shape *shape,
                               int threads)
{
    enum { EACH = 4 };
    const int columns = (shape->nx + plans[0].width - 1) / plans[0].width;
    int n = 0;
    while (n + 1 < TILE_HEIGHTS &&
           (int64_t)columns * shape->ny < (int64_t)EACH * threads * plans[n].height)
        ++n;
    return &plans[n];
}

double largest_of_tiles(const grid_part *part, const double *rates)
{
    enum { SIDE_BY_SIDE = 8 }; /* comparisons that do not wait for one another */
    const size_t count = tile_count(&part->shape), end = count - count % SIDE_BY_SIDE;
    double most[SIDE_BY_SIDE] = {0};
    for (size_t t = 0; t < end; t += SIDE_BY_SIDE)
        for (size_t k = 0; k < SIDE_BY_SIDE; ++k)
            most[k] = rates[t + k] > most[k] ? rates[t + k] : most[k];
    for (size_t t = end; t < count; ++t)
        most[0] = rates[t] > most[0] ? rates[t] : most[0];
    for (int k = 1; k < SIDE_BY_SIDE; ++k)
        most[0] = most[k] > most[0] ? most[k] : most[0];
    return most[0];
}

int rectangle_list_alloc(rectangle_list *list, const part_shape *shape, const tile_plan *plan,
                         int threads)
{
    const size_t columns = (size_t)shape->tiles_x, tiles = tile_room(shape);
    list->plan = plan;
    list->threads = threads;
    list->listed[0] = list->listed[1] = (int64_t)shape->nx * shape->ny;
    list->items = malloc(sizeof *list->items * tiles);
    list->moving = malloc(columns + 2);
    list->awake = malloc(columns);
    list->below = malloc(sizeof *list->below * columns);
    list->wet = calloc(tiles, 1);
    if (list->items && list->moving && list->awake && list->below && list->wet)
        return 1;
    rectangle_list_free(list);
    return 0;
}

void rectangle_list_free(rectangle_list *list)
{
    free(list->items);
    free(list->moving);
    free(list->awake);
    free(list->below);
    free(list->wet);
    *list = (rectangle_list){0};
}

/* A thread with fewer cells costs more than it saves. */
#define CELLS_PER_THREAD 1024

/* One, or as many as were useful at any time: OpenMP ends the threads that a smaller team leaves out,
 * and makes them anew for the next one, which costs far more than threads that find nothing to do. */
int cpu_useful_threads(int threads, int64_t cells)
{
    static atomic_int most;
    const int64_t wanted = 1 + cells / CELLS_PER_THREAD;
    int team = atomic_load(&most);
    if (wanted == 1)
        return 1;
    while (team < wanted && team < threads &&
           !atomic_compare_exchange_weak(&most, &team, wanted < threads ? (int)wanted : threads))
        ;
    team = atomic_load(&most);
    return cores_left(team < threads ? team : threads);
}

/* ---- how large rectangles become ---- */

/* So many for each thread, that none waits long for the last one. */
enum { EACH_THREAD = 4, LEAST_WIDTH = 4 * SPATE_TILE_X, LEAST_HEIGHT = 2 * SPATE_TILE_Y };

void rectangle_list_limit(rectangle_list *list, int64_t cells)
{
    const int64_t most = cells / ((int64_t)EACH_THREAD * list->threads);
    list->width = list->plan->width;
    list->height = list->plan->height;
    while (list->height > LEAST_HEIGHT && (int64_t)list->width * list->height > most)
        list->height /= 2;
    while (list->width > LEAST_WIDTH && (int64_t)list->width * list->height > most)
        list->width /= 2;
}

void rectangles_wake_rim(const grid_part *part)
{
    const part_shape *shape = &part->shape;
    for (int ty = 0; ty < shape->tiles_y; ++ty)
        for (int tx = 0; tx < shape->tiles_x; ++tx)
            if (tile_in_rim(shape, rectangle_of_tile(shape, tx, ty)))
                part->tile_moved[(ptrdiff_t)ty * shape->tiles_x + tx] = 1;
}
