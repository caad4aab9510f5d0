/* Whether sources add water to cells, and whether it infiltrates. */
#ifndef SPATE_BACKEND_COMMON_WATER_KIND_H
#define SPATE_BACKEND_COMMON_WATER_KIND_H

#include "backend/common/part.h"
#include "physics/sources.h"

/* What the sources of a run do to its water: WATER_KEPT ... */
SPATE_FN int part_water_kind(const grid_part *p)
{
    return p->field[FIELD_CONDUCTIVITY][0] ? WATER_INFILTRATES
           : p->field[FIELD_CARRY][0]      ? WATER_GAINED
                                           : WATER_KEPT;
}

#endif
