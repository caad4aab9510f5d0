/* The Kurganov kernels in simple loops: one thread, cell by cell, every face computed for each of
 * its cells, nothing skipped. The reference for the fast backends: same cell functions, same bits.
 * Compiled once per precision. */
#include <math.h>
#include <string.h>

#include "backend/common/maxima.h"
#include "backend/common/step_clock.h"
#include "backend/common/survey.h"
#include "backend/kurganov/boundary.h"
#include "backend/kurganov/limiting.h"
#include "backend/kurganov/plain.h"
#include "backend/kurganov/stage.h"
#include "physics/kurganov_update.h"

/* The first listed face with these indices; others with the same indices follow. */
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

/* Records the activity of a cell, or of a source in it. */
static void note_activity(const grid_part *p, int active)
{
    if (active)
        p->clock->flags &= ~(uint32_t)CLOCK_STILL;
}

static void update_cell(grid_part *p, const plain_view *s, const kp_stage *k, int i, int j,
                        int stage)
{
    const ptrdiff_t o = plain_at(s, i, j);
    const int now = p->clock->now;
    const int to = part_slot_out(p, stage);
    const kp_surround f = surround_of(s, i, j, stage);
    const kp_conserved q = {(calc)s->h[o], (calc)s->hu[o], (calc)s->hv[o]};
    const kp_conserved q0 = {(calc)((const real *)p->field[FIELD_DEPTH][now])[o],
                             (calc)((const real *)p->field[FIELD_MOMENTUM_X][now])[o],
                             (calc)((const real *)p->field[FIELD_MOMENTUM_Y][now])[o]};
    const calc strength = p->field[FIELD_FRICTION][0]
                              ? (calc)((const real *)p->field[FIELD_FRICTION][0])[o]
                              : (calc)(real)p->params.friction_strength;
    const kp_stage in_row = kp_stage_in_row(*k, p, j);
    const kp_result r = kp_update(&f, q, plain_water(s, i, j), q0, strength, &in_row);
    ((real *)p->field[FIELD_DEPTH][to])[o] = (real)r.q.h;
    ((real *)p->field[FIELD_MOMENTUM_X][to])[o] = (real)r.q.hu;
    ((real *)p->field[FIELD_MOMENTUM_Y][to])[o] = (real)r.q.hv;
    p->clock->face_rate = fmax(p->clock->face_rate, (double)r.face_rate);
    p->clock->next_rate = fmax(p->clock->next_rate, (double)r.cell_rate);
    note_activity(p, unrest_seen(r.activity));
}

/* Rain and ground of a cell that the last stage has written. */
static void water_cell(grid_part *p, const kp_stage *k, int water, ptrdiff_t o)
{
    const int now = p->clock->now;
    real *h = p->field[FIELD_DEPTH][1 - now], *hu = p->field[FIELD_MOMENTUM_X][1 - now],
         *hv = p->field[FIELD_MOMENTUM_Y][1 - now];
    const source_input source = part_source_at(p, water, k->dt, o, now);
    const kp_conserved q = {(calc)h[o], (calc)hu[o], (calc)hv[o]};
    const kp_sourced r = kp_water_sources(q, &source, water, p->field[FIELD_SUCTION][0] != NULL, k);
    h[o] = (real)r.q.h;
    hu[o] = (real)r.q.hu;
    hv[o] = (real)r.q.hv;
    part_store_source(p, water, o, 1 - now, r.carry, r.infiltrated);
    p->clock->next_rate = fmax(p->clock->next_rate, (double)r.cell_rate);
    note_activity(p, unrest_seen(r.activity));
}

static void inflows(grid_part *p)
{
    const inflow_list *l = &p->sources.inflow_cells;
    for (int n = 0; n < l->count; ++n) {
        const ptrdiff_t o = (ptrdiff_t)l->cells[n].j * p->shape.pitch + l->cells[n].i;
        calc rate;
        note_activity(p, kp_inflow_cell(p, n, o, 1 - p->clock->now, &rate) != C(0));
        p->clock->next_rate = fmax(p->clock->next_rate, (double)rate);
    }
}

static void stage(grid_part *p, part_region region, int index)
{
    if (region == REGION_INNER)
        return; /* the reference waits for the ghosts and does everything then */
    p->tiles_computed = 0;
    if (p->clock->flags & CLOCK_JUMP)
        return;
    const plain_view s = plain_view_of(p, part_slot_in(p, index));
    const kp_stage k = kp_stage_of(p, index);
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i)
            if (!plain_code(&s, i, j, CELL_INACTIVE))
                update_cell(p, &s, &k, i, j, index);
    const int water = k.last ? part_water_kind(p) : WATER_KEPT;
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

static void scan(grid_part *p)
{
    const plain_view s = plain_view_of(p, p->clock->now);
    calc rate = C(0);
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i)
            rate = max_r(rate, kp_cell_rate(plain_water(&s, i, j), s.g, (calc)(1 / p->params.dx),
                                            (calc)(1 / p->params.dy)));
    p->clock->rate = (double)rate;
}

const kurganov_kernels SPATE_NAME(kurganov_kernels_reference) = {
    .base = {.isa = "plain", .scan = scan, .limiting = kp_limiting_cell},
    .begin = clock_begin,
    .stage = stage,
    .finish = clock_finish,
};
