/* Measures how far the bed of the run differs from the terrain. */
#include <math.h>

#include "base/memory.h"
#include "model/cells/cells.h"
#include "model/terrain/layers.h"
#include "parallel/comm.h"

typedef struct departure {
    double largest;
    int64_t cell; /* of the whole grid; the southernmost, then the westernmost */
    int64_t count;
    exact_sum sum;
} departure;

static departure measure(const model *m, const box_owner *owner, const box_field *dem)
{
    departure d = {.largest = -1, .cell = -1};
    for (int64_t n = 0; n < box_field_count(dem); ++n) {
        const double off = fabs(m->bed.values[n] - dem->values[n]);
        /* Filled holes have no DEM to differ from. */
        if (!m->active[n] || isnan(off) || !box_owner_has(owner, dem, n))
            continue;
        exact_sum_add(&d.sum, off);
        ++d.count;
        if (off > d.largest) {
            d.largest = off;
            d.cell = (dem->j0 + n / dem->nx) * m->grid.nx + dem->i0 + n % dem->nx;
        }
    }
    return d;
}

/* Finds the largest over all ranks, and the first cell that has it. */
static void keep(model *m, departure d)
{
    comm *c = m->ctx->comm;
    double largest = d.largest;
    comm_max(c, &largest, 1);
    double cell = d.largest == largest ? -(double)d.cell : -INFINITY;
    comm_max(c, &cell, 1);
    comm_sum_count(c, &d.count, 1);
    comm_sum_exact(c, &d.sum);
    const int64_t where = (int64_t)-cell;
    if (d.count == 0)
        return;
    m->departure.largest = largest;
    m->departure.mean = exact_sum_value(&d.sum) / (double)d.count;
    m->departure.x = m->grid.x0 + ((double)(where % m->grid.nx) + 0.5) * m->grid.dx;
    m->departure.y = m->grid.y0 + ((double)(where / m->grid.nx) + 0.5) * m->grid.dy;
}

spate_status model_measure_departure(model *m)
{
    box_field dem = {0};
    box_owner owner = {0};
    spate_status status = box_field_create(m, &dem);
    if (status == SPATE_OK)
        status = layers_elevations(m, RESAMPLE_NEAREST, &dem);
    status = comm_agree(m->ctx, status);
    if (status == SPATE_OK)
        status = box_owner_find(m, &owner);
    if (status == SPATE_OK)
        keep(m, measure(m, &owner, &dem));
    box_owner_free(&owner);
    memory_free(dem.values);
    return status;
}
