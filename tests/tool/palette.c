/* Palettes: exact where colours are few, close where they are many, refused where they are too
 * many. */
#include "palette.h"

#include <string.h>

#include "tests/check.h"

enum { PIXELS = 40000 };
static uint32_t pixels[PIXELS];
static uint8_t numbers[PIXELS];
static palette colours;

static int off_by(uint32_t a, uint32_t b)
{
    int most = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        const int d = (int)(a >> shift & 0xff) - (int)(b >> shift & 0xff);
        most = d > most ? d : -d > most ? -d : most;
    }
    return most;
}

static int largest_error(void)
{
    int most = 0;
    for (int k = 0; k < PIXELS; ++k) {
        const int d =
            numbers[k] < colours.count ? off_by(pixels[k], colours.colours[numbers[k]]) : 999;
        most = d > most ? d : most;
    }
    return most;
}

static uint32_t draw_colour(void)
{
    return (uint32_t)draw_below(1 << 24);
}

static void up_to_256_colours_are_exact(void)
{
    for (int many = 1; many <= 256; many += 51) {
        uint32_t list[256];
        for (int n = 0; n < many; ++n)
            list[n] = draw_colour();
        for (int k = 0; k < PIXELS; ++k)
            pixels[k] = list[k % many];
        CHECK(palette_make(pixels, PIXELS, &colours, numbers) && colours.count <= many);
        CHECK_AT_MOST("largest error", largest_error(), 0);
    }
}

/* 512 colours, neighbours 1 apart, on a white page: half of them have to go. */
static void more_are_merged_within_the_tolerance(void)
{
    for (int k = 0; k < PIXELS; ++k)
        pixels[k] = k % 2 ? 0xffffffu : (uint32_t)(k / 2 % 2) << 16 | (uint32_t)(k / 4 % 256) << 8;
    CHECK(palette_make(pixels, PIXELS, &colours, numbers) && colours.count == PALETTE_SIZE);
    CHECK_AT_MOST("largest error", largest_error(), PALETTE_TOLERANCE);
    CHECK(largest_error() > 0); /* else nothing was merged */
    for (int k = 1; k < PIXELS; k += 2)
        CHECK(colours.colours[numbers[k]] == 0xffffffu);
}

/* 240 colours, 16 apart, and 80 shades of them, which are 7 off: more than a palette has. */
static void fill_with_shades(int every)
{
    for (int k = 0; k < PIXELS; ++k) {
        const uint32_t colour = (uint32_t)(k % 240 / 16 * 16) << 16 | (uint32_t)(k % 16 * 16);
        pixels[k] = k % every == 0 ? colour + 7 : colour;
    }
}

static void rare_shades_may_be_further_off(void)
{
    const int every = PALETTE_EDGE_SHARE + 1;
    int shades = 0;
    fill_with_shades(every);
    CHECK(palette_make(pixels, PIXELS, &colours, numbers));
    for (int k = 0; k < PIXELS; ++k) {
        const int off = off_by(pixels[k], colours.colours[numbers[k]]);
        CHECK(off <= (k % every ? PALETTE_TOLERANCE : PALETTE_AT_EDGES));
        shades += off > PALETTE_TOLERANCE;
    }
    printf("  %d of %d pixels are off by more than %d\n", shades, PIXELS, PALETTE_TOLERANCE);
    CHECK(shades > 0 && shades < PIXELS / PALETTE_EDGE_SHARE);
    fill_with_shades(PALETTE_EDGE_SHARE / 4 + 1);
    CHECK(!palette_make(pixels, PIXELS, &colours, numbers)); /* no longer rare */
}

static void colours_all_over_are_refused(void)
{
    for (int k = 0; k < PIXELS; ++k)
        pixels[k] = draw_colour();
    CHECK(!palette_make(pixels, PIXELS, &colours, numbers));
    for (int k = 0; k < PIXELS; ++k) /* few enough to count, too far apart */
        pixels[k] = (uint32_t)(k % 1000) * 16411u;
    CHECK(!palette_make(pixels, PIXELS, &colours, numbers));
    CHECK(!palette_make(pixels, 0, &colours, numbers));
}

/* Whatever is in the eight bits above red. */
static void the_byte_above_red_is_not_looked_at(void)
{
    for (int k = 0; k < PIXELS; ++k)
        pixels[k] = (uint32_t)k << 24 | 0x102030u;
    CHECK(palette_make(pixels, PIXELS, &colours, numbers));
    CHECK(colours.count == 1 && colours.colours[0] == 0x102030u && numbers[7] == 0);
}

int main(void)
{
    RUN(up_to_256_colours_are_exact);
    RUN(more_are_merged_within_the_tolerance);
    RUN(rare_shades_may_be_further_off);
    RUN(colours_all_over_are_refused);
    RUN(the_byte_above_red_is_not_looked_at);
    return check_done();
}
