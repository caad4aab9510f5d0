/* The constants of a stage, and the cells of inflows: what the backends of the Kurganov scheme share
 * beyond the clock. In the precision of the run. */
#ifndef SPATE_BACKEND_KURGANOV_STAGE_H
#define SPATE_BACKEND_KURGANOV_STAGE_H

#include "backend/kurganov/kurganov.h"
#include "backend/common/water_kind.h"
#include "physics/kurganov_update.h"

SPATE_FN int kp_is_pushed(const grid_part *p, int stage)
{
    return p->params.coriolis != 0 || clock_is_windy(p->clock, stage);
}

SPATE_FN kp_stage kp_stage_of(const grid_part *p, int stage)
{
    const part_params *k = &p->params;
    const spate_clock *c = p->clock;
    const kp_stage s = {
        .law = k->friction,
        .last = stage + 1 == k->stages,
        .averaged = stage == 1,
        .pushed = kp_is_pushed(p, stage),
        .dt = (calc)c->dt,
        .g = (calc)k->gravity,
        .h_dry = (calc)(real)k->dry_depth,
        .inv_dx = (calc)(1.0 / k->dx),
        .inv_dy = (calc)(1.0 / k->dy),
        .wind_x = (calc)c->wind[stage][0],
        .wind_y = (calc)c->wind[stage][1],
        .coriolis = (calc)k->coriolis,
    };
    return s;
}

/* What rain and ground see of cell o of the state `now`; water: WATER_GAINED or WATER_INFILTRATES. */
SPATE_FN kp_source kp_source_at(const grid_part *p, int water, calc dt, ptrdiff_t o, int now)
{
    const part_sources *s = &p->sources;
    kp_source c = {.carry = (calc)((const real *)p->field[FIELD_CARRY][now])[o],
                   .gain = (calc)p->clock->rain_amount};
    if (s->rain_map)
        c.gain = source_gain(c.gain, dt, (calc)((const real *)s->rain_map)[o]);
    if (water == WATER_INFILTRATES) {
        c.conductivity = (calc)((const real *)s->conductivity)[o];
        c.suction = s->suction ? (calc)((const real *)s->suction)[o] : C(0);
        c.deficit = s->deficit ? (calc)((const real *)s->deficit)[o] : C(0);
        c.infiltrated = ((const double *)s->infiltrated[now])[o];
    }
    return c;
}

/* What they leave beside the water of state `next`. */
SPATE_FN void kp_store_source(const grid_part *p, int water, ptrdiff_t o, int next, calc carry,
                              double infiltrated)
{
    ((real *)p->field[FIELD_CARRY][next])[o] = (real)carry;
    if (water == WATER_INFILTRATES)
        ((double *)p->field[FIELD_INFILTRATED][next])[o] = infiltrated;
}

/* Lets inflow n of the list act on its cell, which the last stage has just written at offset o of slot
 * `out`. The rate of the new state is to be raised to *cell_rate. Returns the change of depth. */
SPATE_FN calc kp_inflow_cell(const grid_part *p, int n, ptrdiff_t o, int out, calc *cell_rate)
{
    const inflow_list *l = &p->sources.inflow_cells;
    const part_params *k = &p->params;
    real *h = (real *)p->field[FIELD_DEPTH][out] + o, *hu = (real *)p->field[FIELD_MOMENTUM_X][out] + o,
         *hv = (real *)p->field[FIELD_MOMENTUM_Y][out] + o;
    const inflow_result r = inflow_apply((double)*h, l->kept[n][INFLOW_CARRY],
                                         p->sources.inflows[l->cells[n].inflow].amount);
    l->attempt[n][INFLOW_CARRY] = r.carry;
    l->attempt[n][INFLOW_ENTERED] = r.added;
    l->attempt[n][INFLOW_SHORTFALL] = r.shortfall;
    const calc h_dry = (calc)(real)k->dry_depth;
    const double kept = (calc)r.h > h_dry ? r.kept : 0;
    *h = (real)r.h;
    *hu = (real)((double)*hu * kept + 0);
    *hv = (real)((double)*hv * kept + 0);
    *cell_rate = kp_cell_rate(kp_primitive((calc)*h, (calc)*hu, (calc)*hv, C(0), h_dry),
                              (calc)k->gravity, (calc)(1.0 / k->dx), (calc)(1.0 / k->dy));
    return (calc)r.added;
}

#endif
