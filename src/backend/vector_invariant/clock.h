/* The clock of the vector-invariant schemes. A leapfrog step has the length of the one before it; a
 * step of another length is a Runge-Kutta step. For every backend. */
#ifndef SPATE_BACKEND_VECTOR_INVARIANT_CLOCK_H
#define SPATE_BACKEND_VECTOR_INVARIANT_CLOCK_H

#include "backend/common/step_clock.h"
#include "backend/vector_invariant/view.h"

/* Whether the step that has begun is a leapfrog step. */
SPATE_FN int vi_leaps(const grid_part *p)
{
    const spate_clock *c = p->clock;
    return vi_of(p)->leapfrog && c->dt_before > 0 && fabs(c->dt - c->dt_before) <= SAME_DT * c->dt;
}

SPATE_FN double vi_dt(const grid_part *p)
{
    const spate_clock *c = p->clock;
    const part_params *m = &p->params;
    const vi_part *own = vi_of(p);
    if (own->implicit) {
        const double allowed = largest_dt(c->rate, m->cfl, m->dt_limit);
        const int shortened = (c->flags & CLOCK_REDO) && c->dt < allowed;
        return even_dt(shortened ? c->dt : allowed, c->t_stop - c->t, 0);
    }
    const int keeps =
        own->leapfrog && vi_keeps_dt(c->dt_before, c->rate, m->cfl, own->cfl_limit, m->dt_limit);
    const double most = keeps ? c->dt_before : largest_dt(c->rate, m->cfl, m->dt_limit);
    return even_dt(most, c->t_stop - c->t, c->dt_before);
}

SPATE_FN void vi_clock_begin(const grid_part *p)
{
    spate_clock *c = p->clock;
    c->dt = vi_dt(p);
    c->flags = 0;
    c->next_rate = c->face_rate = c->first_face_rate = 0;
}

/* A step that leaves a cell dry, or a NaN, fails. */
SPATE_FN void vi_clock_finish(const grid_part *p)
{
    spate_clock *c = p->clock;
    if (clock_judge(c))
        clock_move(c);
}

#endif
