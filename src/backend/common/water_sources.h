/* Rain and infiltration at a cell: what physics/sources.h needs of the fields of a part. */
#ifndef SPATE_BACKEND_COMMON_WATER_SOURCES_H
#define SPATE_BACKEND_COMMON_WATER_SOURCES_H

#include "backend/common/part.h"
#include "physics/sources.h"

/* Which sources of water a run has: WATER_KEPT ... */
SPATE_FN int part_water_kind(const grid_part *p)
{
    return p->field[FIELD_CONDUCTIVITY][0] ? WATER_INFILTRATES
           : p->field[FIELD_CARRY][0]      ? WATER_GAINED
                                           : WATER_KEPT;
}

/* Inputs of rain and infiltration for cell o of the state `now`; water: WATER_GAINED or
 * WATER_INFILTRATES. */
SPATE_FN source_input part_source_at(const grid_part *p, int water, calc dt, ptrdiff_t o, int now)
{
    source_input c = {.carry = (calc)((const real *)p->field[FIELD_CARRY][now])[o],
                      .gain = (calc)p->clock->rain_amount};
    if (p->field[FIELD_RAIN_MAP][0])
        c.gain = source_gain(c.gain, dt, (calc)((const real *)p->field[FIELD_RAIN_MAP][0])[o]);
    if (water == WATER_INFILTRATES) {
        c.conductivity = (calc)((const real *)p->field[FIELD_CONDUCTIVITY][0])[o];
        c.suction =
            p->field[FIELD_SUCTION][0] ? (calc)((const real *)p->field[FIELD_SUCTION][0])[o] : C(0);
        c.deficit =
            p->field[FIELD_DEFICIT][0] ? (calc)((const real *)p->field[FIELD_DEFICIT][0])[o] : C(0);
        c.infiltrated = ((const double *)p->field[FIELD_INFILTRATED][now])[o];
    }
    return c;
}

/* Stores their results other than the depth of state `next`. */
SPATE_FN void part_store_source(const grid_part *p, int water, ptrdiff_t o, int next, calc carry,
                                double infiltrated)
{
    ((real *)p->field[FIELD_CARRY][next])[o] = (real)carry;
    if (water == WATER_INFILTRATES)
        ((double *)p->field[FIELD_INFILTRATED][next])[o] = infiltrated;
}

/* Rain and infiltration in a cell of the new state. Returns 1 if it is not at rest. */
SPATE_FN int part_water_cell(const grid_part *p, int water, ptrdiff_t o)
{
    const int now = p->clock->now, next = 1 - now;
    const calc dt = (calc)p->clock->dt;
    real *h = (real *)p->field[FIELD_DEPTH][next];
    if (p->codes[o] & CELL_INACTIVE)
        return 0;
    const source_input c = part_source_at(p, water, dt, o, now);
    const source_result r =
        source_apply((calc)h[o], &c, dt, water, p->field[FIELD_SUCTION][0] != NULL);
    h[o] = (real)r.h;
    part_store_source(p, water, o, next, r.carry, r.infiltrated);
    return r.activity > C(0);
}

#endif
