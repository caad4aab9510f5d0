/* Distinguishes holes in the terrain from the area outside it: NoData cells connected to the edge
 * of the grid are outside. */
#include "model/terrain/nodata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/cells/cells.h"
#include "model/cells/whole_map.h"
#include "parallel/comm.h"

enum { WANTED = 16, SHOWN = 3 };

spate_status nodata_policy_read(model *m, nodata_policy *out)
{
    const char *text = case_text(casefile_root(m->file), "terrain.nodata");
    const case_node *node = case_get(casefile_root(m->file), "terrain.nodata");
    *out = (nodata_policy){.kind = NODATA_ERROR};
    if (!text || strcmp(text, "error") == 0)
        return SPATE_OK;
    if (strcmp(text, "inactive") == 0) {
        out->kind = NODATA_INACTIVE;
        return SPATE_OK;
    }
    out->kind = NODATA_LEVEL;
    if (case_as_number(node, UNIT_LENGTH, &out->level))
        return SPATE_OK;
    return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                     "\"%s\" is not error, inactive, or a level such as 2.5 m", text);
}

static void mark_edge(uint8_t *whole, int64_t nx, int64_t ny)
{
    for (int64_t i = 0; i < nx; ++i) {
        whole[i] |= whole[i] & MAP_PASSABLE ? MAP_REACHED : 0;
        whole[(ny - 1) * nx + i] |= whole[(ny - 1) * nx + i] & MAP_PASSABLE ? MAP_REACHED : 0;
    }
    for (int64_t j = 0; j < ny; ++j) {
        whole[j * nx] |= whole[j * nx] & MAP_PASSABLE ? MAP_REACHED : 0;
        whole[j * nx + nx - 1] |= whole[j * nx + nx - 1] & MAP_PASSABLE ? MAP_REACHED : 0;
    }
}

static int is_hole(uint8_t cell)
{
    return (cell & (MAP_PASSABLE | MAP_REACHED | WANTED)) == (MAP_PASSABLE | WANTED);
}

/* On rank 0, which has the whole map. */
static spate_status report_holes(model *m, const uint8_t *whole)
{
    const raster_grid *g = &m->grid;
    char places[256] = "";
    int64_t count = 0;
    for (int64_t n = 0; n < g->nx * g->ny; ++n)
        if (is_hole(whole[n]) && count++ < SHOWN)
            snprintf(places + strlen(places), sizeof places - strlen(places), "%s(%.10g, %.10g)",
                     places[0] ? ", " : "", g->x0 + ((double)(n % g->nx) + 0.5) * g->dx,
                     g->y0 + ((double)(n / g->nx) + 0.5) * g->dy);
    if (count == 0)
        return SPATE_OK;
    const case_node *root = casefile_root(m->file), *where = case_get(root, "terrain.nodata");
    return case_fail(m->file, where ? where : case_get(root, "terrain"), SPATE_ERROR_DATA,
                     "the terrain has no data in %lld cells enclosed by data, the first at %s; "
                     "add a layer that covers them, or set terrain.nodata to inactive or a level",
                     (long long)count, places);
}

static spate_status mark_holes(model *m, const nodata_policy *policy, uint8_t *whole)
{
    mark_edge(whole, m->grid.nx, m->grid.ny);
    if (!flood_fill(whole, m->grid.nx, m->grid.ny))
        return fail_memory(m->ctx, "no memory to find holes in the terrain");
    return policy->kind == NODATA_ERROR ? report_holes(m, whole) : SPATE_OK;
}

spate_status nodata_find_holes(model *m, const nodata_policy *policy, const uint8_t *missing,
                               const uint8_t *wanted, uint8_t *hole)
{
    const int64_t cells = box_field_count(&m->bed);
    int64_t found = 0;
#pragma omp parallel for schedule(static) reduction(+ : found)
    for (int64_t n = 0; n < cells; ++n) {
        hole[n] = (uint8_t)((missing[n] ? MAP_PASSABLE : 0) | (wanted[n] ? WANTED : 0));
        found += missing[n] && wanted[n];
    }
    comm_sum_count(m->ctx->comm, &found, 1);
    if (found == 0) {
        memset(hole, 0, (size_t)cells);
        return SPATE_OK;
    }
    uint8_t *whole;
    SPATE_TRY(whole_map_gather(m, hole, &whole));
    spate_status status = SPATE_OK;
    if (comm_rank(m->ctx->comm) == 0)
        status = mark_holes(m, policy, whole);
    status = comm_agree(m->ctx, status);
    if (status == SPATE_OK) {
        whole_map_broadcast(m, whole, hole);
        for (int64_t n = 0; n < cells; ++n)
            hole[n] = (uint8_t)is_hole(hole[n]);
    }
    free(whole);
    return status;
}
