/* Rows of a field, masked. */
#include "results/maps/final_rows.h"

#include <math.h>
#include <string.h>

#include "run/whole_rows.h"

enum { PIECE = 512 };

static const float *bed_of(const final_field *f, int64_t i, int64_t j)
{
    return f->r->bed + j * f->r->plan->grid.nx + i;
}

static void read_f64(const void *user, int64_t i, int64_t j, int n, void *to)
{
    const final_field *f = user;
    const float *bed = bed_of(f, i, j);
    double *values = to;
    if (f->gathered)
        memcpy(values, (const double *)f->gathered + j * f->r->plan->grid.nx + i,
               (size_t)n * sizeof *values);
    else
        whole_row(f->r->sim, f->name, i, j, n, values);
    for (int k = 0; k < n; ++k)
        values[k] = isnan(bed[k]) ? (double)NAN : values[k];
}

static void read_single(const final_field *f, int64_t i, int64_t j, int n, float *values)
{
    double piece[PIECE];
    if (f->gathered)
        memcpy(values, (const float *)f->gathered + j * f->r->plan->grid.nx + i,
               (size_t)n * sizeof *values);
    for (int from = 0; from < n && !f->gathered; from += PIECE) {
        const int count = n - from < PIECE ? n - from : PIECE;
        whole_row(f->r->sim, f->name, i + from, j, count, piece);
        for (int k = 0; k < count; ++k)
            values[from + k] = (float)piece[k];
    }
}

static void read_f32(const void *user, int64_t i, int64_t j, int n, void *to)
{
    const final_field *f = user;
    const float *bed = bed_of(f, i, j);
    float *values = to;
    read_single(f, i, j, n, values);
    for (int k = 0; k < n; ++k)
        values[k] = isnan(bed[k]) ? (float)NAN : values[k];
}

/* In a raster cells that no water reached have no value, so that other programs leave them clear. */
static int is_zero_where_dry(spate_field_name name)
{
    return name == SPATE_MAX_DEPTH || name == SPATE_MAX_SPEED || name == SPATE_MAX_HAZARD ||
           name == SPATE_DURATION || name == SPATE_HAZARD_ARR || name == SPATE_HAZARD_UK;
}

static void read_raster(const void *user, long long i, long long j, int n, float *values)
{
    const final_field *f = user;
    read_f32(user, i, j, n, values);
    for (int k = 0; is_zero_where_dry(f->name) && k < n; ++k)
        values[k] = values[k] > 0 ? values[k] : (float)NAN;
}

map_rows final_rows_f32(const final_field *f)
{
    return (map_rows){read_f32, f, 1};
}

map_rows final_rows_f64(const final_field *f)
{
    return (map_rows){read_f64, f, 0};
}

raster_rows final_rows_raster(const final_field *f)
{
    return (raster_rows){read_raster, f};
}
