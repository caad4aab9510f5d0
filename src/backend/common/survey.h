/* Energy, speed and level of the state of a part, which src/run/guard.c checks every few hundred
 * steps. */
#ifndef SPATE_BACKEND_SURVEY_H
#define SPATE_BACKEND_SURVEY_H

#include "backend/common/part.h"
#include "physics/guard.h"

/* m3/s2; the deepest sea has a tenth of it. Sums over 2^33 cells stay within the range of
 * exact_sum. */
#define SURVEY_MOST_ENERGY 1e10

SPATE_FN double survey_bed(const grid_part *p, ptrdiff_t o)
{
    const real *b = (const real *)p->field[FIELD_BED][0];
    const ptrdiff_t north = o + p->shape.pitch;
    if (p->params.bed_model != BED_BILINEAR)
        return (double)b[o];
    return 0.25 * (((double)b[o] + (double)b[o + 1]) + ((double)b[north] + (double)b[north + 1]));
}

/* Adds a cell of Q^n. Reads h everywhere, the rest where there is water. */
SPATE_FN void survey_cell(const grid_part *p, ptrdiff_t o, double lowest, double film,
                          water_survey *s)
{
    const int now = p->clock->now;
    const double h = (double)((const real *)p->field[FIELD_DEPTH][now])[o];
    if (!(h > 0))
        return;
    const double hu = (double)((const real *)p->field[FIELD_MOMENTUM_X][now])[o],
                 hv = (double)((const real *)p->field[FIELD_MOMENTUM_Y][now])[o];
    const double bed = survey_bed(p, o);
    const double energy = guard_energy(h, hu, hv, bed - lowest, film, p->params.gravity);
    const double speed = guard_speed_squared(h, hu, hv, film);
    exact_sum_add(&s->energy, energy < SURVEY_MOST_ENERGY ? energy : SURVEY_MOST_ENERGY);
    s->speed_squared = speed > s->speed_squared ? speed : s->speed_squared;
    s->highest = h + bed > s->highest ? h + bed : s->highest;
}

SPATE_FN void survey_merge(water_survey *to, const water_survey *from)
{
    exact_sum_merge(&to->energy, &from->energy);
    to->speed_squared =
        from->speed_squared > to->speed_squared ? from->speed_squared : to->speed_squared;
    to->highest = from->highest > to->highest ? from->highest : to->highest;
}

#endif
