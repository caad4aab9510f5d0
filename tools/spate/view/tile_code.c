/* Values into 16 bits. */
#include "tile_code.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_CODE = 65535 };

typedef struct window {
    const map_level *level;
    int64_t i0, j0; /* of the first place, which may be outside */
    int64_t nx, ny;
} window;

static int64_t clamped(int64_t at, int64_t count)
{
    return at < 0 ? 0 : at < count ? at : count - 1;
}

/* A place of the window in the level. Beyond the grid the places at its edge are repeated, so that
 * colours and slopes do not change there. */
static int64_t place_of(const window *w, int64_t i, int64_t j)
{
    return clamped(w->j0 + j, w->level->ny) * w->level->nx + clamped(w->i0 + i, w->level->nx);
}

static void find_range(const window *w, float *low, float *high)
{
    *low = INFINITY, *high = -INFINITY;
    for (int64_t j = 0; j < w->ny; ++j)
        for (int64_t i = 0; i < w->nx; ++i) {
            const float v = w->level->values[place_of(w, i, j)];
            *low = v < *low ? v : *low;
            *high = v > *high ? v : *high;
        }
}

static void put_u16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static void put_f64(uint8_t *at, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int k = 0; k < 8; ++k)
        at[k] = (uint8_t)(bits >> (8 * k));
}

static void put_head(uint8_t *out, int64_t nx, int64_t ny, double base, double step)
{
    memcpy(out, "SPT1", 4);
    put_u16(out + 4, (unsigned)nx);
    put_u16(out + 6, (unsigned)ny);
    put_f64(out + 8, base);
    put_f64(out + 16, step);
}

static void put_values(const window *w, double base, double step, uint8_t *values, uint8_t *shares)
{
    const double scale = step > 0 ? 1 / step : 0;
    for (int64_t j = 0; j < w->ny; ++j)
        for (int64_t i = 0; i < w->nx; ++i, values += 2, ++shares) {
            const int64_t k = place_of(w, i, j);
            const float v = w->level->values[k];
            const int has = !isnan(v);
            put_u16(values, has ? (unsigned)lrint(((double)v - base) * scale) : 0);
            *shares = !has ? 0 : w->level->shares ? w->level->shares[k] : 255;
        }
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

uint8_t *tile_encode(const map_level *level, int64_t x, int64_t y, size_t *bytes)
{
    window w = {.level = level,
                .i0 = x * TILE_SIDE - TILE_BORDER,
                .j0 = y * TILE_SIDE - TILE_BORDER};
    w.nx = smaller(TILE_SIDE, level->nx - x * TILE_SIDE) + 2 * TILE_BORDER;
    w.ny = smaller(TILE_SIDE, level->ny - y * TILE_SIDE) + 2 * TILE_BORDER;
    float low, high;
    find_range(&w, &low, &high);
    if (!(low <= high))
        w.nx = w.ny = 0;
    const double step = w.nx > 0 ? ((double)high - (double)low) / LARGEST_CODE : 0;
    const size_t places = (size_t)(w.nx * w.ny);
    *bytes = TILE_HEAD + 3 * places;
    uint8_t *out = malloc(*bytes);
    if (!out)
        return NULL;
    put_head(out, w.nx, w.ny, w.nx > 0 ? (double)low : 0, step);
    put_values(&w, (double)low, step, out + TILE_HEAD, out + TILE_HEAD + 2 * places);
    return out;
}
