/* Cutting tiles. */
#include "results/tiles.h"

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

void tile_cut_f64(const tiling *t, int64_t x, int64_t y, const double *map, double *tile)
{
    for (int64_t j = 0; j < t->tile_y; ++j) {
        const int64_t row = y * t->tile_y + j, from = x * t->tile_x;
        const double *in = map + row * t->nx + from;
        double *out = tile + j * t->tile_x;
        int64_t cells = row < t->ny ? t->nx - from : 0;
        cells = cells < t->tile_x ? cells : t->tile_x;
        for (int64_t i = 0; i < cells; ++i)
            out[i] = isnan(in[i]) ? TILE_FILL_F64 : in[i];
        for (int64_t i = cells; i < t->tile_x; ++i)
            out[i] = TILE_FILL_F64;
    }
}
