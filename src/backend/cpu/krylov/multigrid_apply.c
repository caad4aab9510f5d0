/* A V cycle on the CPU. Each pass is a row of phases. With one thread the phases of a row follow each
 * other as soon as the rows that they need are ready, so that values stay in cache; with more
 * threads, or more parts, a phase covers all rows before the next one begins. The arithmetic is the
 * same.
 *
 * Traffic in values per quad if nothing leaves the cache between phases: forward reads r (4) and 24
 * planes, writes 4 and r of the next level (1); backward reads z of the next level (1), 3 held values,
 * r (4) and 24 planes, writes z (4). */
#include "backend/cpu/krylov/level_rows.h"
#include "backend/krylov/multigrid_passes.h"

extern level_phase LEVEL_SYMBOL(mg_phase);
extern level_pass LEVEL_SYMBOL(mg_forward), LEVEL_SYMBOL(mg_backward);

/* A row of one kind of nodes: to[I] = value(I). */
#define ROW_OF(name, kind, value, from)                                                            \
    static void name(const level_part *l, ptrdiff_t J)                                             \
    {                                                                                              \
        const mg_view v = mg_view_of(l);                                                           \
        const ptrdiff_t row = J * v.pitch;                                                         \
        real *restrict to = v.z[kind] + row;                                                       \
        _Pragma("omp simd") for (int I = from; I < l->qx; ++I) to[I] = value(&v, row + I);         \
    }
ROW_OF(first_r1, QUAD_R1, mg_first_r1, -1)
ROW_OF(first_r2, QUAD_R2, mg_first_r2, 0)
ROW_OF(relax_o, QUAD_O, mg_relax_o, 0)
ROW_OF(last_r2, QUAD_R2, mg_last_r2, 0)
ROW_OF(last_r1, QUAD_R1, mg_last_r1, 0)

static void first_e(const level_part *l, ptrdiff_t J)
{
    const mg_view v = mg_view_of(l);
    const ptrdiff_t row = J * v.pitch;
    real *restrict to = v.z[QUAD_E] + row;
#pragma omp simd
    for (int I = -1; I <= l->qx; ++I)
        to[I] = mg_first_e(&v, row + I);
}

static void restrict_block(const level_part *l, const level_part *next, ptrdiff_t J, int x0, int x1)
{
    const mg_view v = mg_view_of(l);
    const ptrdiff_t row = J * v.pitch;
    real out[LEVEL_COLUMNS], rest_r1[LEVEL_COLUMNS + 1];
#pragma omp simd
    for (int I = x0 - 1; I < x1; ++I)
        rest_r1[I - x0 + 1] = mg_rest_r1(&v, row + I);
#pragma omp simd
    for (int I = x0; I < x1; ++I)
        out[I - x0] = mg_restrict(&v, row + I, rest_r1[I - x0], rest_r1[I - x0 + 1],
                                  mg_rest_r2(&v, row - v.pitch + I), mg_rest_r2(&v, row + I));
    level_split(next, J, x0, x1, out);
}

static void restrict_row(const level_part *l, const level_part *next, ptrdiff_t J)
{
    for (int x = 0; x < l->qx; x += LEVEL_COLUMNS)
        restrict_block(l, next, J, x, l->qx - x < LEVEL_COLUMNS ? l->qx : x + LEVEL_COLUMNS);
}

/* The correction from the next level, where it counts: O is relaxed first and forgets it. */
static void correct(const level_part *l, const level_part *next, ptrdiff_t J)
{
    const mg_view v = mg_view_of(l);
    const ptrdiff_t row = J * v.pitch;
    const real *c = (const real *)next->z + J * next->z_pitch, *c_north = c + next->z_pitch;
    real *e = v.z[QUAD_E] + row, *r1 = v.z[QUAD_R1] + row, *r2 = v.z[QUAD_R2] + row;
#pragma omp simd
    for (int I = -1; I <= l->qx; ++I)
        e[I] += c[I];
#pragma omp simd
    for (int I = -1; I < l->qx; ++I)
        r1[I] = mg_corrected_r1(&v, row + I, c[I], c[I + 1]);
    if (J < l->qy)
#pragma omp simd
        for (int I = 0; I <= l->qx; ++I)
            r2[I] = mg_corrected_r2(&v, row + I, c[I], c_north[I]);
}

/* E, and z of both rows of nodes. */
static void last_e(const level_part *l, ptrdiff_t J)
{
    const mg_view v = mg_view_of(l);
    const ptrdiff_t row = J * v.pitch;
    const real *r1 = v.z[QUAD_R1] + row, *r2 = v.z[QUAD_R2] + row, *o = v.z[QUAD_O] + row;
    real *restrict south = (real *)l->z + 2 * J * l->z_pitch;
    real *restrict north = south + l->z_pitch;
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        south[2 * I] = mg_last_e(&v, row + I);
        south[2 * I + 1] = r1[I];
    }
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        north[2 * I] = r2[I];
        north[2 * I + 1] = o[I];
    }
}

/* ---- phases ---- */

/* Row J of a phase; rows outside its range are left out. */
static void phase_row(const level_part *l, const level_part *next, int phase, int J)
{
    const int ghosts = phase == MG_FIRST || phase == MG_CORRECT;
    if (J < -ghosts || J >= l->qy + ghosts)
        return;
    switch (phase) {
    case MG_FIRST:
        first_e(l, J);
        first_r1(l, J);
        break;
    case MG_FIRST_R2: first_r2(l, J); break;
    case MG_FIRST_O:
    case MG_LAST_O: relax_o(l, J); break;
    case MG_RESTRICT: restrict_row(l, next, J); break;
    case MG_CORRECT: correct(l, next, J); break;
    case MG_LAST_R2: last_r2(l, J); break;
    case MG_LAST_R1: last_r1(l, J); break;
    case MG_LAST_E: last_e(l, J); break;
    }
}

void LEVEL_SYMBOL(mg_phase)(const level_part *l, const level_part *next, int phase)
{
#pragma omp parallel for schedule(static) num_threads(level_team(l))
    for (int J = -1; J <= l->qy; ++J)
        phase_row(l, next, phase, J);
}

/* Runs phases [first, end) as a wave: the first one is a row ahead, since R2 and O need E and R1 of the
 * row to the north, before the latter is relaxed again. */
static void wave(const level_part *l, const level_part *next, int first, int end)
{
    if (level_team(l) > 1) {
        for (int phase = first; phase < end; ++phase)
            LEVEL_SYMBOL(mg_phase)(l, next, phase);
        return;
    }
    phase_row(l, next, first, -1);
    for (int J = 0; J <= l->qy; ++J) {
        phase_row(l, next, first, J);
        for (int phase = first + 1; phase < end; ++phase)
            phase_row(l, next, phase, J - 1);
    }
}

void LEVEL_SYMBOL(mg_forward)(const level_part *l, const level_part *next)
{
    wave(l, next, MG_FIRST, MG_FORWARD_END);
}

void LEVEL_SYMBOL(mg_backward)(const level_part *l, const level_part *next)
{
    wave(l, next, MG_CORRECT, MG_BACKWARD_END);
}
