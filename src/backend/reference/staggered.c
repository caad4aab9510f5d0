/* The staggered kernels in simple loops: one thread, cell by cell, every value computed from the
 * old state, nothing skipped. The reference for the fast backends: same functions, same bits.
 * Compiled once per precision. */
#include <math.h>
#include <stdlib.h>

#include "backend/staggered/loops.h"

/* Fluxes, depths and new u of a step, which many values follow from. */
enum { KEPT_LIMITED_X, KEPT_LIMITED_Y, KEPT_DEPTH, KEPT_NEW_U, KEPT };

typedef calc value_fn(const stag_view *v, ptrdiff_t o);

static calc limited_x(const stag_view *v, ptrdiff_t o)
{
    return stag_limited_at(v, 0, o);
}

static calc limited_y(const stag_view *v, ptrdiff_t o)
{
    return stag_limited_at(v, 1, o);
}

static calc depth(const stag_view *v, ptrdiff_t o)
{
    return stag_depth_at(v, o);
}

static calc new_u(const stag_view *v, ptrdiff_t o)
{
    return stag_new_u_at(v, o);
}

/* Cells from -1 on, and so many beyond the last. */
static const calc *keep(const grid_part *p, const stag_view *v, calc *block, value_fn *value,
                        int beyond)
{
    calc *const at = block + part_origin(&p->shape);
    for (int j = -1; j < p->shape.ny + beyond; ++j)
        for (int i = -1; i < p->shape.nx + beyond; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * p->shape.pitch + i;
            at[o] = value(v, o);
        }
    return at;
}

/* Fills what many values follow from; without memory for it they are computed again and again. */
static void keep_values(const grid_part *p, stag_view *v, calc *blocks)
{
    const ptrdiff_t size = (ptrdiff_t)part_rows(&p->shape) * p->shape.pitch;
    if (!blocks)
        return;
    const calc *x = keep(p, v, blocks + KEPT_LIMITED_X * size, limited_x, 2);
    const calc *y = keep(p, v, blocks + KEPT_LIMITED_Y * size, limited_y, 2);
    v->limited[0] = x;
    v->limited[1] = y;
    v->depth = keep(p, v, blocks + KEPT_DEPTH * size, depth, 1);
    v->new_u = keep(p, v, blocks + KEPT_NEW_U * size, new_u, 1);
}

static void note_activity(const grid_part *p, int active)
{
    if (active)
        p->clock->flags &= ~(uint32_t)CLOCK_STILL;
}

static void step_cell(grid_part *p, const stag_view *v, ptrdiff_t o)
{
    const int next = 1 - p->clock->now;
    const calc h = stag_depth_at(v, o), x = stag_new_u_at(v, o), y = stag_new_v_at(v, o);
    ((real *)p->field[FIELD_DEPTH][next])[o] = (real)h;
    ((real *)p->field[STAG_U][next])[o] = (real)x;
    ((real *)p->field[STAG_V][next])[o] = (real)y;
    const unrest_value moved =
        stag_activity((calc)v->h[o], h, (calc)v->vel[0][o], x, (calc)v->vel[1][o], y);
    note_activity(p, unrest_seen(moved));
    if (!(h >= C(0)))
        p->clock->face_rate = (double)INFINITY; /* NaN: the step fails */
}

/* The corner of a cell with depths before the sources, which its neighbours see too. */
static calc rate_of(const grid_part *p, const stag_view *v, ptrdiff_t o)
{
    const int next = 1 - p->clock->now;
    if (p->codes[o] & CELL_INACTIVE)
        return C(0);
    const calc beside = max_r(stag_depth_at(v, o - 1), stag_depth_at(v, o - p->shape.pitch));
    return stag_rate(max_r(stag_depth_at(v, o), beside),
                     stag_paced_velocity(p->codes, 0, (const real *)p->field[STAG_U][next], o),
                     stag_paced_velocity(p->codes, 1, (const real *)p->field[STAG_V][next], o),
                     &v->pacing);
}

static void raise_rate(grid_part *p, calc rate)
{
    p->clock->next_rate = fmax(p->clock->next_rate, (double)rate);
}

static void sources(grid_part *p, const stag_view *v)
{
    const int water = part_water_kind(p), next = 1 - p->clock->now;
    const inflow_list *l = &p->sources.inflow_cells;
    for (int j = 0; j < p->shape.ny && water != WATER_KEPT; ++j)
        for (int i = 0; i < p->shape.nx; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * p->shape.pitch + i;
            if (p->codes[o] & CELL_INACTIVE)
                continue;
            note_activity(p, part_water_cell(p, water, o));
            raise_rate(p, stag_own_rate_at(p, &v->pacing, next, o));
        }
    for (int n = 0; n < l->count; ++n) {
        note_activity(p, stag_inflow_cell(p, n));
        raise_rate(p, stag_own_rate_at(p, &v->pacing, next,
                                       (ptrdiff_t)l->cells[n].j * p->shape.pitch + l->cells[n].i));
    }
}

static void stage(grid_part *p, part_region region, int index)
{
    (void)index; /* there is one */
    if (region == REGION_INNER)
        return; /* the reference waits for the ghosts and does everything then */
    p->tiles_computed = 0;
    if (p->clock->flags & CLOCK_JUMP)
        return;
    stag_view v = stag_view_of(p);
    calc *blocks = calloc(KEPT * part_rows(&p->shape) * (size_t)p->shape.pitch, sizeof *blocks);
    keep_values(p, &v, blocks);
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i)
            step_cell(p, &v, (ptrdiff_t)j * p->shape.pitch + i);
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i)
            raise_rate(p, rate_of(p, &v, (ptrdiff_t)j * p->shape.pitch + i));
    stag_note_faces(p, &v);
    sources(p, &v);
    free(blocks);
    p->tiles_computed = (int64_t)p->shape.tiles_x * p->shape.tiles_y;
}

static void finish(grid_part *p)
{
    stag_judge_length(p->clock);
    clock_finish(p);
}

const staggered_kernels SPATE_NAME(staggered_kernels_reference) = {
    .steps = {.base = {.isa = "plain", .limiting = stag_limiting_cell, .show = stag_show},
              .begin = clock_begin,
              .stage = stage,
              .finish = finish},
    .faces = stag_faces,
    .centre_changed = stag_centre_changed,
    .to_faces = stag_to_faces,
};
