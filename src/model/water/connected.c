/* Finds water that is connected to a boundary: the sea, not the polder behind the dike. */
#include <math.h>
#include <stdlib.h>

#include "model/boundaries/boundaries.h"
#include "model/cells/whole_map.h"
#include "model/water/water.h"
#include "parallel/comm.h"

/* Position of a cell of the whole grid in the box; -1: outside. */
static int64_t in_box(const box_field *b, int64_t i, int64_t j)
{
    const int64_t di = i - b->i0, dj = j - b->j0;
    return di >= 0 && dj >= 0 && di < b->nx && dj < b->ny ? dj * b->nx + di : -1;
}

static void mark_wet(const model *m, const box_field *level, uint8_t *map)
{
    for (int64_t n = 0; n < box_field_count(level); ++n)
        map[n] = m->active[n] && m->bed.values[n] < level->values[n] ? MAP_PASSABLE : 0;
}

/* Closes the faces whose crest is not below the water on both sides. */
static void mark_crests(const model *m, const box_field *level, uint8_t *map)
{
    for (int64_t k = 0; k < m->crest_count; ++k) {
        const spate_crest *c = &m->crests[k];
        const int64_t here = in_box(level, c->i, c->j);
        const int64_t there = in_box(level, c->i - (c->axis == 0), c->j - (c->axis == 1));
        if (here >= 0 && there >= 0 && c->crest >= fmax(level->values[here], level->values[there]))
            map[here] |= c->axis == 0 ? MAP_WEST_CLOSED : MAP_SOUTH_CLOSED;
    }
}

/* Marks the cells inside the faces of the boundary, where the water comes from. On rank 0. */
static void mark_sources(const model *m, const spate_face *faces, int64_t count, uint8_t *whole)
{
    for (int64_t k = 0; k < count; ++k) {
        int64_t inner[2];
        face_inner_cell(&faces[k], inner);
        uint8_t *cell = &whole[inner[1] * m->grid.nx + inner[0]];
        *cell |= *cell & MAP_PASSABLE ? MAP_REACHED : 0;
    }
}

/* Fills the map of rank 0 and counts the cells that the water reaches. */
static spate_status fill(model *m, int boundary, uint8_t *whole, int64_t *count)
{
    spate_face *faces = NULL;
    int64_t face_count = 0;
    spate_status status = boundary_faces_get(m, boundary, &faces, &face_count);
    *count = 0;
    if (status == SPATE_OK && comm_rank(m->ctx->comm) == 0) {
        mark_sources(m, faces, face_count, whole);
        if (!flood_fill(whole, m->grid.nx, m->grid.ny))
            status = fail_memory(m->ctx, "no memory to find connected water");
        for (int64_t n = 0; n < m->grid.nx * m->grid.ny; ++n)
            *count += (whole[n] & MAP_REACHED) != 0;
    }
    free(faces);
    status = comm_agree(m->ctx, status);
    comm_sum_count(m->ctx->comm, count, 1);
    return status;
}

static spate_status mark_connected(model *m, int boundary, uint8_t *map, uint8_t *applies,
                                   int64_t cells, int64_t *count)
{
    uint8_t *whole;
    SPATE_TRY(whole_map_gather(m, map, &whole));
    const spate_status status = fill(m, boundary, whole, count);
    if (status == SPATE_OK) {
        whole_map_broadcast(m, whole, map);
        for (int64_t n = 0; n < cells; ++n)
            applies[n] = applies[n] && (map[n] & MAP_REACHED);
    }
    free(whole);
    return status;
}

spate_status water_keep_connected(model *m, int boundary, const box_field *level, uint8_t *applies,
                                  int64_t *count)
{
    const int64_t cells = box_field_count(level);
    uint8_t *map = calloc((size_t)cells, 1);
    spate_status status = SPATE_OK;
    if (!map)
        status = fail_memory(m->ctx, "no memory to find connected water");
    status = comm_agree(m->ctx, status);
    if (status == SPATE_OK) {
        mark_wet(m, level, map);
        mark_crests(m, level, map);
        status = mark_connected(m, boundary, map, applies, cells, count);
    }
    free(map);
    return status;
}
