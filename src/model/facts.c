/* Figures of a model; every rank gets the same. */
#include "model/facts.h"

#include <math.h>
#include <stdlib.h>

#include "model/boundaries/boundaries.h"
#include "model/cells/cells.h"
#include "parallel/comm.h"

/* Lowest and highest value of a map in active cells, ghost cells included. */
static void range_of(model *m, const box_field *map, double *low, double *high)
{
    const int64_t count = box_field_count(map);
    double low_here = INFINITY, high_here = -INFINITY;
#pragma omp parallel for schedule(static) reduction(min : low_here) reduction(max : high_here)
    for (int64_t n = 0; n < count; ++n)
        if (m->active[n]) {
            low_here = map->values[n] < low_here ? map->values[n] : low_here;
            high_here = map->values[n] > high_here ? map->values[n] : high_here;
        }
    double extremes[2] = {-low_here, high_here};
    comm_max(m->ctx->comm, extremes, 2);
    *low = -extremes[0];
    *high = extremes[1];
}

static spate_status count_active(model *m, int64_t *active)
{
    box_owner owner;
    SPATE_TRY(box_owner_find(m, &owner));
    const box_field *b = &m->bed;
    int64_t count = 0;
#pragma omp parallel for schedule(static) reduction(+ : count)
    for (int64_t j = 0; j < b->ny; ++j)
        for (int64_t i = 0; i < b->nx; ++i)
            count += m->active[j * b->nx + i] && box_owner_has_cell(&owner, b->i0 + i, b->j0 + j);
    box_owner_free(&owner);
    *active = count;
    comm_sum_count(m->ctx->comm, active, 1);
    return SPATE_OK;
}

spate_status model_facts_gather(model *m, model_facts *out)
{
    *out = (model_facts){.manning_low = m->manning_number, .manning_high = m->manning_number};
    SPATE_TRY(count_active(m, &out->active));
    range_of(m, &m->bed, &out->bed_low, &out->bed_high);
    if (m->manning.values)
        range_of(m, &m->manning, &out->manning_low, &out->manning_high);
    SPATE_TRY(spate_get_stats(m->sim, &out->stats));
    out->volume = out->stats.volume;
    return SPATE_OK;
}

spate_status boundary_facts_gather(model *m, int boundary, boundary_facts *out)
{
    spate_face *faces;
    int64_t count;
    const spate_status status = boundary_faces_get(m, boundary, &faces, &count);
    *out = (boundary_facts){.faces = count, .bed_low = INFINITY, .bed_high = -INFINITY};
    for (int64_t k = 0; status == SPATE_OK && k < count; ++k) {
        out->length += faces[k].axis == 0 ? m->grid.dy : m->grid.dx;
        out->bed_low = fmin(out->bed_low, faces[k].bed);
        out->bed_high = fmax(out->bed_high, faces[k].bed);
    }
    free(faces);
    if (status == SPATE_OK)
        comm_broadcast(m->ctx->comm, out, sizeof *out);
    return status;
}
