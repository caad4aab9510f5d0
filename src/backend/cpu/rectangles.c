/* Which tiles are awake. A tile sleeps if it and all cells within two of it are frozen in the state
 * that the stage reads (and in Q^n): then every flux is zero and the stage would only copy. Skipping it
 * therefore changes no bit, once all slots hold its values. Compiled once per precision. */
#include "backend/cpu/rectangles.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/real.h"

#if SPATE_REAL_BITS == 32 /* nothing here depends on the precision: one copy will do */
int rectangle_list_alloc(rectangle_list *list, const part_shape *shape)
{
    const size_t columns = (size_t)shape->tiles_x, tiles = columns * (size_t)shape->tiles_y;
    list->items = malloc(sizeof *list->items * tiles);
    list->awake = malloc(columns + 2);
    list->above = malloc(sizeof *list->above * columns);
    if (list->items && list->awake && list->above)
        return 1;
    rectangle_list_free(list);
    return 0;
}

void rectangle_list_free(rectangle_list *list)
{
    free(list->items);
    free(list->awake);
    free(list->above);
    *list = (rectangle_list){0};
}
#endif

typedef struct span {
    int x0, x1, y0, y1;
} span;

static span tile_span(const part_shape *shape, int tx, int ty)
{
    const int x1 = (tx + 1) * SPATE_TILE_X, y1 = (ty + 1) * SPATE_TILE_Y;
    return (span){tx * SPATE_TILE_X, x1 < shape->nx ? x1 : shape->nx, ty * SPATE_TILE_Y,
                  y1 < shape->ny ? y1 : shape->ny};
}

/* Whether the stencil of the tile reads ghosts that another part fills. */
static int in_rim(const part_shape *shape, span s)
{
    return (shape->linked[0] && s.x0 < KP_HALO) ||
           (shape->linked[1] && s.x1 > shape->nx - KP_HALO) ||
           (shape->linked[2] && s.y0 < KP_HALO) || (shape->linked[3] && s.y1 > shape->ny - KP_HALO);
}

static int ghost_is_wet(const kp_part *part, span s, const real *h)
{
    const part_shape *shape = &part->shape;
    for (int j = s.y0 - KP_HALO; j < s.y1 + KP_HALO; ++j)
        for (int i = s.x0 - KP_HALO; i < s.x1 + KP_HALO; ++i) {
            if (i >= 0 && i < shape->nx && j >= 0 && j < shape->ny) {
                i = shape->nx - 1; /* skip the inside */
                continue;
            }
            if (h[(ptrdiff_t)j * shape->pitch + i] > (real)part->params.dry_depth)
                return 1;
        }
    return 0;
}

/* wet[t] of a tile row and its two neighbours, over the states that the stage reads. */
static void gather_wet(rectangle_list *list, const kp_part *part, int ty, int stage)
{
    const int n = part->shape.tiles_x;
    const int slots[2] = {part->clock->now, kp_slot_in(part, stage)};
    memset(list->awake, 0, (size_t)n + 2);
    for (int s = 0; s < (stage ? 2 : 1); ++s)
        for (int row = ty - 1; row <= ty + 1; ++row) {
            if (row < 0 || row >= part->shape.tiles_y)
                continue;
            const uint8_t *wet = part->tile_wet[slots[s]] + (ptrdiff_t)row * n;
            for (int tx = 0; tx < n; ++tx)
                list->awake[tx + 1] |= wet[tx];
        }
}

static int tile_is_awake(const rectangle_list *list, const kp_part *part, int tx, span s, int rim,
                         int stage)
{
    if (!part->params.skip_dry || part->carry[0])
        return 1;
    const uint8_t *around = list->awake + tx; /* shifted by one: tx - 1, tx, tx + 1 */
    if (around[0] | around[1] | around[2])
        return 1;
    return rim && (ghost_is_wet(part, s, part->state[kp_slot_in(part, stage)][KP_H]) ||
                   (stage && ghost_is_wet(part, s, part->state[part->clock->now][KP_H])));
}

/* Adds an awake tile: extends the run of this tile row, or starts a new rectangle. */
static void add_awake(rectangle_list *list, span s, int edged, int first_of_row)
{
    kp_rectangle *last = list->count > first_of_row ? &list->items[list->count - 1] : NULL;
    list->cells += (int64_t)(s.x1 - s.x0) * (s.y1 - s.y0);
    ++list->tiles;
    if (last && !last->asleep && last->x1 == s.x0 && last->edged == edged &&
        s.x1 - last->x0 <= KP_SWEEP_WIDTH)
        last->x1 = s.x1;
    else
        list->items[list->count++] =
            (kp_rectangle){.x0 = s.x0, .x1 = s.x1, .y0 = s.y0, .y1 = s.y1, .edged = edged};
}

/* Joins the rectangles of the newest tile row to equal ones right below. */
static void join_rows(rectangle_list *list, int first_of_row)
{
    int kept = first_of_row;
    for (int k = first_of_row; k < list->count; ++k) {
        const kp_rectangle r = list->items[k];
        const int tx = r.x0 / SPATE_TILE_X;
        kp_rectangle *below = list->above[tx] >= 0 ? &list->items[list->above[tx]] : NULL;
        if (below && !r.asleep && below->x0 == r.x0 && below->x1 == r.x1 && below->y1 == r.y0 &&
            below->edged == r.edged && r.y1 - below->y0 <= KP_SWEEP_HEIGHT) {
            below->y1 = r.y1;
        } else {
            list->items[kept] = r;
            list->above[tx] = r.asleep ? -1 : kept;
            ++kept;
        }
    }
    list->count = kept;
}

void SPATE_NAME(rectangle_list_build)(rectangle_list *list, const kp_part *part, part_region region,
                                      int stage)
{
    const part_shape *shape = &part->shape;
    list->count = 0;
    list->cells = list->tiles = 0;
    for (int tx = 0; tx < shape->tiles_x; ++tx)
        list->above[tx] = -1;
    for (int ty = 0; ty < shape->tiles_y; ++ty) {
        const int first_of_row = list->count;
        gather_wet(list, part, ty, stage);
        for (int tx = 0; tx < shape->tiles_x; ++tx) {
            const ptrdiff_t tile = (ptrdiff_t)ty * shape->tiles_x + tx;
            const span s = tile_span(shape, tx, ty);
            const int rim = in_rim(shape, s);
            if (region != REGION_ALL && rim != (region == REGION_RIM))
                continue;
            if (tile_is_awake(list, part, tx, s, rim, stage)) {
                part->tile_quiet[tile] = 0;
                add_awake(list, s, part->tile_edged[tile], first_of_row);
            } else if (part->tile_quiet[tile] < part->params.stages) {
                ++part->tile_quiet[tile];
                list->cells += (int64_t)(s.x1 - s.x0) * (s.y1 - s.y0);
                list->items[list->count++] =
                    (kp_rectangle){.x0 = s.x0, .x1 = s.x1, .y0 = s.y0, .y1 = s.y1, .asleep = 1};
            }
        }
        join_rows(list, first_of_row);
    }
}
