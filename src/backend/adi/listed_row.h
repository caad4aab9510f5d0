/* Matrix rows of the outer faces of the ADI scheme that have a boundary. For every backend; the
 * equations are in physics/adi_edges.h. */
#ifndef SPATE_BACKEND_ADI_LISTED_ROW_H
#define SPATE_BACKEND_ADI_LISTED_ROW_H

#include "backend/adi/view.h"
#include "physics/adi_edges.h"
#include "physics/section.h"

/* Value of a boundary in the middle, and at the end, of the flux's own step. */
SPATE_FN double adi_boundary_mid(const boundary_face *f, int stage)
{
    return adi_value_mid(f->value[0], f->value[1], stage);
}

SPATE_FN double adi_boundary_end(const boundary_face *f, int stage)
{
    return adi_value_end(f->value[0], f->value[1], stage);
}

/* Derivative of the outflow through a face by its level, m/s: its fraction of the slope of the
 * rating at the mean level. */
SPATE_FN double adi_rating_speed(const face_boundary *b, double outflow)
{
    const double all = -b->discharge[1];
    return all > 0 ? rating_slope(b->rating_level, b->rating_discharge, b->rating_count,
                                  b->mean_level + b->datum, outflow / all)
                   : 0;
}

/* A given discharge. That of a rating was found for level_then, the level at the beginning of the
 * step. */
SPATE_FN adi_row adi_discharge_row(const face_boundary *b, const boundary_face *f,
                                   const adi_cell *inside, calc level_then, int stage,
                                   const adi_sweep *k)
{
    const double outflow = -adi_boundary_end(f, stage);
    const double speed = adi_rating_speed(b, outflow);
    const calc outward = (calc)f->outward, reach = stage == ADI_LAUNCH ? C(1) : C(2);
    adi_row row = adi_level_driven_row(inside, outward, (calc)speed, level_then, reach, k);
    row.d = row.d + outward * (calc)outflow;
    return row;
}

/* Level of a boundary at its inner cell. Higher air pressure lowers it, unless levels are used as
 * given. */
SPATE_FN calc adi_sea_level(const adi_view *v, ptrdiff_t cell, double level)
{
    const int lowered = v->terms.aired && !v->levels_as_given;
    return lowered ? (calc)level - adi_air_at(v, cell) : (calc)level;
}

/* Level outside a face, at the end of the flux's own step; the bed where uniform flow goes on. */
SPATE_FN calc adi_outer_level(const adi_view *v, const boundary_face *f, ptrdiff_t cell, int stage)
{
    return f->kind == FACE_NORMAL_DEPTH ? (calc)v->bed[cell]
                                        : adi_sea_level(v, cell, adi_boundary_end(f, stage));
}

/* An outer face with its inner cell. */
typedef struct adi_edge {
    adi_cell inside;
    calc outward;           /* 1: outside is in front, -1: at the back */
    calc arrives;           /* flux of the face before it */
    calc reach;             /* as in adi_level_driven_row */
    ptrdiff_t cell, before; /* the inner cell and the one before it */
} adi_edge;

SPATE_FN adi_edge adi_edge_at(const adi_view *v, const boundary_face *f, ptrdiff_t o, int stage)
{
    const ptrdiff_t cell = f->outward > 0 ? o - v->along : o;
    const adi_edge e = {.inside = adi_cell_at(v, cell, v->terms.extrapolated),
                        .outward = (calc)f->outward,
                        .arrives = (calc)v->p[f->outward > 0 ? o - v->along : o + v->along],
                        .reach = stage == ADI_LAUNCH ? C(1) : C(2),
                        .cell = cell,
                        .before = cell - f->outward * v->along};
    return e;
}

SPATE_FN adi_row adi_fixed_level_row(const adi_view *v, const boundary_face *f, const adi_edge *e,
                                     ptrdiff_t o, int stage)
{
    const calc q = adi_mean((calc)v->q[e->cell], (calc)v->q[e->cell + v->across]);
    const calc strength = v->friction ? (calc)v->friction[e->cell] : v->strength;
    const adi_sweep k = adi_sweep_in_row(v, o);
    return adi_level_row(&e->inside, e->outward,
                         adi_sea_level(v, e->cell, adi_boundary_mid(f, stage)), (calc)v->p[o], q,
                         strength, &v->terms, &k);
}

/* The row of an outer face with a boundary; o as in adi_row_at. */
SPATE_FN adi_row adi_listed_row(const grid_part *part, const adi_view *v, const boundary_face *f,
                                ptrdiff_t o, int stage)
{
    const adi_edge e = adi_edge_at(v, f, o, stage);
    /* An outfall has no level outside, and its row lets supercritical flow leave. */
    const int has_outside =
        f->kind != FACE_OPEN && f->kind != FACE_OUTFALL && f->kind != FACE_DISCHARGE;
    const int free = has_outside && adi_leaves_freely(&e.inside, e.outward, e.arrives,
                                                      adi_outer_level(v, f, e.cell, stage), &v->k);
    const calc h_before = adi_mid_depth(v, e.before, v->terms.extrapolated);
    const double level = adi_boundary_end(f, stage);
    switch (free ? FACE_OPEN : (face_kind)f->kind) {
    case FACE_LEVEL:
        if (part->boundaries[f->owner].absorbing > 0)
            return adi_radiating_row(&e.inside, e.outward, adi_sea_level(v, e.cell, level), e.reach,
                                     v->g, &v->k);
        return adi_fixed_level_row(v, f, &e, o, stage);
    case FACE_OPEN:
        return adi_open_row(&e.inside, e.outward, e.arrives, h_before, (calc)v->bed[e.before], v->g,
                            &v->k);
    case FACE_OUTFALL:
        return adi_outfall_row(&e.inside, e.outward, e.arrives, h_before, v->g, &v->k);
    case FACE_NORMAL_DEPTH:
        return adi_normal_depth_row(&e.inside, e.outward, (calc)f->coefficient, e.reach, v->g,
                                    &v->k);
    case FACE_WAVE:
        return adi_radiating_row(&e.inside, e.outward,
                                 adi_sea_level(v, e.cell, 2 * level - f->coefficient), e.reach,
                                 v->g, &v->k);
    case FACE_DISCHARGE: {
        const calc h_then = (calc)(stage == ADI_SWEEP_X ? v->h : v->h_before)[e.cell];
        return adi_discharge_row(&part->boundaries[f->owner], f, &e.inside, h_then + e.inside.bed,
                                 stage, &v->k);
    }
    default: return adi_still_row(); /* refused when boundaries are set */
    }
}

#endif
