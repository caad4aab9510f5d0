/* Compares the state with the bounds of physics/guard.h every few hundred steps. */
#include "run/guard.h"

#include <math.h>
#include <stdio.h>

#define SPATE_REAL_BITS 64
#include "physics/guard.h"
#include "physics/sources.h"
#include "run/guard_cell.h"

/* ---- what drives the run ---- */

static double largest_of(const time_table *tables, int count)
{
    double most = -INFINITY;
    for (int k = 0; k < count; ++k)
        for (int n = 0; n < tables[k].count; ++n)
            most = fmax(most, tables[k].value[n]);
    return most;
}

/* Highest level at the boundaries, relative to the datum. */
static double boundary_level(const spate_sim *sim)
{
    double highest = -INFINITY;
    for (int n = 0; n < sim->boundary_count; ++n) {
        const face_boundary *b = &sim->face_boundaries[n];
        const double level = largest_of(b->tables, b->table_count) - b->datum;
        if (b->kind == FACE_LEVEL)
            highest = fmax(highest, level);
        if (b->kind == FACE_WAVE)
            highest = fmax(highest, guard_reflected_level(level, sim->guard.still));
    }
    return highest;
}

/* Depth of an inflow whose level is given, at the deepest face and the lowest level; NaN where
 * none is given. */
static double inflow_depth(const face_boundary *b)
{
    double level = INFINITY, bed = INFINITY;
    if (b->table_count < 2)
        return (double)NAN;
    for (int n = 0; n < b->tables[1].count; ++n)
        level = fmin(level, b->tables[1].value[n] - b->datum);
    for (int k = 0; k < b->section_count; ++k)
        bed = fmin(bed, b->section[k].bed);
    return level - bed;
}

/* A whole discharge may enter through one face. */
static double inflow_speed(const spate_sim *sim)
{
    double fastest = 0;
    for (int n = 0; n < sim->boundary_count; ++n) {
        const face_boundary *b = &sim->face_boundaries[n];
        if (b->kind != FACE_DISCHARGE || b->table_count == 0)
            continue;
        const double q = fmax(largest_of(b->tables, 1), 0) / fmin(sim->grid.dx, sim->grid.dy);
        fastest = fmax(fastest, guard_inflow_speed(q, b->froude_depth, inflow_depth(b),
                                                   sim->options.gravity));
    }
    return fastest;
}

static double wind_speed(const spate_sim *sim, double t, double fall)
{
    const double tau = sim->ops->sources->wind_most(sim->scheme);
    const double steady = guard_steady_wind(tau, sim->guard.least_friction, fall,
                                            sim->options.friction == SPATE_FRICTION_MANNING);
    return guard_wind_speed(tau, t - sim->guard.t_begun, WIND_FULL_DEPTH, steady);
}

static int has_air(const spate_sim *sim)
{
    return (sim->ops->about->can.has & SCHEME_AIR) &&
           !isnan(sim->ops->sources->air_time(sim->scheme));
}

static guard_heads heads_of(const spate_sim *sim, double t)
{
    const sim_guard *g = &sim->guard;
    guard_heads h = {.initial_speed = g->initial_speed,
                     .inflow_speed = inflow_speed(sim),
                     .highest = fmax(g->highest, boundary_level(sim)),
                     .lowest = g->lowest,
                     .air = has_air(sim) ? GUARD_AIR_HEAD : 0};
    h.wind_speed = wind_speed(sim, t, guard_fall(&h));
    return h;
}

/* ---- the beginning ---- */

void guard_begin(spate_sim *sim)
{
    sim_guard *g = &sim->guard;
    const scheme_progress p = sim->ops->progress(sim->scheme);
    double range[3];
    guard_ground(sim, range);
    *g = (sim_guard){.lowest = range[0],
                     .highest_bed = range[1],
                     .least_friction = range[2],
                     .t_begun = p.t,
                     .t_window = p.t,
                     .steps_window = (double)p.steps,
                     .steps_checked = (double)p.steps};
    const scheme_survey s = sim->ops->survey(sim->scheme, g->lowest);
    g->highest = s.highest;
    g->still = s.highest; /* still level of a sea with incoming waves, at most this */
    g->initial_speed = s.speed;
    g->energy = s.energy;
}

/* ---- looks ---- */

static spate_status run_away(spate_sim *sim, const char *what, const char *bound)
{
    int64_t cell[2];
    const scheme_progress p = sim->ops->progress(sim->scheme);
    const double speed = guard_fastest_cell(sim, cell);
    sim->guard.stopped = 1;
    const spate_status status =
        spate_fail(sim->ctx, SPATE_ERROR_NUMERICAL,
                   "step %lld at t = %g s: %s, %s; the fastest water, %.4g m/s, is in cell (%lld, "
                   "%lld), x = %.10g, y = %.10g. The computation has run away, and results since "
                   "the last look at it, at most %d steps ago, cannot be trusted. %s",
                   (long long)p.steps, p.t, what, bound, speed, (long long)cell[0],
                   (long long)cell[1], grid_x(&sim->grid, cell[0], AT_CELL),
                   grid_y(&sim->grid, cell[1], AT_CELL), GUARD_STEPS, sim->ops->about->advice);
    surroundings_add(sim, cell[0], cell[1], "In this state");
    return status;
}

static spate_status judge_speed(spate_sim *sim, double speed, double limit)
{
    char what[80], bound[120];
    if (!(speed > limit))
        return SPATE_OK;
    snprintf(what, sizeof what, "water moves at %.4g m/s", speed);
    snprintf(bound, sizeof bound, "and no head in this run gives more than %.4g m/s", limit);
    return run_away(sim, what, bound);
}

static spate_status judge_energy(spate_sim *sim, double energy, double limit)
{
    char what[80], bound[120];
    if (!(energy > limit))
        return SPATE_OK;
    snprintf(what, sizeof what, "the water has an energy of %.4g GJ", energy * 1e-6);
    snprintf(bound, sizeof bound, "and it was given no more than %.4g GJ", limit * 1e-6);
    return run_away(sim, what, bound);
}

/* Fails if all steps since the start of the window were too short. Steps that ended at a requested
 * time may have any length and are not counted. */
static spate_status judge_step(spate_sim *sim, const scheme_progress *p, double speed, double fall)
{
    sim_guard *g = &sim->guard;
    const double steps = (double)p->steps - g->steps_window, passed = p->t - g->t_window;
    const double waves = sqrt(sim->options.gravity * fall);
    const double least = sim->ops->least_dt(sim->scheme, speed, waves);
    const int collapsed = passed < GUARD_COLLAPSE * least * (steps - g->cuts);
    char what[120], bound[120];
    snprintf(what, sizeof what, "the last %.0f steps were %.3g s long on average", steps,
             passed / steps);
    snprintf(bound, sizeof bound, "where the fastest flow of this run allows %.3g s", least);
    g->t_window = p->t;
    g->steps_window = (double)p->steps;
    g->cuts = 0;
    return collapsed ? run_away(sim, what, bound) : SPATE_OK;
}

/* Volumes (m3) that have entered since the start: by boundaries, and by rain and inflows. */
static void volumes_in(spate_sim *sim, double *edges, double *sources)
{
    double entered, left;
    spate_stats stats = {0};
    sim->ops->through(sim->scheme, &entered, &left);
    account_for_sources(sim, &stats);
    *edges = entered - sim->entered_before;
    *sources = stats.entered;
}

static int has_discharge(const spate_sim *sim)
{
    for (int n = 0; n < sim->boundary_count; ++n)
        if (sim->face_boundaries[n].kind == FACE_DISCHARGE)
            return 1;
    return 0;
}

spate_status guard_check(spate_sim *sim)
{
    sim_guard *g = &sim->guard;
    const scheme_progress p = sim->ops->progress(sim->scheme);
    if (sim->forced || !((double)p.steps > g->steps_checked))
        return SPATE_OK;
    double edges, sources;
    volumes_in(sim, &edges, &sources);
    const scheme_survey s = sim->ops->survey(sim->scheme, g->lowest);
    /* The level at the start does not bound water that rain and discharges bring. */
    if (sources > 0 || has_discharge(sim))
        g->highest = fmax(g->highest, s.highest);
    if (sources > 0)
        g->highest = fmax(g->highest, g->highest_bed);
    g->steps_checked = (double)p.steps;
    const guard_heads heads = heads_of(sim, p.t);
    const double speed = guard_speed_limit(&heads, sim->options.gravity);
    const double work = guard_wind_work(sim->ops->sources->wind_most(sim->scheme), p.t - g->t_begun,
                                        sim->active_area, speed);
    SPATE_TRY(judge_speed(sim, s.speed, speed));
    if (!has_air(sim))
        SPATE_TRY(judge_energy(sim, s.energy,
                               guard_energy_limit(g->energy, edges + sources, work, &heads,
                                                  sim->options.gravity)));
    return (double)p.steps - g->steps_window >= GUARD_STEPS
               ? judge_step(sim, &p, speed, guard_fall(&heads))
               : SPATE_OK;
}

spate_status guard_after_steps(spate_sim *sim, int ended)
{
    sim_guard *g = &sim->guard;
    const int64_t steps = sim->ops->progress(sim->scheme).steps;
    g->cuts += ended;
    const int due = steps % GUARD_STEPS == 0 ||
                    (ended && (double)steps - g->steps_checked >= GUARD_LEAST_STEPS);
    return due ? guard_check(sim) : SPATE_OK;
}

int64_t guard_steps_left(const spate_sim *sim)
{
    return GUARD_STEPS - sim->ops->progress(sim->scheme).steps % GUARD_STEPS;
}

/* Whether the values can be those of a run. Without water the highest level is -INFINITY. */
static int is_guard(const sim_guard *g)
{
    const double finite[] = {g->lowest, g->highest_bed,  g->least_friction, g->initial_speed,
                             g->energy, g->t_begun,      g->t_window,       g->steps_window,
                             g->cuts,   g->steps_checked};
    for (size_t n = 0; n < sizeof finite / sizeof *finite; ++n)
        if (!isfinite(finite[n]))
            return 0;
    return g->highest < INFINITY && g->still < INFINITY && (g->stopped == 0 || g->stopped == 1);
}

spate_status guard_persist(spate_sim *sim, state_stream *s)
{
    SPATE_TRY(state_block(s, "bounds", &sim->guard, sizeof sim->guard));
    if (!is_guard(&sim->guard))
        return fail_data(
            sim->ctx,
            "saved state: its bounds on speed and energy are not those of a run; use another one");
    if (s->loading && sim->guard.stopped > 0)
        return spate_fail(sim->ctx, SPATE_ERROR_NUMERICAL,
                          "saved state: the run was stopped at this state, t = %g s, because it "
                          "had run away; remove the newest file of checkpoints/ to go on from the "
                          "one before it, or begin anew. %s",
                          sim->ops->progress(sim->scheme).t, sim->ops->about->advice);
    return SPATE_OK;
}
