/* Shapes, pointers and tiles of parts whose rows have moved. */
#include <stdlib.h>
#include <string.h>

#include "parallel/repartition_own.h"

struct repartition_tiles {
    int columns;
    uint8_t *edged, *forced, *by_sources; /* by_sources: NULL where no part has it */
};

static int tile_of(int64_t row)
{
    return (int)(row / SPATE_TILE_Y);
}

static int tile_end(int64_t row)
{
    return (int)((row + SPATE_TILE_Y - 1) / SPATE_TILE_Y);
}

/* ---- kinds of tiles: those of the ground, and where sources act ---- */

static uint8_t *gather(const repartition *r, int columns, uint8_t *(*of)(const grid_part *p))
{
    uint8_t *all = calloc((size_t)tile_end(r->grid->ny) * (size_t)columns + 1, 1);
    for (int n = 0; all && n < r->count; ++n)
        if (r->from[n].end > r->from[n].begin)
            memcpy(all + (size_t)tile_of(r->from[n].begin) * (size_t)columns, of(r->parts[n]),
                   tile_count(&r->parts[n]->shape));
    return all;
}

static uint8_t *edged_of(const grid_part *p)
{
    return p->tile_edged;
}

static uint8_t *forced_of(const grid_part *p)
{
    return p->tile_forced;
}

static uint8_t *by_sources_of(const grid_part *p)
{
    return p->sources.tile_forced;
}

repartition_tiles *repartition_tiles_make(const repartition *r)
{
    repartition_tiles *t = calloc(1, sizeof *t);
    const grid_part *p = part_at_work(r);
    const int sources = p->sources.tile_forced != NULL;
    if (!t)
        return NULL;
    t->columns = p->shape.tiles_x;
    t->edged = gather(r, t->columns, edged_of);
    t->forced = gather(r, t->columns, forced_of);
    t->by_sources = sources ? gather(r, t->columns, by_sources_of) : NULL;
    if (t->edged && t->forced && (t->by_sources || !sources))
        return t;
    repartition_tiles_free(t);
    return NULL;
}

void repartition_tiles_free(repartition_tiles *t)
{
    if (!t)
        return;
    free(t->edged);
    free(t->forced);
    free(t->by_sources);
    free(t);
}

/* ---- a part ---- */

int64_t repartition_rows_arriving(const repartition *r, int n)
{
    const row_range a = r->from[n], b = r->to[n];
    const int64_t begin = a.begin > b.begin ? a.begin : b.begin;
    const int64_t end = a.end < b.end ? a.end : b.end;
    const int64_t kept = end > begin ? end - begin : 0;
    return b.end > b.begin ? b.end - b.begin - kept : 0;
}

/* Tile rows of a part before and after, and those that it keeps. */
typedef struct tile_rows {
    size_t columns;
    int old_first, first, end, kept_first, kept_end;
} tile_rows;

static tile_rows tile_rows_of(const repartition *r, int n, int columns)
{
    const row_range a = r->from[n], b = r->to[n];
    tile_rows t = {.columns = (size_t)columns,
                   .old_first = tile_of(a.begin),
                   .first = tile_of(b.begin),
                   .end = tile_end(b.end)};
    const int old_end = a.end > a.begin ? tile_end(a.end) : t.old_first;
    t.kept_first = t.old_first > t.first ? t.old_first : t.first;
    t.kept_end = old_end < t.end ? old_end : t.end;
    if (t.kept_end <= t.kept_first)
        t.kept_first = t.kept_end = t.end;
    return t;
}

/* Moves the values of the tiles that stay, and sets those of the others to zero. */
static void shift(void *values, size_t size, const tile_rows *t)
{
    char *v = values;
    const size_t row = t->columns * size;
    if (!v)
        return;
    if (t->kept_end > t->kept_first)
        memmove(v + (size_t)(t->kept_first - t->first) * row,
                v + (size_t)(t->kept_first - t->old_first) * row,
                (size_t)(t->kept_end - t->kept_first) * row);
    memset(v, 0, (size_t)(t->kept_first - t->first) * row);
    memset(v + (size_t)(t->kept_end - t->first) * row, 0, (size_t)(t->end - t->kept_end) * row);
}

/* A tile that arrives has only Q^n: all its slots must be computed. A tile beside a cut that moved
 * sees ghosts that have not been compared. */
static void wake(grid_part *p, const repartition *r, int n, const tile_rows *t)
{
    const row_range a = r->from[n], b = r->to[n];
    for (int ty = t->first; ty < t->end; ++ty) {
        const int beside =
            (ty == t->first && a.begin != b.begin) || (ty == t->end - 1 && a.end != b.end);
        if (ty >= t->kept_first && ty < t->kept_end && !beside)
            continue;
        memset(p->tile_moved + (size_t)(ty - t->first) * t->columns, 1, t->columns);
        memset(p->tile_awake + (size_t)(ty - t->first) * t->columns, 1, t->columns);
    }
}

static void reshape_tiles(grid_part *p, const repartition *r, int n, const repartition_tiles *kinds)
{
    const tile_rows t = tile_rows_of(r, n, kinds->columns);
    const size_t first = (size_t)t.first * t.columns, count = (size_t)(t.end - t.first) * t.columns;
    shift(p->tile_moving[0], 1, &t);
    shift(p->tile_moving[1], 1, &t);
    shift(p->tile_moved, 1, &t);
    shift(p->tile_awake, 1, &t);
    shift(p->maxima.tile_state, 1, &t);
    shift(p->tile_face_rate, sizeof *p->tile_face_rate, &t);
    shift(p->tile_cell_rate, sizeof *p->tile_cell_rate, &t);
    memcpy(p->tile_edged, kinds->edged + first, count);
    memcpy(p->tile_forced, kinds->forced + first, count);
    if (kinds->by_sources)
        memcpy(p->sources.tile_forced, kinds->by_sources + first, count);
    wake(p, r, n, &t);
}

/* Slots that share memory move once each, because every slot has its own pointer. */
static void shift_fields(grid_part *p, int64_t rows)
{
    for (int f = 0; f < p->field_count; ++f)
        for (int s = 0; s < PART_SLOTS && p->fields[f].name; ++s)
            if (p->field[f][s])
                p->field[f][s] = (char *)p->field[f][s] + rows * (ptrdiff_t)field_pitch_bytes(p, f);
    p->codes = p->field[FIELD_CODES][0];
    p->shape.rows_below += (int)rows;
}

void repartition_reshape(const repartition *r, int n, const repartition_tiles *kinds)
{
    grid_part *p = r->parts[n];
    const row_range rows = r->to[n];
    if (rows.end <= rows.begin) {
        p->shape.ny = p->shape.tiles_y = 0;
        return;
    }
    reshape_tiles(p, r, n, kinds);
    shift_fields(p, rows.begin - r->from[n].begin);
    p->shape.ny = (int)(rows.end - rows.begin);
    p->shape.tiles_y = tile_end(p->shape.ny);
    p->params.coriolis.row0 = (double)rows.begin;
    p->tiles_computed = 0; /* as far as is known: until the next step */
    for (size_t tile = 0; tile < tile_count(&p->shape); ++tile)
        p->tiles_computed += p->tile_awake[tile];
}
