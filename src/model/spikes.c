/* Single cells that stand far above or below all of their neighbours: a wrong pixel more often than ground. */
#include <limits.h>
#include <math.h>

#include "base/context.h"
#include "model/cells.h"
#include "model/layers.h"
#include "parallel/comm.h"

/* A cell is a spike where it differs from each of its eight neighbours, all on the same side, by more than
 * both of these. Twice the size of the cell is a slope of 63 degrees on every side, steeper than summits; and
 * on cells of a metre, steps below 10 m are kerbs, walls and trees. */
enum { STEEPEST = 2, LEAST = 10 /* m */ };

static int is_spike(const box_field *b, int64_t i, int64_t j, double limit)
{
    const double z = b->values[j * b->nx + i];
    int above = 0, below = 0;
    for (int64_t l = j - 1; l <= j + 1; ++l)
        for (int64_t k = i - 1; k <= i + 1; ++k) {
            const double step = z - b->values[l * b->nx + k]; /* NaN beside an inactive cell */
            above += step > limit;
            below += step < -limit;
        }
    return above == 8 || below == 8;
}

typedef struct spike_count {
    int64_t count, first; /* number of the first in the whole grid; INT64_MAX for none */
} spike_count;

static spike_count count_spikes(const model *m, const box_owner *owner)
{
    const box_field *b = &m->bed;
    const double limit = fmax(LEAST, STEEPEST * fmax(b->dx, b->dy));
    int64_t count = 0, first = INT64_MAX;
#pragma omp parallel for schedule(static) reduction(+ : count) reduction(min : first)
    for (int64_t j = 1; j < b->ny - 1; ++j)
        for (int64_t i = 1; i < b->nx - 1; ++i)
            if (is_spike(b, i, j, limit) && box_owner_has_cell(owner, b->i0 + i, b->j0 + j)) {
                const int64_t n = (b->j0 + j) * m->grid.nx + b->i0 + i;
                first = n < first ? n : first;
                ++count;
            }
    return (spike_count){count, first};
}

spate_status model_warn_of_spikes(model *m)
{
    box_owner owner;
    SPATE_TRY(box_owner_find(m, &owner));
    spike_count s = count_spikes(m, &owner);
    box_owner_free(&owner);
    /* Cells are far fewer than 2^53: exact as a double. */
    double first = s.count > 0 ? -(double)s.first : -INFINITY;
    comm_sum_count(m->ctx->comm, &s.count, 1);
    comm_max(m->ctx->comm, &first, 1);
    if (s.count == 0)
        return SPATE_OK;
    const int64_t n = (int64_t)-first;
    const raster_grid *g = &m->grid;
    const case_node *terrain = case_get(casefile_root(m->file), "terrain");
    case_warn(m->file, terrain,
              "%lld single cells stand more than %g m above or below all of their neighbours, the "
              "first at x = %.10g, y = %.10g; check the terrain there (a wrong pixel, a mast, a "
              "bridge pier)",
              (long long)s.count, fmax(LEAST, STEEPEST * fmax(g->dx, g->dy)),
              g->x0 + ((double)(n % g->nx) + 0.5) * g->dx,
              g->y0 + ((double)(n / g->nx) + 0.5) * g->dy);
    return SPATE_OK;
}
