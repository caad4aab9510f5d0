/* What the ADI scheme does beside its rows, for the backends whose kernels run on the host: depths, shares, sources, cells
 * and faces. Loops over rows of a part; the equations are in physics/. */
#ifndef SPATE_BACKEND_ADI_CELLS_H
#define SPATE_BACKEND_ADI_CELLS_H

#include <math.h>

#include "backend/adi_view.h"
#include "backend/kurganov_clock.h"
#include "backend/kurganov_stage.h"

/* ---- the clock ---- */

/* Steps of one length to t_stop: fluxes of two times are half a step apart, so that a step of another length costs a
 * pass. Lengths that differ by rounding alone are the same. */
#define ADI_SAME_DT 1e-9

SPATE_FN double adi_step_dt(const spate_clock *c, const kp_params *k, double dt_before)
{
    const double left = c->t_stop - c->t;
    double most = c->rate > 0 ? k->cfl / c->rate : k->dt_limit;
    most = most < k->dt_limit ? most : k->dt_limit;
    most = (c->flags & CLOCK_REDO) && c->dt < most ? c->dt : most;
    const int endless = !(left < 1e15 * most); /* so many steps that none is shorter for them */
    const double steps = endless ? 1e15 : ceil(left / most * (1 - ADI_SAME_DT));
    double dt = endless ? most : steps > 1 ? left / steps : left;
    if (steps > 1 && fabs(dt - dt_before) <= ADI_SAME_DT * dt)
        dt = dt_before;
    double rounded = round_dt(dt);
    while (steps <= 1 && rounded < left) /* the last one ends there, not just before */
        rounded = round_dt(rounded * (1 + (double)SPATE_CALC_EPSILON));
    return rounded;
}

/* Discharges are asked for from the first moment on: a run that begins has them at all times. */
SPATE_FN void adi_begin_discharges(kp_part *part, const boundary_list *list, int flux)
{
    const int now = part->clock->now;
    for (int n = 0; n < list->count; ++n) {
        const boundary_face *f = &list->faces[n];
        const ptrdiff_t o = (ptrdiff_t)f->j * part->shape.pitch + f->i;
        if (f->kind != FACE_DISCHARGE)
            continue;
        for (int slot = 0; slot < 2; ++slot)
            ((real *)part->state[slot ? now : 1 - now][flux])[o] =
                (real)(-f->outward * f->value[0]);
    }
}

static inline void adi_clock_begin(kp_part *part)
{
    const face_team alone = {.rank = 0, .size = 1, .scratch = NULL};
    spate_clock *c = part->clock;
    c->dt = adi_step_dt(c, &part->params, part->adi->dt_before);
    c->flags = 0;
    c->next_rate = c->face_rate = c->first_face_rate = 0;
    kp_faces_begin(part, &alone);
    if (!(part->adi->dt_before > 0)) {
        adi_begin_discharges(part, &part->boundary_x, KP_HU);
        adi_begin_discharges(part, &part->boundary_y, KP_HV);
    }
    kp_sources_begin(&part->sources, c, part->params.rain, kp_clock_end(c));
}

static inline void adi_trade(void **a, void **b)
{
    void *const other = *a;
    *a = *b;
    *b = other;
}

/* A step in which water crossed more than a cell, because discharges, rain or waves from outside began in it, is thrown
 * away and taken anew at a quarter of its length: by how much it was too long, such a state does not tell. The shorter it is,
 * the more the new state is like the old one, for which it was chosen. */
SPATE_FN void adi_judge_length(spate_clock *c, const kp_params *k)
{
    const double most = (1 / ADI_FLOW_COURANT) * k->cfl; /* a flow Courant number of 1 */
    const double quarter = 4 * REDO_SHARE / c->dt;       /* as redo_dt will see it */
    if (c->dt * c->next_rate > most && quarter > c->face_rate)
        c->face_rate = quarter;
}

static inline void adi_clock_finish(kp_part *part)
{
    spate_clock *c = part->clock;
    const int old = 1 - c->now;
    adi_judge_length(c, &part->params);
    kp_clock_finish(part);
    if (c->flags & (CLOCK_FAILED | CLOCK_REDO))
        return;
    adi_trade(&part->state[old][KP_HU], &part->state[ADI_NEW][KP_HU]);
    adi_trade(&part->state[old][KP_HV], &part->state[ADI_NEW][KP_HV]);
    adi_trade(&part->adi->half_before, &part->state[ADI_NEW][KP_H]);
    part->adi->dt_before = c->dt;
}

/* ---- depths ---- */

/* Cells without flow hold nothing, whatever boundaries at their faces let through. */
SPATE_FN int adi_is_active(const adi_view *v, ptrdiff_t o)
{
    return !(v->codes[o] & CELL_INACTIVE);
}

/* Depths of a row after a sweep; returns how many are below zero or no number (which is worse). */
SPATE_FN int adi_depth_row(const adi_view *v, const adi_flows *f, ptrdiff_t o, int count,
                           real *restrict to)
{
    int wrong = 0;
    for (int i = 0; i < count; ++i) {
        const calc h = adi_is_active(v, o + i) ? adi_depth_at(f, v, o + i) : C(0);
        to[o + i] = (real)h;
        wrong += !(h >= C(0));
    }
    return wrong;
}

/* m2/s through a listed face in the half step: the mean of the two times. */
SPATE_FN void adi_note_list(boundary_list *list, const adi_flows *f, ptrdiff_t pitch, int along,
                            int stage)
{
    for (int n = 0; n < list->count; ++n) {
        boundary_face *face = &list->faces[n];
        const ptrdiff_t o = (ptrdiff_t)face->j * pitch + face->i;
        face->stage_mass[stage] =
            0.5 * (double)(along ? adi_flow_along(f, o) : adi_flow_across(f, o));
    }
}

SPATE_FN void adi_note_faces(kp_part *part, const adi_flows *f, int stage)
{
    adi_note_list(&part->boundary_x, f, part->shape.pitch, stage == ADI_SWEEP_X, stage);
    adi_note_list(&part->boundary_y, f, part->shape.pitch, stage == ADI_SWEEP_Y, stage);
}

/* The same with shares, where rounding may leave a little less than nothing. */
SPATE_FN int adi_shared_depth_row(const adi_view *v, const adi_flows *f, ptrdiff_t o, int count,
                                  real *to)
{
    int wrong = 0;
    for (int i = 0; i < count; ++i) {
        const adi_turnover all = adi_turnover_at(f, v, o + i);
        const calc h = adi_is_active(v, o + i) ? adi_depth_at(f, v, o + i) : C(0);
        /* Five roundings of what is added up. */
        const calc noise = (C(5) * SPATE_CALC_EPSILON) * (((calc)v->h[o + i] + all.in) + all.out);
        to[o + i] = (real)(h < C(0) && h >= -noise ? C(0) : h);
        wrong += !(h >= -noise);
    }
    return wrong;
}

/* ---- shares; outside has all that it is asked for ---- */

SPATE_FN void adi_begin_share_row(const kp_part *part, const adi_view *v, const adi_flows *f,
                                  ptrdiff_t o, int all)
{
    real *share = (real *)part->adi->share;
    for (int i = 0; i < part->shape.nx; ++i) {
        const int short_of = adi_is_active(v, o + i) && (all || adi_depth_at(f, v, o + i) < C(0));
        const calc out = adi_turnover_at(f, v, o + i).out;
        share[o + i] = (real)(short_of ? adi_share((calc)v->h[o + i], C(0), out) : C(1));
    }
}

SPATE_FN void adi_improve_share_row(const kp_part *part, const adi_view *v, const adi_flows *all,
                                    const adi_flows *given, ptrdiff_t o)
{
    real *next = (real *)part->adi->share_next;
    for (int i = 0; i < part->shape.nx; ++i)
        next[o + i] = (real)(adi_is_active(v, o + i)
                                 ? adi_share((calc)v->h[o + i], adi_turnover_at(given, v, o + i).in,
                                             adi_turnover_at(all, v, o + i).out)
                                 : C(1));
}

/* New fluxes of the faces at the back of a row's cells, and of the last one's front. */
SPATE_FN void adi_drain_row(const kp_part *part, const adi_flows *f, int stage, ptrdiff_t o)
{
    real *p = (real *)part->state[ADI_NEW][stage == ADI_SWEEP_X ? KP_HU : KP_HV];
    const real *old = f->along_old, *share = f->share;
    const int last = stage == ADI_SWEEP_X;
    for (int i = 0; i < part->shape.nx + last; ++i) {
        const calc sum = (calc)old[o + i] + (calc)p[o + i];
        p[o + i] = (real)((calc)p[o + i] * (calc)share[sum > C(0) ? o + i - f->along : o + i]);
    }
}

/* ---- sources ---- */

SPATE_FN void adi_water_row(kp_part *p, int water, ptrdiff_t o)
{
    const kp_sources *s = &p->sources;
    const int now = p->clock->now, next = 1 - now;
    real *h = (real *)p->state[next][KP_H];
    for (int i = 0; i < p->shape.nx && water != WATER_KEPT; ++i) {
        const ptrdiff_t at = o + i;
        if (p->faces[at] & CELL_INACTIVE)
            continue;
        kp_source c = {.gain = (calc)p->clock->rain_amount,
                       .carry = (calc)((const real *)p->carry[now])[at]};
        if (s->rain_map)
            c.gain = source_gain(c.gain, (calc)p->clock->dt, (calc)((const real *)s->rain_map)[at]);
        if (water == WATER_INFILTRATES) {
            c.conductivity = (calc)((const real *)s->conductivity)[at];
            c.suction = s->suction ? (calc)((const real *)s->suction)[at] : C(0);
            c.deficit = s->deficit ? (calc)((const real *)s->deficit)[at] : C(0);
            c.infiltrated = ((const double *)s->infiltrated[now])[at];
        }
        const source_result r =
            water == WATER_INFILTRATES
                ? source_ground((calc)h[at], &c, (calc)p->clock->dt, s->suction != NULL)
                : source_rain((calc)h[at], &c);
        h[at] = (real)r.h;
        ((real *)p->carry[next])[at] = (real)r.carry;
        if (water == WATER_INFILTRATES)
            ((double *)s->infiltrated[next])[at] = r.infiltrated;
    }
}

/* Rate of a cell of the depths of a slot, with the fluxes of another. */
SPATE_FN calc adi_rate_at(const kp_part *p, int slot, int fluxes, ptrdiff_t o)
{
    if (p->faces[o] & CELL_INACTIVE) /* fluxes of its faces are others' */
        return C(0);
    const real *h = (const real *)p->state[slot][KP_H];
    const real *x = (const real *)p->state[fluxes][KP_HU],
               *y = (const real *)p->state[fluxes][KP_HV];
    return adi_cell_rate((calc)h[o], (calc)x[o] + (calc)x[o + 1],
                         (calc)y[o] + (calc)y[o + p->shape.pitch], (calc)p->params.gravity,
                         (calc)(1 / p->params.dx), (calc)(1 / p->params.dy), (calc)p->params.cfl,
                         (calc)(real)p->params.flood_depth);
}

SPATE_FN calc adi_rate_row(const kp_part *p, int slot, int fluxes, ptrdiff_t o)
{
    calc rate = C(0);
    for (int i = 0; i < p->shape.nx; ++i)
        rate = max_r(rate, adi_rate_at(p, slot, fluxes, o + i));
    return rate;
}

/* Lets the inflows act on the new state; returns their largest rate. */
SPATE_FN double adi_inflows(kp_part *p)
{
    const inflow_list *l = &p->sources.inflow_cells;
    calc rate = C(0);
    for (int n = 0; n < l->count; ++n) {
        const ptrdiff_t o = (ptrdiff_t)l->cells[n].j * p->shape.pitch + l->cells[n].i;
        real *h = (real *)p->state[1 - p->clock->now][KP_H] + o;
        const inflow_result r = inflow_apply((double)*h, l->kept[n][INFLOW_CARRY],
                                             p->sources.inflows[l->cells[n].inflow].amount);
        l->attempt[n][INFLOW_CARRY] = r.carry;
        l->attempt[n][INFLOW_ENTERED] = r.added;
        l->attempt[n][INFLOW_SHORTFALL] = r.shortfall;
        *h = (real)r.h;
        rate = max_r(rate, adi_rate_at(p, 1 - p->clock->now, ADI_NEW, o));
    }
    return (double)rate;
}

SPATE_FN double adi_limiting_cell(const kp_part *p, int *at_i, int *at_j)
{
    const int now = p->clock->now;
    calc top = C(-1);
    *at_i = *at_j = 0;
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i) {
            const calc rate = adi_rate_at(p, now, now, (ptrdiff_t)j * p->shape.pitch + i);
            if (rate > top) {
                top = rate;
                *at_i = i;
                *at_j = j;
            }
        }
    return (double)top;
}

/* ---- times of fluxes: rows with their ghosts, and the faces where the part ends ---- */

#define ADI_FOR_ROW(part, i)                                                                       \
    for (int i = -(part)->shape.halo; i < (part)->shape.nx + (part)->shape.halo; ++i)

SPATE_FN void adi_gather_time_row(kp_part *p, ptrdiff_t o)
{
    const int now = p->clock->now, begun = p->adi->dt_before > 0;
    real *const *s = (real *const *)p->state[now], *const *old = (real *const *)p->state[1 - now];
    ADI_FOR_ROW(p, i)
    {
        if (begun)
            s[KP_HV][o + i] = (real)(C(0.5) * ((calc)s[KP_HV][o + i] + (calc)old[KP_HV][o + i]));
        old[KP_HU][o + i] = s[KP_HU][o + i];
        old[KP_HV][o + i] = s[KP_HV][o + i];
        ((real *)p->adi->half_before)[o + i] = s[KP_H][o + i];
    }
}

/* q of now stands in both slots, that of half a step on among the new ones. */
SPATE_FN void adi_launch_row(kp_part *p, ptrdiff_t o)
{
    const int now = p->clock->now;
    real *q = (real *)p->state[now][KP_HV], *before = (real *)p->state[1 - now][KP_HV];
    const real *later = (const real *)p->state[ADI_NEW][KP_HV];
    ADI_FOR_ROW(p, i)
    {
        before[o + i] = (real)((calc)q[o + i] - ((calc)later[o + i] - (calc)q[o + i]));
        q[o + i] = later[o + i];
    }
}

SPATE_FN void adi_retime_row(kp_part *p, double ratio, ptrdiff_t o)
{
    const int now = p->clock->now;
    const calc r = (calc)ratio;
    real *const *s = (real *const *)p->state[now], *const *old = (real *const *)p->state[1 - now];
    real *half = (real *)p->adi->half_before;
    ADI_FOR_ROW(p, i)
    {
        const ptrdiff_t at = o + i;
        const calc after = (calc)s[KP_HV][at], before = (calc)old[KP_HV][at];
        const calc middle = C(0.5) * (after + before), reach = (C(0.5) * r) * (after - before);
        s[KP_HV][at] = (real)(middle + reach);
        old[KP_HV][at] = (real)(middle - reach);
        const calc flux = (calc)s[KP_HU][at], h = (calc)s[KP_H][at];
        old[KP_HU][at] = (real)(flux - r * (flux - (calc)old[KP_HU][at]));
        half[at] = (real)(h - r * (h - (calc)half[at]));
    }
}

/* ---- cells and faces ---- */

/* hu (hv) of a cell: the mean of its two faces; q of now is the mean of its two times. */
SPATE_FN calc adi_centred(const kp_part *p, int axis, ptrdiff_t o)
{
    const int now = p->clock->now;
    const real *s = (const real *)p->state[now][axis == 0 ? KP_HU : KP_HV];
    if (axis == 0)
        return C(0.5) * ((calc)s[o] + (calc)s[o + 1]);
    const real *old = (const real *)p->state[1 - now][KP_HV];
    const ptrdiff_t north = o + p->shape.pitch;
    return C(0.25) * (((calc)s[o] + (calc)old[o]) + ((calc)s[north] + (calc)old[north]));
}

SPATE_FN void adi_centre_row(kp_part *p, ptrdiff_t o)
{
    for (int axis = 0; axis < 2; ++axis) {
        real *to = (real *)p->adi->centre[axis];
        for (int i = 0; i < p->shape.nx; ++i)
            to[o + i] = (real)adi_centred(p, axis, o + i);
    }
}

SPATE_FN int adi_centre_differs(const kp_part *p, ptrdiff_t o)
{
    int differs = 0;
    for (int axis = 0; axis < 2; ++axis)
        for (int i = 0; i < p->shape.nx; ++i)
            differs |=
                ((const real *)p->adi->centre[axis])[o + i] != (real)adi_centred(p, axis, o + i);
    return differs;
}

/* The face between two cells gets the mean of what they have; closed ones nothing. Ghosts of the cells are valid. */
SPATE_FN void adi_to_faces_row(kp_part *p, ptrdiff_t o)
{
    static const unsigned closed[2] = {FACE_WEST_CLOSED, FACE_SOUTH_CLOSED};
    for (int axis = 0; axis < 2; ++axis) {
        const real *from = (const real *)p->adi->centre[axis];
        real *to = (real *)p->state[p->clock->now][axis == 0 ? KP_HU : KP_HV];
        const ptrdiff_t back = axis == 0 ? 1 : p->shape.pitch;
        for (int i = 0; i < p->shape.nx; ++i)
            to[o + i] = (p->faces[o + i] & closed[axis])
                            ? (real)0
                            : (real)(C(0.5) * ((calc)from[o + i] + (calc)from[o + i - back]));
    }
}

#endif
