/* Finds single cells far above or below all their neighbours, which are usually wrong pixels. */
#include <limits.h>
#include <math.h>

#include "base/context.h"
#include "model/cells/cells.h"
#include "model/terrain/layers.h"
#include "parallel/comm.h"

/* A cell is a spike if it is above (or below) each of its eight neighbours by more than both
 * limits. Twice the size of the cell is a slope of 63 degrees on every side, steeper than summits.
 * With cells of a metre, steps below 10 m are kerbs, walls and trees. */
enum { STEEPEST = 2, LEAST = 10 /* m */ };

static int is_spike(const box_field *b, int64_t i, int64_t j, double limit)
{
    const double *at = &b->values[j * b->nx + i];
    const double side = *at > at[-1] ? 1 : -1;
    const int64_t row = b->nx;
    const int64_t around[8] = {-1, 1, -row, row, -row - 1, -row + 1, row - 1, row + 1};
    for (int k = 0; k < 8; ++k)
        if (!(side * (*at - at[around[k]]) > limit)) /* true for NaN in inactive cells too */
            return 0;
    return 1;
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
    case_warn(
        m->file, terrain,
        "%lld single cells are more than %g m above or below all their neighbours, the first at x "
        "= %.10g, y = %.10g; check the terrain there (a wrong pixel, a mast, a bridge pier)",
        (long long)s.count, fmax(LEAST, STEEPEST * fmax(g->dx, g->dy)),
        g->x0 + ((double)(n % g->nx) + 0.5) * g->dx, g->y0 + ((double)(n / g->nx) + 0.5) * g->dy);
    return SPATE_OK;
}
