/* Listed faces of the semi-implicit scheme: boundaries and sections. For every backend; the
 * equations are in physics/semi_implicit_edges.h. */
#ifndef SPATE_BACKEND_SEMI_IMPLICIT_EDGES_H
#define SPATE_BACKEND_SEMI_IMPLICIT_EDGES_H

#include "backend/semi_implicit/view.h"
#include "physics/section.h"
#include "physics/semi_implicit_edges.h"

/* Uses of stage_speed within a step, which nothing else has here: the change of the velocity by the
 * level where the face has a momentum equation, and 1 where nothing may come in; later the outflow
 * that was asked for there. A gain below 0: minus the outflow that was asked for, m2/s, where it was
 * more than the water. */
enum { SEMI_EDGE_GAIN, SEMI_EDGE_OUT };

/* Value of a boundary in the mean of the step, as the scheme weighs its begin and end. */
SPATE_FN double semi_boundary_mean(const boundary_face *f, const semi_axis *a)
{
    return f->value[0] + (double)a->theta * (f->value[1] - f->value[0]);
}

/* Level of a boundary at its inner cell. Higher air pressure lowers it, unless levels are used as
 * given. */
SPATE_FN calc semi_sea_level(const semi_view *v, ptrdiff_t cell, double level)
{
    const int lowered = v->air[1] && !v->levels_as_given;
    return lowered ? (calc)level - semi_air_at(v, cell) : (calc)level;
}

SPATE_FN ptrdiff_t semi_inner_cell(const semi_view *v, const boundary_face *f, int y, ptrdiff_t o)
{
    return f->outward > 0 ? o - v->step[y] : o;
}

SPATE_FN semi_inside semi_inside_at(const semi_view *v, const boundary_face *f, int y, ptrdiff_t o)
{
    const ptrdiff_t cell = semi_inner_cell(v, f, y, o), before = cell - f->outward * v->step[y];
    const ptrdiff_t face = o - f->outward * v->step[y];
    const semi_inside c = {.h = (calc)v->h[cell],
                           .bed = (calc)v->bed[cell],
                           .before = (calc)f->outward * (calc)v->vel[y][face],
                           .h_before = (calc)v->h[before],
                           .bed_before = (calc)v->bed[before]};
    return c;
}

/* A given discharge; that of a rating follows the level. */
SPATE_FN semi_edge semi_discharge_edge(const face_boundary *b, const boundary_face *f)
{
    const double outflow = -0.5 * (f->value[0] + f->value[1]), all = -b->discharge[1];
    const double speed = b->rating_count > 0 && all > 0
                             ? rating_slope(b->rating_level, b->rating_discharge, b->rating_count,
                                            b->mean_level + b->datum, outflow / all)
                             : 0;
    const semi_edge e = {.flux = (calc)outflow,
                         .rate = (calc)speed,
                         .only_out = b->rating_count > 0};
    return e;
}

SPATE_FN semi_edge semi_held_edge(const semi_view *v, const boundary_face *f, int y, ptrdiff_t o,
                                  const semi_inside *c)
{
    const ptrdiff_t cell = semi_inner_cell(v, f, y, o);
    const calc across = adi_mean((calc)v->vel[!y][cell], (calc)v->vel[!y][cell + v->step[!y]]);
    const calc strength = v->friction ? (calc)v->friction[cell] : v->strength;
    return semi_given_level(c, semi_sea_level(v, cell, semi_boundary_mean(f, &v->axis[y])),
                            (calc)f->outward * (calc)v->vel[y][o], across, strength, &v->axis[y],
                            v->law, v->advection != STAG_LINEAR);
}

SPATE_FN semi_edge semi_edge_at(const grid_part *part, const semi_view *v, const boundary_face *f,
                                int y, ptrdiff_t o)
{
    const semi_axis *const a = &v->axis[y];
    const semi_inside c = semi_inside_at(v, f, y, o);
    const ptrdiff_t cell = semi_inner_cell(v, f, y, o);
    const double mean = semi_boundary_mean(f, a);
    const double target = f->kind == FACE_WAVE ? 2 * mean - f->coefficient : mean;
    const int has_level = f->kind == FACE_LEVEL || f->kind == FACE_WAVE;
    if (has_level && semi_leaves_freely(&c, semi_sea_level(v, cell, target), a))
        return semi_open(&c, a);
    switch ((face_kind)f->kind) {
    case FACE_LEVEL:
        if (!(part->boundaries[f->owner].absorbing > 0))
            return semi_held_edge(v, f, y, o, &c);
        return semi_radiating(&c, semi_sea_level(v, cell, target), a);
    case FACE_WAVE: return semi_radiating(&c, semi_sea_level(v, cell, target), a);
    case FACE_OPEN: return semi_open(&c, a);
    case FACE_OUTFALL: return semi_outfall(&c, a);
    case FACE_NORMAL_DEPTH: return semi_normal_depth(&c, (calc)f->coefficient, a);
    case FACE_DISCHARGE: return semi_discharge_edge(&part->boundaries[f->owner], f);
    default: return semi_closed_edge(); /* refused when boundaries are set */
    }
}

/* The coefficients of a boundary face. */
SPATE_FN void semi_store_edge(const grid_part *part, const semi_view *v, boundary_face *f, int y)
{
    if (f->kind == FACE_PROBE)
        return;
    const ptrdiff_t o = (ptrdiff_t)f->j * v->step[1] + f->i;
    const semi_edge e = semi_edge_at(part, v, f, y, o);
    const calc outward = (calc)f->outward, pace = v->axis[y].k.pace;
    v->next[y][o] = (real)(outward * e.moved);
    v->gain[y][o] = (real)(pace * e.rate);
    v->amount[y][o] = (real)(outward * (pace * e.flux));
    v->coupling[y][o] = (real)0;
    f->stage_speed[SEMI_EDGE_GAIN] = (double)e.gain;
    f->stage_speed[SEMI_EDGE_OUT] = e.only_out;
}

/* Whether a given outflow takes more than there is; if so, its coefficients are replaced. Between
 * steps of Newton's method, with valid ghost cells of x. */
SPATE_FN int semi_limit_edge(const semi_view *v, boundary_face *f, int y)
{
    const ptrdiff_t o = (ptrdiff_t)f->j * v->step[1] + f->i, cell = semi_inner_cell(v, f, y, o);
    const calc outward = (calc)f->outward, x = (calc)v->change[cell], h = (calc)v->h[cell];
    const calc asked = outward * (calc)v->amount[y][o] + (calc)v->gain[y][o] * x;
    if (f->kind != FACE_DISCHARGE || f->stage_speed[SEMI_EDGE_GAIN] < 0 ||
        !semi_takes_too_much(asked, h, x))
        return 0;
    f->stage_speed[SEMI_EDGE_GAIN] = -((double)asked / (double)v->axis[y].k.pace);
    f->stage_speed[SEMI_EDGE_OUT] = 1;
    v->amount[y][o] = (real)(outward * (SEMI_TAKEN_RATE * h));
    v->gain[y][o] = (real)SEMI_TAKEN_RATE;
    return 1;
}

/* Its amount and velocity once x is known. */
SPATE_FN void semi_pass_edge(const semi_view *v, boundary_face *f, int y)
{
    if (f->kind == FACE_PROBE)
        return;
    const ptrdiff_t o = (ptrdiff_t)f->j * v->step[1] + f->i, cell = semi_inner_cell(v, f, y, o);
    const calc outward = (calc)f->outward, x = (calc)v->change[cell], h = (calc)v->h[cell];
    const calc gain = (calc)f->stage_speed[SEMI_EDGE_GAIN];
    const calc all = outward * (calc)v->amount[y][o] + (calc)v->gain[y][o] * x;
    const int only_out = f->stage_speed[SEMI_EDGE_OUT] > 0;
    const calc out = only_out ? max_zero_r(all) : all;
    const calc from_flux =
        stag_boundary_velocity(div_r(outward * out, v->axis[y].k.pace), h, h, v->axis[y].g);
    v->next[y][o] = (real)(gain > C(0) ? semi_velocity((calc)v->next[y][o], outward * gain, x)
                                       : plus_zero(from_flux));
    v->amount[y][o] = (real)plus_zero(outward * out);
    const double asked =
        gain < C(0) ? -f->stage_speed[SEMI_EDGE_GAIN] : (double)out / (double)v->axis[y].k.pace;
    f->stage_speed[SEMI_EDGE_OUT] = only_out ? asked : 0;
}

/* Velocity of a boundary face at the start of a run: that of the face before. With 0 instead, a
 * stream through the edge would start with a shock. */
SPATE_FN void semi_begin_edge(const grid_part *part, const boundary_face *f, int y)
{
    real *const u = (real *)part->field[y ? SEMI_V : SEMI_U][part->clock->now];
    const ptrdiff_t o = (ptrdiff_t)f->j * part->shape.pitch + f->i;
    if (f->kind != FACE_PROBE)
        u[o] = u[o - f->outward * (y ? part->shape.pitch : 1)];
}

/* Records the flux through a listed face, m2/s, once the amounts are final. An outflow that a
 * rating asks for follows the new level, so that the values of the face, from which face_account
 * computes the shortfall, are replaced by what was asked. */
SPATE_FN void semi_note_face(const grid_part *part, const semi_view *v, boundary_face *f, int y)
{
    const ptrdiff_t o = (ptrdiff_t)f->j * v->step[1] + f->i;
    const double flux = (double)v->amount[y][o] / (double)v->axis[y].k.pace;
    f->stage_mass[0] = f->stage_mass[1] = flux;
    if (f->kind == FACE_DISCHARGE && part->boundaries[f->owner].rating_count > 0) {
        const double asked = f->stage_speed[SEMI_EDGE_OUT];
        f->value[0] = f->value[1] = -(asked > f->outward * flux ? asked : f->outward * flux);
    }
}

#endif
