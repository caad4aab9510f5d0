/* What a checkpoint holds of the Kurganov scheme: one line for each thing that a step needs. */
#include "schemes/kurganov_state.h"

#include <math.h>
#include <string.h>

#include "parallel/comm.h"

/* Faces with accounts. */
typedef struct face_owner {
    const scheme_setup *setup;
    kp_part *parts;
    int part, next, axis, k; /* where the last question was answered: the next one follows it */
} face_owner;

/* Crests keep no accounts. A face may be measured by several sections, and have a boundary. */
static int boundary_face_at(void *self, int part, int n, state_face *out)
{
    face_owner *o = self;
    const scheme_setup *s = o->setup;
    const boundary_list *lists[2] = {&o->parts[part].boundary_x, &o->parts[part].boundary_y};
    const box b = partition_box(s->partition, s->grid, s->first_part + part);
    if (part != o->part || n < o->next)
        o->part = part, o->next = o->axis = o->k = 0;
    for (; o->axis < 2; ++o->axis, o->k = 0)
        while (o->k < lists[o->axis]->count) {
            boundary_face *f = &lists[o->axis]->faces[o->k++];
            if (f->kind == FACE_CREST || o->next++ < n)
                continue;
            *out = (state_face){.group = f->kind == FACE_PROBE ? 1 + f->owner : 0,
                                .axis = o->axis,
                                .i = b.i0 + f->i,
                                .j = b.j0 + f->j,
                                .value = {&f->volume, &f->entered, &f->shortfall, &f->memory,
                                          &f->flow}};
            return 1;
        }
    return 0;
}

/* Accounts of inflows, by cell. */
static int inflow_cell_at(void *self, int part, int n, state_face *out)
{
    const face_owner *o = self;
    const scheme_setup *s = o->setup;
    const inflow_list *l = &o->parts[part].sources.inflow_cells;
    if (n >= l->count)
        return 0;
    const box b = partition_box(s->partition, s->grid, s->first_part + part);
    *out = (state_face){.group = l->cells[n].inflow,
                        .i = b.i0 + l->cells[n].i,
                        .j = b.j0 + l->cells[n].j,
                        .value = {&l->kept[n][INFLOW_CARRY], &l->kept[n][INFLOW_ENTERED],
                                  &l->kept[n][INFLOW_SHORTFALL]}};
    return 1;
}

/* The clocks of all parts say the same; the first speaks for them. */
static spate_status persist_clock(state_stream *s, spate_clock *c)
{
    SPATE_TRY(state_block(s, "time", &c->t, sizeof c->t));
    SPATE_TRY(state_block(s, "time step", &c->dt, sizeof c->dt));
    SPATE_TRY(state_block(s, "rate", &c->rate, sizeof c->rate));
    SPATE_TRY(state_block(s, "rain depth", &c->rain_depth, sizeof c->rain_depth));
    SPATE_TRY(state_block(s, "rain of maps", &c->rain_map_depth, sizeof c->rain_map_depth));
    SPATE_TRY(state_block(s, "steps", &c->step, sizeof c->step));
    return state_block(s, "redone steps", &c->redone, sizeof c->redone);
}

/* A clock that could make a run go on for ever, or backwards, is no clock of ours. */
static spate_status check_clock(state_stream *s, const spate_clock *c, double cfl)
{
    const int sane = c->t >= 0 && isfinite(c->t) && c->dt >= 0 && isfinite(c->dt) && c->rate >= 0 &&
                     isfinite(c->rate) && c->step >= 0 && c->redone >= 0;
    if (sane && (c->rate == 0 || c->t + cfl / c->rate > c->t))
        return SPATE_OK;
    return spate_fail(s->ctx, SPATE_ERROR_DATA,
                      "saved state: t = %g s, dt = %g s and rate %g 1/s are not those of a run; "
                      "use another one",
                      c->t, c->dt, c->rate);
}

static spate_status persist_cells(state_stream *s, kp_part *p, size_t value_bytes)
{
    const int now = p->clock->now;
    SPATE_TRY(state_cells(s, "depth", value_bytes, &p->state[now][KP_H], sizeof *p));
    SPATE_TRY(state_cells(s, "momentum x", value_bytes, &p->state[now][KP_HU], sizeof *p));
    SPATE_TRY(state_cells(s, "momentum y", value_bytes, &p->state[now][KP_HV], sizeof *p));
    if (p->carry[0])
        SPATE_TRY(state_cells(s, "carried rain", value_bytes, &p->carry[now], sizeof *p));
    if (p->sources.infiltrated[0])
        SPATE_TRY(
            state_cells(s, "infiltrated", sizeof(double), &p->sources.infiltrated[now], sizeof *p));
    return SPATE_OK;
}

static spate_status persist_maxima(state_stream *s, kp_part *p, size_t value_bytes)
{
    kp_maxima *m = &p->maxima;
    if (!m->depth)
        return SPATE_OK;
    SPATE_TRY(state_same(s, "the wet depth of maxima", m->wet_depth));
    SPATE_TRY(state_same(s, "the depth of durations", m->duration_depth));
    SPATE_TRY(state_cells(s, "largest depth", value_bytes, &m->depth, sizeof *p));
    SPATE_TRY(state_cells(s, "largest speed", value_bytes, &m->speed_squared, sizeof *p));
    SPATE_TRY(state_cells(s, "largest momentum", value_bytes, &m->momentum_squared, sizeof *p));
    SPATE_TRY(state_cells(s, "arrival", value_bytes, &m->arrival, sizeof *p));
    SPATE_TRY(state_cells(s, "deep since", value_bytes, &m->since, sizeof *p));
    return state_cells(s, "duration", value_bytes, &m->duration, sizeof *p);
}

/* What tiles knew of their cells is no longer true. */
static void forget_tiles(kp_part *p)
{
    if (!p->maxima.depth)
        return;
    p->maxima.begun = -1;
    memset(p->maxima.tile_state, 0, (size_t)p->shape.tiles_x * (size_t)p->shape.tiles_y);
}

spate_status kp_persist(state_stream *s, const scheme_setup *setup, kp_part *parts, int value_bytes)
{
    face_owner faces = {.setup = setup, .parts = parts};
    spate_clock clock = *parts[0].clock;
    SPATE_TRY(persist_cells(s, parts, (size_t)value_bytes));
    SPATE_TRY(persist_maxima(s, parts, (size_t)value_bytes));
    SPATE_TRY(persist_clock(s, &clock));
    SPATE_TRY(state_faces(s, "listed faces", 5, boundary_face_at, &faces));
    SPATE_TRY(state_faces(s, "cells of inflows", INFLOW_VALUES, inflow_cell_at, &faces));
    if (!s->loading)
        return SPATE_OK;
    SPATE_TRY(check_clock(s, &clock, parts[0].params.cfl));
    clock.flags = 0;
    for (int n = 0; n < setup->part_count; ++n) {
        *parts[n].clock = clock;
        forget_tiles(&parts[n]);
    }
    return SPATE_OK;
}
