/* Claims about rasters whose numbers are not what they seem: signed bytes, complex numbers,
 * palettes, several bands. The files are made byte by byte; what they hold is known. */
#include "check.h"
#include "io/gdal_plugin.h"
#include "io/raster.h"
#include "scratch.h"
#include "tiny_tiff.h"

static spate_context *ctx;

enum { NX = 4, NY = 2 };

static const char *write_tiff(const char *name, const tiny_tiff *t)
{
    static uint8_t bytes[TINY_TIFF_HEAD + 4096];
    const size_t size = tiny_tiff_make(t, bytes);
    const char *file = scratch(name);
    FILE *out = fopen(file, "wb");
    if (!out || fwrite(bytes, 1, size, out) != size || fclose(out) != 0)
        exit(1);
    return file;
}

/* All pixels, the southern row first. */
static spate_status read_all(const char *file, int band, resampling method, double values[NX * NY])
{
    raster *r;
    SPATE_TRY(raster_open(ctx, file, band, &r));
    const spate_status status =
        raster_read(r, &(raster_grid){0, 0, 1, 1, NX, NY, ""}, method, values);
    raster_close(r);
    return status;
}

static void check_values(const double *values, const double *expected)
{
    for (int n = 0; n < NX * NY; ++n)
        if (!CHECK(isnan(expected[n]) ? isnan(values[n]) : values[n] == expected[n]))
            printf("  value %d is %g, not %g\n", n, values[n], expected[n]);
}

static void signed_bytes_keep_their_sign(void)
{
    static const int8_t pixels[] = {-5, 0, 127, -127, 1, -1, -128, 7};
    static const double south_first[] = {1, -1, NAN, 7, -5, 0, 127, -127};
    /* Both spellings of -128 are found in files. */
    static const char *const marks[] = {"-128", "128"};
    double values[NX * NY];
    for (int k = 0; k < 2; ++k) {
        const tiny_tiff t = {NX, NY, 1, 8, 2, 0, marks[k], pixels};
        const char *file = write_tiff("signed.tif", &t);
        if (CHECK(read_all(file, 0, RESAMPLE_SURFACE, values) == SPATE_OK))
            check_values(values, south_first);
    }
    raster *r;
    if (CHECK(raster_open(ctx, scratch("signed.tif"), 0, &r) == SPATE_OK))
        CHECK(strcmp(raster_get_info(r)->type, "Int8") == 0);
    raster_close(r);
}

static void unsigned_bytes_stay_positive(void)
{
    static const uint8_t pixels[] = {251, 0, 127, 128, 1, 255, 200, 7};
    static const double south_first[] = {1, 255, 200, 7, 251, 0, 127, 128};
    double values[NX * NY];
    const tiny_tiff t = {NX, NY, 1, 8, 1, 0, NULL, pixels};
    if (CHECK(read_all(write_tiff("bytes.tif", &t), 0, RESAMPLE_SURFACE, values) == SPATE_OK))
        check_values(values, south_first);
}

static void complex_numbers_are_refused(void)
{
    static const float pixels[2 * NX * NY] = {1, 2};
    double values[NX * NY];
    const char *file = write_tiff("complex.tif", &(tiny_tiff){NX, NY, 1, 64, 6, 0, NULL, pixels});
    for (int band = 0; band < 2; ++band) {
        CHECK(read_all(file, band, RESAMPLE_SURFACE, values) == SPATE_ERROR_DATA);
        CHECK_CONTAINS(spate_message(ctx), "complex.tif: its values are complex numbers");
    }
}

static void palettes_are_classes_but_not_heights(void)
{
    static const uint8_t pixels[] = {1, 2, 3, 4, 5, 6, 7, 8};
    static const double south_first[] = {5, 6, 7, 8, 1, 2, 3, 4};
    double values[NX * NY];
    const char *file = write_tiff("palette.tif", &(tiny_tiff){NX, NY, 1, 8, 1, 1, NULL, pixels});
    CHECK(read_all(file, 0, RESAMPLE_SURFACE, values) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "colour numbers of a palette");
    if (CHECK(read_all(file, 0, RESAMPLE_NEAREST, values) == SPATE_OK))
        check_values(values, south_first);
    if (CHECK(read_all(file, 1, RESAMPLE_SURFACE, values) == SPATE_OK)) /* the band is named */
        check_values(values, south_first);
}

static void of_several_bands_one_must_be_named(void)
{
    static const int16_t pixels[] = {1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60, 7, 70, 8, 80};
    static const double second[] = {50, 60, 70, 80, 10, 20, 30, 40};
    double values[NX * NY];
    const char *file = write_tiff("bands.tif", &(tiny_tiff){NX, NY, 2, 16, 2, 0, NULL, pixels});
    CHECK(read_all(file, 0, RESAMPLE_SURFACE, values) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "it has 2 bands, and the case does not say which one");
    CHECK_CONTAINS(spate_message(ctx), "add band: 1");
    if (CHECK(read_all(file, 2, RESAMPLE_SURFACE, values) == SPATE_OK))
        check_values(values, second);
}

int main(void)
{
    if (scratch_lacks_gdal())
        return SCRATCH_SKIPPED;
    ctx = scratch_context();
    RUN(signed_bytes_keep_their_sign);
    RUN(unsigned_bytes_stay_positive);
    RUN(complex_numbers_are_refused);
    RUN(palettes_are_classes_but_not_heights);
    RUN(of_several_bands_one_must_be_named);
    spate_context_destroy(ctx);
    return check_done();
}
