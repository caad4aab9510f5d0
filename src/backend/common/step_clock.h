/* The clock of a part at the beginning and end of a step: the same for every backend, in every
 * precision. */
#ifndef SPATE_BACKEND_COMMON_STEP_CLOCK_H
#define SPATE_BACKEND_COMMON_STEP_CLOCK_H

#include <float.h>

#include "backend/common/face_boundary_step.h"
#include "backend/common/part.h"
#include "backend/common/still.h"
#include "physics/time_step.h"

/* The end of the step in progress. */
SPATE_BOTH double clock_end(const spate_clock *c)
{
    return c->t_stop - c->t <= c->dt ? c->t_stop : c->t + c->dt;
}

/* Whether the previous step was still and the time until something acts, or until t_stop, can be
 * skipped. If so, sets the clock for it. Not for a caller that counts steps without an end time
 * (DBL_MAX). */
SPATE_FN int clock_jumps(const grid_part *part)
{
    spate_clock *c = part->clock;
    if (!(c->flags & CLOCK_STILL) || (c->flags & CLOCK_REDO) || !(c->t_stop < DBL_MAX))
        return 0;
    const double end = part_quiet_until(part, c->t, c->t_stop);
    if (!(end > c->t))
        return 0;
    c->dt = jump_dt(c->t, end);
    return 1;
}

/* Chooses dt and resets the rates of the previous attempt. */
SPATE_FN void clock_choose(const grid_part *part)
{
    spate_clock *c = part->clock;
    const part_params *k = &part->params;
    if (clock_jumps(part)) {
        c->flags = CLOCK_STILL | CLOCK_JUMP;
    } else {
        if (!(c->flags & CLOCK_REDO))
            c->dt = k->even_steps ? even_dt(largest_dt(c->rate, k->cfl, k->dt_limit),
                                            c->t_stop - c->t, c->dt_before)
                                  : step_dt(c->rate, k->cfl, k->dt_limit, c->t, c->t_stop);
        /* If t_stop makes a step very short, water at rest on a slope may gain no momentum in it.
         */
        const double end = clock_end(c);
        const int cut = !(end < c->t_stop);
        c->flags = cut || part_quiet_until(part, c->t, end) < end ? 0 : CLOCK_STILL;
    }
    c->next_rate = 0;
    c->face_rate = c->first_face_rate = 0;
}

/* Values of the boundary faces in this attempt. */
SPATE_FN void part_faces_begin(const grid_part *part, const face_team *team)
{
    const spate_clock *c = part->clock;
    const part_params *k = &part->params;
    face_boundaries_begin(part->boundaries, part->boundary_count, team, c->t, c->dt, k->stages);
    face_values_begin(part->boundaries, &part->boundary_x, team, c->t, c->dt, k->stages, k->dy);
    face_values_begin(part->boundaries, &part->boundary_y, team, c->t, c->dt, k->stages, k->dx);
}

static inline void clock_begin(grid_part *part)
{
    const face_team alone = {.rank = 0, .size = 1, .scratch = NULL};
    clock_choose(part);
    part_faces_begin(part, &alone);
    sources_begin(&part->sources, part->clock, part->params.rain, clock_end(part->clock));
}

/* Accounts of a listed face after an accepted step. */
SPATE_FN void face_account(boundary_face *f, const face_boundary *boundaries, int stages, double dt,
                           double length)
{
    const double mass = stage_mean(f->stage_mass[0], f->stage_mass[1], stages);
    f->flow = (f->kind == FACE_PROBE ? f->coefficient : f->outward) * mass * length;
    f->volume += f->flow * dt;
    f->entered += f->flow < 0 ? -f->flow * dt : 0;
    if (f->kind == FACE_DISCHARGE) {
        const double asked = -stage_mean(f->value[0], f->value[1], stages);
        f->shortfall += asked > 0 ? (asked - f->outward * mass) * dt * length : 0;
    }
    if (f->kind == FACE_LEVEL && boundaries[f->owner].absorbing > 0) {
        const double speed = stage_mean(f->stage_speed[0], f->stage_speed[1], stages);
        f->memory = relaxed_mean(f->memory, speed, dt, boundaries[f->owner].absorbing);
    }
    f->stage_mass[0] = f->stage_mass[1] = 0;
}

/* The rate by which too long a step is shortened. If the first stage was already too long, the
 * second one had an invalid state, and its rates mean nothing. */
SPATE_FN double clock_excess(const spate_clock *c)
{
    return c->dt * c->first_face_rate > FACE_CFL_LIMIT ? c->first_face_rate : c->face_rate;
}

/* Whether the attempt is accepted; if not, a smaller dt is set. A jump computes nothing, so that
 * no rate bounds it. */
SPATE_FN int clock_judge(spate_clock *c)
{
    if ((c->flags & CLOCK_JUMP) || !(c->dt * c->face_rate > FACE_CFL_LIMIT))
        return 1;
    const double smaller = redo_dt(clock_excess(c));
    ++c->redone;
    c->flags = CLOCK_REDO;
    if (!(smaller > 0) || c->t + smaller == c->t)
        c->flags |= CLOCK_FAILED;
    c->dt = smaller;
    return 0;
}

/* After an accepted attempt and its accounts. A jump leaves the state, and its rate, as
 * they are. */
SPATE_FN void clock_move(spate_clock *c)
{
    c->t = clock_end(c);
    ++c->step;
    if (c->flags & CLOCK_JUMP)
        return;
    c->rate = c->next_rate;
    c->dt_before = c->dt;
    c->now = 1 - c->now;
}

/* The end of a step in the host's copy of a clock; the accounts are on the device. */
SPATE_FN void clock_settle(spate_clock *c, const part_sources *s)
{
    if (!clock_judge(c))
        return;
    sources_fall(s, c);
    clock_move(c);
}

static inline void clock_finish(grid_part *part)
{
    spate_clock *c = part->clock;
    const part_params *k = &part->params;
    if (!clock_judge(c))
        return;
    const int jump = (c->flags & CLOCK_JUMP) != 0; /* no flux and no source */
    for (int n = 0; n < part->boundary_x.count && !jump; ++n)
        face_account(&part->boundary_x.faces[n], part->boundaries, k->stages, c->dt, k->dy);
    for (int n = 0; n < part->boundary_y.count && !jump; ++n)
        face_account(&part->boundary_y.faces[n], part->boundaries, k->stages, c->dt, k->dx);
    if (!jump)
        sources_accept(&part->sources, c);
    clock_move(c);
}

#endif
