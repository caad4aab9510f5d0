/* What a checkpoint holds of a flow: one call for each thing that a step needs. */
#include "schemes/flow_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Faces with accounts. */
typedef struct face_owner {
    const scheme_setup *setup;
    grid_part *parts;
} face_owner;

/* A face may be listed for a boundary and for several sections, in either direction. */
static int group_of(const boundary_face *f)
{
    const int probe = f->kind == FACE_PROBE;
    return 4 * f->owner + 2 * probe + (probe && f->coefficient < 0);
}

static int face_at(void *self, int part, int n, state_face *out)
{
    const face_owner *o = self;
    const scheme_setup *s = o->setup;
    const box b = partition_box(s->partition, s->grid, s->first_part + part);
    int axis;
    boundary_face *f = part_listed_face(&o->parts[part], n, &axis);
    if (!f)
        return 0;
    *out = (state_face){.group = group_of(f),
                        .axis = axis,
                        .i = b.i0 + f->i,
                        .j = b.j0 + f->j,
                        .skip = f->kind == FACE_CREST, /* no account, and two parts may list it */
                        .value = {&f->volume, &f->entered, &f->shortfall, &f->flow, &f->memory}};
    return 1;
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
                        .axis = 2,
                        .i = b.i0 + l->cells[n].i,
                        .j = b.j0 + l->cells[n].j,
                        .value = {&l->kept[n][INFLOW_CARRY], &l->kept[n][INFLOW_ENTERED],
                                  &l->kept[n][INFLOW_SHORTFALL]}};
    return 1;
}

/* The clocks of all parts are equal; the first one is saved. */
static spate_status persist_clock(state_stream *s, spate_clock *c)
{
    SPATE_TRY(state_numbers(s, "time", &c->t, 1));
    SPATE_TRY(state_numbers(s, "time step", &c->dt, 1));
    SPATE_TRY(state_numbers(s, "rate", &c->rate, 1));
    SPATE_TRY(state_numbers(s, "rain depth", &c->rain_depth, 1));
    SPATE_TRY(state_numbers(s, "rain of maps", &c->rain_map_depth, 1));
    SPATE_TRY(state_block(s, "steps", &c->step, sizeof c->step));
    SPATE_TRY(state_block(s, "redone steps", &c->redone, sizeof c->redone));
    return state_block(s, "still", &c->flags, sizeof c->flags);
}

/* An upper limit of steps: no run reaches it, and counting on does not overflow. */
#define MOST_STEPS (INT64_C(1) << 53)

/* Refuses a clock with which a run would never end or go backwards. */
static spate_status check_clock(state_stream *s, const spate_clock *c, double cfl)
{
    const int sane = c->t >= 0 && isfinite(c->t) && c->dt >= 0 && isfinite(c->dt) && c->rate >= 0 &&
                     isfinite(c->rate) && c->step >= 0 && c->step < MOST_STEPS && c->redone >= 0 &&
                     c->redone < MOST_STEPS;
    if (sane && (c->rate == 0 || c->t + cfl / c->rate > c->t))
        return SPATE_OK;
    return fail_data(s->ctx,
                     "saved state: t = %g s, dt = %g s and rate %g 1/s are not those of a run; "
                     "use another one",
                     c->t, c->dt, c->rate);
}

/* One slot of a field of all parts. */
static spate_status persist_field(state_stream *s, grid_part *p, int field, int slot,
                                  const char *name)
{
    const field_info *f = &p->fields[field];
    const size_t bytes = (size_t)field_value_bytes(f, p->shape.real_bytes);
    return (f->flags & FIELD_NOT_NEGATIVE ? state_depths : state_cells)(s, name, bytes,
                                                                        &p->field[field][slot],
                                                                        sizeof *p);
}

static spate_status persist_role(state_stream *s, grid_part *p, field_role role)
{
    for (int f = 0; f < p->field_count; ++f)
        if ((p->fields[f].flags & FIELD_KEPT) && p->fields[f].role == role && p->field[f][0])
            SPATE_TRY(persist_field(s, p, f, p->clock->now, p->fields[f].name));
    return SPATE_OK;
}

/* The previous step. A field with one slot has only the values of that step. */
static spate_status persist_before(state_stream *s, grid_part *p)
{
    for (int f = 0; f < p->field_count; ++f) {
        char name[64];
        if (!(p->fields[f].flags & FIELD_KEPT_BEFORE))
            continue;
        snprintf(name, sizeof name, "%s before", p->fields[f].name);
        SPATE_TRY(persist_field(s, p, f, p->fields[f].slots > 1 ? 1 - p->clock->now : 0, name));
    }
    return SPATE_OK;
}

static spate_status persist_maxima(state_stream *s, grid_part *p)
{
    if (!p->field[FIELD_MAX_DEPTH][0])
        return SPATE_OK;
    SPATE_TRY(state_same(s, "the wet depth of maxima", p->maxima.wet_depth));
    SPATE_TRY(state_same(s, "the depth of durations", p->maxima.duration_depth));
    return persist_role(s, p, ROLE_MAXIMA);
}

/* Resets what is known of the cells of each tile. */
static void forget_tiles(grid_part *p)
{
    if (!p->field[FIELD_MAX_DEPTH][0])
        return;
    p->maxima.begun = -1;
    memset(p->maxima.tile_state, 0, tile_count(&p->shape));
}

spate_status flow_persist_parts(state_stream *s, const scheme_setup *setup, grid_part *parts)
{
    face_owner faces = {.setup = setup, .parts = parts};
    spate_clock clock = *parts[0].clock;
    clock.flags &= CLOCK_STILL;
    SPATE_TRY(persist_role(s, parts, ROLE_STATE));
    SPATE_TRY(persist_before(s, parts));
    SPATE_TRY(persist_maxima(s, parts));
    SPATE_TRY(persist_clock(s, &clock));
    SPATE_TRY(state_faces(s, "listed faces", 5, face_at, &faces));
    SPATE_TRY(state_faces(s, "cells of inflows", INFLOW_VALUES, inflow_cell_at, &faces));
    if (!s->loading)
        return SPATE_OK;
    SPATE_TRY(check_clock(s, &clock, parts[0].params.cfl));
    clock.flags &= CLOCK_STILL;
    clock.dt_before = clock.dt; /* no scheme that needs it jumps where it does */
    for (int n = 0; n < setup->part_count; ++n) {
        *parts[n].clock = clock;
        forget_tiles(&parts[n]);
    }
    return SPATE_OK;
}
