/* The clock of the semi-implicit scheme and the forcing of a step. For every backend. */
#ifndef SPATE_BACKEND_SEMI_IMPLICIT_CLOCK_H
#define SPATE_BACKEND_SEMI_IMPLICIT_CLOCK_H

#include "backend/common/step_clock.h"
#include "backend/semi_implicit/semi_implicit.h"
#include "physics/semi_implicit_rates.h"

/* Equal steps until t_stop, so that none is very short. */
SPATE_FN void semi_clock_choose(grid_part *part)
{
    spate_clock *c = part->clock;
    const part_params *k = &part->params;
    const double most = largest_dt(c->rate, k->cfl, k->dt_limit);
    const int shortened = (c->flags & CLOCK_REDO) && c->dt < most;
    c->dt = even_dt(shortened ? c->dt : most, c->t_stop - c->t, 0);
    c->flags = 0;
    c->next_rate = c->face_rate = c->first_face_rate = 0;
}

static inline void semi_clock_begin(grid_part *part)
{
    const face_team alone = {.rank = 0, .size = 1, .scratch = NULL};
    semi_clock_choose(part);
    part_faces_begin(part, &alone);
    sources_begin(&part->sources, part->clock, part->params.rain, clock_end(part->clock));
}

SPATE_FN void semi_judge_length(const grid_part *part)
{
    spate_clock *c = part->clock;
    const int too_long = c->dt * c->next_rate > 2 * part->params.cfl;
    const double rate = too_long ? semi_redo_rate(c->dt, 0.25) : 0;
    c->face_rate = rate > c->face_rate ? rate : c->face_rate;
}

static inline void semi_clock_finish(grid_part *part)
{
    semi_judge_length(part);
    clock_finish(part);
}

#endif
