/* The clock of the ADI scheme, the forcing of a step, and the slots that an accepted step swaps.
 * For every backend. */
#ifndef SPATE_BACKEND_ADI_CLOCK_H
#define SPATE_BACKEND_ADI_CLOCK_H

#include "backend/adi/adi.h"
#include "backend/common/step_clock.h"
#include "physics/adi_edges.h"
#include "physics/adi_rates.h"

/* Equal steps, because fluxes of two times are half a step apart: a step of another length costs a
 * pass. */
SPATE_FN double adi_step_dt(const spate_clock *c, const part_params *k, double dt_before)
{
    const double most = largest_dt(c->rate, k->cfl, k->dt_limit);
    const int shortened = (c->flags & CLOCK_REDO) && c->dt < most;
    return even_dt(shortened ? c->dt : most, c->t_stop - c->t, dt_before);
}

/* Begins a step of this length; clears the rates of the attempt before. */
SPATE_FN void adi_clock_set(grid_part *part, double dt)
{
    spate_clock *c = part->clock;
    c->dt = dt;
    c->flags = 0;
    c->next_rate = c->face_rate = c->first_face_rate = 0;
}

SPATE_FN void adi_clock_choose(grid_part *part)
{
    adi_clock_set(part, adi_step_dt(part->clock, &part->params, adi_of(part)->dt_before));
}

/* Flux through an outer face at the start of a run, m2/s: extrapolated where none is known there
 * yet. */
SPATE_FN calc adi_first_flux(const grid_part *part, const boundary_face *f, int axis, const real *p,
                             ptrdiff_t o)
{
    const unsigned closed = axis == 0 ? FACE_WEST_CLOSED : FACE_SOUTH_CLOSED;
    const ptrdiff_t step = f->outward * (axis == 0 ? 1 : part->shape.pitch);
    const ptrdiff_t before = o - step, second = before - step;
    if (p[o] != (real)0 || (part->codes[before] & closed))
        return (calc)p[o];
    const int only_out =
        f->kind == FACE_OPEN || f->kind == FACE_OUTFALL || f->kind == FACE_NORMAL_DEPTH;
    return adi_first_edge_flux((calc)p[before], (calc)p[second], !(part->codes[second] & closed),
                               (calc)f->outward, only_out);
}

/* Fluxes of outer faces at the start of a run. Given discharges act from the beginning, so both
 * times get them. */
SPATE_FN void adi_begin_outer(grid_part *part, const boundary_list *list, int axis,
                              const face_team *team)
{
    const int now = part->clock->now, flux = axis == 0 ? ADI_P : ADI_Q;
    real *const p = (real *)part->field[flux][now], *const old = (real *)part->field[flux][1 - now];
    for (int n = team->rank; n < list->count; n += team->size) {
        const boundary_face *f = &list->faces[n];
        const ptrdiff_t o = (ptrdiff_t)f->j * part->shape.pitch + f->i;
        if (f->kind == FACE_PROBE || f->kind == FACE_CREST)
            continue;
        p[o] = f->kind == FACE_DISCHARGE ? (real)(-f->outward * f->value[0])
                                         : (real)adi_first_flux(part, f, axis, p, o);
        old[o] = p[o];
    }
}

/* Whether a listed face lies where the grid ends: no exchange fills the ghost cells there. */
SPATE_FN int adi_ends_grid(const grid_part *part, const boundary_face *f, int axis)
{
    const part_shape *s = &part->shape;
    const int place = axis == 0 ? f->i : f->j, end = axis == 0 ? s->nx : s->ny;
    const int side = 2 * axis + (f->outward > 0);
    return f->outward != 0 && place == (f->outward > 0 ? end : 0) && !s->linked[side];
}

/* Fluxes across in ghost cells beyond an edge. Water that leaves carries its flux across with it:
 * between two faces through which water leaves, ghost cells get the flux across of the last cells.
 * Water that comes in has none. Without this the momentum across would pile up in the last cells,
 * and a stream with banks would slosh although it enters steadily (tests/analytic/adi_channel.c).
 * Not in the first step of a run: the fluxes at the outer faces of other parts are not
 * known then. */
SPATE_FN void adi_fill_outside(const grid_part *part, const boundary_list *list, int axis,
                               const face_team *team)
{
    const int now = part->clock->now, flux = axis == 0 ? ADI_P : ADI_Q;
    const unsigned closed = axis == 0 ? FACE_SOUTH_CLOSED : FACE_WEST_CLOSED; /* those across */
    const ptrdiff_t step = axis == 0 ? 1 : part->shape.pitch,
                    beside = axis == 0 ? part->shape.pitch : 1;
    const real *const p = (const real *)part->field[flux][now];
    for (int n = team->rank; n < list->count; n += team->size) {
        const boundary_face *f = &list->faces[n];
        if (f->kind == FACE_PROBE || !adi_ends_grid(part, f, axis))
            continue;
        const ptrdiff_t o = (ptrdiff_t)f->j * part->shape.pitch + f->i;
        const ptrdiff_t inside = f->outward > 0 ? o - step : o;
        const ptrdiff_t outside = f->outward > 0 ? o : o - step;
        const calc outward = (calc)f->outward;
        const int leaves = adi_of(part)->dt_before > 0 && !(part->codes[inside] & closed) &&
                           outward * (calc)p[o] > C(0) && outward * (calc)p[o - beside] > C(0);
        for (int slot = 0; slot < PART_SLOTS; ++slot) {
            real *q = (real *)part->field[ADI_P + ADI_Q - flux][slot];
            q[outside] = leaves ? q[inside] : (real)0;
        }
    }
}

/* Values of boundaries and sources in the step, once dt is chosen. */
SPATE_FN void adi_forcing_begin(grid_part *part, const face_team *team)
{
    part_faces_begin(part, team);
    team_wait(team);
    if (!(adi_of(part)->dt_before > 0)) {
        adi_begin_outer(part, &part->boundary_x, 0, team);
        adi_begin_outer(part, &part->boundary_y, 1, team);
    }
    adi_fill_outside(part, &part->boundary_x, 0, team);
    adi_fill_outside(part, &part->boundary_y, 1, team);
    if (team->rank == 0)
        sources_begin(&part->sources, part->clock, part->params.rain, clock_end(part->clock));
}

static inline void adi_clock_begin(grid_part *part)
{
    const face_team alone = {.rank = 0, .size = 1, .scratch = NULL};
    adi_clock_choose(part);
    adi_forcing_begin(part, &alone);
}

SPATE_FN void adi_swap(void **a, void **b)
{
    void *const other = *a;
    *a = *b;
    *b = other;
}

/* Swaps slots after an accepted step; old: 1 - now during the step. */
SPATE_FN void adi_swap_step(grid_part *part, int old)
{
    adi_swap(&part->field[ADI_P][old], &part->field[ADI_P][ADI_NEW]);
    adi_swap(&part->field[ADI_Q][old], &part->field[ADI_Q][ADI_NEW]);
    adi_swap(&part->field[ADI_HALF_BEFORE][0], &part->field[FIELD_DEPTH][ADI_NEW]);
    adi_of(part)->dt_before = part->clock->dt;
}

SPATE_FN void adi_judge_length(spate_clock *c, const part_params *k)
{
    const double rate = adi_redo_rate(c->dt, c->next_rate, k->cfl);
    c->face_rate = rate > c->face_rate ? rate : c->face_rate;
}

static inline void adi_clock_finish(grid_part *part)
{
    const int old = 1 - part->clock->now;
    adi_judge_length(part->clock, &part->params);
    clock_finish(part);
    if (!(part->clock->flags & (CLOCK_FAILED | CLOCK_REDO)))
        adi_swap_step(part, old);
}

#endif
