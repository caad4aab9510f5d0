/* Visiting all values of a field, in parallel; wrong ones are reported by their place. */
#include "run/visit.h"

#include <math.h>

#include "parallel/comm.h"

static int cell_active(const uint8_t *codes, const part_shape *s, int i, int j)
{
    const int w = s->halo;
    return i >= -w && i < s->nx + w && j >= -w && j < s->ny + w &&
           !(codes[(ptrdiff_t)j * s->pitch + i] & CELL_INACTIVE);
}

static int value_needed(const uint8_t *codes, const part_shape *s, int i, int j, int corner)
{
    if (!corner)
        return cell_active(codes, s, i, j);
    return cell_active(codes, s, i, j) || cell_active(codes, s, i - 1, j) ||
           cell_active(codes, s, i, j - 1) || cell_active(codes, s, i - 1, j - 1);
}

static void visit_part(spate_sim *sim, int part, field_location location, int ghosts,
                       visit_fn *visit, void *user, sweep_range *range)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + part);
    const uint8_t *codes = sim->ops->field(sim->scheme, part, FIELD_CODES);
    const int w = ghosts ? s->halo : 0, more = location == AT_CORNER;
#pragma omp parallel
    {
        double low = INFINITY, high = -INFINITY;
#pragma omp for schedule(static)
        for (int j = -w; j < s->ny + w + more; ++j)
            for (int i = -w; i < s->nx + w + more; ++i) {
                const place p = {.part = part,
                                 .i = i,
                                 .j = j,
                                 .offset = (ptrdiff_t)j * s->pitch + i,
                                 .x = grid_x(&sim->grid, b.i0 + i, location),
                                 .y = grid_y(&sim->grid, b.j0 + j, location),
                                 .needed = value_needed(codes, s, i, j, more)};
                if (!visit(sim, &p, user, &low, &high)) {
#pragma omp critical(spate_fields)
                    if (!range->bad || j < range->where.j ||
                        (j == range->where.j && i < range->where.i)) {
                        range->bad = 1;
                        range->where = p;
                    }
                }
            }
#pragma omp critical(spate_fields)
        {
            range->low = fmin(range->low, low);
            range->high = fmax(range->high, high);
        }
    }
}

spate_status visit_field(spate_sim *sim, field_location location, int ghosts, visit_fn *visit,
                         void *user, const char *argument, const char *demand, sweep_range *out)
{
    sweep_range range = {.low = INFINITY, .high = -INFINITY};
    spate_status status = SPATE_OK;
    for (int n = 0; n < sim->part_count && !range.bad; ++n)
        visit_part(sim, n, location, ghosts, visit, user, &range);
    if (range.bad)
        status = spate_fail(sim->ctx, SPATE_ERROR_DATA, "%s is wrong at x = %.10g, y = %.10g: %s",
                            argument, range.where.x, range.where.y, demand);
    double extremes[2] = {-range.low, range.high};
    comm_max(sim->ctx->comm, extremes, 2);
    *out = (sweep_range){.low = -extremes[0], .high = extremes[1]};
    return comm_agree(sim->ctx, status);
}

int is_sane(double value)
{
    return fabs(value) <= SPATE_LARGEST_INPUT; /* false for NaN */
}
