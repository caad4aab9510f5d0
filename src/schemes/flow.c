/* What schemes have in common: parts, fields, faces, maxima, checkpoints. Works for any backend through its
 * kernel table; holds no equation. A scheme is a flow_kind (flow.h). */
#include "schemes/flow.h"

#include <stdlib.h>
#include <string.h>

#include "backend/adi/adi.h"
#include "base/memory.h"
#include "parallel/comm.h"
#include "schemes/flow_state.h"

void flow_destroy(void *self)
{
    flow *k = self;
    if (!k)
        return;
    if (k->kind->destroy)
        k->kind->destroy(k);
    for (int n = 0; k->parts && n < k->setup.part_count; ++n)
        flow_drop_part(k, &k->parts[n]);
    halo_destroy(k->halo);
    flow_drop_sources(k);
    free(k->parts);
    free(k->shapes);
    free(k->clocks);
    free(k->exchanged);
    free(k);
}

int flow_runs_alone(const flow *k)
{
    return k->kernels->advance && k->setup.part_count == 1 && !halo_is_remote(k->halo);
}

static spate_status create_parts(flow *k)
{
    const scheme_setup *s = &k->setup;
    const size_t count = (size_t)s->part_count;
    k->parts = calloc(count, sizeof *k->parts);
    k->shapes = calloc(count, sizeof *k->shapes);
    k->clocks = calloc(count, sizeof *k->clocks);
    k->exchanged = calloc(count * STATE_VARIABLES, sizeof *k->exchanged);
    if (!k->parts || !k->shapes || !k->clocks || !k->exchanged)
        return spate_fail(s->ctx, SPATE_ERROR_MEMORY, "no memory for %d parts", s->part_count);
    for (int n = 0; n < s->part_count; ++n) {
        k->shapes[n] =
            part_shape_of(s->partition, s->grid, s->first_part + n, KP_HALO, k->value_bytes);
        if (s->backend->place_count > 0) /* neighbours by number share a place where they can */
            k->shapes[n].place =
                s->backend->places[(int64_t)n * s->backend->place_count / s->part_count];
        k->parts[n].shape = k->shapes[n];
        k->parts[n].params = k->kind->params(s->options);
        k->parts[n].clock = &k->clocks[n];
    }
    SPATE_TRY(flow_check_memory(k));
    for (int n = 0; n < s->part_count; ++n)
        if (!flow_make_part(k, &k->parts[n]) || !k->kernels->prepare(&k->parts[n], s->threads))
            return spate_fail(s->ctx, SPATE_ERROR_MEMORY, "no memory for a part of %d x %d cells",
                              k->shapes[n].nx, k->shapes[n].ny);
    SPATE_TRY(halo_create(s->ctx, s->grid, s->partition, s->backend, k->shapes, STATE_VARIABLES,
                          k->value_bytes, KP_HALO, &k->halo));
    if (flow_runs_alone(k)) {
        k->parts[0].ghosts = k->own_ghosts;
        k->parts[0].ghost_count = halo_own_boxes(k->halo, k->own_ghosts);
    }
    return SPATE_OK;
}

spate_status flow_create(const flow_kind *kind, const scheme_setup *setup, void **self)
{
    flow *k = calloc(1, sizeof *k);
    *self = k;
    if (!k)
        return spate_fail(setup->ctx, SPATE_ERROR_MEMORY, "no memory for the scheme");
    k->kind = kind;
    k->setup = *setup;
    k->failed[0] = k->failed[1] = -1;
    k->value_bytes = setup->options->precision / 8;
    k->kernels = kind->kernels(k);
    if (!k->kernels)
        return spate_fail(
            setup->ctx, SPATE_ERROR_BACKEND,
            "isa \"%s\": this machine or build has no such kernels of scheme \"%s\" in the %s "
            "backend; use \"auto\" (spate doctor lists what there is)",
            setup->options->isa, kind->name, setup->backend->name);
    SPATE_TRY(create_parts(k));
    return kind->create ? kind->create(k) : SPATE_OK;
}

/* ---- fields ---- */

const part_shape *flow_shape(void *self, int local_part)
{
    return &((flow *)self)->shapes[local_part];
}

/* Momentum at cells. */
static void *momentum_of(flow *k, int local_part, int axis)
{
    const grid_part *p = &k->parts[local_part];
    return k->kind->momentum ? k->kind->momentum(k, local_part, axis)
                             : p->field[axis == 0 ? FIELD_MOMENTUM_X : FIELD_MOMENTUM_Y][p->clock->now];
}

void *flow_field(void *self, int local_part, scheme_field which)
{
    flow *k = self;
    grid_part *p = &k->parts[local_part];
    const unsigned group = flow_group_of_field(which);
    if (!(k->cells_borrowed && group == PART_STATE))
        flow_use_image(k, p, group);
    switch (which) {
    case FIELD_DEPTH: return p->field[FIELD_DEPTH][p->clock->now];
    case FIELD_MOMENTUM_X: return momentum_of(k, local_part, 0);
    case FIELD_MOMENTUM_Y: return momentum_of(k, local_part, 1);
    case FIELD_BED: return p->field[FIELD_BED][0];
    case FIELD_FRICTION:
        if (!p->field[FIELD_FRICTION][0])
            p->field[FIELD_FRICTION][0] = flow_make_field(k, &p->shape, k->value_bytes);
        return p->field[FIELD_FRICTION][0];
    case FIELD_CODES: return p->codes;
    case FIELD_MAX_DEPTH: return p->field[FIELD_MAX_DEPTH][0];
    case FIELD_MAX_SPEED_SQUARED: return p->field[FIELD_MAX_SPEED_SQUARED][0];
    case FIELD_MAX_MOMENTUM_SQUARED: return p->field[FIELD_MAX_MOMENTUM_SQUARED][0];
    case FIELD_ARRIVAL: return p->field[FIELD_ARRIVAL][0];
    case FIELD_DEEP_SINCE: return p->field[FIELD_DEEP_SINCE][0];
    case FIELD_DURATION: return p->field[FIELD_DURATION][0];
    case FIELD_RAIN_MAP: return p->field[FIELD_RAIN_MAP][0];
    case FIELD_AIR: return p->adi ? p->field[FIELD_AIR][1] : NULL;
    case FIELD_CONDUCTIVITY: return p->field[FIELD_CONDUCTIVITY][0];
    case FIELD_SUCTION: return p->field[FIELD_SUCTION][0];
    case FIELD_DEFICIT: return p->field[FIELD_DEFICIT][0];
    case FIELD_INFILTRATED: return p->field[FIELD_INFILTRATED][p->clock->now];
    }
    return NULL;
}

field_location flow_location(void *self, scheme_field which)
{
    const flow *k = self;
    return which == FIELD_BED && k->setup.options->bed_model == SPATE_BED_BILINEAR ? AT_CORNER
                                                                                   : AT_CELL;
}

const char *flow_isa(void *self)
{
    return ((flow *)self)->kernels->isa;
}

double flow_bytes_per_cell(void *self)
{
    const flow *k = self;
    double cells = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        cells += (double)k->shapes[n].nx * k->shapes[n].ny;
    return k->state_bytes / cells;
}

boundary_list *flow_faces(void *self, int local_part, int axis)
{
    flow *k = self;
    grid_part *p = &k->parts[local_part];
    flow_use_image(k, p, PART_LISTS);
    return axis == 0 ? &p->boundary_x : &p->boundary_y;
}

void flow_faces_changed(void *self)
{
    flow *k = self;
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = &k->parts[n];
        memset(p->tile_forced, 0, (size_t)p->shape.tiles_x * (size_t)p->shape.tiles_y);
        faces_classify(p->codes, &p->shape, p->tile_edged);
        faces_mark_tiles(&p->boundary_x, &p->shape, 0, p->tile_edged, p->tile_forced);
        faces_mark_tiles(&p->boundary_y, &p->shape, 1, p->tile_edged, p->tile_forced);
    }
    flow_use_images(k, PART_LISTS | PART_SOURCES); /* accounts are not to be lost */
    flow_images_changed(k, PART_GROUND | PART_LISTS);
}

void flow_set_boundaries(void *self, face_boundary *boundaries, int count)
{
    flow *k = self;
    for (int n = 0; n < k->setup.part_count; ++n) {
        k->parts[n].boundaries = boundaries;
        k->parts[n].boundary_count = count;
    }
    flow_use_images(k, PART_LISTS | PART_SOURCES);
    flow_images_changed(k, PART_LISTS);
}

spate_status flow_close_faces(void *self)
{
    flow *k = self;
    const scheme_setup *s = &k->setup;
    face_edges edges;
    for (int e = 0; e < 4; ++e)
        edges.open[e] = s->options->edges[e] == SPATE_OPEN;
    for (int n = 0; n < s->part_count; ++n) {
        grid_part *p = &k->parts[n];
        uint8_t *codes = p->codes;
        faces_close(codes, &p->shape);
        faces_release(&p->boundary_x);
        faces_release(&p->boundary_y);
        if (!faces_claim(codes, &p->shape, s->grid,
                         partition_box(s->partition, s->grid, s->first_part + n), edges,
                         &p->boundary_x, &p->boundary_y))
            return spate_fail(s->ctx, SPATE_ERROR_MEMORY, "no memory for the boundary faces");
    }
    flow_faces_changed(k);
    return SPATE_OK;
}

/* A state that was changed before any step counts as the one that tracking began with. Maxima are nobody's to
 * change: they stay where they are. */
spate_status flow_start(void *self)
{
    flow *k = self;
    flow_use_images(k, PART_ALL & ~(unsigned)PART_MAXIMA);
    flow_images_changed(k, PART_ALL & ~(unsigned)PART_MAXIMA);
    SPATE_TRY(flow_push_images(k));
    if (k->kind->start)
        k->kind->start(k);
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = &k->parts[n];
        k->kernels->scan(p);
        if (p->field[FIELD_MAX_DEPTH][0])
            k->kernels->maxima(p, p->maxima.begun == p->clock->step);
    }
    flow_reduce_rates(k);
    return flow_check_device(k);
}

spate_status flow_track_maxima(void *self, double wet_depth, double duration_depth)
{
    flow *k = self;
    if (!k->parts[0].field[FIELD_MAX_DEPTH][0])
        SPATE_TRY(comm_agree(k->setup.ctx, flow_make_maxima(k)));
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = &k->parts[n];
        p->maxima.wet_depth = wet_depth;
        p->maxima.duration_depth = duration_depth;
        p->maxima.begun = p->clock->step;
    }
    flow_images_changed(k, PART_MAXIMA);
    SPATE_TRY(flow_push_images(k));
    for (int n = 0; n < k->setup.part_count; ++n)
        k->kernels->maxima(&k->parts[n], 1);
    return flow_check_device(k);
}

/* A loaded state wakes every tile; the rate, and whether it was still, are those of the step which made the state. */
spate_status flow_persist(void *self, state_stream *s)
{
    flow *k = self;
    flow_use_images(k, PART_ALL);
    SPATE_TRY(flow_persist_parts(s, &k->setup, k->parts, k->value_bytes));
    if (k->kind->persist)
        SPATE_TRY(k->kind->persist(k, s));
    const uint32_t flags = k->clocks[0].flags;
    if (s->loading) {
        flow_images_changed(k, PART_ALL);
        SPATE_TRY(flow_push_images(k));
        if (k->kind->loaded)
            k->kind->loaded(k);
    }
    for (int n = 0; n < k->setup.part_count && s->loading; ++n) {
        const double rate = k->clocks[n].rate;
        k->kernels->scan(&k->parts[n]);
        k->clocks[n].rate = rate;
        k->clocks[n].flags = flags;
    }
    return SPATE_OK;
}
