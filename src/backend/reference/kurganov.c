/* The Kurganov kernels once more, as plain as can be: one thread, cell by cell, every face from
 * scratch, nothing skipped. The oracle for the fast backends: same cell functions, same bits.
 * Compiled once per precision. */
#include <math.h>
#include <string.h>

#include "backend/common/maxima.h"
#include "backend/common/survey.h"
#include "backend/kurganov/boundary.h"
#include "backend/kurganov/clock.h"
#include "backend/kurganov/kurganov.h"
#include "backend/kurganov/limiting.h"
#include "backend/kurganov/plain.h"
#include "backend/kurganov/stage.h"
#include "physics/kurganov_update.h"

/* The first face of that place in the list; those of the same place follow. */
static boundary_face *listed_at(const boundary_list *list, int i, int j)
{
    for (int k = list->row_start[j]; k < list->row_start[j + 1]; ++k)
        if (list->faces[k].i == i)
            return &list->faces[k];
    return NULL;
}

static void measure(const boundary_list *list, int i, int j, int stage, kp_flux f)
{
    for (int k = list->row_start[j]; list->count && k < list->row_start[j + 1]; ++k)
        if (list->faces[k].i == i && list->faces[k].kind == FACE_PROBE)
            list->faces[k].stage_mass[stage] = (double)f.mass;
}

/* The west (south) face of a cell. */
static kp_flux face_of(const plain_view *s, int i, int j, int along_y, int stage)
{
    const unsigned claimed = along_y ? FACE_SOUTH_CLAIMED : FACE_WEST_CLAIMED;
    const boundary_list *list = along_y ? &s->part->boundary_y : &s->part->boundary_x;
    kp_flux f;
    if (plain_code(s, i, j, claimed)) {
        const plain_sides side = plain_sides_of(s, i, j, along_y);
        f = kp_listed_flux(s->part, listed_at(list, i, j), side.l, side.r, stage, s->g);
    } else {
        f = plain_flux(s, i, j, along_y);
    }
    measure(list, i, j, stage, f);
    return f;
}

static kp_surround surround_of(const plain_view *s, int i, int j, int stage)
{
    const calc h = plain_water(s, i, j).h;
    return (kp_surround){.west = face_of(s, i, j, 0, stage),
                         .east = face_of(s, i + 1, j, 0, stage),
                         .south = face_of(s, i, j, 1, stage),
                         .north = face_of(s, i, j + 1, 1, stage),
                         .source_x = kp_bed_source(h, plain_slope(s, i, j, 0).w, s->g),
                         .source_y = kp_bed_source(h, plain_slope(s, i, j, 1).w, s->g)};
}

/* Of a cell, or of what a source did to it. */
static void saw(const kp_part *p, int active)
{
    if (active)
        p->clock->flags &= ~(uint32_t)CLOCK_STILL;
}

static void update_cell(kp_part *p, const plain_view *s, const kp_stage *k, int i, int j, int stage)
{
    const ptrdiff_t o = plain_at(s, i, j);
    const int now = p->clock->now;
    real *const *out = (real *const *)p->state[kp_slot_out(p, stage)];
    real *const *old = (real *const *)p->state[now];
    const kp_surround f = surround_of(s, i, j, stage);
    const kp_conserved q = {(calc)s->h[o], (calc)s->hu[o], (calc)s->hv[o]};
    const kp_conserved q0 = {(calc)old[KP_H][o], (calc)old[KP_HU][o], (calc)old[KP_HV][o]};
    const calc strength = p->friction ? (calc)((const real *)p->friction)[o]
                                      : (calc)(real)p->params.friction_strength;
    const kp_result r = kp_update(&f, q, plain_water(s, i, j), q0, strength, k);
    out[KP_H][o] = (real)r.q.h;
    out[KP_HU][o] = (real)r.q.hu;
    out[KP_HV][o] = (real)r.q.hv;
    p->clock->face_rate = fmax(p->clock->face_rate, (double)r.face_rate);
    p->clock->next_rate = fmax(p->clock->next_rate, (double)r.cell_rate);
    saw(p, unrest_seen(r.activity));
}

/* Rain and ground of a cell that the last stage has written. */
static void water_cell(kp_part *p, const kp_stage *k, int water, ptrdiff_t o)
{
    const int now = p->clock->now;
    real *const *out = (real *const *)p->state[1 - now];
    const kp_source source = kp_source_at(p, water, k->dt, o, now);
    const kp_conserved q = {(calc)out[KP_H][o], (calc)out[KP_HU][o], (calc)out[KP_HV][o]};
    const kp_sourced r = kp_water_sources(q, &source, water, p->sources.suction != NULL, k);
    out[KP_H][o] = (real)r.q.h;
    out[KP_HU][o] = (real)r.q.hu;
    out[KP_HV][o] = (real)r.q.hv;
    kp_store_source(p, water, o, 1 - now, r.carry, r.infiltrated);
    p->clock->next_rate = fmax(p->clock->next_rate, (double)r.cell_rate);
    saw(p, unrest_seen(r.activity));
}

static void inflows(kp_part *p)
{
    const inflow_list *l = &p->sources.inflow_cells;
    for (int n = 0; n < l->count; ++n) {
        const ptrdiff_t o = (ptrdiff_t)l->cells[n].j * p->shape.pitch + l->cells[n].i;
        calc rate;
        saw(p, kp_inflow_cell(p, n, o, 1 - p->clock->now, &rate) != C(0));
        p->clock->next_rate = fmax(p->clock->next_rate, (double)rate);
    }
}

static void stage(spate_queue *queue, kp_part *p, part_region region, int index)
{
    (void)queue;
    if (region == REGION_INNER)
        return; /* the reference waits for the ghosts and does everything then */
    p->tiles_computed = 0;
    if (p->clock->flags & CLOCK_JUMP)
        return;
    const plain_view s = plain_view_of(p, kp_slot_in(p, index));
    const kp_stage k = kp_stage_of(p, index);
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i)
            if (!plain_code(&s, i, j, CELL_INACTIVE))
                update_cell(p, &s, &k, i, j, index);
    const int water = k.last ? kp_water_of(p) : WATER_KEPT;
    for (int j = 0; j < p->shape.ny && water != WATER_KEPT; ++j)
        for (int i = 0; i < p->shape.nx; ++i)
            if (!plain_code(&s, i, j, CELL_INACTIVE))
                water_cell(p, &k, water, plain_at(&s, i, j));
    if (index == 0)
        p->clock->first_face_rate = p->clock->face_rate;
    if (k.last)
        inflows(p);
    p->tiles_computed = (int64_t)p->shape.tiles_x * p->shape.tiles_y;
}

static void scan(spate_queue *queue, kp_part *p)
{
    (void)queue;
    const plain_view s = plain_view_of(p, p->clock->now);
    calc rate = C(0);
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i)
            rate = max_r(rate, kp_cell_rate(plain_water(&s, i, j), s.g, (calc)(1 / p->params.dx),
                                            (calc)(1 / p->params.dy)));
    p->clock->rate = (double)rate;
}

static void sum(spate_queue *queue, kp_part *p, exact_sum *depth)
{
    (void)queue;
    const plain_view s = plain_view_of(p, p->clock->now);
    const real *carry = p->carry[p->clock->now];
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i) {
            exact_sum_add(depth, (double)s.h[plain_at(&s, i, j)]);
            if (carry)
                exact_sum_add(depth, (double)carry[plain_at(&s, i, j)]);
        }
}

static void conveyance(spate_queue *queue, kp_part *part, int boundary, exact_sum sums[2])
{
    (void)queue;
    const face_team alone = {.rank = 0, .size = 1, .scratch = NULL};
    kp_list_conveyance(part, &part->boundary_x, 0, boundary, &alone, sums);
    kp_list_conveyance(part, &part->boundary_y, 1, boundary, &alone, sums);
}

static double limiting(spate_queue *queue, const kp_part *part, int *i, int *j)
{
    (void)queue;
    return kp_limiting_cell(part, i, j);
}

static void survey(spate_queue *queue, kp_part *p, double lowest, double film, kp_survey *out)
{
    (void)queue;
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i)
            survey_cell(p, (ptrdiff_t)j * p->shape.pitch + i, lowest, film, out);
}

static void sum_infiltrated(spate_queue *queue, kp_part *p, exact_sum *depth)
{
    (void)queue;
    const double *infiltrated = p->sources.infiltrated[p->clock->now];
    for (int j = 0; j < p->shape.ny && infiltrated; ++j)
        for (int i = 0; i < p->shape.nx; ++i)
            exact_sum_add(depth, infiltrated[(ptrdiff_t)j * p->shape.pitch + i]);
}

static void begin(spate_queue *queue, kp_part *part)
{
    (void)queue;
    kp_clock_begin(part);
}

static void finish(spate_queue *queue, kp_part *part)
{
    (void)queue;
    kp_clock_finish(part);
}

static void maxima(spate_queue *queue, kp_part *part, int begin_anew)
{
    (void)queue;
    const maxima_view v = maxima_view_of(part);
    for (int j = 0; j < part->shape.ny && begin_anew; ++j)
        maxima_begin_row(part, j);
    for (int j = 0; j < part->shape.ny && !begin_anew; ++j)
        for (int i = 0; i < part->shape.nx; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * v.pitch + i;
            maxima_store(&v, o, maxima_higher(maxima_stored(&v, o), maxima_now(&v, o)));
            maxima_cross_cell(&v, o);
        }
}

static int prepare(kp_part *part, int threads)
{
    (void)part;
    (void)threads;
    return 1;
}

static void dispose(kp_part *part)
{
    (void)part;
}

const kp_kernels SPATE_NAME(kp_kernels_reference) = {
    .isa = "plain",
    .prepare = prepare,
    .dispose = dispose,
    .scan = scan,
    .conveyance = conveyance,
    .begin = begin,
    .stage = stage,
    .finish = finish,
    .sum = sum,
    .limiting = limiting,
    .maxima = maxima,
    .sum_infiltrated = sum_infiltrated,
    .survey = survey,
};
