/* Range of the bed, and the fastest cell. */
#include "run/guard_cell.h"

#include <math.h>

#include "parallel/comm.h"
#include "physics/guard.h"

enum { PIECE = FIELD_PIECE };

static void range_of_row(const spate_sim *sim, int part, int j, double *low, double *high)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const uint8_t *codes = sim->ops->field(sim->scheme, part, FIELD_CODES);
    for (int i = 0; i < s->nx; i += PIECE) {
        const int n = s->nx - i < PIECE ? s->nx - i : PIECE;
        double bed[PIECE];
        field_bed_piece(sim, part, i, j, n, bed);
        for (int k = 0; k < n; ++k)
            if (!(codes[(ptrdiff_t)j * s->pitch + i + k] & CELL_INACTIVE)) {
                *low = bed[k] < *low ? bed[k] : *low;
                *high = bed[k] > *high ? bed[k] : *high;
            }
    }
}

static double least_of_map(const spate_sim *sim, int part)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const void *map = sim->ops->field(sim->scheme, part, FIELD_FRICTION);
    const uint8_t *codes = sim->ops->field(sim->scheme, part, FIELD_CODES);
    double least = INFINITY;
#pragma omp parallel for schedule(static) reduction(min : least)
    for (int j = 0; j < s->ny; ++j)
        for (int i = 0; i < s->nx; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * s->pitch + i;
            if (!(codes[o] & CELL_INACTIVE))
                least = fmin(least, value_get(sim, map, o));
        }
    return least;
}

static double least_friction(const spate_sim *sim)
{
    if (sim->options.friction == SPATE_FRICTION_NONE ||
        !(sim->ops->sources->wind_most(sim->scheme) > 0))
        return 0;
    if (!sim->has_friction_map)
        return sim->ops->friction_strength(&sim->options, sim->options.friction_coefficient);
    double least = INFINITY;
    for (int n = 0; n < sim->part_count; ++n)
        least = fmin(least, least_of_map(sim, n));
    return least;
}

void guard_ground(const spate_sim *sim, double range[3])
{
    double low = INFINITY, high = -INFINITY;
    for (int n = 0; n < sim->part_count; ++n) {
        const int rows = sim->ops->shape(sim->scheme, n)->ny;
#pragma omp parallel for schedule(static) reduction(min : low) reduction(max : high)
        for (int j = 0; j < rows; ++j)
            range_of_row(sim, n, j, &low, &high);
    }
    double most[3] = {-low, high, -least_friction(sim)};
    comm_max(sim->ctx->comm, most, 3);
    range[0] = isfinite(most[0]) ? -most[0] : 0; /* no active cells: nothing moves */
    range[1] = isfinite(most[1]) ? most[1] : 0;
    range[2] = -most[2];
}

/* ---- the fastest cell ---- */

typedef struct fast_cell {
    double speed_squared, number; /* number: minus the cell number, exact below 2^53 */
} fast_cell;

static void search_row(const spate_sim *sim, int part, int j, fast_cell *best)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + part);
    const double film = sim->ops->film(sim->scheme);
    for (int i = 0; i < s->nx; i += PIECE) {
        const int n = s->nx - i < PIECE ? s->nx - i : PIECE;
        double h[PIECE], hu[PIECE], hv[PIECE];
        field_piece(sim, SPATE_DEPTH, part, i, j, n, h);
        field_piece(sim, SPATE_MOMENTUM_X, part, i, j, n, hu);
        field_piece(sim, SPATE_MOMENTUM_Y, part, i, j, n, hv);
        for (int k = 0; k < n; ++k) {
            const double v = h[k] > 0 ? guard_speed_squared(h[k], hu[k], hv[k], film) : 0;
            if (v > best->speed_squared)
                *best = (fast_cell){v, -((double)(b.j0 + j) * (double)sim->grid.nx +
                                         (double)(b.i0 + i + k))};
        }
    }
}

double guard_fastest_cell(const spate_sim *sim, int64_t cell[2])
{
    fast_cell best = {-1, -INFINITY};
    for (int n = 0; n < sim->part_count; ++n) {
        const int rows = sim->ops->shape(sim->scheme, n)->ny;
        for (int j = 0; j < rows; ++j) {
            fast_cell of_row = {best.speed_squared, -INFINITY};
            search_row(sim, n, j, &of_row);
            if (of_row.number > -INFINITY)
                best = of_row;
        }
    }
    double most = best.speed_squared;
    comm_max(sim->ctx->comm, &most, 1);
    double first = best.speed_squared == most ? best.number : -INFINITY;
    comm_max(sim->ctx->comm, &first, 1);
    const int64_t number = first > -INFINITY ? (int64_t)-first : 0;
    cell[0] = number % sim->grid.nx;
    cell[1] = number / sim->grid.nx;
    return most > 0 ? sqrt(most) : 0;
}
