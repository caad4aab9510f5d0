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
static void gather_moving(const rectangle_list *list, const grid_part *part, int ty, int stage)
{
    const int n = part->shape.tiles_x;
    uint8_t *restrict any = list->moving + 1;
    memset(list->moving, 0, (size_t)n + 2);
    for (int row = ty - 1; row <= ty + 1; ++row) {
        if (row < 0 || row >= part->shape.tiles_y)
            continue;
        const uint8_t *moved = part->tile_moved + (ptrdiff_t)row * n;
        const uint8_t *moving = part->tile_moving[0] + (ptrdiff_t)row * n;
        for (int tx = 0; tx < n; ++tx)
            any[tx] |= moved[tx];
        for (int tx = 0; tx < n && stage > 0; ++tx)
            any[tx] |= moving[tx];
    }
}

/* Adds the tiles of a row on which sources act in this stage. Rain falls in the last stage. Wind
 * moves wet tiles, even at rest, by an amount that depends on dt. Rotation moves nothing at rest,
 * and infiltration counts as activity of the cell. */
static void add_sources(const grid_part *part, int ty, int stage, uint8_t *restrict awake)
{
    const spate_clock *c = part->clock;
    const int n = part->shape.tiles_x;
    const uint8_t *forced = part->tile_forced + (ptrdiff_t)ty * n;
    const uint8_t *by_sources = part->sources.tile_forced;
    const double *rate = part->tile_cell_rate + (ptrdiff_t)ty * n;
    if (c->rain_amount > 0 && stage + 1 == part->params.stages)
        memset(awake, 1, (size_t)n);
    for (int tx = 0; tx < n; ++tx)
        awake[tx] |= forced[tx] != 0;
    for (int tx = 0; tx < n && by_sources; ++tx)
        awake[tx] |= by_sources[(ptrdiff_t)ty * n + tx] != 0;
    for (int tx = 0; tx < n && clock_is_windy(c, stage); ++tx)
        awake[tx] |= rate[tx] > 0;
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

/* list->awake: which tiles of a row are awake, if no ghost wakes them. Most rows of a flood sleep:
 * whole rows at a time take few instructions for each tile. */
static void find_awake(const rectangle_list *list, const grid_part *part, int ty, int stage)
{
    const int n = part->shape.tiles_x;
    const uint8_t *around = list->moving; /* shifted by one: tx - 1, tx, tx + 1 */
    uint8_t *restrict awake = list->awake;
    if (!part->params.skip_still) {
        memset(awake, 1, (size_t)n);
        return;
    }
    gather_moving(list, part, ty, stage);
    for (int tx = 0; tx < n; ++tx)
        awake[tx] = (around[tx] | around[tx + 1] | around[tx + 2]) != 0;
    add_sources(part, ty, stage, awake);
    for (int tx = 0; tx < n && part->params.skip != SKIP_TILES; ++tx)
        awake[tx] |= (uint8_t)is_among_wet(list, &part->shape, tx, ty);
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

/* Lists the awake ones of these tiles of a row. rim: they see ghosts that another part fills. */
static void list_tiles(rectangle_list *list, const grid_part *part, int ty, int from, int to,
                       int rim, int stage, int first_of_row)
{
    const part_shape *shape = &part->shape;
    const ptrdiff_t row = (ptrdiff_t)ty * shape->tiles_x;
    for (int tx = from; tx < to; ++tx) {
        tile_rectangle r = rectangle_of_tile(shape, tx, ty);
        if (rim && !list->awake[tx])
            list->awake[tx] = (uint8_t)ghosts_move(part, list->plan, r, part_slot_in(part, stage),
                                                   slot_before(part, stage));
        if (!list->awake[tx]) {
            const uint8_t *next = rim ? NULL : memchr(list->awake + tx, 1, (size_t)(to - tx));
            tx = rim ? tx : next ? (int)(next - list->awake) - 1 : to;
            continue;
        }
        r.edged = part->tile_edged[row + tx];
        add_awake(list, r, first_of_row);
    }
    memcpy(part->tile_awake + row + from, list->awake + from, (size_t)(to - from));
}

/* The first and the last tiles may see ghosts, or all of a row. */
static void list_row(rectangle_list *list, const grid_part *part, part_region region, int ty,
                     int stage)
{
    const part_shape *shape = &part->shape;
    const int n = shape->tiles_x, first_of_row = list->count;
    int west = 0, east = n;
    while (west < n && tile_in_rim(shape, rectangle_of_tile(shape, west, ty)))
        ++west;
    while (east > west && tile_in_rim(shape, rectangle_of_tile(shape, east - 1, ty)))
        --east;
    if (region == REGION_RIM && west == 0 && east == n)
        return;
    find_awake(list, part, ty, stage);
    if (region != REGION_INNER)
        list_tiles(list, part, ty, 0, west, 1, stage, first_of_row);
    if (region != REGION_RIM)
        list_tiles(list, part, ty, west, east, 0, stage, first_of_row);
    if (region != REGION_INNER)
        list_tiles(list, part, ty, east, n, 1, stage, first_of_row);
    join_rows(list, first_of_row);
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
        list_row(list, part, region, ty, stage);
    *listed = list->cells;
}
