/* Time that a run can skip: nothing moves, and no source or boundary acts before some time. Tables
 * and boundaries, and so the result, are the same on every part and rank. f64 in
 * every precision. */
#ifndef SPATE_BACKEND_STILL_H
#define SPATE_BACKEND_STILL_H

#include "backend/common/part.h"

/* The time until which a quantity is zero, starting at `from` and at most `to`; `from` if it is not
 * zero there. A table holds its first value before it begins and its last one after it ends. */
SPATE_BOTH double table_zero_until(const time_table *s, double from, double to)
{
    if (s->count == 0)
        return to;
    int k = table_interval(s, from);
    if (s->value[k < 0 ? 0 : k] != 0)
        return from;
    while (k + 1 < s->count && s->value[k + 1] == 0 && s->t[k + 1] < to)
        ++k;
    if (k + 1 == s->count || s->value[k + 1] == 0)
        return to; /* the last entry is zero, or the first one from `to` on */
    const double until = s->hold ? s->t[k + 1] : s->t[k]; /* else it rises from the entry before */
    return until < from ? from : until < to ? until : to;
}

/* The same for a boundary. Open edges and outfalls do not drive water at rest. Levels and waves
 * always act, and so do discharges that depend on the water. */
SPATE_BOTH double boundary_quiet_until(const face_boundary *b, double from, double to)
{
    if (b->kind == FACE_LEVEL || b->kind == FACE_WAVE)
        return from;
    if (b->kind != FACE_DISCHARGE)
        return to;
    if (b->rating_count || b->table_count < 1 || (b->ramp > 0 && b->ramp_from != 0))
        return from;
    return table_zero_until(&b->tables[0], from, to);
}

/* The time until which no source or boundary acts on a run. */
SPATE_BOTH double part_quiet_until(const grid_part *part, double from, double to)
{
    const part_sources *s = &part->sources;
    if (part->params.rain != 0 || part->field[FIELD_RAIN_MAP][0])
        return from;
    double until = table_zero_until(&s->rain, from, to);
    until = table_zero_until(&s->wind_x, from, until);
    until = table_zero_until(&s->wind_y, from, until);
    for (int n = 0; n < s->inflow_count && until > from; ++n)
        until = table_zero_until(&s->inflows[n].discharge, from, until);
    for (int n = 0; n < part->boundary_count && until > from; ++n)
        until = boundary_quiet_until(&part->boundaries[n], from, until);
    return until;
}

#endif
