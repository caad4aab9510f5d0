/* Primitive values, slopes and faces of one row: the loops of rows.h, specialised by bed model and
 * by whether faces may be closed. Included by sweep.c only. */
#ifndef SPATE_BACKEND_CPU_KURGANOV_SWEEP_FACES_H
#define SPATE_BACKEND_CPU_KURGANOV_SWEEP_FACES_H

#include "backend/cpu/kurganov/sweep_scratch.h"

/* The flags are constants, so that each combination is a loop of its own. */
static inline row_rule rule_of(const sweep *s, int bilinear, int edged)
{
    return (row_rule){.width = s->width,
                      .bilinear = bilinear,
                      .edged = edged,
                      .g = s->g,
                      .half_theta = s->half_theta,
                      .h_dry = s->h_dry};
}

#define BY_MODEL(s, call)                                                                          \
    do {                                                                                           \
        if ((s)->bilinear) {                                                                       \
            if ((s)->edged)                                                                        \
                call(rule_of(s, 1, 1));                                                            \
            else                                                                                   \
                call(rule_of(s, 1, 0));                                                            \
        } else {                                                                                   \
            if ((s)->edged)                                                                        \
                call(rule_of(s, 0, 1));                                                            \
            else                                                                                   \
                call(rule_of(s, 0, 0));                                                            \
        }                                                                                          \
    } while (0)

static SWEEP_NOINLINE void primitive(const sweep *s, int j)
{
    const ptrdiff_t o = origin(s, j), pitch = s->part->shape.pitch;
    if (s->edged)
        row_codes(s->part->codes + o, codes_at(s, j), s->width);
    const state_row q = {s->in[FIELD_DEPTH] + o, s->in[FIELD_MOMENTUM_X] + o,
                         s->in[FIELD_MOMENTUM_Y] + o};
    if (s->bilinear)
        row_primitive(q, s->bed + o, pitch, water_at(s, j), bed_at(s, j), rule_of(s, 1, 0));
    else
        row_primitive(q, s->bed + o, pitch, water_at(s, j), bed_at(s, j), rule_of(s, 0, 0));
}

static SWEEP_NOINLINE void submerged(const sweep *s, int j)
{
#define CALL(rule) row_submerged(stencil_at(s, j), sloped_at(s, j), rule)
    BY_MODEL(s, CALL);
#undef CALL
}

#define FACES_Y(flux, rule)                                                                        \
    row_faces_y(stencil_at(s, j), sloped_at(s, j), flux, water_rows(s, ROW_NORTH_SIDE),            \
                flux_y_at(s, j), source_y_at(s, j), rule)

static SWEEP_NOINLINE void faces_y(const sweep *s, int j)
{
#define CALL(rule) FACES_Y(1, rule)
    BY_MODEL(s, CALL);
#undef CALL
}

/* The row south of the rectangle: its north sides only. */
static SWEEP_NOINLINE void first_sides_y(const sweep *s, int j)
{
#define CALL(rule) FACES_Y(0, rule)
    BY_MODEL(s, CALL);
#undef CALL
}

static SWEEP_NOINLINE void sides_x(const sweep *s, int j)
{
#define CALL(rule)                                                                                 \
    row_sides_x(stencil_at(s, j), sloped_at(s, j), water_rows(s, ROW_WEST_SIDE),                   \
                water_rows(s, ROW_EAST_SIDE), row(s, ROW_SOURCE_X), rule)
    BY_MODEL(s, CALL);
#undef CALL
}

static SWEEP_NOINLINE void faces_x(const sweep *s, int j)
{
    const water_row west = water_rows(s, ROW_WEST_SIDE), east = water_rows(s, ROW_EAST_SIDE);
    const flux_row out = flux_rows(s, ROW_FLUX_X);
    if (s->edged)
        row_faces_x(west, east, codes_at(s, j), out, rule_of(s, 0, 1));
    else
        row_faces_x(west, east, codes_at(s, j), out, rule_of(s, 0, 0));
}

#endif
