/* Values of boundaries at the stages of a step. */
#include "backend/face_boundary.h"

#include <math.h>

#define SPATE_REAL_BITS 64
#include "physics/friction.h"

double section_flow(double carries, double depth)
{
    return depth > 0 ? carries * (depth * depth) * inverse_cube_root(depth) : 0;
}

/* What the whole section carries at a level; *slope: its derivative. */
static double carried_at(const face_boundary *b, double level, double *slope)
{
    double sum = 0;
    *slope = 0;
    for (int k = 0; k < b->section_count; ++k) {
        const double depth = level - b->section[k].bed;
        const double flow = section_flow(b->section[k].carries, depth);
        sum += flow;
        *slope += depth > 0 ? (5.0 / 3.0) * flow / depth : 0;
    }
    return sum;
}

/* The level that carries a discharge at the boundary's slope; *carried: what it carries. The flow is
 * convex in the level, so Newton from above comes down monotonically. Above is where one face alone
 * would carry more: at a depth of Q / carries if that is above 1 m, else of 1 m. */
static double level_for(const face_boundary *b, double discharge, double *carried)
{
    double level = INFINITY, slope;
    for (int k = 0; k < b->section_count; ++k)
        level = fmin(level, b->section[k].bed + fmax(discharge / b->section[k].carries, 1));
    *carried = carried_at(b, level, &slope);
    for (int n = 0; n < 60 && *carried > (1 + 1e-10) * discharge; ++n) {
        level -= (*carried - discharge) / slope;
        *carried = carried_at(b, level, &slope);
    }
    return level;
}

static double ramped(const face_boundary *b, double value, double t)
{
    return b->ramp > 0 && t < b->ramp ? b->ramp_from + (value - b->ramp_from) * (t / b->ramp)
                                      : value;
}

/* Linear in the table, its last entries beyond it. */
static double rated(const face_boundary *b, double level)
{
    const int n = b->rating_count;
    if (level <= b->rating_level[0])
        return b->rating_discharge[0];
    for (int k = 1; k < n; ++k)
        if (level < b->rating_level[k]) {
            const double share =
                (level - b->rating_level[k - 1]) / (b->rating_level[k] - b->rating_level[k - 1]);
            return b->rating_discharge[k - 1] +
                   share * (b->rating_discharge[k] - b->rating_discharge[k - 1]);
        }
    return b->rating_discharge[n - 1];
}

void face_boundaries_begin(face_boundary *boundaries, int count, double t, double dt, int stages)
{
    for (int n = 0; n < count; ++n) {
        face_boundary *b = &boundaries[n];
        if (b->kind != FACE_DISCHARGE)
            continue;
        for (int s = 0; s < stages; ++s) {
            const double at = t + s * dt;
            b->discharge[s] = b->rating_count
                                  ? (b->conveyance > 0 ? -rated(b, b->mean_level + b->datum) : 0)
                                  : ramped(b, table_value(b->tables, at), at);
            if (b->discharge[s] > 0)
                b->level[s] = level_for(b, b->discharge[s], &b->carried[s]);
        }
    }
}

/* Into the grid: shares as the section carries them at the level of that discharge. Out of it: as the
 * water that is there would flow; all alike where there is none (and then nothing flows). */
static double share_of_discharge(const face_boundary *b, const boundary_face *f, int stage,
                                 double length)
{
    const double q = b->discharge[stage];
    if (q > 0) {
        const section_cell cell = b->section[(int)f->station];
        return q * (section_flow(cell.carries, b->level[stage] - cell.bed) / b->carried[stage]) /
               length;
    }
    if (b->conveyance > 0)
        return q * (f->memory / b->conveyance) / length;
    return q / b->section_length;
}

static double level_of(const face_boundary *b, const boundary_face *f, double at)
{
    int k = (int)f->station;
    k = k < 0 ? 0 : k > b->table_count - 1 ? b->table_count - 1 : k;
    double value = table_value(&b->tables[k], at);
    const double share = f->station - k;
    if (share > 0 && k + 1 < b->table_count)
        value += share * (table_value(&b->tables[k + 1], at) - value);
    value = ramped(b, value, at) - b->datum;
    return nearbyint(value / b->spacing) * b->spacing; /* a lake at this level is then at rest */
}

void face_values_begin(const face_boundary *boundaries, boundary_list *list, double t, double dt,
                       int stages, double length)
{
    for (int n = 0; n < list->count; ++n) {
        boundary_face *f = &list->faces[n];
        if (f->owner < 0 || f->kind == FACE_PROBE || f->kind == FACE_CREST)
            continue;
        const face_boundary *b = &boundaries[f->owner];
        for (int s = 0; s < stages; ++s) {
            if (f->kind == FACE_LEVEL || f->kind == FACE_WAVE)
                f->value[s] = level_of(b, f, t + s * dt);
            else if (f->kind == FACE_DISCHARGE)
                f->value[s] = share_of_discharge(b, f, s, length);
        }
    }
}
