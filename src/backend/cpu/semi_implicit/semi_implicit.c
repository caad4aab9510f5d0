/* Kernels of the semi-implicit scheme on cells: matrix rows, depths, sources, rates. Compiled for
 * each precision and instruction set. */
#include <math.h>

#include "backend/cpu/semi_implicit/faces.h"

/* ---- the system ---- */

/* Reads h and, of each axis, amount, gain and coupling; writes five words: 12 words a cell. */
static void cells(grid_part *part, int first)
{
    const semi_view v = semi_view_of(part);
    real *const change = (real *)part->field[SEMI_CHANGE][0];
#pragma omp parallel for schedule(static)
    for (int j = 0; j < part->shape.ny; ++j)
        for (int i = 0; i < part->shape.nx; ++i) {
            const ptrdiff_t o = semi_row_start(part, j) + i;
            semi_sum_row(&v, o, first || v.wet[o]);
            if (first)
                change[o] = (real)0;
        }
}

static semi_newton newton(grid_part *part)
{
    const semi_view v = semi_view_of(part);
    calc largest = C(0), wrong = C(0);
#pragma omp parallel for schedule(static) reduction(max : largest, wrong)
    for (int j = 0; j < part->shape.ny; ++j)
        for (int i = 0; i < part->shape.nx; ++i) {
            const ptrdiff_t o = semi_row_start(part, j) + i;
            largest = max_r(abs_r((calc)v.change[o]), largest);
            wrong = max_r(semi_next_row(&v, o), wrong);
        }
    return (semi_newton){(double)largest, (double)wrong};
}

static int64_t limit_edges(grid_part *part)
{
    const semi_view v = semi_view_of(part);
    int64_t limited = 0;
    for (int n = 0; n < part->boundary_x.count; ++n)
        limited += semi_limit_edge(&v, &part->boundary_x.faces[n], 0);
    for (int n = 0; n < part->boundary_y.count; ++n)
        limited += semi_limit_edge(&v, &part->boundary_y.faces[n], 1);
    return limited;
}

/* ---- depths ---- */

/* Reads h and both amounts; writes h: 4 words a cell. */
static int64_t depths(grid_part *part, int shared)
{
    const semi_view v = semi_view_of(part);
    real *const to = (real *)part->field[FIELD_DEPTH][1 - part->clock->now];
    int64_t wrong = 0;
#pragma omp parallel for schedule(static) reduction(+ : wrong)
    for (int j = 0; j < part->shape.ny; ++j)
        for (int i = 0; i < part->shape.nx; ++i) {
            const ptrdiff_t o = semi_row_start(part, j) + i;
            wrong += shared ? semi_shared_depth(&v, o, &to[o]) : semi_new_depth(&v, o, &to[o]);
        }
    return wrong;
}

static void begin_shares(grid_part *part, int all)
{
    const semi_view v = semi_view_of(part);
#pragma omp parallel for schedule(static)
    for (int j = 0; j < part->shape.ny; ++j)
        for (int i = 0; i < part->shape.nx; ++i) {
            const ptrdiff_t o = semi_row_start(part, j) + i;
            v.share[o] = (real)semi_first_share(&v, o, all);
        }
}

static void improve_shares(grid_part *part)
{
    const semi_view v = semi_view_of(part);
    real *const next = (real *)part->field[SEMI_SHARES][1];
#pragma omp parallel for schedule(static)
    for (int j = 0; j < part->shape.ny; ++j)
        for (int i = 0; i < part->shape.nx; ++i) {
            const ptrdiff_t o = semi_row_start(part, j) + i;
            next[o] = (real)semi_next_share(&v, o);
        }
    semi_swap(&part->field[SEMI_SHARES][0], &part->field[SEMI_SHARES][1]);
}

/* ---- sources and rates ---- */

static calc rate_row(const grid_part *part, int slot, int j)
{
    calc rate = C(0);
    for (int i = 0; i < part->shape.nx; ++i)
        rate = max_r(semi_rate_at(part, slot, semi_row_start(part, j) + i), rate);
    return rate;
}

static void sources(grid_part *part)
{
    const int water = part_water_kind(part), next = 1 - part->clock->now;
    calc rate = C(0);
#pragma omp parallel for schedule(static) reduction(max : rate)
    for (int j = 0; j < part->shape.ny; ++j) {
        for (int i = 0; i < part->shape.nx && water != WATER_KEPT; ++i)
            part_water_cell(part, water, semi_row_start(part, j) + i);
        rate = max_r(rate_row(part, next, j), rate);
    }
    for (int n = 0; n < part->sources.inflow_cells.count; ++n)
        rate = max_r(semi_inflow_cell(part, n), rate);
    part->clock->next_rate = (double)rate;
}

static void scan(grid_part *part)
{
    calc rate = C(0);
#pragma omp parallel for schedule(static) reduction(max : rate)
    for (int j = 0; j < part->shape.ny; ++j)
        rate = max_r(rate_row(part, part->clock->now, j), rate);
    part->clock->rate = (double)rate;
}

static double limiting(const grid_part *part, int *at_i, int *at_j)
{
    calc top = C(-1);
    *at_i = *at_j = 0;
    for (int j = 0; j < part->shape.ny; ++j)
        for (int i = 0; i < part->shape.nx; ++i) {
            const calc rate = semi_rate_at(part, part->clock->now, semi_row_start(part, j) + i);
            if (rate > top) {
                top = rate;
                *at_i = i;
                *at_j = j;
            }
        }
    return (double)top;
}

static double flow(grid_part *part)
{
    calc most = C(0);
#pragma omp parallel for schedule(static) reduction(max : most)
    for (int j = 0; j < part->shape.ny; ++j)
        for (int i = 0; i < part->shape.nx; ++i) {
            const ptrdiff_t o = semi_row_start(part, j) + i;
            if (!(part->codes[o] & CELL_INACTIVE))
                most = max_r(semi_flow_at(part, part->clock->now, o), most);
        }
    return (double)most;
}

/* ---- momentum at cells ---- */

static void show(grid_part *part)
{
    for (int axis = 0; axis < 2; ++axis) {
        real *const to = (real *)part->field[FIELD_MOMENTUM_X + axis][0];
#pragma omp parallel for schedule(static)
        for (int j = 0; j < part->shape.ny; ++j)
            for (int i = 0; i < part->shape.nx; ++i) {
                const ptrdiff_t o = semi_row_start(part, j) + i;
                to[o] = (real)semi_centred(part, axis, o);
            }
    }
}

static int centre_changed(grid_part *part)
{
    int changed = 0;
    for (int axis = 0; axis < 2; ++axis) {
        const real *const is = (const real *)part->field[FIELD_MOMENTUM_X + axis][0];
#pragma omp parallel for schedule(static) reduction(| : changed)
        for (int j = 0; j < part->shape.ny; ++j)
            for (int i = 0; i < part->shape.nx; ++i) {
                const ptrdiff_t o = semi_row_start(part, j) + i;
                changed |= is[o] != (real)semi_centred(part, axis, o);
            }
    }
    return changed;
}

static void to_faces(grid_part *part)
{
    for (int axis = 0; axis < 2; ++axis)
#pragma omp parallel for schedule(static)
        for (int j = 0; j < part->shape.ny; ++j)
            for (int i = 0; i < part->shape.nx; ++i)
                semi_face_from_cells(part, axis, semi_row_start(part, j) + i);
}

static void to_outer_faces(grid_part *part)
{
    for (int n = 0; n < part->boundary_x.count; ++n)
        semi_begin_edge(part, &part->boundary_x.faces[n], 0);
    for (int n = 0; n < part->boundary_y.count; ++n)
        semi_begin_edge(part, &part->boundary_y.faces[n], 1);
}

static void use_moved(grid_part *part)
{
    for (int field = SEMI_U; field <= SEMI_V; ++field)
        semi_swap(&part->field[field][1 - part->clock->now], &part->field[field][SEMI_MOVED]);
}

#define SEMI_TEXT(word) SEMI_TEXT_OF(word)
#define SEMI_TEXT_OF(word) #word

extern const semi_kernels SEMI_SYMBOL(semi_kernels_cpu);
const semi_kernels SEMI_SYMBOL(semi_kernels_cpu) = {
    .base = {.isa = SEMI_TEXT(SPATE_ISA), .scan = scan, .limiting = limiting, .show = show},
    .begin = semi_clock_begin,
    .finish = semi_clock_finish,
    .flow = flow,
    .fluxes = SEMI_SYMBOL(semi_fluxes),
    .transport = SEMI_SYMBOL(semi_transport_by_fluxes),
    .follow = SEMI_SYMBOL(semi_follow),
    .turn = SEMI_SYMBOL(semi_turn_half),
    .use_moved = use_moved,
    .faces = SEMI_SYMBOL(semi_faces),
    .cells = cells,
    .newton = newton,
    .limit_edges = limit_edges,
    .pass = SEMI_SYMBOL(semi_pass),
    .depths = depths,
    .begin_shares = begin_shares,
    .improve_shares = improve_shares,
    .drain = SEMI_SYMBOL(semi_drain),
    .settle = SEMI_SYMBOL(semi_settle),
    .sources = sources,
    .centre_changed = centre_changed,
    .to_faces = to_faces,
    .to_outer_faces = to_outer_faces,
};
