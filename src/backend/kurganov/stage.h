/* The constants of a stage, and the cells of inflows: what the backends of the Kurganov scheme
 * share beyond the clock. In the precision of the run. */
#ifndef SPATE_BACKEND_KURGANOV_STAGE_H
#define SPATE_BACKEND_KURGANOV_STAGE_H

#include "backend/common/water_sources.h"
#include "backend/kurganov/kurganov.h"
#include "physics/kurganov_update.h"

SPATE_FN int kp_is_pushed(const grid_part *p, int stage)
{
    return coriolis_acts(&p->params.coriolis) || clock_is_windy(p->clock, stage);
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
        .coriolis = (calc)k->coriolis.f0,
    };
    return s;
}

/* The same in row j. */
SPATE_FN kp_stage kp_stage_in_row(kp_stage s, const grid_part *p, int j)
{
    if (p->params.coriolis.beta != 0)
        s.coriolis = (calc)part_coriolis(p, j + 0.5);
    return s;
}

/* Applies inflow n of the list to its cell, which the last stage has written at offset o of slot
 * `out`. Raises *cell_rate to the rate of the new state. Returns the change of depth. */
SPATE_FN calc kp_inflow_cell(const grid_part *p, int n, ptrdiff_t o, int out, calc *cell_rate)
{
    const inflow_list *l = &p->sources.inflow_cells;
    const part_params *k = &p->params;
    real *h = (real *)p->field[FIELD_DEPTH][out] + o,
         *hu = (real *)p->field[FIELD_MOMENTUM_X][out] + o,
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
