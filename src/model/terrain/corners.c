/* The corners of a bilinear bed. */
#include "model/terrain/corners.h"

#include <math.h>

#include "base/memory.h"
#include "model/cells/cells.h"
#include "model/terrain/layers.h"

spate_status corners_read(model *m, terrain_corners *out)
{
    SPATE_TRY(box_field_create_corners(m, &out->bed));
    SPATE_TRY(box_field_create_around(m, &out->around));
    SPATE_TRY(layers_elevations(m, RESAMPLE_SURFACE, &out->around));
    return layers_elevations(m, RESAMPLE_SURFACE, &out->bed);
}

void corners_free(terrain_corners *c)
{
    memory_free(c->bed.values);
    memory_free(c->around.values);
    *c = (terrain_corners){0};
}

/* Corner k of cell (i, j) of a box of cells is the south-west corner of cell (i + corner_di, j +
 * corner_dj). */
static const int corner_di[4] = {0, 1, 0, 1}, corner_dj[4] = {0, 0, 1, 1};

/* Bed of cell (i, j) of the box or of the ring around it; NaN: no data. */
static double cell_bed(const terrain_corners *c, const box_field *cells, int64_t i, int64_t j)
{
    if (i >= 0 && j >= 0 && i < cells->nx && j < cells->ny)
        return cells->values[j * cells->nx + i];
    const box_field *a = &c->around;
    if (i < -1 || j < -1 || i > cells->nx || j > cells->ny)
        return (double)NAN;
    return a->values[(j + 1) * a->nx + (i + 1)];
}

/* Half the rise of the bed from a cell towards a side, from the neighbour on that side, else from
 * the neighbour on the other side, else 0. */
static double half_rise(double here, double ahead, double behind)
{
    return !isnan(ahead) ? 0.5 * (ahead - here) : !isnan(behind) ? 0.5 * (here - behind) : 0;
}

/* The bed at a corner on the edge of the data: the mean of the values that the slopes of the cells
 * around it give. With the height of the cells instead, the last cell of a slope would have half
 * the slope, and water would pile up there. NaN: no cell has data. */
static double extrapolate_corner(const terrain_corners *c, const box_field *cells, int64_t i,
                                 int64_t j)
{
    double sum = 0;
    int count = 0;
    for (int k = 0; k < 4; ++k) {
        const int64_t ci = i - corner_di[k], cj = j - corner_dj[k];
        const int dx = corner_di[k] ? 1 : -1, dy = corner_dj[k] ? 1 : -1; /* to the corner */
        const double here = cell_bed(c, cells, ci, cj);
        if (isnan(here))
            continue;
        sum += here +
               (half_rise(here, cell_bed(c, cells, ci + dx, cj), cell_bed(c, cells, ci - dx, cj)) +
                half_rise(here, cell_bed(c, cells, ci, cj + dy), cell_bed(c, cells, ci, cj - dy)));
        ++count;
    }
    return count ? sum / count : (double)NAN;
}

static int has_data_around(const terrain_corners *c, const box_field *cells, int64_t i, int64_t j)
{
    for (int k = 0; k < 4; ++k)
        if (isnan(cell_bed(c, cells, i - corner_di[k], j - corner_dj[k])))
            return 0;
    return 1;
}

void corners_complete(terrain_corners *c, box_field *cells)
{
    box_field *bed = &c->bed;
#pragma omp parallel for schedule(static)
    for (int64_t j = 0; j < bed->ny; ++j)
        for (int64_t i = 0; i < bed->nx; ++i) {
            double *value = &bed->values[j * bed->nx + i];
            if (isnan(*value) || !has_data_around(c, cells, i, j))
                *value = extrapolate_corner(c, cells, i, j);
        }
#pragma omp parallel for schedule(static)
    for (int64_t j = 0; j < cells->ny; ++j)
        for (int64_t i = 0; i < cells->nx; ++i) {
            double sum = 0;
            for (int k = 0; k < 4; ++k)
                sum += bed->values[(j + corner_dj[k]) * bed->nx + i + corner_di[k]];
            double *value = &cells->values[j * cells->nx + i];
            *value = isnan(*value) ? (double)NAN : 0.25 * sum;
        }
}
