/* Single cells on every rank, and which cells a rank has. */
#include <math.h>

#include "base/need.h"
#include "parallel/comm.h"
#include "run/field_rows.h"

void spate_get_local_box(const spate_sim *sim, int64_t *i0, int64_t *j0, int64_t *i1, int64_t *j1)
{
    if (!i0 || !j0 || !i1 || !j1)
        return;
    *i0 = *j0 = *i1 = *j1 = 0;
    if (!sim)
        return;
    const grid *g = &sim->grid;
    /* A corner on the far side of the last ghost cell belongs to the next cell. */
    const int64_t w = sim->ops->about->halo_width + (sim->options.bed_model == SPATE_BED_BILINEAR);
    *i0 = g->nx, *j0 = g->ny, *i1 = 0, *j1 = 0;
    for (int n = 0; n < sim->part_count; ++n) {
        const box b = partition_box(&sim->partition, g, sim->first_part + n);
        *i0 = b.i0 - w < *i0 ? b.i0 - w : *i0;
        *j0 = b.j0 - w < *j0 ? b.j0 - w : *j0;
        *i1 = b.i0 + b.nx + w > *i1 ? b.i0 + b.nx + w : *i1;
        *j1 = b.j0 + b.ny + w > *j1 ? b.j0 + b.ny + w : *j1;
    }
    /* Ghosts beyond a periodic edge lie at the other end. */
    const int wraps_x = g->periodic_x && (*i0 < 0 || *i1 > g->nx);
    const int wraps_y = g->periodic_y && (*j0 < 0 || *j1 > g->ny);
    *i0 = wraps_x || *i0 < 0 ? 0 : *i0;
    *j0 = wraps_y || *j0 < 0 ? 0 : *j0;
    *i1 = wraps_x || *i1 > g->nx ? g->nx : *i1;
    *j1 = wraps_y || *j1 > g->ny ? g->ny : *j1;
}

/* ---- values of cells ---- */

/* Values from the rank that owns the cell. Other ranks contribute -INFINITY to the maximum. */
static void values_if_mine(const spate_sim *sim, const int64_t cell[2],
                           const spate_field_name *names, int count, double *values)
{
    for (int k = 0; k < count; ++k)
        values[k] = -INFINITY;
    for (int n = 0; n < sim->part_count; ++n) {
        const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + n);
        const int64_t i = cell[0] - b.i0, j = cell[1] - b.j0;
        double active;
        if (i < 0 || i >= b.nx || j < 0 || j >= b.ny)
            continue;
        field_piece(sim, SPATE_ACTIVE, n, (int)i, (int)j, 1, &active);
        for (int k = 0; k < count && active != 0; ++k)
            field_piece(sim, names[k], n, (int)i, (int)j, 1, &values[k]);
    }
}

/* Announces to the scheme which cells of its parts will be read. Above a limit all cells are
 * copied. */
static void borrow_cells(const spate_sim *sim, int64_t count, const int64_t (*cells)[2])
{
    enum { MOST = 4096 };
    ptrdiff_t offsets[MOST];
    for (int n = 0; n < sim->part_count && count <= MOST; ++n) {
        const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + n);
        const ptrdiff_t pitch = sim->ops->shape(sim->scheme, n)->pitch;
        int here = 0;
        for (int64_t c = 0; c < count; ++c) {
            const int64_t i = cells[c][0] - b.i0, j = cells[c][1] - b.j0;
            if (i >= 0 && i < b.nx && j >= 0 && j < b.ny)
                offsets[here++] = (ptrdiff_t)j * pitch + i;
        }
        if (here)
            sim->ops->borrow_cells(sim->scheme, n, offsets, here);
    }
}

void cell_values(const spate_sim *sim, int64_t count, const int64_t (*cells)[2],
                 const spate_field_name *names, int name_count, double *values)
{
    enum { AT_ONCE = 1 << 24 }; /* MPI counts are int */
    const int64_t all = count * name_count;
    borrow_cells(sim, count, cells);
    for (int64_t n = 0; n < count; ++n)
        values_if_mine(sim, cells[n], names, name_count, values + n * name_count);
    for (int n = 0; n < sim->part_count; ++n)
        sim->ops->borrow_cells(sim->scheme, n, NULL, 0);
    for (int64_t n = 0; n < all; n += AT_ONCE)
        comm_max(sim->ctx->comm, values + n, (int)(all - n < AT_ONCE ? all - n : AT_ONCE));
    for (int64_t n = 0; n < all; ++n)
        if (values[n] == -INFINITY) /* no rank owns the cell */
            values[n] = NAN;
}

spate_status spate_get_cells(spate_sim *sim, int64_t count, const int64_t (*cells)[2],
                             double (*values)[5])
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, count >= 0, "count is negative");
    SPATE_NEED(sim->ctx, count == 0 || (cells && values), "cells or values is NULL");
    static const spate_field_name names[5] = {SPATE_BED, SPATE_LEVEL, SPATE_DEPTH, SPATE_VELOCITY_X,
                                              SPATE_VELOCITY_Y};
    for (int64_t n = 0; n < count; ++n)
        if (cells[n][0] < 0 || cells[n][0] >= sim->grid.nx || cells[n][1] < 0 ||
            cells[n][1] >= sim->grid.ny)
            return fail_argument(sim->ctx,
                                 "cell %lld is (%lld, %lld): the grid has %lld x %lld cells",
                                 (long long)n, (long long)cells[n][0], (long long)cells[n][1],
                                 (long long)sim->grid.nx, (long long)sim->grid.ny);
    if (count > 0)
        cell_values(sim, count, cells, names, 5, values[0]);
    return SPATE_OK;
}

spate_status spate_get_limiting_cell(spate_sim *sim, int64_t *i, int64_t *j)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, i && j, "i or j is NULL");
    SPATE_TRY(sim_start(sim));
    sim->ops->limiting_cell(sim->scheme, i, j);
    return SPATE_OK;
}
