/* Cuts tiles out of maps. */
#include "results/maps/tiles.h"

#include <math.h>

enum { LARGEST_TILE = 768 };

tiling tiling_of(int64_t nx, int64_t ny)
{
    tiling t = {.nx = nx, .ny = ny};
    t.count_x = (nx + LARGEST_TILE - 1) / LARGEST_TILE;
    t.count_y = (ny + LARGEST_TILE - 1) / LARGEST_TILE;
    t.tile_x = (nx + t.count_x - 1) / t.count_x;
    t.tile_y = (ny + t.count_y - 1) / t.count_y;
    /* Rounding up may leave the last tile without a cell. */
    t.count_x = (nx + t.tile_x - 1) / t.tile_x;
    t.count_y = (ny + t.tile_y - 1) / t.tile_y;
    return t;
}

size_t tiling_values(const tiling *t)
{
    return (size_t)(t->tile_x * t->tile_y);
}

void tile_cut(const tiling *t, int64_t x, int64_t y, const float *map, float *tile)
{
    for (int64_t j = 0; j < t->tile_y; ++j) {
        const int64_t row = y * t->tile_y + j, from = x * t->tile_x;
        const float *in = map + row * t->nx + from;
        float *out = tile + j * t->tile_x;
        int64_t cells = row < t->ny ? t->nx - from : 0;
        cells = cells < t->tile_x ? cells : t->tile_x;
        for (int64_t i = 0; i < cells; ++i)
            out[i] = isnan(in[i]) ? TILE_FILL : in[i];
        for (int64_t i = cells; i < t->tile_x; ++i)
            out[i] = TILE_FILL;
    }
}

/* A row of a tile with `cells` values; NaN becomes fill, and so does the rest of the row. */
static void fill_row_f32(float *row, int64_t cells, int64_t length)
{
    for (int64_t i = 0; i < cells; ++i)
        row[i] = isnan(row[i]) ? TILE_FILL : row[i];
    for (int64_t i = cells; i < length; ++i)
        row[i] = TILE_FILL;
}

static void fill_row_f64(double *row, int64_t cells, int64_t length)
{
    for (int64_t i = 0; i < cells; ++i)
        row[i] = isnan(row[i]) ? TILE_FILL_F64 : row[i];
    for (int64_t i = cells; i < length; ++i)
        row[i] = TILE_FILL_F64;
}

void tile_cut_rows(const tiling *t, int64_t x, int64_t y, const map_rows *map, void *tile)
{
    const size_t value_bytes = map->single ? sizeof(float) : sizeof(double);
    for (int64_t j = 0; j < t->tile_y; ++j) {
        const int64_t row = y * t->tile_y + j, from = x * t->tile_x;
        void *out = (char *)tile + (size_t)(j * t->tile_x) * value_bytes;
        int64_t cells = row < t->ny ? t->nx - from : 0;
        cells = cells < t->tile_x ? cells : t->tile_x;
        if (cells > 0)
            map->read(map->user, from, row, (int)cells, out);
        if (map->single)
            fill_row_f32(out, cells, t->tile_x);
        else
            fill_row_f64(out, cells, t->tile_x);
    }
}
