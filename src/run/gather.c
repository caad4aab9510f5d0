/* Whole fields on rank 0. */
#include <stdlib.h>

#include "parallel/comm.h"
#include "run/sim.h"

static double field_value(spate_sim *sim, spate_field_name name, int part, int i, int j)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const ptrdiff_t o = (ptrdiff_t)j * s->pitch + i;
    const double h = value_get(sim, sim->ops->field(sim->scheme, part, FIELD_DEPTH), o);
    const double hu = value_get(sim, sim->ops->field(sim->scheme, part, FIELD_MOMENTUM_X), o);
    const double hv = value_get(sim, sim->ops->field(sim->scheme, part, FIELD_MOMENTUM_Y), o);
    const int moves = h > sim->options.dry_depth;
    switch (name) {
    case SPATE_DEPTH: return h;
    case SPATE_LEVEL: return h + bed_of_cell(sim, part, i, j) + sim->lattice.datum;
    case SPATE_BED: return bed_of_cell(sim, part, i, j) + sim->lattice.datum;
    case SPATE_MOMENTUM_X: return hu;
    case SPATE_MOMENTUM_Y: return hv;
    case SPATE_VELOCITY_X: return moves ? hu / h : 0;
    case SPATE_VELOCITY_Y: return moves ? hv / h : 0;
    case SPATE_ACTIVE:
        return !(((const uint8_t *)sim->ops->field(sim->scheme, part, FIELD_CODES))[o] &
                 CELL_INACTIVE);
    case SPATE_INFILTRATED:
        return ((const double *)sim->ops->field(sim->scheme, part, FIELD_INFILTRATED))[o];
    default: return 0;
    }
}

static void fill_local(spate_sim *sim, spate_field_name name, int part, box b, double *values)
{
#pragma omp parallel for schedule(static)
    for (int j = 0; j < b.ny; ++j)
        for (int i = 0; i < b.nx; ++i)
            values[(int64_t)j * b.nx + i] = field_value(sim, name, part, i, j);
}

static void place_part(const grid *g, box b, const double *from, double *to)
{
    for (int j = 0; j < b.ny; ++j)
        for (int i = 0; i < b.nx; ++i)
            to[(b.j0 + j) * g->nx + b.i0 + i] = from[(int64_t)j * b.nx + i];
}

/* Largest part of the grid, in values. */
static size_t largest_part(const spate_sim *sim)
{
    size_t most = 0;
    for (int n = 0; n < sim->partition.px * sim->partition.py; ++n) {
        const box b = partition_box(&sim->partition, &sim->grid, n);
        const size_t size = (size_t)b.nx * (size_t)b.ny;
        most = size > most ? size : most;
    }
    return most;
}

spate_status spate_get_field(spate_sim *sim, spate_field_name name, double *values)
{
    double mark = timers_now();
    spate_context *ctx = sim->ctx;
    const int rank = comm_rank(ctx->comm), parts = sim->partition.px * sim->partition.py;
    if (name == SPATE_INFILTRATED && !sim->ops->field(sim->scheme, 0, FIELD_INFILTRATED))
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT,
                          "field: nothing infiltrates in this run; call spate_set_infiltration");
    if ((unsigned)name > SPATE_ACTIVE && name != SPATE_INFILTRATED)
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT, "field is %d: there is no such field",
                          (int)name);
    double *buffer = malloc(largest_part(sim) * sizeof *buffer);
    spate_status status = SPATE_OK;
    if (!buffer || !comm_reserve(ctx->comm, comm_size(ctx->comm) > 1))
        status = spate_fail(ctx, SPATE_ERROR_MEMORY, "no memory to gather a field");
    else if (rank == 0 && !values)
        status = spate_fail(ctx, SPATE_ERROR_ARGUMENT, "values is NULL on rank 0");
    status = comm_agree(ctx, status);
    for (int n = 0; n < parts && status == SPATE_OK; ++n) {
        const box b = partition_box(&sim->partition, &sim->grid, n);
        const int owner = partition_owner(&sim->partition, n);
        const size_t bytes = (size_t)b.nx * (size_t)b.ny * sizeof *buffer;
        if (owner == rank)
            fill_local(sim, name, n - sim->first_part, b, buffer);
        if (owner != 0 && owner == rank) {
            comm_send_start(ctx->comm, buffer, bytes, 0, n);
            comm_wait_all(ctx->comm);
        } else if (owner != 0 && rank == 0) {
            comm_receive_start(ctx->comm, buffer, bytes, owner, n);
            comm_wait_all(ctx->comm);
        }
        if (rank == 0)
            place_part(&sim->grid, b, buffer, values);
    }
    free(buffer);
    timers_lap(&sim->timers, SPATE_SECTION_OUTPUT, &mark);
    return status;
}
