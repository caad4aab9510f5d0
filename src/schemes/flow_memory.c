/* Memory of a flow: fields, slots of the state, tiles, maxima; and what of it does not fit. */
#include <stdlib.h>

#include "schemes/flow.h"

void *flow_make_field(const flow *k, const part_shape *shape, int value_bytes)
{
    const size_t pitch = (size_t)shape->pitch * (size_t)value_bytes, rows = part_rows(shape);
    if (k->counted) {
        static char nowhere;
        *k->counted += (double)pitch * (double)rows;
        return &nowhere;
    }
    char *block = k->setup.backend->alloc(pitch, rows);
    return block ? block + part_origin(shape, k->value_bytes) * value_bytes : NULL;
}

void flow_drop_field(const flow *k, const part_shape *shape, const void *field, int value_bytes)
{
    if (field)
        k->setup.backend->release((char *)field - part_origin(shape, k->value_bytes) * value_bytes);
}

static int make_tiles(grid_part *p)
{
    const size_t tiles = (size_t)p->shape.tiles_x * (size_t)p->shape.tiles_y;
    p->tile_edged = calloc(tiles, 1);
    p->tile_forced = calloc(tiles, 1);
    p->tile_moving[0] = calloc(tiles, 1);
    p->tile_moving[1] = calloc(tiles, 1);
    p->tile_moved = calloc(tiles, 1);
    p->tile_awake = calloc(tiles, 1);
    p->tile_face_rate = calloc(tiles, sizeof *p->tile_face_rate);
    p->tile_cell_rate = calloc(tiles, sizeof *p->tile_cell_rate);
    return p->tile_edged && p->tile_forced && p->tile_moving[0] && p->tile_moving[1] &&
           p->tile_moved && p->tile_awake && p->tile_face_rate && p->tile_cell_rate;
}

static int slots_of(const part_params *params)
{
    return params->stages == 1 ? 2 : PART_SLOTS;
}

/* Where the device has the slots, the image has one of them: that of Q^n. */
void *flow_make_slot(const flow *k, const grid_part *p, int slot, void *first, int value_bytes)
{
    const int elsewhere = slot > 0 && k->setup.backend->mirrored && !k->counted;
    return elsewhere ? first : flow_make_field(k, &p->shape, value_bytes);
}

void flow_drop_slot(const flow *k, const grid_part *p, int slot, const void *field, int value_bytes)
{
    if (slot == 0 || !k->setup.backend->mirrored)
        flow_drop_field(k, &p->shape, field, value_bytes);
}

static int make_terrain(const flow *k, grid_part *p)
{
    p->field[FIELD_BED][0] = flow_make_field(k, &p->shape, k->value_bytes);
    p->codes = flow_make_field(k, &p->shape, 1);
    return p->field[FIELD_BED][0] && p->codes;
}

static int make_state(const flow *k, grid_part *p)
{
    int ok = 1;
    for (int s = 0; s < slots_of(&p->params); ++s)
        for (int v = 0; v < STATE_VARIABLES; ++v)
            ok = (p->field[v][s] = flow_make_slot(k, p, s, p->field[v][0], k->value_bytes)) && ok;
    for (int s = 0; s < 2 && p->params.rain > 0; ++s)
        ok = (p->field[FIELD_CARRY][s] = flow_make_slot(k, p, s, p->field[FIELD_CARRY][0], k->value_bytes)) && ok;
    return ok;
}

/* The six fields of the maxima, by number. */
enum { MAXIMA_FIELDS = 6 };

static void **maxima_field(grid_part *p, int n)
{
    part_maxima *m = &p->maxima;
    void **const fields[MAXIMA_FIELDS] = {&m->depth,   &m->speed_squared, &m->momentum_squared,
                                          &m->arrival, &m->since,         &m->duration};
    return fields[n];
}

static int make_maxima(flow *k, grid_part *p)
{
    int ok = 1;
    for (int n = 0; n < MAXIMA_FIELDS; ++n)
        ok = (*maxima_field(p, n) = flow_make_field(k, &p->shape, k->value_bytes)) && ok;
    p->maxima.tile_state = calloc((size_t)p->shape.tiles_x * (size_t)p->shape.tiles_y, 1);
    return ok && p->maxima.tile_state;
}

static void drop_maxima(const flow *k, grid_part *p)
{
    for (int n = 0; n < MAXIMA_FIELDS; ++n)
        flow_drop_field(k, &p->shape, *maxima_field(p, n), k->value_bytes);
    free(p->maxima.tile_state);
    p->maxima = (part_maxima){0};
}

void flow_drop_part(const flow *k, grid_part *p)
{
    if (k->kernels)
        k->kernels->dispose(p);
    for (int s = 0; s < PART_SLOTS; ++s)
        for (int v = 0; v < STATE_VARIABLES; ++v)
            flow_drop_slot(k, p, s, p->field[v][s], k->value_bytes);
    flow_drop_slot(k, p, 0, p->field[FIELD_CARRY][0], k->value_bytes);
    flow_drop_slot(k, p, 1, p->field[FIELD_CARRY][1], k->value_bytes);
    flow_drop_field(k, &p->shape, p->field[FIELD_BED][0], k->value_bytes);
    flow_drop_field(k, &p->shape, p->field[FIELD_FRICTION][0], k->value_bytes);
    flow_drop_field(k, &p->shape, p->codes, 1);
    drop_maxima(k, p);
    free(p->tile_edged);
    free(p->tile_forced);
    free(p->tile_moving[0]);
    free(p->tile_moving[1]);
    free(p->tile_moved);
    free(p->tile_awake);
    free(p->tile_face_rate);
    free(p->tile_cell_rate);
    faces_release(&p->boundary_x);
    faces_release(&p->boundary_y);
}

int flow_make_part(flow *k, grid_part *p)
{
    const int ok = make_state(k, p);
    return make_terrain(k, p) && ok && make_tiles(p);
}

/* Bytes of all fields that kernels see, counted by what makes them: the state, then all of it. What is set later (sources,
 * friction maps, maxima, air) is added then. */
static double count_fields(flow *k)
{
    double bytes = 0;
    k->counted = &bytes;
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part none = k->parts[n];
        make_state(k, &none);
        if (k->kind->count_fields)
            k->kind->count_fields(k, &none.shape);
    }
    k->state_bytes = bytes;
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part none = k->parts[n];
        make_terrain(k, &none);
    }
    k->counted = NULL;
    return bytes;
}

/* Refuses what the machine cannot hold before any of it is taken. */
spate_status flow_check_memory(flow *k)
{
    const double available = k->setup.backend->available(k->setup.backend);
    const double needed = count_fields(k);
    if (available > 0 && needed > available)
        return spate_fail(
            k->setup.ctx, SPATE_ERROR_MEMORY,
            "nx x ny is %lld x %lld: this takes %.1f GB on this rank and %.1f GB are free; "
            "use a smaller grid, f32, or more machines",
            (long long)k->setup.grid->nx, (long long)k->setup.grid->ny, 1e-9 * needed,
            1e-9 * available);
    return SPATE_OK;
}

/* Makes room for the maxima of all local parts. */
spate_status flow_make_maxima(flow *k)
{
    const scheme_setup *s = &k->setup;
    double values = 0;
    for (int n = 0; n < s->part_count; ++n)
        values += (double)k->shapes[n].pitch * (double)part_rows(&k->shapes[n]);
    const double needed = MAXIMA_FIELDS * k->value_bytes * values;
    const double available = s->backend->available(s->backend);
    int ok = available <= 0 || needed <= available;
    for (int n = 0; n < s->part_count && ok; ++n)
        ok = make_maxima(k, &k->parts[n]);
    for (int n = 0; n < s->part_count && !ok; ++n)
        drop_maxima(k, &k->parts[n]);
    if (!ok)
        return spate_fail(s->ctx, SPATE_ERROR_MEMORY,
                          "maxima take %.1f GB more on this rank and %.1f GB are free; use a "
                          "smaller grid, f32, more machines, or no maxima",
                          1e-9 * needed, 1e-9 * available);
    k->state_bytes += needed;
    return SPATE_OK;
}
