/* Claims about loading the GDAL plug-in: each reason why it is missing has its own message. A
 * process loads it once, so each claim has a process of its own. */
#include "io/gdal_plugin.h"

#include <sys/stat.h>
#include <sys/wait.h>

#include "check.h"
#include "io/raster.h"
#include "scratch.h"

/* Whether opening a .tif with plug-ins from `folder` fails with these words. */
static int fails_with(const char *folder, const char *words)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        setenv("SPATE_PLUGINS", folder, 1);
        spate_context *ctx = scratch_context();
        raster *r;
        const spate_status status = raster_open(ctx, "/proc/self/status", 1, &r);
        const int ok = status == SPATE_ERROR_DATA && strstr(spate_message(ctx), words);
        if (!ok)
            printf("  \"%s\" is not in \"%s\"\n", words, spate_message(ctx));
        fflush(stdout);
        spate_context_destroy(ctx);
        _exit(ok ? 0 : 1);
    }
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void a_missing_file_is_said(void)
{
    scratch("");
    CHECK(
        fails_with(scratch_folder, "libspate_gdal.so is not there; build Spate where libgdal-dev"));
    CHECK(fails_with(scratch_folder, "/proc/self/status needs GDAL: "));
}

static void a_file_that_does_not_load_is_said(void)
{
    scratch_file("libspate_gdal.so", "not a library");
    CHECK(fails_with(scratch_folder, "install libgdal"));
}

static void another_build_is_said(void)
{
    char program[4096];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 32);
    if (!CHECK(length > 0))
        return;
    program[length] = '\0';
    strcpy(strrchr(program, '/') + 1, "libspate_gdal.so");
    FILE *from = fopen(program, "rb");
    if (!from) {
        printf("  skipped: no %s\n", program);
        return;
    }
    static char bytes[1 << 24];
    const size_t size = fread(bytes, 1, sizeof bytes, from);
    fclose(from);
    char *build = memmem(bytes, size, GDAL_PLUGIN_BUILD, sizeof GDAL_PLUGIN_BUILD);
    if (!CHECK(build != NULL && size < sizeof bytes))
        return;
    build[0] = '9';
    FILE *to = fopen(scratch("libspate_gdal.so"), "wb");
    CHECK(to && fwrite(bytes, 1, size, to) == size && fclose(to) == 0);
    CHECK(fails_with(scratch_folder, "is from build 9"));
    CHECK(fails_with(scratch_folder, "build and install both together"));
}

static void without_it_a_geotiff_is_an_error_and_an_asc_is_written(void)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        setenv("SPATE_PLUGINS", "/nowhere", 1);
        spate_context *ctx = scratch_context();
        const float values[] = {1, 2};
        const raster_output what = {{0, 0, 1, 1, 2, 1, ""}, "bed", "m"};
        int ok = raster_write(ctx, scratch("bed.tif"), &what, values) == SPATE_ERROR_OUTPUT;
        ok &=
            strstr(spate_message(ctx), "bed.tif: cannot write it: a GeoTIFF needs GDAL: ") != NULL;
        ok &= access(scratch("bed.asc"), R_OK) != 0 && access(scratch("bed.tif"), R_OK) != 0;
        ok &= raster_write(ctx, scratch("bed.asc"), &what, values) == SPATE_OK;
        ok &= access(scratch("bed.asc"), R_OK) == 0;
        ok &= vector_write(ctx, scratch("model.gpkg"), "", NULL, 0) == SPATE_OK;
        ok &= strstr(scratch_log, "model.gpkg is not written") != NULL;
        spate_context_destroy(ctx);
        _exit(ok ? 0 : 1);
    }
    int status = 1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

int main(void)
{
    RUN(a_missing_file_is_said);
    RUN(a_file_that_does_not_load_is_said);
    RUN(another_build_is_said);
    RUN(without_it_a_geotiff_is_an_error_and_an_asc_is_written);
    return check_done();
}
