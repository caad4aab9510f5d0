/* Active cells and bed, from layers, NoData, the study area and buildings. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/cells/cells.h"
#include "model/terrain/corners.h"
#include "model/terrain/layers.h"
#include "model/terrain/nodata.h"
#include "parallel/comm.h"

/* ---- active cells ---- */

/* One of each for every cell of this rank. */
typedef struct cell_flags {
    uint8_t *missing, *wanted, *hole;
    uint8_t *blocked; /* wanted, but inside a building */
} cell_flags;

/* Clears wanted[n] if the centre is inside (inside = 1) or outside (inside = 0) the polygons of a
 * key. */
static spate_status exclude(model *m, const case_node *node, int inside, uint8_t *wanted)
{
    prepared_polygon *polygon;
    SPATE_TRY(polygons_read(m, node, &polygon, NULL));
    const int64_t count = box_field_count(&m->bed);
    uint8_t *within = malloc((size_t)count);
    const spate_status status =
        within ? box_field_within(m, &m->bed, polygon, within)
               : fail_memory(m->ctx, "no memory for %lld cells", (long long)count);
    const int64_t known = status == SPATE_OK ? count : 0;
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < known; ++n)
        wanted[n] = wanted[n] && within[n] != inside;
    free(within);
    polygon_free(polygon);
    return status;
}

static spate_status exclude_blocked(model *m, const case_node *blocked, uint8_t *wanted)
{
    if (case_kind_of(blocked) == CASE_SCALAR)
        return exclude(m, blocked, 1, wanted);
    for (int k = 0; k < case_count(blocked); ++k)
        SPATE_TRY(exclude(m, case_at(blocked, k), 1, wanted));
    return SPATE_OK;
}

static spate_status find_wanted(model *m, const cell_flags *f)
{
    const case_node *root = casefile_root(m->file);
    const case_node *area = case_get(root, "grid.area"),
                    *blocked = case_get(root, "terrain.blocked");
    const int64_t count = box_field_count(&m->bed);
    memset(f->wanted, 1, (size_t)count);
    if (case_kind_of(area) == CASE_SCALAR)
        SPATE_TRY(exclude(m, area, 0, f->wanted));
    memcpy(f->blocked, f->wanted, (size_t)count);
    SPATE_TRY(exclude_blocked(m, blocked, f->wanted));
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n)
        f->blocked[n] = f->blocked[n] && !f->wanted[n];
    return SPATE_OK;
}

/* Sets the final m->bed and m->active. */
static void finish_cells(model *m, terrain_corners *corners, const nodata_policy *policy,
                         const cell_flags *f)
{
    const int64_t count = box_field_count(&m->bed);
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n)
        if (f->hole[n] && policy->kind == NODATA_LEVEL)
            m->bed.values[n] = policy->level;
    if (corners->bed.values)
        corners_complete(corners, &m->bed);
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n) {
        m->active[n] = f->wanted[n] && !isnan(m->bed.values[n]);
        f->blocked[n] = f->blocked[n] && !isnan(m->bed.values[n]);
        if (!f->wanted[n])
            m->bed.values[n] = NAN;
    }
}

/* Buildings narrower than a cell may contain no cell centre. */
static void warn_of_useless_blocks(model *m)
{
    const case_node *blocked = case_get(casefile_root(m->file), "terrain.blocked");
    if (blocked && m->blocked == 0)
        case_warn(m->file, blocked,
                  "blocks no cell: no centre of a cell with data is inside these polygons; use "
                  "smaller cells, or walls (terrain.walls) for what is narrower than a cell");
}

static spate_status count_cells(model *m, const cell_flags *f, const nodata_policy *policy)
{
    box_owner owner;
    SPATE_TRY(box_owner_find(m, &owner));
    const box_field *b = &m->bed;
    int64_t active = 0, holes = 0, blocked = 0;
#pragma omp parallel for schedule(static) reduction(+ : active, holes, blocked)
    for (int64_t j = 0; j < b->ny; ++j)
        for (int64_t i = 0; i < b->nx; ++i)
            if (box_owner_has_cell(&owner, b->i0 + i, b->j0 + j)) {
                active += m->active[j * b->nx + i];
                holes += f->hole[j * b->nx + i];
                blocked += f->blocked[j * b->nx + i];
            }
    box_owner_free(&owner);
    int64_t counts[3] = {active, holes, blocked};
    comm_sum_count(m->ctx->comm, counts, 3);
    m->blocked = counts[2];
    const case_node *terrain = case_get(casefile_root(m->file), "terrain");
    if (counts[0] == 0)
        return case_fail(m->file, terrain, SPATE_ERROR_DATA,
                         "no cell is active: the layers have no data in the area of the run (x "
                         "%.10g to %.10g, y %.10g to %.10g); check grid.area and the layers",
                         m->grid.x0, m->grid.x0 + (double)m->grid.nx * m->grid.dx, m->grid.y0,
                         m->grid.y0 + (double)m->grid.ny * m->grid.dy);
    if (counts[1] > 0)
        spate_log(m->ctx, SPATE_LOG_INFO, "%lld cells in holes of the terrain %s",
                  (long long)counts[1],
                  policy->kind == NODATA_LEVEL ? "were filled" : "are inactive");
    m->departure.filled = policy->kind == NODATA_LEVEL ? counts[1] : 0;
    spate_log(m->ctx, SPATE_LOG_INFO, "%lld of %lld cells are active", (long long)counts[0],
              m->grid.nx * m->grid.ny);
    warn_of_useless_blocks(m);
    return SPATE_OK;
}

static spate_status prepare(model *m, terrain_corners *corners, nodata_policy *policy,
                            const cell_flags *f)
{
    const int bilinear = m->options.bed_model == SPATE_BED_BILINEAR;
    SPATE_TRY(nodata_policy_read(m, policy));
    SPATE_TRY(layers_elevations(m, RESAMPLE_SURFACE, &m->bed));
    if (bilinear)
        SPATE_TRY(corners_read(m, corners));
    SPATE_TRY(find_wanted(m, f));
    const int64_t count = box_field_count(&m->bed);
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < count; ++n)
        f->missing[n] = (uint8_t)(isnan(m->bed.values[n]) != 0);
    return SPATE_OK;
}

/* 1 in active cells; outside the box of this rank as in its last cell. */
static void active_row(const void *user, int64_t i, int64_t j, int n, double *values)
{
    const model *m = user;
    const box_field *b = &m->bed;
    const int64_t row = j < b->j0 ? 0 : j - b->j0 < b->ny ? j - b->j0 : b->ny - 1;
    for (int k = 0; k < n; ++k) {
        const int64_t c = i + k - b->i0;
        values[k] = m->active[row * b->nx + (c < 0 ? 0 : c < b->nx ? c : b->nx - 1)];
    }
}

static spate_status build(model *m, terrain_corners *corners, const cell_flags *f)
{
    nodata_policy policy;
    SPATE_TRY(comm_agree(m->ctx, prepare(m, corners, &policy, f)));
    SPATE_TRY(nodata_find_holes(m, &policy, f->missing, f->wanted, f->hole));
    finish_cells(m, corners, &policy, f);
    SPATE_TRY(count_cells(m, f, &policy));
    SPATE_TRY(model_warn_of_spikes(m));
    SPATE_TRY(sim_set_active(m->sim, (field_source){.row = active_row, .user = m}));
    return sim_set_bed(m->sim, box_field_source(corners->bed.values ? &corners->bed : &m->bed));
}

spate_status model_terrain(model *m)
{
    terrain_corners corners = {0};
    spate_status status = box_field_create(m, &m->bed);
    const size_t count = status == SPATE_OK ? (size_t)box_field_count(&m->bed) : 0;
    uint8_t *flags = calloc(4 * count + 1, 1);
    m->active = calloc(count + 1, 1);
    if ((!flags || !m->active) && status == SPATE_OK)
        status = fail_memory(m->ctx, "no memory for %zu cells", count);
    status = comm_agree(m->ctx, status);
    if (status == SPATE_OK)
        status = build(m, &corners,
                       &(cell_flags){.missing = flags,
                                     .wanted = flags + count,
                                     .hole = flags + 2 * count,
                                     .blocked = flags + 3 * count});
    free(flags);
    corners_free(&corners);
    return status;
}
