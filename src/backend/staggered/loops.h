/* Loops of the staggered scheme over lists and whole parts that need not be fast, for backends
 * whose kernels run on the host. */
#ifndef SPATE_BACKEND_STAGGERED_LOOPS_H
#define SPATE_BACKEND_STAGGERED_LOOPS_H

#include "backend/common/step_clock.h"
#include "backend/staggered/cell.h"

static inline void stag_faces(grid_part *part)
{
    if (part->clock->flags & CLOCK_JUMP)
        return;
    const stag_view v = stag_view_of(part);
    for (int n = 0; n < part->boundary_x.count; ++n)
        stag_listed_face(part, &v, 0, &part->boundary_x.faces[n]);
    for (int n = 0; n < part->boundary_y.count; ++n)
        stag_listed_face(part, &v, 1, &part->boundary_y.faces[n]);
}

static inline void stag_note_faces(grid_part *part, const stag_view *v)
{
    for (int n = 0; n < part->boundary_x.count; ++n)
        stag_note_face(v, 0, &part->boundary_x.faces[n]);
    for (int n = 0; n < part->boundary_y.count; ++n)
        stag_note_face(v, 1, &part->boundary_y.faces[n]);
}

/* A step in which discharges, rain or waves from outside made flow or depth grow so much that it is
 * more than twice as long as the new state allows is made again, shorter. */
SPATE_FN void stag_judge_length(spate_clock *c)
{
    if (!(c->flags & CLOCK_JUMP) && 0.5 * c->next_rate > c->face_rate)
        c->face_rate = 0.5 * c->next_rate;
}

SPATE_FN stag_pacing stag_pacing_of_part(const grid_part *p)
{
    return stag_pacing_of(p->params.dx, p->params.dy, p->params.gravity, stag_of(p)->viscosity);
}

static inline double stag_limiting_cell(const grid_part *p, int *at_i, int *at_j)
{
    const stag_pacing pacing = stag_pacing_of_part(p);
    calc top = C(-1);
    *at_i = *at_j = 0;
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i) {
            const calc rate =
                stag_rate_at(p, &pacing, p->clock->now, (ptrdiff_t)j * p->shape.pitch + i);
            if (rate > top) {
                top = rate;
                *at_i = i;
                *at_j = j;
            }
        }
    return (double)top;
}

/* Momentum at cells from velocities at faces, whose ghost cells are valid. */
static inline void stag_show(grid_part *p)
{
    const stag_view v = stag_view_of(p);
    for (int y = 0; y < 2; ++y) {
        real *to = (real *)p->field[y ? FIELD_MOMENTUM_Y : FIELD_MOMENTUM_X][0];
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
        for (int j = 0; j < p->shape.ny; ++j)
            for (int i = 0; i < p->shape.nx; ++i)
                to[(ptrdiff_t)j * p->shape.pitch + i] =
                    (real)stag_centred(&v, y, (ptrdiff_t)j * p->shape.pitch + i);
    }
}

static inline int stag_centre_changed(grid_part *p)
{
    const stag_view v = stag_view_of(p);
    int changed = 0;
    for (int y = 0; y < 2; ++y) {
        const real *is = (const real *)p->field[y ? FIELD_MOMENTUM_Y : FIELD_MOMENTUM_X][0];
#ifdef _OPENMP
#pragma omp parallel for schedule(static) reduction(| : changed)
#endif
        for (int j = 0; j < p->shape.ny; ++j)
            for (int i = 0; i < p->shape.nx; ++i) {
                const ptrdiff_t o = (ptrdiff_t)j * p->shape.pitch + i;
                changed |= is[o] != (real)stag_centred(&v, y, o);
            }
    }
    return changed;
}

static inline void stag_to_faces(grid_part *p)
{
    const stag_view v = stag_view_of(p);
    for (int y = 0; y < 2; ++y)
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
        for (int j = 0; j < p->shape.ny; ++j)
            for (int i = 0; i < p->shape.nx; ++i)
                stag_face_from_cells(p, &v, y, (ptrdiff_t)j * p->shape.pitch + i);
}

#endif
