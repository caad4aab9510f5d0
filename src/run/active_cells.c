/* Active cells of a simulation: which they are, their extent and their area. */
#include <math.h>

#include "parallel/comm.h"
#include "run/sim.h"

void sim_mark_outside(spate_sim *sim)
{
    for (int n = 0; n < sim->part_count; ++n) {
        const part_shape *s = sim->ops->shape(sim->scheme, n);
        const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + n);
        uint8_t *codes = sim->ops->field(sim->scheme, n, FIELD_CODES);
#pragma omp parallel for schedule(static)
        for (int j = -s->halo; j < s->ny + s->halo; ++j)
            for (int i = -s->halo; i < s->nx + s->halo; ++i) {
                int64_t gi = b.i0 + i, gj = b.j0 + j;
                codes[(ptrdiff_t)j * s->pitch + i] =
                    grid_inside(&sim->grid, &gi, &gj) ? 0 : CELL_INACTIVE;
            }
    }
    sim->active_last[0] = sim->grid.nx - 1;
    sim->active_last[1] = sim->grid.ny - 1;
}

void sim_find_extent(spate_sim *sim)
{
    double most[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY}; /* -first and last of x; of y */
    for (int n = 0; n < sim->part_count; ++n) {
        const part_shape *s = sim->ops->shape(sim->scheme, n);
        const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + n);
        const uint8_t *codes = sim->ops->field(sim->scheme, n, FIELD_CODES);
        for (int j = 0; j < s->ny; ++j) {
            const uint8_t *row = codes + (ptrdiff_t)j * s->pitch;
            int first = 0, last = s->nx - 1;
            while (first < s->nx && (row[first] & CELL_INACTIVE))
                ++first;
            while (last > first && (row[last] & CELL_INACTIVE))
                --last;
            if (first == s->nx)
                continue;
            most[0] = fmax(most[0], -(double)(b.i0 + first));
            most[1] = fmax(most[1], (double)(b.i0 + last));
            most[2] = fmax(most[2], -(double)(b.j0 + j));
            most[3] = fmax(most[3], (double)(b.j0 + j));
        }
    }
    comm_max(sim->ctx->comm, most, 4);
    for (int axis = 0; axis < 2; ++axis) {
        const int none = most[2 * axis] == -INFINITY;
        sim->active_first[axis] = none ? 0 : (int64_t)-most[2 * axis];
        sim->active_last[axis] = none ? -1 : (int64_t)most[2 * axis + 1];
    }
}

double sim_active_area(spate_sim *sim)
{
    int64_t active = 0;
    for (int n = 0; n < sim->part_count; ++n) {
        const part_shape *s = sim->ops->shape(sim->scheme, n);
        const uint8_t *codes = sim->ops->field(sim->scheme, n, FIELD_CODES);
#pragma omp parallel for schedule(static) reduction(+ : active)
        for (int j = 0; j < s->ny; ++j)
            for (int i = 0; i < s->nx; ++i)
                active += !(codes[(ptrdiff_t)j * s->pitch + i] & CELL_INACTIVE);
    }
    comm_sum_count(sim->ctx->comm, &active, 1);
    return (double)active * sim->grid.dx * sim->grid.dy;
}
