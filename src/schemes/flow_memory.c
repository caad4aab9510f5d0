/* Memory of a flow: fields, tiles and maxima, and the check that they fit. All of it follows from
 * the table of fields. */
#include <stdlib.h>
#include <string.h>

#include "schemes/flow.h"

/* Slots with their own memory. The image of a part has the slot `now`, the previous step where
 * checkpoints keep it, and all slots of maps, which the run fills. */
static int slots_here(const grid_part *p, int field)
{
    const field_info *f = &p->fields[field];
    const int all = part_slots(p, field), kept = f->flags & FIELD_KEPT_BEFORE ? 2 : 1;
    const int image = p->device->backend->mirrored && f->role != ROLE_FORCING;
    return image && kept < all ? kept : all;
}

double flow_field_bytes(const grid_part *p, int field)
{
    return part_slots(p, field) * (double)field_pitch_bytes(p, field) *
           (double)part_room(&p->shape);
}

static int is_terrain(const field_info *f)
{
    return f->role == ROLE_GROUND && !(f->flags & FIELD_LATER);
}

int flow_make_field(flow *k, grid_part *p, int field)
{
    if (p->field[field][0])
        return 1;
    const int here = slots_here(p, field);
    for (int s = 0; s < here; ++s) {
        char *block = p->device->backend->alloc(field_pitch_bytes(p, field), part_room(&p->shape));
        p->field[field][s] = block ? block + field_room_origin_bytes(p, field) : NULL;
    }
    for (int s = here; s < PART_SLOTS; ++s)
        p->field[field][s] = p->field[field][0];
    p->codes = p->field[FIELD_CODES][0];
    if (p->fields[field].flags & FIELD_LATER)
        k->state_bytes += flow_field_bytes(p, field);
    for (int s = 0; s < here; ++s)
        if (!p->field[field][s])
            return 0;
    return 1;
}

void flow_drop_field(flow *k, grid_part *p, int field)
{
    if (p->field[field][0] && (p->fields[field].flags & FIELD_LATER))
        k->state_bytes -= flow_field_bytes(p, field);
    for (int s = 0; s < slots_here(p, field); ++s)
        if (p->field[field][s])
            p->device->backend->release((char *)p->field[field][s] -
                                        field_room_origin_bytes(p, field));
    for (int s = 0; s < PART_SLOTS; ++s)
        p->field[field][s] = NULL;
}

static int make_tiles(grid_part *p)
{
    const size_t tiles = tile_room(&p->shape);
    p->tile_edged = calloc(tiles, 1);
    p->tile_forced = calloc(tiles, 1);
    p->tile_moving[0] = calloc(tiles, 1);
    p->tile_moving[1] = calloc(tiles, 1);
    p->tile_moved = calloc(tiles, 1);
    p->tile_awake = calloc(tiles, 1);
    p->tile_face_rate = calloc(tiles, sizeof *p->tile_face_rate);
    p->tile_cell_rate = calloc(tiles, sizeof *p->tile_cell_rate);
    if (p->tile_awake)
        memset(p->tile_awake, 1, tiles); /* and so they stay in a scheme that skips none */
    p->tiles_computed = (int64_t)tile_count(&p->shape);
    return p->tile_edged && p->tile_forced && p->tile_moving[0] && p->tile_moving[1] &&
           p->tile_moved && p->tile_awake && p->tile_face_rate && p->tile_cell_rate;
}

int flow_make_part(flow *k, grid_part *p)
{
    int ok = 1;
    for (int f = 0; f < p->field_count; ++f)
        if (p->fields[f].name && !(p->fields[f].flags & FIELD_LATER))
            ok = flow_make_field(k, p, f) && ok;
    if (p->params.rain > 0)
        ok = flow_make_field(k, p, FIELD_CARRY) && ok;
    return ok && make_tiles(p);
}

void flow_drop_part(flow *k, grid_part *p)
{
    if (p->kernels && p->kernels->dispose)
        p->kernels->dispose(p);
    if (p->common)
        p->common->dispose(p);
    for (int f = 0; f < p->field_count; ++f)
        if (p->fields[f].name)
            flow_drop_field(k, p, f);
    free(p->maxima.tile_state);
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

double flow_available(const flow *k)
{
    double sum = 0;
    for (int n = 0; n < k->part_total; ++n) {
        const spate_backend *b = k->setup.devices[n].backend;
        int again = 0;
        for (int m = 0; m < n; ++m)
            again |= k->setup.devices[m].backend == b;
        sum += again ? 0 : b->available(b);
    }
    return sum;
}

/* Bytes of the state and of all fields that kernels use. Sources, friction maps, maxima and air
 * pressure are added when they are set. */
static double count_fields(flow *k)
{
    double terrain = 0;
    k->state_bytes = 0;
    for (int n = 0; n < k->part_end; ++n) {
        const grid_part *p = &k->parts[n];
        for (int f = 0; f < p->field_count; ++f) {
            if (!p->fields[f].name || (p->fields[f].flags & FIELD_LATER))
                continue;
            *(is_terrain(&p->fields[f]) ? &terrain : &k->state_bytes) += flow_field_bytes(p, f);
        }
        if (k->kind->extra_bytes)
            k->state_bytes += k->kind->extra_bytes(k, &p->shape);
    }
    double carried = 0; /* counted again when it is allocated */
    for (int n = 0; n < k->part_end && k->parts[n].params.rain > 0; ++n)
        carried += flow_field_bytes(&k->parts[n], FIELD_CARRY);
    return k->state_bytes + terrain + carried;
}

spate_status flow_check_memory(flow *k)
{
    const double available = flow_available(k);
    const double needed = count_fields(k);
    if (available > 0 && needed > available)
        return fail_memory(k->setup.ctx,
                           "nx x ny is %lld x %lld: this takes %.1f GB on this rank and %.1f GB "
                           "are free; use a smaller grid, f32, or more machines",
                           (long long)k->setup.grid->nx, (long long)k->setup.grid->ny,
                           1e-9 * needed, 1e-9 * available);
    return SPATE_OK;
}

static int make_maxima(flow *k, grid_part *p)
{
    int ok = 1;
    for (int f = 0; f < MAXIMA_FIELDS; ++f)
        ok = flow_make_field(k, p, FIELD_MAX_DEPTH + f) && ok;
    p->maxima.tile_state = calloc(tile_room(&p->shape), 1);
    return ok && p->maxima.tile_state;
}

static void drop_maxima(flow *k, grid_part *p)
{
    for (int f = 0; f < MAXIMA_FIELDS; ++f)
        flow_drop_field(k, p, FIELD_MAX_DEPTH + f);
    free(p->maxima.tile_state);
    p->maxima = (part_maxima){0};
}

spate_status flow_make_maxima(flow *k)
{
    const scheme_setup *s = &k->setup;
    const double available = flow_available(k);
    double needed = 0;
    for (int n = 0; n < s->part_count; ++n)
        needed += MAXIMA_FIELDS * flow_field_bytes(&k->parts[n], FIELD_MAX_DEPTH);
    int ok = available <= 0 || needed <= available;
    for (int n = 0; n < s->part_count && ok; ++n)
        ok = make_maxima(k, &k->parts[n]);
    for (int n = 0; n < s->part_count && !ok; ++n)
        drop_maxima(k, &k->parts[n]);
    if (!ok)
        return fail_memory(s->ctx,
                           "maxima take %.1f GB more on this rank and %.1f GB are free; use a "
                           "smaller grid, f32, more machines, or no maxima",
                           1e-9 * needed, 1e-9 * available);
    return SPATE_OK;
}
