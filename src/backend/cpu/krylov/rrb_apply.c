/* RRB applied to a vector on the CPU: one pass up and one pass down for each level.
 *
 * Traffic of a level in words per node. Forward: reads r (1) and 15 planes (3.75), writes 0.25 and
 * r of the next level (0.25). Backward: reads z of the next level (0.25), r (0.5), 0.25 and 15
 * planes (3.75), writes z (1). On level 0 of 5-point systems (no R1 and R2), in words per quad:
 * forward reads 2 and 5 planes and writes 1, backward reads 1, 1 and 5 planes and writes 1. */
#include "backend/cpu/krylov/level_rows.h"
#include "backend/krylov/rrb.h"

extern level_pass LEVEL_SYMBOL(rrb_forward), LEVEL_SYMBOL(rrb_backward);

typedef struct forward_row {
    const real *r1, *r2, *o, *e; /* r in this row of quads */
    const real *r1_north, *r2_south;
    const real *w1, *e1, *n1, *d1, *s1_north, *d1_north;
    const real *w2, *e2, *s2, *d2, *n2_south, *d2_south;
    const real *d;
    const real *sw, *se, *ne_south, *nw_south;
} forward_row;

SPATE_FN forward_row forward_row_of(const level_part *l, ptrdiff_t J)
{
    return (forward_row){.r1 = level_r(l, QUAD_R1, J),
                         .r2 = level_r(l, QUAD_R2, J),
                         .o = level_r(l, QUAD_O, J),
                         .e = level_r(l, QUAD_E, J),
                         .r1_north = level_r(l, QUAD_R1, J + 1),
                         .r2_south = level_r(l, QUAD_R2, J - 1),
                         .w1 = level_row(l, R1_W, J),
                         .e1 = level_row(l, R1_E, J),
                         .n1 = level_row(l, R1_N, J),
                         .d1 = level_row(l, R1_D, J),
                         .s1_north = level_row(l, R1_S, J + 1),
                         .d1_north = level_row(l, R1_D, J + 1),
                         .w2 = level_row(l, R2_W, J),
                         .e2 = level_row(l, R2_E, J),
                         .s2 = level_row(l, R2_S, J),
                         .d2 = level_row(l, R2_D, J),
                         .n2_south = level_row(l, R2_N, J - 1),
                         .d2_south = level_row(l, R2_D, J - 1),
                         .d = level_row(l, O_D, J),
                         .sw = level_row(l, O_SW, J),
                         .se = level_row(l, O_SE, J),
                         .ne_south = level_row(l, O_NE, J - 1),
                         .nw_south = level_row(l, O_NW, J - 1)};
}

/* r of the O nodes without R1 and R2, times 1 / pivot. */
static void forward_odds(const level_part *l, ptrdiff_t J, int from, int to, real *restrict y)
{
    const forward_row f = forward_row_of(l, J);
#pragma omp simd
    for (int I = from; I < to; ++I)
        y[I] =
            f.d[I] * (f.o[I] - sum_four(f.n1[I], f.r1[I] * f.d1[I], f.s1_north[I],
                                        f.r1_north[I] * f.d1_north[I], f.e2[I], f.r2[I] * f.d2[I],
                                        f.w2[I + 1], f.r2[I + 1] * f.d2[I + 1]));
}

/* r of the E nodes without all others. */
static void forward_evens(const level_part *l, ptrdiff_t J, int from, int to, const real *south,
                          const real *y, real *restrict out)
{
    const forward_row f = forward_row_of(l, J);
#pragma omp simd
    for (int I = from; I < to; ++I)
        out[I - from] =
            (f.e[I] - sum_four(f.e1[I - 1], f.r1[I - 1] * f.d1[I - 1], f.w1[I], f.r1[I] * f.d1[I],
                               f.n2_south[I], f.r2_south[I] * f.d2_south[I], f.s2[I],
                               f.r2[I] * f.d2[I])) -
            sum_four(f.ne_south[I - 1], south[I - 1], f.nw_south[I], south[I], f.se[I - 1],
                     y[I - 1], f.sw[I], y[I]);
}

static void forward_block(const level_part *l, const level_part *next, level_block b)
{
    real first_south[LEVEL_COLUMNS + 1], out[LEVEL_COLUMNS];
    real *held = l->held[0];
    /* Row b.y0 - 1 belongs to another thread, or is a ghost row, which the backward pass needs. */
    real *south = b.y0 == 0 ? held - l->quad_pitch : first_south - (b.x0 - 1);
    forward_odds(l, b.y0 - 1, b.x0 - 1, b.x1, south);
    for (int J = b.y0; J < b.y1; ++J) {
        real *y = held + J * l->quad_pitch;
        forward_odds(l, J, b.x0 - 1, b.x1, y);
        forward_evens(l, J, b.x0, b.x1, south, y, out);
        level_split(next, J, b.x0, b.x1, out);
        south = y;
    }
}

void LEVEL_SYMBOL(rrb_forward)(const level_part *l, const level_part *next)
{
    LEVEL_BLOCKS(l, forward_block, l, next);
}

/* ---- back ---- */

/* z of the O nodes. ze: z of the E nodes in this row and the one to the north. */
SPATE_FN void backward_odds(const level_part *l, ptrdiff_t J, int from, int to, const real *ze,
                            const real *ze_north, const real *y, real *restrict zo)
{
    const real *sw = level_row(l, O_SW, J), *se = level_row(l, O_SE, J),
               *nw = level_row(l, O_NW, J), *ne = level_row(l, O_NE, J), *d = level_row(l, O_D, J);
#pragma omp simd
    for (int I = from; I < to; ++I)
        zo[I] = y[I] - d[I] * sum_four(sw[I], ze[I], se[I], ze[I + 1], nw[I], ze_north[I], ne[I],
                                       ze_north[I + 1]);
}

static void backward_reds(const level_part *l, ptrdiff_t J, level_block b, const real *ze,
                          const real *ze_north, const real *zo, const real *zo_south)
{
    const real *r1 = level_r(l, QUAD_R1, J), *r2 = level_r(l, QUAD_R2, J);
    const real *w1 = level_row(l, R1_W, J), *e1 = level_row(l, R1_E, J),
               *s1 = level_row(l, R1_S, J), *n1 = level_row(l, R1_N, J),
               *d1 = level_row(l, R1_D, J);
    const real *w2 = level_row(l, R2_W, J), *e2 = level_row(l, R2_E, J),
               *s2 = level_row(l, R2_S, J), *n2 = level_row(l, R2_N, J),
               *d2 = level_row(l, R2_D, J);
    real *restrict south = (real *)l->z + 2 * J * l->z_pitch;
    real *restrict north = south + l->z_pitch;
#pragma omp simd
    for (int I = b.x0; I < b.x1; ++I) {
        south[2 * I] = ze[I];
        south[2 * I + 1] = d1[I] * (r1[I] - sum_four(w1[I], ze[I], e1[I], ze[I + 1], s1[I],
                                                     zo_south[I], n1[I], zo[I]));
    }
#pragma omp simd
    for (int I = b.x0; I < b.x1; ++I) {
        north[2 * I] = d2[I] * (r2[I] - sum_four(w2[I], zo[I - 1], e2[I], zo[I], s2[I], ze[I],
                                                 n2[I], ze_north[I]));
        north[2 * I + 1] = zo[I];
    }
}

static void backward_block(const level_part *l, const level_part *next, level_block b)
{
    real rows[2][LEVEL_COLUMNS + 1];
    real *zo = rows[0] - (b.x0 - 1), *zo_south = rows[1] - (b.x0 - 1);
    for (int J = b.y0 - 1; J < b.y1; ++J) {
        const real *ze = (const real *)next->z + J * next->z_pitch, *ze_north = ze + next->z_pitch;
        real *const other = zo_south;
        zo_south = zo;
        zo = other;
        backward_odds(l, J, b.x0 - 1, b.x1, ze, ze_north,
                      (const real *)l->held[0] + J * l->quad_pitch, zo);
        if (J >= b.y0)
            backward_reds(l, J, b, ze, ze_north, zo, zo_south);
    }
}

void LEVEL_SYMBOL(rrb_backward)(const level_part *l, const level_part *next)
{
    LEVEL_BLOCKS(l, backward_block, l, next);
}
