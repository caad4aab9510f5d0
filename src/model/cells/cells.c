/* Maps over the cells of this rank. */
#include "model/cells/cells.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "model/places.h"
#include "parallel/comm.h"

static void fill(box_field *box, double value)
{
#pragma omp parallel for schedule(static)
    for (int64_t j = 0; j < box->ny;
         ++j) /* by rows: each thread touches the memory that it will use */
        for (int64_t i = 0; i < box->nx; ++i)
            box->values[j * box->nx + i] = value;
}

/* more: rings of cells around the box. */
static spate_status create(const model *m, int corners, int more, double value, box_field *out)
{
    int64_t i0, j0, i1, j1;
    const double shift = corners ? -0.5 : 0;
    spate_get_local_box(m->sim, &i0, &j0, &i1, &j1);
    *out = (box_field){.i0 = i0 - more,
                       .j0 = j0 - more,
                       .nx = i1 - i0 + corners + 2 * more,
                       .ny = j1 - j0 + corners + 2 * more,
                       .x0 = m->grid.x0 + shift * m->grid.dx,
                       .y0 = m->grid.y0 + shift * m->grid.dy,
                       .dx = m->grid.dx,
                       .dy = m->grid.dy};
    const size_t row = (size_t)out->nx * sizeof *out->values;
    out->values = memory_alloc(row * (size_t)out->ny);
    if (!out->values)
        return fail_memory(m->ctx, "no memory for a map of %lld x %lld cells", (long long)out->nx,
                           (long long)out->ny);
    fill(out, value);
    return SPATE_OK;
}

spate_status box_field_create(const model *m, box_field *out)
{
    return create(m, 0, 0, 0, out);
}

spate_status box_field_create_corners(const model *m, box_field *out)
{
    return create(m, 1, 0, 0, out);
}

spate_status box_field_create_filled(const model *m, double value, box_field *out)
{
    return create(m, 0, 0, value, out);
}

spate_status box_field_create_around(const model *m, box_field *out)
{
    return create(m, 0, 1, 0, out);
}

raster_grid box_field_grid(const model *m, const box_field *box)
{
    return (raster_grid){.x0 = box->x0 + (double)box->i0 * box->dx,
                         .y0 = box->y0 + (double)box->j0 * box->dy,
                         .dx = box->dx,
                         .dy = box->dy,
                         .nx = box->nx,
                         .ny = box->ny,
                         .crs = m->grid.crs};
}

int64_t box_field_count(const box_field *box)
{
    return box->nx * box->ny;
}

point box_field_place(const box_field *box, int64_t n)
{
    return (point){.x = box->x0 + ((double)(box->i0 + n % box->nx) + 0.5) * box->dx,
                   .y = box->y0 + ((double)(box->j0 + n / box->nx) + 0.5) * box->dy};
}

/* ---- the owner of a cell ---- */

spate_status box_owner_find(model *m, box_owner *out)
{
    comm *c = m->ctx->comm;
    const int ranks = comm_size(c);
    *out = (box_owner){.rank = comm_rank(c)};
    out->boxes = calloc((size_t)ranks, sizeof *out->boxes);
    const spate_status status =
        out->boxes ? SPATE_OK : fail_memory(m->ctx, "no memory for %d boxes", ranks);
    SPATE_TRY(comm_agree(m->ctx, status));
    int64_t *mine = out->boxes[out->rank];
    spate_get_local_box(m->sim, &mine[0], &mine[1], &mine[2], &mine[3]);
    /* The outermost ghost cells may have incomplete data. */
    mine[0] += mine[0] > 0;
    mine[1] += mine[1] > 0;
    mine[2] -= mine[2] < m->grid.nx;
    mine[3] -= mine[3] < m->grid.ny;
    comm_sum_count(c, out->boxes[0], 4 * ranks);
    return SPATE_OK;
}

int box_owner_has(const box_owner *o, const box_field *box, int64_t n)
{
    return box_owner_has_cell(o, box->i0 + n % box->nx, box->j0 + n / box->nx);
}

int box_owner_has_cell(const box_owner *o, int64_t i, int64_t j)
{
    for (int r = 0; r <= o->rank; ++r) {
        const int64_t *b = o->boxes[r];
        if (i >= b[0] && j >= b[1] && i < b[2] && j < b[3])
            return r == o->rank;
    }
    return 0;
}

void box_owner_free(box_owner *o)
{
    free(o->boxes);
    o->boxes = NULL;
}

/* ---- inputs ---- */

spate_status cells_read_raster(model *m, const case_node *where, const char *file,
                               resampling method, box_field *box)
{
    return cells_read_band(m, where, file, 0, method, box);
}

spate_status cells_read_band(model *m, const case_node *where, const char *file, int band,
                             resampling method, box_field *box)
{
    raster *r = NULL;
    SPATE_TRY(model_used_file(m, file));
    SPATE_TRY(model_at(m, where, raster_open(m->ctx, file, band, &r)));
    const raster_grid grid = box_field_grid(m, box);
    const spate_status status = model_at(m, where, raster_read(r, &grid, method, box->values));
    raster_close(r);
    return status;
}

static void widen(bounds *around, bounds b)
{
    around->x0 = fmin(around->x0, b.x0);
    around->y0 = fmin(around->y0, b.y0);
    around->x1 = fmax(around->x1, b.x1);
    around->y1 = fmax(around->y1, b.y1);
}

static spate_status prepare(model *m, const places *found, prepared_polygon **out)
{
    const shape **list = malloc((size_t)found->count * sizeof *list);
    for (int k = 0; list && k < found->count; ++k)
        list[k] = &found->shapes[k];
    *out = list ? polygon_prepare(list, found->count) : NULL;
    free(list);
    return *out ? SPATE_OK : fail_memory(m->ctx, "no memory for polygons");
}

spate_status polygons_read(model *m, const case_node *node, prepared_polygon **out, bounds *around)
{
    places found;
    *out = NULL;
    SPATE_TRY(places_read(m, node, SHAPE_POLYGON, &found));
    if (around) {
        *around = shape_bounds(&found.shapes[0]);
        for (int k = 1; k < found.count; ++k)
            widen(around, shape_bounds(&found.shapes[k]));
    }
    const spate_status status = prepare(m, &found, out);
    places_free(&found);
    return status;
}

spate_status box_field_within(const model *m, const box_field *box, const prepared_polygon *p,
                              uint8_t *inside)
{
    double *x = malloc((size_t)box->nx * sizeof *x);
    if (!x)
        return fail_memory(m->ctx, "no memory for a row of cells");
    for (int64_t i = 0; i < box->nx; ++i)
        x[i] = box_field_place(box, i).x;
#pragma omp parallel for schedule(static)
    for (int64_t j = 0; j < box->ny; ++j)
        polygon_row(p, box_field_place(box, j * box->nx).y, box->nx, x, inside + j * box->nx);
    free(x);
    return SPATE_OK;
}
