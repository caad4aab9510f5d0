/* RRB applied to a vector on the CPU: one pass down and one pass up for each level.
 *
 * Traffic of a level in values per node. Forward: reads r (1) and 15 planes (3.75), writes 0.25 and
 * r of the next level (0.25). Backward: reads z of the next level (0.25), r (0.5), 0.25 and 15
 * planes (3.75), writes z (1). */
#include "backend/cpu/krylov/level_rows.h"
#include "backend/krylov/rrb_passes.h"

extern level_pass LEVEL_SYMBOL(rrb_forward), LEVEL_SYMBOL(rrb_backward);

/* ---- forward ---- */

static void forward_odds(const rrb_view *view, ptrdiff_t J, int from, int to, real *restrict y)
{
    const rrb_view v = *view;
    const ptrdiff_t row = J * v.pitch;
#pragma omp simd
    for (int I = from; I < to; ++I)
        y[I] = rrb_forward_o(&v, row + I);
}

static void forward_evens(const rrb_view *view, ptrdiff_t J, int from, int to, const real *south,
                          const real *y, real *restrict out)
{
    const rrb_view v = *view;
    const ptrdiff_t row = J * v.pitch;
#pragma omp simd
    for (int I = from; I < to; ++I)
        out[I - from] = rrb_forward_e(&v, row + I, south[I - 1], south[I], y[I - 1], y[I]);
}

static void forward_block(const level_part *l, const level_part *next, level_block b)
{
    real first_south[LEVEL_COLUMNS + 1], out[LEVEL_COLUMNS];
    const rrb_view v = rrb_view_of(l);
    real *held = l->held[0];
    /* Row b.y0 - 1 belongs to another thread, or is a ghost row, which the backward pass needs. */
    real *south = b.y0 == 0 ? held - l->quad_pitch : first_south - (b.x0 - 1);
    forward_odds(&v, b.y0 - 1, b.x0 - 1, b.x1, south);
    for (int J = b.y0; J < b.y1; ++J) {
        real *y = held + J * l->quad_pitch;
        forward_odds(&v, J, b.x0 - 1, b.x1, y);
        forward_evens(&v, J, b.x0, b.x1, south, y, out);
        level_split(next, J, b.x0, b.x1, out);
        south = y;
    }
}

void LEVEL_SYMBOL(rrb_forward)(const level_part *l, const level_part *next)
{
    LEVEL_BLOCKS(l, forward_block, l, next);
}

/* ---- backward ---- */

/* ze: z of the E nodes in this row, ze_north in the next one. */
static void backward_odds(const rrb_view *view, ptrdiff_t J, level_block b, const real *ze,
                          const real *ze_north, const real *y, real *restrict zo)
{
    const rrb_view v = *view;
    const ptrdiff_t row = J * v.pitch;
#pragma omp simd
    for (int I = b.x0 - 1; I < b.x1; ++I)
        zo[I] = rrb_backward_o(&v, row + I, y[I], ze[I], ze[I + 1], ze_north[I], ze_north[I + 1]);
}

typedef struct z_rows {
    const real *e, *e_north, *o, *o_south;
} z_rows;

static void backward_reds(const level_part *l, const rrb_view *view, ptrdiff_t J, level_block b,
                          const z_rows *z)
{
    const rrb_view v = *view;
    const ptrdiff_t row = J * v.pitch;
    const real *e = z->e, *e_north = z->e_north, *o = z->o, *o_south = z->o_south;
    real *restrict south = (real *)l->z + 2 * J * l->z_pitch;
    real *restrict north = south + l->z_pitch;
#pragma omp simd
    for (int I = b.x0; I < b.x1; ++I) {
        south[2 * I] = e[I];
        south[2 * I + 1] = rrb_backward_r1(&v, row + I, e[I], e[I + 1], o_south[I], o[I]);
    }
#pragma omp simd
    for (int I = b.x0; I < b.x1; ++I) {
        north[2 * I] = rrb_backward_r2(&v, row + I, o[I - 1], o[I], e[I], e_north[I]);
        north[2 * I + 1] = o[I];
    }
}

static void backward_block(const level_part *l, const level_part *next, level_block b)
{
    real rows[2][LEVEL_COLUMNS + 1];
    const rrb_view v = rrb_view_of(l);
    real *zo = rows[0] - (b.x0 - 1), *zo_south = rows[1] - (b.x0 - 1);
    for (int J = b.y0 - 1; J < b.y1; ++J) {
        const real *ze = (const real *)next->z + J * next->z_pitch, *ze_north = ze + next->z_pitch;
        real *const other = zo_south;
        zo_south = zo;
        zo = other;
        backward_odds(&v, J, b, ze, ze_north, (const real *)l->held[0] + J * l->quad_pitch, zo);
        const z_rows z = {ze, ze_north, zo, zo_south};
        if (J >= b.y0)
            backward_reds(l, &v, J, b, &z);
    }
}

void LEVEL_SYMBOL(rrb_backward)(const level_part *l, const level_part *next)
{
    LEVEL_BLOCKS(l, backward_block, l, next);
}
