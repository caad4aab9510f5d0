/* What schemes have in common: parts, fields, faces, maxima, checkpoints. Works for any device
 * through the kernel tables of its parts; holds no equation. A scheme is a flow_kind (flow.h). */
#include "schemes/flow.h"

#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"
#include "schemes/flow_state.h"
#include "schemes/flow_zones.h"

void flow_destroy(void *self)
{
    flow *k = self;
    if (!k)
        return;
    k->setup.part_count = k->part_total; /* those without rows, too */
    if (k->kind->destroy)
        k->kind->destroy(k);
    flow_drop_sources(k);
    for (int n = 0; k->parts && n < k->part_end; ++n) {
        flow_drop_part(k, &k->parts[n]);
        free(k->parts[n].own);
    }
    halo_destroy(k->halo);
    flow_zones_destroy(k);
    free(k->parts);
    free(k->clocks);
    free(k->windows);
    free(k->work);
    free(k->worked);
    free(k->held);
    free(k->order);
    free(k);
}

int flow_runs_alone(const flow *k)
{
    return k->parts[0].kernels->advance && k->setup.part_count == 1 && !halo_is_remote(k->halo);
}

/* ---- parts ---- */

static int precision_of(const flow_kind *kind, const spate_options *o)
{
    return kind->precision ? kind->precision(o) : o->precision;
}

static const scheme_kernels *kernels_on(const flow_kind *kind, const spate_backend *backend,
                                        int precision, const char *isa)
{
    return kind->kernels ? kind->kernels(backend, precision, isa)
                         : backend->kernels(kind->about->name, precision, isa);
}

int flow_has_kernels(const flow_kind *kind, const spate_backend *backend)
{
    return kernels_on(kind, backend, 64, "auto") != NULL;
}

static part_shape shape_of(const flow *k, int n)
{
    const scheme_setup *s = &k->setup;
    const int width = k->kind->about->halo_width;
    return n < s->part_count
               ? part_shape_of(s->partition, s->grid, s->first_part + n, width, k->value_bytes)
               : part_shape_of_box(s->grid, flow_box(k, n), width, k->value_bytes);
}

/* Everything of a part or zone but its memory. */
static spate_status describe_part(flow *k, int n)
{
    const scheme_setup *s = &k->setup;
    grid_part *p = &k->parts[n];
    p->device = &s->devices[flow_zone_owner(k, n)];
    p->shape = shape_of(k, n);
    p->shape.device_number = p->device->device_number;
    p->params = k->kind->params(s->options);
    p->params.stages = scheme_stages(s->options);
    p->params.coriolis.row0 = (double)flow_box(k, n).j0;
    p->clock = &k->clocks[n];
    p->fields = k->kind->fields;
    p->field_count = k->kind->field_count;
    p->common = p->device->backend->common(s->options->precision, p->device->isa);
    p->kernels =
        kernels_on(k->kind, p->device->backend, precision_of(k->kind, s->options), p->device->isa);
    if (p->common && p->common->copy_finish)
        k->copier = p->common;
    if (p->common && p->kernels)
        return SPATE_OK;
    return spate_fail(s->ctx, SPATE_ERROR_BACKEND,
                      "isa \"%s\": this machine or build has no such kernels of scheme \"%s\" in "
                      "the %s backend; use \"auto\" (spate doctor lists what there is)",
                      p->device->isa, k->kind->about->name, p->device->backend->name);
}

static int make_part(flow *k, int n)
{
    grid_part *p = &k->parts[n];
    if (k->setup.movable)
        flow_widen_part(k, n);
    if (!flow_make_part(k, p) || (k->kind->create_part && !k->kind->create_part(k, n)) ||
        !p->common->prepare(p, k->setup.threads) ||
        (p->kernels->prepare && !p->kernels->prepare(p, k->setup.threads)))
        return 0;
    if (k->setup.movable)
        flow_narrow_part(k, n);
    return 1;
}

void flow_link_ghosts(flow *k)
{
    if (!flow_runs_alone(k))
        return;
    k->parts[0].ghosts = k->own_ghosts;
    k->parts[0].ghost_count = halo_own_boxes(k->halo, k->own_ghosts);
}

static spate_status create_parts(flow *k)
{
    const scheme_setup *s = &k->setup;
    SPATE_TRY(flow_zones_plan(k));
    const size_t count = (size_t)k->part_end;
    k->parts = calloc(count, sizeof *k->parts);
    k->clocks = calloc(count, sizeof *k->clocks);
    k->work = calloc(count, sizeof *k->work);
    k->worked = calloc(count, sizeof *k->worked);
    k->held = calloc(count, sizeof *k->held);
    k->order = calloc(count, sizeof *k->order);
    if (!k->parts || !k->clocks || !k->work || !k->worked || !k->held || !k->order)
        return fail_memory(s->ctx, "no memory for %d parts", k->part_end);
    for (int n = 0; n < k->part_end; ++n)
        SPATE_TRY(describe_part(k, n));
    flow_order_parts(k);
    SPATE_TRY(flow_choose_windows(k));
    SPATE_TRY(flow_check_memory(k));
    spate_status status = SPATE_OK;
    for (int n = 0; n < k->part_end && status == SPATE_OK; ++n)
        if (!make_part(k, n))
            status = k->kind->create_failed
                         ? k->kind->create_failed(k)
                         : fail_memory(s->ctx, "no memory for a part of %d x %d cells",
                                       k->parts[n].shape.nx, k->parts[n].shape.ny);
    SPATE_TRY(status);
    const int most = k->kind->most_exchanged;
    SPATE_TRY(halo_create(s->ctx, s->grid, s->partition, k->parts, most ? most : STATE_VARIABLES,
                          k->kind->about->halo_width, &k->halo));
    halo_set_delay(k->halo, s->options->exchange_delay);
    SPATE_TRY(flow_zones_create(k));
    flow_link_ghosts(k);
    return SPATE_OK;
}

spate_status flow_create(const flow_kind *kind, const scheme_setup *setup, void **self)
{
    flow *k = calloc(1, sizeof *k);
    *self = k;
    if (!k)
        return fail_memory(setup->ctx, "no memory for the scheme");
    k->kind = kind;
    k->setup = *setup;
    k->part_total = k->part_end = setup->part_count;
    k->failed[0] = k->failed[1] = -1;
    k->value_bytes = setup->options->precision / 8;
    SPATE_TRY(create_parts(k));
    return kind->create ? kind->create(k) : SPATE_OK;
}

/* ---- fields ---- */

const part_shape *flow_shape(void *self, int local_part)
{
    return &((flow *)self)->parts[local_part].shape;
}

void *flow_field(void *self, int local_part, int field)
{
    flow *k = self;
    grid_part *p = &k->parts[local_part];
    const field_role role = p->fields[field].role;
    if (field == FIELD_FRICTION)
        flow_make_field(k, p, field);
    if (role == ROLE_SHOWN && !(k->cells_borrowed && (p->newer_there & PART_STATE)))
        flow_show(p);
    if (!(k->cells_borrowed && (role == ROLE_STATE || role == ROLE_SHOWN)))
        flow_use_image(k, p, 1u << role);
    return p->field[field][field == FIELD_AIR ? 1 : p->clock->now];
}

field_location flow_location(void *self, int field)
{
    const flow *k = self;
    return field == FIELD_BED && k->setup.options->bed_model == SPATE_BED_BILINEAR ? AT_CORNER
                                                                                   : AT_CELL;
}

const char *flow_isa(void *self)
{
    return ((flow *)self)->parts[0].kernels->isa;
}

double flow_bytes_per_cell(void *self)
{
    const flow *k = self;
    double cells = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        cells += (double)k->parts[n].shape.nx * k->parts[n].shape.ny;
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
        memset(p->tile_forced, 0, tile_count(&p->shape));
        faces_classify(p->codes, &p->shape, p->tile_edged);
        faces_mark_tiles(&p->boundary_x, &p->shape, 0, p->tile_edged, p->tile_forced);
        faces_mark_tiles(&p->boundary_y, &p->shape, 1, p->tile_edged, p->tile_forced);
    }
    flow_use_images(k, PART_LISTS | PART_SOURCES); /* keeps the accounts */
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
            return fail_memory(s->ctx, "no memory for the boundary faces");
    }
    flow_faces_changed(k);
    return SPATE_OK;
}

static void scan(grid_part *p)
{
    int i, j;
    if (p->kernels->scan)
        p->kernels->scan(p);
    else
        p->clock->rate = p->kernels->limiting(p, &i, &j);
}

/* Tracking of maxima begins with the state at the first step, even if it is changed before. Maxima
 * do not change from outside and stay where they are. */
spate_status flow_start(void *self)
{
    flow *k = self;
    flow_use_images(k, PART_ALL & ~(unsigned)PART_MAXIMA);
    flow_images_changed(k, PART_ALL & ~(unsigned)PART_MAXIMA);
    for (int n = 0; n < k->setup.part_count; ++n)
        if (k->parts[n].kernels->show && k->parts[n].shown_valid)
            k->parts[n].newer_here |= PART_SHOWN; /* it may have been changed */
    if (k->kind->check_state)
        SPATE_TRY(comm_agree(k->setup.ctx, k->kind->check_state(k)));
    SPATE_TRY(flow_push_images(k));
    if (k->kind->start)
        k->kind->start(k);
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = &k->parts[n];
        p->shown_valid = 0;
        scan(p);
        if (p->field[FIELD_MAX_DEPTH][0])
            flow_raise_maxima(k, p, p->maxima.begun == p->clock->step);
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
        flow_raise_maxima(k, &k->parts[n], 1);
    return flow_check_device(k);
}

/* The step before, where checkpoints keep it. */
static void use_steps_before(flow *k)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        if (k->parts[n].common->pull)
            k->parts[n].common->pull(&k->parts[n], PART_BEFORE);
}

/* A loaded state wakes every tile. The rate and the still flag are those of the saved step. */
spate_status flow_persist(void *self, state_stream *s)
{
    flow *k = self;
    flow_use_images(k, PART_ALL);
    if (!s->loading)
        use_steps_before(k);
    SPATE_TRY(flow_persist_parts(s, &k->setup, k->parts));
    if (k->kind->persist)
        SPATE_TRY(k->kind->persist(k, s));
    const uint32_t flags = k->clocks[0].flags;
    if (s->loading) {
        flow_images_changed(k, PART_ALL | PART_BEFORE);
        SPATE_TRY(flow_push_images(k));
        if (k->kind->loaded)
            k->kind->loaded(k);
    }
    for (int n = 0; n < k->setup.part_count && s->loading; ++n) {
        grid_part *p = &k->parts[n];
        const double rate = p->clock->rate;
        p->shown_valid = 0;
        scan(p);
        p->clock->rate = rate;
        p->clock->flags = flags;
    }
    return SPATE_OK;
}
