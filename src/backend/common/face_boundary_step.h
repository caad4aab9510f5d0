/* Values of boundaries at the stages of a step: on the host by one thread, on a GPU by the threads
 * of a block. f64 in every precision. */
#ifndef SPATE_BACKEND_FACE_BOUNDARY_STEP_H
#define SPATE_BACKEND_FACE_BOUNDARY_STEP_H

#include <math.h>

#include "backend/common/face_boundary.h"
#include "backend/common/face_team.h"
#include "physics/section.h"

/* Discharge of the whole section at a level; *slope: its derivative. The sums are order-free, so
 * that a mirrored section has the same discharge. */
SPATE_FN double carried_at(const face_boundary *b, const face_team *team, double level,
                           double *slope)
{
    exact_sum flows = {0, 0}, slopes = {0, 0};
    for (int k = team->rank; k < b->section_count; k += team->size) {
        const double depth = level - b->section[k].bed;
        const double flow = section_flow(b->section[k].carries, depth, b->critical);
        exact_sum_add(&flows, flow);
        exact_sum_add(&slopes, section_flow_slope(flow, depth, b->critical));
    }
    flows = team_sum(team, flows);
    slopes = team_sum(team, slopes);
    *slope = exact_sum_value(&slopes);
    return exact_sum_value(&flows);
}

/* The level with this discharge; *carried: the discharge at it. */
SPATE_FN double level_for(const face_boundary *b, const face_team *team, double discharge,
                          double *carried)
{
    double level = (double)INFINITY, slope;
    for (int k = team->rank; k < b->section_count; k += team->size)
        level =
            fmin(level, section_level_above(b->section[k].bed, b->section[k].carries, discharge));
    level = team_least(team, level);
    *carried = carried_at(b, team, level, &slope);
    for (int n = 0; n < 60 && section_carries_too_much(*carried, discharge); ++n) {
        level = section_newton_step(level, *carried, slope, discharge);
        *carried = carried_at(b, team, level, &slope);
    }
    return level;
}

SPATE_FN double ramped(const face_boundary *b, double value, double t)
{
    return b->ramp > 0 && t < b->ramp ? b->ramp_from + (value - b->ramp_from) * (t / b->ramp)
                                      : value;
}

SPATE_FN double discharge_at(const face_boundary *b, double at)
{
    if (b->rating_count)
        return b->conveyance > 0 ? -rating_outflow(b->rating_level, b->rating_discharge,
                                                   b->rating_count, b->mean_level + b->datum)
                                 : 0;
    return ramped(b, table_value(b->tables, at), at);
}

/* Level of the inflow at time `at`, relative to the datum; NaN where none is given. */
SPATE_FN double inflow_level(const face_boundary *b, double at)
{
    return b->table_count > 1 ? table_value(&b->tables[1], at) - b->datum : (double)NAN;
}

/* Discharges of the stages of a step from t to t + dt, and their levels, given or computed. A
 * computed level depends only on the discharge, so the level of the previous stage or step is used
 * where the discharge is the same. */
SPATE_FN void face_boundaries_begin(face_boundary *boundaries, int count, const face_team *team,
                                    double t, double dt, int stages)
{
    for (int n = 0; n < count; ++n) {
        face_boundary *b = &boundaries[n];
        if (b->kind != FACE_DISCHARGE)
            continue;
        for (int s = 0; s < stages; ++s) {
            const double q = discharge_at(b, t + s * dt);
            double level = b->level[s], carried = b->carried[s], slope;
            const double given = inflow_level(b, t + s * dt);
            const int known =
                b->carried[s] > 0 && q == b->discharge[s] && (b->table_count < 2 || given == level);
            team_wait(team); /* until all have read */
            if (q > 0 && !known && b->table_count > 1)
                carried = carried_at(b, team, level = given, &slope);
            if (q > 0 && !known && (b->table_count < 2 || !(carried > 0)))
                level = level_for(b, team, q, &carried);
            if (team->rank == 0) {
                b->discharge[s] = q;
                b->level[s] = q > 0 ? level : 0;
                b->carried[s] = q > 0 ? carried : 0;
            }
        }
    }
    team_wait(team);
}

/* Inflow is divided as the section carries it at the level of the discharge. Outflow is divided as
 * the present water would flow. Without water all faces have equal fractions, and nothing flows. */
SPATE_FN double share_of_discharge(const face_boundary *b, const boundary_face *f, int stage,
                                   double length)
{
    const double q = b->discharge[stage];
    if (q > 0) {
        const section_cell cell = b->section[(int)f->station];
        const double depth = b->level[stage] - cell.bed;
        return section_inflow(q, section_flow(cell.carries, depth, b->critical), b->carried[stage],
                              length);
    }
    if (b->conveyance > 0)
        return section_inflow(q, f->memory, b->conveyance, length);
    return q / b->section_length;
}

/* Depth of an inflow of q m2/s, where the boundary prescribes it; else 0. */
SPATE_FN double depth_of_inflow(const face_boundary *b, const boundary_face *f, int stage, double q)
{
    if (!(q > 0))
        return 0;
    if (b->froude_depth > 0)
        return froude_inflow_depth(b->froude_depth, q);
    if (b->table_count < 2)
        return 0;
    const double depth = b->level[stage] - b->section[(int)f->station].bed;
    return depth > 0 ? depth : 0;
}

SPATE_FN double level_of(const face_boundary *b, const boundary_face *f, double at)
{
    int k = (int)f->station;
    k = k < 0 ? 0 : k > b->table_count - 1 ? b->table_count - 1 : k;
    double value = table_value(&b->tables[k], at);
    const double share = f->station - k;
    if (share > 0 && k + 1 < b->table_count)
        value += share * (table_value(&b->tables[k + 1], at) - value);
    value = ramped(b, value, at) - b->datum;
    return nearbyint(value / b->spacing) * b->spacing; /* keeps a lake at this level at rest */
}

SPATE_FN void face_values_begin(const face_boundary *boundaries, const boundary_list *list,
                                const face_team *team, double t, double dt, int stages,
                                double length)
{
    for (int n = team->rank; n < list->count; n += team->size) {
        boundary_face *f = &list->faces[n];
        if (f->owner < 0 || f->kind == FACE_PROBE || f->kind == FACE_CREST)
            continue;
        const face_boundary *b = &boundaries[f->owner];
        for (int s = 0; s < stages; ++s) {
            if (f->kind == FACE_LEVEL || f->kind == FACE_WAVE)
                f->value[s] = level_of(b, f, t + s * dt);
            else if (f->kind == FACE_DISCHARGE) {
                f->value[s] = share_of_discharge(b, f, s, length);
                f->depth[s] = depth_of_inflow(b, f, s, f->value[s]);
            }
        }
    }
}

#endif
