/* The Kurganov scheme: which kernels and exchanges make a step. Works for any backend through its
 * kernel table; holds no equation. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "parallel/comm.h"
#include "schemes/kurganov_failure.h"
#include "schemes/kurganov_params.h"
#include "schemes/kurganov_scheme.h"
#include "schemes/kurganov_state.h"

static void destroy(void *self)
{
    kurganov *k = self;
    if (!k)
        return;
    for (int n = 0; k->parts && n < k->setup.part_count; ++n)
        kurganov_drop_part(k, &k->parts[n]);
    halo_destroy(k->halo);
    kurganov_drop_sources(k);
    free(k->parts);
    free(k->shapes);
    free(k->clocks);
    free(k->exchanged);
    free(k);
}

/* Whether the backend can go on by itself: one part, and nobody beside it. */
static int runs_alone(const kurganov *k)
{
    return k->kernels->advance && k->setup.part_count == 1 && !halo_is_remote(k->halo);
}

static spate_status create_parts(kurganov *k)
{
    const scheme_setup *s = &k->setup;
    const size_t count = (size_t)s->part_count;
    k->parts = calloc(count, sizeof *k->parts);
    k->shapes = calloc(count, sizeof *k->shapes);
    k->clocks = calloc(count, sizeof *k->clocks);
    k->exchanged = calloc(count * KP_VARIABLES, sizeof *k->exchanged);
    if (!k->parts || !k->shapes || !k->clocks || !k->exchanged)
        return spate_fail(s->ctx, SPATE_ERROR_MEMORY, "no memory for %d parts", s->part_count);
    for (int n = 0; n < s->part_count; ++n) {
        k->shapes[n] =
            part_shape_of(s->partition, s->grid, s->first_part + n, KP_HALO, k->value_bytes);
        if (s->backend->place_count > 0) /* neighbours by number share a place where they can */
            k->shapes[n].place =
                s->backend->places[(int64_t)n * s->backend->place_count / s->part_count];
        k->parts[n].shape = k->shapes[n];
        k->parts[n].params = kp_params_from(s->options);
        k->parts[n].clock = &k->clocks[n];
    }
    SPATE_TRY(kurganov_check_memory(k));
    for (int n = 0; n < s->part_count; ++n)
        if (!kurganov_make_part(k, &k->parts[n]) || !k->kernels->prepare(&k->parts[n], s->threads))
            return spate_fail(s->ctx, SPATE_ERROR_MEMORY, "no memory for a part of %d x %d cells",
                              k->shapes[n].nx, k->shapes[n].ny);
    SPATE_TRY(halo_create(s->ctx, s->grid, s->partition, s->backend, k->shapes, KP_VARIABLES,
                          k->value_bytes, KP_HALO, &k->halo));
    if (runs_alone(k)) {
        k->parts[0].ghosts = k->own_ghosts;
        k->parts[0].ghost_count = halo_own_boxes(k->halo, k->own_ghosts);
    }
    return SPATE_OK;
}

static spate_status create(const scheme_setup *setup, void **self)
{
    kurganov *k = calloc(1, sizeof *k);
    *self = k;
    if (!k)
        return spate_fail(setup->ctx, SPATE_ERROR_MEMORY, "no memory for the scheme");
    k->setup = *setup;
    k->failed[0] = k->failed[1] = -1;
    k->value_bytes = setup->options->precision / 8;
    k->kernels = setup->backend->kurganov(setup->options->precision, setup->options->isa);
    if (!k->kernels)
        return spate_fail(
            setup->ctx, SPATE_ERROR_BACKEND,
            "isa \"%s\": this machine or build has no such kernels in the %s backend; "
            "use \"auto\" (spate doctor lists what there is)",
            setup->options->isa, setup->backend->name);
    return create_parts(k);
}

/* ---- fields ---- */

static const part_shape *shape(void *self, int local_part)
{
    return &((kurganov *)self)->shapes[local_part];
}

static void *field(void *self, int local_part, scheme_field which)
{
    kurganov *k = self;
    kp_part *p = &k->parts[local_part];
    const unsigned group = kurganov_group_of_field(which);
    if (!(k->cells_borrowed && group == PART_STATE))
        kurganov_use_image(k, p, group);
    switch (which) {
    case FIELD_DEPTH: return p->state[p->clock->now][KP_H];
    case FIELD_MOMENTUM_X: return p->state[p->clock->now][KP_HU];
    case FIELD_MOMENTUM_Y: return p->state[p->clock->now][KP_HV];
    case FIELD_BED: return p->bed;
    case FIELD_FRICTION:
        if (!p->friction)
            p->friction = kurganov_make_field(k, &p->shape, k->value_bytes);
        return p->friction;
    case FIELD_CODES: return p->faces;
    case FIELD_MAX_DEPTH: return p->maxima.depth;
    case FIELD_MAX_SPEED_SQUARED: return p->maxima.speed_squared;
    case FIELD_MAX_MOMENTUM_SQUARED: return p->maxima.momentum_squared;
    case FIELD_ARRIVAL: return p->maxima.arrival;
    case FIELD_DEEP_SINCE: return p->maxima.since;
    case FIELD_DURATION: return p->maxima.duration;
    case FIELD_RAIN_MAP: return p->sources.rain_map;
    case FIELD_CONDUCTIVITY: return p->sources.conductivity;
    case FIELD_SUCTION: return p->sources.suction;
    case FIELD_DEFICIT: return p->sources.deficit;
    case FIELD_INFILTRATED: return p->sources.infiltrated[p->clock->now];
    }
    return NULL;
}

static field_location location(void *self, scheme_field which)
{
    const kurganov *k = self;
    return which == FIELD_BED && k->setup.options->bed_model == SPATE_BED_BILINEAR ? AT_CORNER
                                                                                   : AT_CELL;
}

static const char *isa(void *self)
{
    return ((kurganov *)self)->kernels->isa;
}

static double bytes_per_cell(void *self)
{
    const kurganov *k = self;
    double cells = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        cells += (double)k->shapes[n].nx * k->shapes[n].ny;
    return k->state_bytes / cells;
}

static boundary_list *faces(void *self, int local_part, int axis)
{
    kurganov *k = self;
    kp_part *p = &k->parts[local_part];
    kurganov_use_image(k, p, PART_LISTS);
    return axis == 0 ? &p->boundary_x : &p->boundary_y;
}

static void faces_changed(void *self)
{
    kurganov *k = self;
    for (int n = 0; n < k->setup.part_count; ++n) {
        kp_part *p = &k->parts[n];
        memset(p->tile_forced, 0, (size_t)p->shape.tiles_x * (size_t)p->shape.tiles_y);
        faces_classify(p->faces, &p->shape, p->tile_edged);
        faces_mark_tiles(&p->boundary_x, &p->shape, 0, p->tile_edged, p->tile_forced);
        faces_mark_tiles(&p->boundary_y, &p->shape, 1, p->tile_edged, p->tile_forced);
    }
    kurganov_use_images(k, PART_LISTS | PART_SOURCES); /* accounts are not to be lost */
    kurganov_images_changed(k, PART_GROUND | PART_LISTS);
}

static void set_boundaries(void *self, face_boundary *boundaries, int count)
{
    kurganov *k = self;
    for (int n = 0; n < k->setup.part_count; ++n) {
        k->parts[n].boundaries = boundaries;
        k->parts[n].boundary_count = count;
    }
    kurganov_use_images(k, PART_LISTS | PART_SOURCES);
    kurganov_images_changed(k, PART_LISTS);
}

static spate_status close_faces(void *self)
{
    kurganov *k = self;
    const scheme_setup *s = &k->setup;
    face_edges edges;
    for (int e = 0; e < 4; ++e)
        edges.open[e] = s->options->edges[e] == SPATE_OPEN;
    for (int n = 0; n < s->part_count; ++n) {
        kp_part *p = &k->parts[n];
        uint8_t *codes = p->faces;
        faces_close(codes, &p->shape);
        faces_release(&p->boundary_x);
        faces_release(&p->boundary_y);
        if (!faces_claim(codes, &p->shape, s->grid,
                         partition_box(s->partition, s->grid, s->first_part + n), edges,
                         &p->boundary_x, &p->boundary_y))
            return spate_fail(s->ctx, SPATE_ERROR_MEMORY, "no memory for the boundary faces");
    }
    faces_changed(k);
    return SPATE_OK;
}

/* ---- steps ---- */

static void exchange_start(kurganov *k, int stage)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        for (int v = 0; v < KP_VARIABLES; ++v)
            k->exchanged[n * KP_VARIABLES + v] =
                k->kernels->state_field
                    ? k->kernels->state_field(&k->parts[n], kp_slot_in(&k->parts[n], stage), v)
                    : k->parts[n].state[kp_slot_in(&k->parts[n], stage)][v];
    halo_start(k->halo, k->exchanged, KP_VARIABLES);
}

static void run_stage(kurganov *k, part_region region, int stage)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        k->kernels->stage(NULL, &k->parts[n], region, stage);
}

/* One stage of all parts: the inner tiles while messages travel, then the rim. */
static void stage_with_exchange(kurganov *k, int stage, double *mark)
{
    timers *t = k->setup.timers;
    exchange_start(k, stage);
    timers_lap(t, SPATE_SECTION_HALO, mark);
    if (halo_is_remote(k->halo)) {
        run_stage(k, REGION_INNER, stage);
        timers_lap(t, SPATE_SECTION_STAGE, mark);
        halo_finish(k->halo);
        timers_lap(t, SPATE_SECTION_HALO, mark);
        run_stage(k, REGION_RIM, stage);
    } else {
        run_stage(k, REGION_ALL, stage);
    }
    timers_lap(t, SPATE_SECTION_STAGE, mark);
}

/* Gives every clock the largest rates of all parts of all ranks. */
static void reduce_rates(kurganov *k)
{
    double rates[4] = {0, 0, 0, 0};
    for (int n = 0; n < k->setup.part_count; ++n) {
        rates[0] = fmax(rates[0], k->clocks[n].rate);
        rates[1] = fmax(rates[1], k->clocks[n].next_rate);
        rates[2] = fmax(rates[2], k->clocks[n].face_rate);
        rates[3] = fmax(rates[3], k->clocks[n].first_face_rate);
    }
    comm_max(k->setup.ctx->comm, rates, 4);
    for (int n = 0; n < k->setup.part_count; ++n) {
        k->clocks[n].rate = rates[0];
        k->clocks[n].next_rate = rates[1];
        k->clocks[n].face_rate = rates[2];
        k->clocks[n].first_face_rate = rates[3];
    }
}

/* What stands at the boundaries that take water out, over all parts of all ranks. */
static void reduce_conveyance(kurganov *k)
{
    face_boundary *all = k->parts[0].boundaries;
    for (int b = 0; b < k->parts[0].boundary_count; ++b) {
        if (!all[b].takes_water)
            continue;
        exact_sum sums[2] = {{0}, {0}};
        for (int n = 0; n < k->setup.part_count; ++n)
            k->kernels->conveyance(NULL, &k->parts[n], b, sums);
        comm_sum_exact(k->setup.ctx->comm, &sums[0]);
        comm_sum_exact(k->setup.ctx->comm, &sums[1]);
        all[b].conveyance = exact_sum_value(&sums[0]);
        all[b].mean_level =
            all[b].conveyance > 0 ? exact_sum_value(&sums[1]) / all[b].conveyance : 0;
    }
}

/* Devices work side by side until here. */
static void await_clocks(kurganov *k)
{
    for (int n = 0; n < k->setup.part_count && k->kernels->await; ++n)
        k->kernels->await(&k->parts[n]);
}

/* One attempt at a step; the clocks say whether it was accepted. */
static void attempt(kurganov *k)
{
    double mark = timers_now();
    reduce_conveyance(k);
    for (int n = 0; n < k->setup.part_count; ++n)
        k->kernels->begin(NULL, &k->parts[n]);
    for (int stage = 0; stage < k->parts[0].params.stages; ++stage)
        stage_with_exchange(k, stage, &mark);
    await_clocks(k);
    reduce_rates(k);
    for (int n = 0; n < k->setup.part_count; ++n)
        k->kernels->finish(NULL, &k->parts[n]);
    await_clocks(k);
    timers_lap(k->setup.timers, SPATE_SECTION_REDUCE, &mark);
    if (k->parts[0].maxima.depth && !(k->clocks[0].flags & CLOCK_REDO))
        for (int n = 0; n < k->setup.part_count; ++n)
            k->kernels->maxima(NULL, &k->parts[n], 0);
    timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
}

/* A state that was changed before any step counts as the one that tracking began with. Maxima are nobody's to
 * change: they stay where they are. */
static spate_status start(void *self)
{
    kurganov *k = self;
    kurganov_use_images(k, PART_ALL & ~(unsigned)PART_MAXIMA);
    kurganov_images_changed(k, PART_ALL & ~(unsigned)PART_MAXIMA);
    SPATE_TRY(kurganov_push_images(k));
    for (int n = 0; n < k->setup.part_count; ++n) {
        kp_part *p = &k->parts[n];
        k->kernels->scan(NULL, p);
        if (p->maxima.depth)
            k->kernels->maxima(NULL, p, p->maxima.begun == p->clock->step);
    }
    reduce_rates(k);
    return kurganov_check_device(k);
}

static spate_status track_maxima(void *self, double wet_depth, double duration_depth)
{
    kurganov *k = self;
    if (!k->parts[0].maxima.depth)
        SPATE_TRY(comm_agree(k->setup.ctx, kurganov_make_maxima(k)));
    for (int n = 0; n < k->setup.part_count; ++n) {
        kp_part *p = &k->parts[n];
        p->maxima.wet_depth = wet_depth;
        p->maxima.duration_depth = duration_depth;
        p->maxima.begun = p->clock->step;
    }
    kurganov_images_changed(k, PART_MAXIMA);
    SPATE_TRY(kurganov_push_images(k));
    for (int n = 0; n < k->setup.part_count; ++n)
        k->kernels->maxima(NULL, &k->parts[n], 1);
    return kurganov_check_device(k);
}

/* A loaded state wakes every tile; the rate is that of the step which made the state. */
static spate_status persist(void *self, state_stream *s)
{
    kurganov *k = self;
    kurganov_use_images(k, PART_ALL);
    SPATE_TRY(kp_persist(s, &k->setup, k->parts, k->value_bytes));
    if (s->loading) {
        kurganov_images_changed(k, PART_ALL);
        SPATE_TRY(kurganov_push_images(k));
    }
    for (int n = 0; n < k->setup.part_count && s->loading; ++n) {
        const double rate = k->clocks[n].rate;
        k->kernels->scan(NULL, &k->parts[n]);
        k->clocks[n].rate = rate;
    }
    return SPATE_OK;
}

static void limiting_cell(void *self, int64_t *i, int64_t *j)
{
    const kurganov *k = self;
    const scheme_setup *s = &k->setup;
    double top = 0, first = -INFINITY; /* first: minus the number of the cell, exact below 2^53 */
    for (int n = 0; n < s->part_count; ++n) {
        int x, y;
        const double rate = k->kernels->limiting(NULL, &k->parts[n], &x, &y);
        const box b = partition_box(s->partition, s->grid, s->first_part + n);
        const double number = -((double)(b.j0 + y) * (double)s->grid->nx + (double)(b.i0 + x));
        if (rate > top || (rate == top && number > first)) {
            top = rate;
            first = number;
        }
    }
    double most = top;
    comm_max(s->ctx->comm, &most, 1);
    first = top == most ? first : -INFINITY;
    comm_max(s->ctx->comm, &first, 1);
    *i = most > 0 ? (int64_t)-first % s->grid->nx : -1;
    *j = most > 0 ? (int64_t)-first / s->grid->nx : -1;
}

/* Where and why the step failed; the state before the step is kept. */
static spate_status explain_failure(kurganov *k)
{
    for (int n = 0; n < k->setup.part_count && k->kernels->pull; ++n)
        k->kernels->pull(&k->parts[n], PART_FAILED);
    const int invalid = kp_find_invalid(&k->setup, k->parts, k->value_bytes, k->failed);
    spate_status status = SPATE_OK;
    if (invalid)
        status = kp_explain_failure(&k->setup, k->parts, k->value_bytes, k->failed, 1);
    for (int n = 0; n < k->setup.part_count && k->kernels->pull; ++n)
        k->kernels->pull(&k->parts[n], PART_STATE); /* Q^n again */
    if (invalid)
        return status;
    limiting_cell(k, &k->failed[0], &k->failed[1]);
    return kp_explain_failure(&k->setup, k->parts, k->value_bytes, k->failed, 0);
}

static spate_status advance(void *self, const scheme_limits *limits)
{
    kurganov *k = self;
    const spate_clock *c = &k->clocks[0];
    const int64_t last_step =
        limits->steps < INT64_MAX - c->step ? c->step + limits->steps : INT64_MAX;
    for (int n = 0; n < k->setup.part_count; ++n)
        k->clocks[n].t_stop = limits->t_stop;
    SPATE_TRY(kurganov_push_images(k));
    while (c->t < limits->t_stop && c->step < last_step) {
        if (runs_alone(k)) {
            double mark = timers_now();
            k->kernels->advance(NULL, &k->parts[0], last_step - c->step);
            timers_lap(k->setup.timers, SPATE_SECTION_STAGE, &mark);
        } else {
            attempt(k);
        }
        SPATE_TRY(kurganov_check_device(k));
        if (c->flags & CLOCK_FAILED)
            return explain_failure(k);
        if (c->flags & CLOCK_REDO)
            continue;
        if (limits->observer && limits->observer(c->t, c->dt, c->step, limits->observer_user))
            return spate_fail(k->setup.ctx, SPATE_STOPPED, "stopped by the observer at t = %g s",
                              c->t);
    }
    return SPATE_OK;
}

/* ---- what happened ---- */

static scheme_progress progress(void *self)
{
    const kurganov *k = self;
    const spate_clock *c = &k->clocks[0];
    double awake = 0, tiles = 0;
    for (int n = 0; n < k->setup.part_count; ++n) {
        awake += (double)k->parts[n].tiles_computed;
        tiles += (double)k->shapes[n].tiles_x * k->shapes[n].tiles_y;
    }
    return (scheme_progress){.t = c->t,
                             .dt = c->dt,
                             .steps = c->step,
                             .redone = c->redone,
                             .failed = {k->failed[0], k->failed[1]},
                             .awake = awake / tiles};
}

/* The largest speed, m/s, of all parts of this rank; negative where the fields must be asked. */
static double fastest(void *self)
{
    kurganov *k = self;
    double top = -1;
    for (int n = 0; n < k->setup.part_count && k->kernels->fastest; ++n)
        top = fmax(top, k->kernels->fastest(NULL, &k->parts[n]));
    return top;
}

static double depth_sum(void *self)
{
    kurganov *k = self;
    exact_sum sum = {0};
    for (int n = 0; n < k->setup.part_count; ++n)
        k->kernels->sum(NULL, &k->parts[n], &sum);
    comm_sum_exact(k->setup.ctx->comm, &sum);
    return exact_sum_value(&sum);
}

static void through(void *self, double *entered, double *left)
{
    kurganov *k = self;
    exact_sum in = {0}, out = {0};
    for (int n = 0; n < k->setup.part_count; ++n)
        for (int axis = 0; axis < 2; ++axis) {
            const boundary_list *list = faces(k, n, axis);
            for (int f = 0; f < list->count; ++f)
                if (list->faces[f].outward && list->faces[f].kind != FACE_PROBE) {
                    exact_sum_add(&in, list->faces[f].entered);
                    exact_sum_add(&out, list->faces[f].volume + list->faces[f].entered);
                }
        }
    comm_sum_exact(k->setup.ctx->comm, &in);
    comm_sum_exact(k->setup.ctx->comm, &out);
    *entered = exact_sum_value(&in);
    *left = exact_sum_value(&out);
}

const scheme_ops scheme_kurganov = {
    .name = "kurganov",
    .halo_width = KP_HALO,
    .create = create,
    .destroy = destroy,
    .shape = shape,
    .field = field,
    .location = location,
    .friction_strength = kp_friction_strength,
    .isa = isa,
    .bytes_per_cell = bytes_per_cell,
    .close_faces = close_faces,
    .faces = faces,
    .faces_changed = faces_changed,
    .set_boundaries = set_boundaries,
    .start = start,
    .advance = advance,
    .progress = progress,
    .depth_sum = depth_sum,
    .fastest = fastest,
    .borrow_cells = kurganov_borrow_cells,
    .copy_start = kurganov_copy_start,
    .copy_finish = kurganov_copy_finish,
    .through = through,
    .limiting_cell = limiting_cell,
    .track_maxima = track_maxima,
    .persist = persist,
    .sources = &kurganov_sources,
};
