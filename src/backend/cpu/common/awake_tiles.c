/* Which tiles are awake. A tile is skipped if it and its eight neighbours were at rest in every
 * stage of the previous step and of this one so far, and no ghost cell in its stencil has changed
 * or moves. Then its fluxes are still zero, and all slots have its values already, so skipping
 * changes no bit. Dry land is at rest, and so is a lake until a wave arrives. Sources wake the
 * tiles where they act. Two other rules (skip_kind) compute more tiles, for comparison. Compiled
 * once per precision. */
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

/* ---- more than the tiles that are not at rest ---- */

static int tile_is_wet(const grid_part *part, const real *depth, tile_rectangle r)
{
    const real dry = (real)part->params.dry_depth;
    real most = 0;
    for (int j = r.y0; j < r.y1; ++j)
        for (int i = r.x0; i < r.x1; ++i) {
            const real h = depth[(ptrdiff_t)j * part->shape.pitch + i];
            most = h > most ? h : most;
        }
    return most > dry;
}

/* Which tiles are wet in the state that the stage reads. */
static void find_wet(rectangle_list *list, const grid_part *part, int stage)
{
    const part_shape *s = &part->shape;
    const real *depth = part->field[list->plan->state[0]][part_slot_in(part, stage)];
#pragma omp parallel for schedule(static) num_threads(list->threads)
    for (int ty = 0; ty < s->tiles_y; ++ty)
        for (int tx = 0; tx < s->tiles_x; ++tx)
            list->wet[(ptrdiff_t)ty * s->tiles_x + tx] =
                (uint8_t)tile_is_wet(part, depth, rectangle_of_tile(s, tx, ty));
}

/* Makes all tiles in one box around the wet ones count as wet. */
static void fill_box(uint8_t *wet, const part_shape *s)
{
    int x0 = s->tiles_x, x1 = -1, y0 = s->tiles_y, y1 = -1;
    for (int ty = 0; ty < s->tiles_y; ++ty)
        for (int tx = 0; tx < s->tiles_x; ++tx)
            if (wet[(ptrdiff_t)ty * s->tiles_x + tx]) {
                x0 = tx < x0 ? tx : x0;
                x1 = tx > x1 ? tx : x1;
                y0 = ty < y0 ? ty : y0;
                y1 = ty;
            }
    for (int ty = y0; ty <= y1; ++ty)
        memset(wet + (ptrdiff_t)ty * s->tiles_x + x0, 1, (size_t)(x1 - x0) + 1);
}

/* Whether the tile or one of the four beside it is wet. */
static int is_among_wet(const rectangle_list *list, const part_shape *s, int tx, int ty)
{
    const uint8_t *here = list->wet + (ptrdiff_t)ty * s->tiles_x + tx;
    return here[0] || (tx > 0 && here[-1]) || (tx + 1 < s->tiles_x && here[1]) ||
           (ty > 0 && here[-s->tiles_x]) || (ty + 1 < s->tiles_y && here[s->tiles_x]);
}

void SPATE_NAME(rectangle_list_keep)(const rectangle_list *list, const grid_part *part,
                                     part_region region, int stage)
{
    const part_shape *s = &part->shape;
    const int in = part_slot_in(part, stage), out = part_slot_out(part, stage);
#pragma omp parallel for schedule(static) num_threads(list->threads)
    for (int ty = 0; ty < s->tiles_y; ++ty)
        for (int tx = 0; tx < s->tiles_x; ++tx) {
            const tile_rectangle r = rectangle_of_tile(s, tx, ty);
            if (part->tile_awake[(ptrdiff_t)ty * s->tiles_x + tx] ||
                (region != REGION_ALL && tile_in_rim(s, r) != (region == REGION_RIM)))
                continue;
            for (int n = 0; n < STATE_VARIABLES; ++n)
                for (int j = r.y0; j < r.y1; ++j) {
                    const ptrdiff_t o = (ptrdiff_t)j * s->pitch + r.x0;
                    void *const *slots = part->field[list->plan->state[n]];
                    memcpy((real *)slots[out] + o, (const real *)slots[in] + o,
                           sizeof(real) * (size_t)(r.x1 - r.x0));
                }
        }
}

/* ---- awake tiles ---- */

static int tile_is_awake(const rectangle_list *list, const grid_part *part, int tx, int ty,
                         tile_rectangle r, int rim, int stage)
{
    if (!part->params.skip_still ||
        source_acts(part, (ptrdiff_t)ty * part->shape.tiles_x + tx, stage))
        return 1;
    if (part->params.skip != SKIP_TILES && is_among_wet(list, &part->shape, tx, ty))
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
    if (last && last->x1 == r.x0 && may_join(list, last, &r) && r.x1 - last->x0 <= list->width) {
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
            r.y1 - below->y0 <= list->height) {
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

/* Rows of tiles between the first and the last one see ghosts beside them only. */
static int row_may_be_in(const part_shape *shape, part_region region, int ty)
{
    const tile_rectangle row = rectangle_of_tile(shape, shape->tiles_x / 2, ty);
    return region != REGION_RIM || shape->linked[0] || shape->linked[1] || tile_in_rim(shape, row);
}

void SPATE_NAME(rectangle_list_build)(rectangle_list *list, const grid_part *part,
                                      part_region region, int stage)
{
    const part_shape *shape = &part->shape;
    int64_t *listed = &list->listed[region == REGION_RIM];
    rectangle_list_limit(list, *listed);
    list->count = 0;
    list->cells = list->tiles = 0;
    if (region != REGION_RIM)
        memset(part->tile_moving[stage], 0, tile_count(shape));
    if (region != REGION_RIM && part->params.skip != SKIP_TILES)
        find_wet(list, part, stage);
    if (region != REGION_RIM && part->params.skip == SKIP_BOUNDING_BOX)
        fill_box(list->wet, shape);
    for (int tx = 0; tx < shape->tiles_x; ++tx)
        list->below[tx] = -1;
    for (int ty = 0; ty < shape->tiles_y; ++ty)
        if (row_may_be_in(shape, region, ty))
            list_row(list, part, region, ty, stage);
    *listed = list->cells;
}
