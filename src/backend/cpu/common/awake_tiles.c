/* Which tiles are awake. A tile is skipped if it and its eight neighbours were at rest in every
 * stage of the previous step and of this one so far, and no ghost cell in its stencil has changed
 * or moves. Then its fluxes are still zero, and all slots have its values already, so skipping
 * changes no bit. Dry land is at rest, and so is a lake until a wave arrives. Sources wake the
 * tiles where they act. Compiled once per precision. */
#include <string.h>

#include "backend/cpu/common/rectangles.h"
#include "backend/cpu/common/tile_rim.h"
#include "base/real.h"

/* The slot that the previous stage read. */
static int slot_before(const grid_part *part, int stage)
{
    if (stage > 0)
        return part->clock->now;
    return part->params.stages > 1 ? STAGE_SLOT : 1 - part->clock->now;
}

static int ghost_differs(const grid_part *part, const tile_plan *plan, ptrdiff_t o, int in,
                         int before)
{
    for (int n = 0; n < STATE_VARIABLES; ++n) {
        const real *value = (const real *)part->field[plan->state[n]][in];
        if ((n > 0 && value[o] != 0) ||
            value[o] != ((const real *)part->field[plan->state[n]][before])[o])
            return 1;
    }
    return 0;
}

/* Whether a ghost within the stencil of a tile moves or has changed. */
static int ghosts_move(const grid_part *part, const tile_plan *plan, tile_rectangle r, int in,
                       int before)
{
    const part_shape *shape = &part->shape;
    const int reach = shape->halo;
    for (int j = r.y0 - reach; j < r.y1 + reach; ++j)
        for (int i = r.x0 - reach; i < r.x1 + reach; ++i) {
            if (i >= 0 && i < shape->nx && j >= 0 && j < shape->ny) {
                i = shape->nx - 1; /* skip the inside */
                continue;
            }
            if (ghost_differs(part, plan, (ptrdiff_t)j * shape->pitch + i, in, before))
                return 1;
        }
    return 0;
}

/* Whether any tile of three rows moved, by column. */
static void gather_moving(rectangle_list *list, const grid_part *part, int ty, int stage)
{
    const int n = part->shape.tiles_x;
    memset(list->moving, 0, (size_t)n + 2);
    for (int row = ty - 1; row <= ty + 1; ++row) {
        if (row < 0 || row >= part->shape.tiles_y)
            continue;
        const uint8_t *moved = part->tile_moved + (ptrdiff_t)row * n;
        const uint8_t *moving = part->tile_moving[0] + (ptrdiff_t)row * n;
        for (int tx = 0; tx < n; ++tx)
            list->moving[tx + 1] |= moved[tx];
        for (int tx = 0; tx < n && stage > 0; ++tx)
            list->moving[tx + 1] |= moving[tx];
    }
}

/* Whether a source acts on a tile in this stage. Rain falls in the last stage. Wind moves wet
 * tiles, even at rest, by an amount that depends on dt. Rotation moves nothing at rest, and
 * infiltration counts as activity of the cell. */
static int source_acts(const grid_part *part, ptrdiff_t tile, int stage)
{
    const spate_clock *c = part->clock;
    if (c->rain_amount > 0 && stage + 1 == part->params.stages)
        return 1;
    if (part->tile_forced[tile])
        return 1;
    if (part->sources.tile_forced && part->sources.tile_forced[tile])
        return 1;
    return part->tile_cell_rate[tile] > 0 && clock_is_windy(c, stage);
}

static int tile_is_awake(const rectangle_list *list, const grid_part *part, int tx, int ty,
                         tile_rectangle r, int rim, int stage)
{
    if (!part->params.skip_still ||
        source_acts(part, (ptrdiff_t)ty * part->shape.tiles_x + tx, stage))
        return 1;
    const uint8_t *around = list->moving + tx; /* shifted by one: tx - 1, tx, tx + 1 */
    if (around[0] | around[1] | around[2])
        return 1;
    return rim &&
           ghosts_move(part, list->plan, r, part_slot_in(part, stage), slot_before(part, stage));
}

static int may_join(const rectangle_list *list, const tile_rectangle *a, const tile_rectangle *b)
{
    return list->plan->mixed || a->edged == b->edged;
}

/* Adds an awake tile: extends the run of this tile row, or starts a new rectangle. */
static void add_awake(rectangle_list *list, tile_rectangle r, int first_of_row)
{
    tile_rectangle *last = list->count > first_of_row ? &list->items[list->count - 1] : NULL;
    list->cells += rectangle_cells(&r);
    ++list->tiles;
    if (last && last->x1 == r.x0 && may_join(list, last, &r) &&
        r.x1 - last->x0 <= list->plan->width) {
        last->x1 = r.x1;
        last->edged |= r.edged;
    } else {
        list->items[list->count++] = r;
    }
}

/* Joins the rectangles of the newest tile row to equal ones right below. */
static void join_rows(rectangle_list *list, int first_of_row)
{
    int kept = first_of_row;
    for (int k = first_of_row; k < list->count; ++k) {
        const tile_rectangle r = list->items[k];
        int *slot = &list->below[r.x0 / SPATE_TILE_X];
        tile_rectangle *below = *slot >= 0 ? &list->items[*slot] : NULL;
        if (below && below->x1 == r.x1 && below->y1 == r.y0 && may_join(list, below, &r) &&
            r.y1 - below->y0 <= list->plan->height) {
            below->y1 = r.y1;
            below->edged |= r.edged;
        } else {
            list->items[kept] = r;
            *slot = kept++;
        }
    }
    list->count = kept;
}

static void list_row(rectangle_list *list, const grid_part *part, part_region region, int ty,
                     int stage)
{
    const part_shape *shape = &part->shape;
    const int first_of_row = list->count;
    gather_moving(list, part, ty, stage);
    for (int tx = 0; tx < shape->tiles_x; ++tx) {
        tile_rectangle r = rectangle_of_tile(shape, tx, ty);
        const int rim = tile_in_rim(shape, r);
        if (region != REGION_ALL && rim != (region == REGION_RIM))
            continue;
        const ptrdiff_t tile = (ptrdiff_t)ty * shape->tiles_x + tx;
        r.edged = part->tile_edged[tile];
        part->tile_awake[tile] = (uint8_t)tile_is_awake(list, part, tx, ty, r, rim, stage);
        if (part->tile_awake[tile])
            add_awake(list, r, first_of_row);
    }
    join_rows(list, first_of_row);
}

void SPATE_NAME(rectangle_list_build)(rectangle_list *list, const grid_part *part,
                                      part_region region, int stage)
{
    const part_shape *shape = &part->shape;
    list->count = 0;
    list->cells = list->tiles = 0;
    if (region != REGION_RIM)
        memset(part->tile_moving[stage], 0, tile_count(shape));
    for (int tx = 0; tx < shape->tiles_x; ++tx)
        list->below[tx] = -1;
    for (int ty = 0; ty < shape->tiles_y; ++ty)
        list_row(list, part, region, ty, stage);
}
