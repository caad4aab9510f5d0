/* What begin and finish do to the clock of a part: the same for every backend, in every precision. */
#ifndef SPATE_BACKEND_KURGANOV_CLOCK_H
#define SPATE_BACKEND_KURGANOV_CLOCK_H

#include "backend/kurganov.h"
#include "physics/time_step.h"

/* Where the step under way ends. */
SPATE_FN double kp_clock_end(const spate_clock *c)
{
    return c->t_stop - c->t <= c->dt ? c->t_stop : c->t + c->dt;
}

SPATE_FN void kp_clock_begin(kp_part *part)
{
    spate_clock *c = part->clock;
    const kp_params *k = &part->params;
    if (!(c->flags & CLOCK_REDO))
        c->dt = step_dt(c->rate, k->cfl, k->dt_limit, c->t, c->t_stop);
    c->flags = 0;
    c->next_rate = 0;
    c->face_rate = c->first_face_rate = 0;
    kp_sources_begin(&part->sources, c, k->rain, kp_clock_end(c));
}

/* Adds what went through a claimed face in the step to the volume that left. Runge-Kutta weights: 1,
 * or a half each. */
SPATE_FN void kp_face_account(boundary_face *f, int stages, double dt, double length)
{
    const double mass =
        stages == 1 ? f->stage_mass[0] : 0.5 * (f->stage_mass[0] + f->stage_mass[1]);
    f->volume += f->outward * mass * dt * length;
    f->stage_mass[0] = f->stage_mass[1] = 0;
}

/* The rate that a step too long is shortened by. If the first stage was too long already, the second saw
 * what no water looks like, and its rates mean nothing. */
SPATE_FN double kp_clock_excess(const spate_clock *c)
{
    return c->dt * c->first_face_rate > FACE_CFL_LIMIT ? c->first_face_rate : c->face_rate;
}

SPATE_FN void kp_clock_finish(kp_part *part)
{
    spate_clock *c = part->clock;
    const kp_params *k = &part->params;
    if (c->dt * c->face_rate > FACE_CFL_LIMIT) {
        const double smaller = redo_dt(kp_clock_excess(c));
        ++c->redone;
        c->flags = CLOCK_REDO;
        /* An infinite rate (a depth negative or not a number) gives dt = 0. */
        if (!(smaller > 0) || c->t + smaller == c->t)
            c->flags |= CLOCK_FAILED;
        c->dt = smaller;
        return;
    }
    for (int n = 0; n < part->boundary_x.count; ++n)
        kp_face_account(&part->boundary_x.faces[n], k->stages, c->dt, k->dy);
    for (int n = 0; n < part->boundary_y.count; ++n)
        kp_face_account(&part->boundary_y.faces[n], k->stages, c->dt, k->dx);
    kp_sources_accept(&part->sources, c);
    c->t = kp_clock_end(c);
    c->rate = c->next_rate;
    c->now = 1 - c->now;
    ++c->step;
}

#endif
