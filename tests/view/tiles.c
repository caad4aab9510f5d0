/* Tiles hold what the map holds, to the digits that 16 bits have; levels of detail are means. */
#include <stdlib.h>

#include "check.h"
#include "levels.h"
#include "tile_code.h"

static unsigned u16_at(const uint8_t *at)
{
    return at[0] | (unsigned)at[1] << 8;
}

static double f64_at(const uint8_t *at)
{
    double value;
    memcpy(&value, at, sizeof value); /* the tests run where numbers are little-endian */
    return value;
}

static float bump(int64_t i, int64_t j)
{
    return (i * 7 + j * 3) % 11 == 0 ? NAN : 2 + sinf((float)i * 0.07F) * cosf((float)j * 0.05F);
}

/* Half a step: (high - low) / 65535 / 2, and what a float itself is rounded to. */
static void values_are_kept_to_half_a_step(void)
{
    enum { NX = 300, NY = 270 };
    float *map = malloc(NX * NY * sizeof *map);
    for (int64_t k = 0; k < NX * NY; ++k)
        map[k] = bump(k % NX, k / NX);
    const map_level level = {.nx = NX, .ny = NY, .values = map};
    double worst = 0;
    for (int64_t y = 0; y < 2; ++y)
        for (int64_t x = 0; x < 2; ++x) {
            size_t bytes;
            uint8_t *tile = tile_encode(&level, x, y, &bytes);
            const unsigned w = u16_at(tile + 4), h = u16_at(tile + 6);
            CHECK(memcmp(tile, "SPT1", 4) == 0);
            CHECK(w == (x ? NX - 256 : 256) + 4 && h == (y ? NY - 256 : 256) + 4);
            CHECK(bytes == TILE_HEAD + 3 * (size_t)w * h);
            const double base = f64_at(tile + 8), step = f64_at(tile + 16);
            for (unsigned k = 0; k < w * h; ++k) {
                int64_t i = x * 256 - 2 + k % w, j = y * 256 - 2 + k / w;
                i = i < 0 ? 0 : i < NX ? i : NX - 1; /* the edge is repeated beyond the grid */
                j = j < 0 ? 0 : j < NY ? j : NY - 1;
                const float v = map[j * NX + i];
                const uint8_t share = tile[TILE_HEAD + 2 * w * h + k];
                CHECK(share == (isnan(v) ? 0 : 255));
                if (!isnan(v)) {
                    const double got = base + step * u16_at(tile + TILE_HEAD + 2 * k);
                    worst = fmax(worst, fabs(got - (double)v) / step);
                }
            }
            free(tile);
        }
    free(map);
    CHECK_AT_MOST("steps off", worst, 0.5 + 1e-6);
}

static void a_tile_without_values_is_empty(void)
{
    const float none[4] = {NAN, NAN, NAN, NAN}, flat[4] = {3.25F, 3.25F, 3.25F, 3.25F};
    size_t bytes;
    map_level level = {.nx = 2, .ny = 2, .values = none};
    uint8_t *tile = tile_encode(&level, 0, 0, &bytes);
    CHECK(bytes == TILE_HEAD && u16_at(tile + 4) == 0);
    free(tile);
    level.values = flat;
    tile = tile_encode(&level, 0, 0, &bytes);
    CHECK(u16_at(tile + 4) == 6 && f64_at(tile + 8) == 3.25 && f64_at(tile + 16) == 0);
    free(tile);
}

static void levels_are_means_of_what_is_wet(void)
{
    /* 3 x 3: the last column and row have no partner. */
    const float map[9] = {1, 3, NAN, NAN, NAN, 5, 2, NAN, 8};
    const map_level level = {.nx = 3, .ny = 3, .values = map};
    float values[2];
    uint8_t shares[2];
    level_row(&level, 0, 0, values, shares);
    CHECK(values[0] == 2 && shares[0] == 128); /* two of four: 127.5 */
    CHECK(values[1] == 5 && shares[1] == 128); /* one of two */
    level_row(&level, 1, 0, values, shares);
    CHECK(values[0] == 2 && shares[0] == 128);
    CHECK(values[1] == 8 && shares[1] == 255); /* the corner stands for itself */
    level_row(&level, 0, 1, values, shares);
    CHECK(values[0] == 3); /* the worst class */
}

static void shares_count_in_the_next_level(void)
{
    const float map[4] = {10, 20, NAN, 40};
    const uint8_t shares_of[4] = {255, 51, 0, 204};
    const map_level level = {.nx = 2, .ny = 2, .values = map, .shares = shares_of};
    float value;
    uint8_t share;
    level_row(&level, 0, 0, &value, &share);
    CHECK_NEAR(value, (255 * 10 + 51 * 20 + 204 * 40) / 510.0, 1e-5);
    CHECK(share == 128);
    const float dry[4] = {NAN, NAN, NAN, NAN};
    const map_level none = {.nx = 2, .ny = 2, .values = dry};
    level_row(&none, 0, 0, &value, &share);
    CHECK(isnan(value) && share == 0);
}

int main(void)
{
    RUN(values_are_kept_to_half_a_step);
    RUN(a_tile_without_values_is_empty);
    RUN(levels_are_means_of_what_is_wet);
    RUN(shares_count_in_the_next_level);
    return check_done();
}
