/* Loops of the vector-invariant schemes over whole parts that need not be fast, for backends whose
 * kernels run on the host. */
#ifndef SPATE_BACKEND_VECTOR_INVARIANT_LOOPS_H
#define SPATE_BACKEND_VECTOR_INVARIANT_LOOPS_H

#include "backend/vector_invariant/cell.h"
#include "backend/vector_invariant/clock.h"

static inline void vi_begin(grid_part *p)
{
    vi_clock_begin(p);
}

static inline void vi_finish(grid_part *p)
{
    vi_clock_finish(p);
}

static inline double vi_limiting_cell(const grid_part *p, int *at_i, int *at_j)
{
    const vi_state s = vi_slot(p, p->clock->now);
    calc top = C(-1);
    *at_i = *at_j = 0;
    for (int j = 0; j < p->shape.ny; ++j) {
        const vi_pacing pacing = vi_pacing_of_rows(p, j, j + 1);
        for (int i = 0; i < p->shape.nx; ++i) {
            const calc rate = vi_rate_at(&s, &pacing, (ptrdiff_t)j * p->shape.pitch + i);
            if (rate > top) {
                top = rate;
                *at_i = i;
                *at_j = j;
            }
        }
    }
    return (double)top;
}

/* Momentum at cells from velocities at faces, whose ghost cells are valid. */
static inline void vi_show(grid_part *p)
{
    for (int y = 0; y < 2; ++y) {
        real *to = (real *)p->field[y ? FIELD_MOMENTUM_Y : FIELD_MOMENTUM_X][0];
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
        for (int j = 0; j < p->shape.ny; ++j)
            for (int i = 0; i < p->shape.nx; ++i) {
                const ptrdiff_t o = (ptrdiff_t)j * p->shape.pitch + i;
                to[o] = (real)vi_centred(p, y, o);
            }
    }
}

static inline int vi_centre_changed(grid_part *p)
{
    int changed = 0;
    for (int y = 0; y < 2; ++y) {
        const real *is = (const real *)p->field[y ? FIELD_MOMENTUM_Y : FIELD_MOMENTUM_X][0];
#ifdef _OPENMP
#pragma omp parallel for schedule(static) reduction(| : changed)
#endif
        for (int j = 0; j < p->shape.ny; ++j)
            for (int i = 0; i < p->shape.nx; ++i) {
                const ptrdiff_t o = (ptrdiff_t)j * p->shape.pitch + i;
                changed |= is[o] != (real)vi_centred(p, y, o);
            }
    }
    return changed;
}

static inline void vi_to_faces(grid_part *p)
{
    for (int y = 0; y < 2; ++y)
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
        for (int j = 0; j < p->shape.ny; ++j)
            for (int i = 0; i < p->shape.nx; ++i)
                vi_face_from_cells(p, y, (ptrdiff_t)j * p->shape.pitch + i);
}

static inline void vi_filter_row(const grid_part *p, int j, int x0, int x1)
{
    for (int i = x0; i < x1; ++i)
        vi_filter_at(p, (ptrdiff_t)j * p->shape.pitch + i);
}

static inline void vi_filter(grid_part *p, part_region region)
{
    const vi_inner b = vi_inner_of(&p->shape);
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
    for (int j = 0; j < p->shape.ny; ++j) {
        const int has_inner = j >= b.y0 && j < b.y1;
        const int x0 = has_inner ? b.x0 : 0, x1 = has_inner ? b.x1 : 0;
        if (region == REGION_ALL) {
            vi_filter_row(p, j, 0, p->shape.nx);
        } else if (region == REGION_INNER) {
            vi_filter_row(p, j, x0, x1);
        } else {
            vi_filter_row(p, j, 0, x0);
            vi_filter_row(p, j, x1, p->shape.nx);
        }
    }
}

#endif
