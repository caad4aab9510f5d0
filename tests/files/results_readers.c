/* Other programs can read the files: ncdump, gdalinfo and xarray find values, times and position.
 * Skipped where one of them, or NetCDF, is absent. */
#include "results_scene.h"
#include "spate_config.h"

static const char script[] =
    "import sys, numpy, xarray\n"
    "d = xarray.open_dataset(sys.argv[1])\n"
    "assert d.sizes['time'] == 8 and d.sizes['y'] == 36 and d.sizes['x'] == 60, d.sizes\n"
    "assert d.time.values[1] == numpy.datetime64('2024-01-02T00:00:01.500'), d.time.values\n"
    "assert d.y.values[0] == 180001 and d.y.values[1] > d.y.values[0], d.y.values\n"
    "assert d.x.values[0] == 500001, d.x.values\n"
    "assert 'OSGB' in d[d.depth.attrs.get('grid_mapping') or d.depth.encoding['grid_mapping']]"
    ".attrs['crs_wkt']\n"
    "assert d.depth.dtype == numpy.float32 and d.attrs['Conventions'] == 'CF-1.8'\n"
    "assert numpy.isnan(d.depth.values[0, -1, -1]) and d.depth.values[0, 0, 0] > 1\n"
    "assert numpy.isnan(d.level.values[0, 0, -1]) and d.depth.values[0, 0, -1] == 0\n"
    "w = d.level.values[3]; b = d.bed.values + d.depth.values[3]\n"
    "wet = d.depth.values[3] >= 0.01\n"
    "assert wet.sum() > 500 and (w[wet] == b[wet]).all() and numpy.isnan(w[~wet]).all()\n"
    "m = xarray.open_dataset(sys.argv[2])\n"
    "assert m.arrival.dtype == numpy.float32 and float(m.arrival.max()) <= 10\n";

static const char *python;

static int have(const char *command)
{
    char line[256];
    snprintf(line, sizeof line, "%s >/dev/null 2>&1", command);
    return system(line) == 0;
}

/* The first on the PATH, or Debian's. */
static const char *find_python(void)
{
    if (have("python3 -c 'import xarray, netCDF4'"))
        return "python3";
    return have("/usr/bin/python3 -c 'import xarray, netCDF4'") ? "/usr/bin/python3" : NULL;
}

/* What a command prints, in a static buffer. */
static const char *output_of(const char *command)
{
    static char out[65536];
    FILE *pipe = popen(command, "r");
    const size_t count = pipe ? fread(out, 1, sizeof out - 1, pipe) : 0;
    out[count] = '\0';
    CHECK(pipe && pclose(pipe) == 0);
    return out;
}

static void ncdump_reads_the_header(void)
{
    char command[600];
    snprintf(command, sizeof command, "ncdump -hs '%s'", scene_in("flood/maps.nc"));
    const char *out = output_of(command);
    CHECK_CONTAINS(out, "float depth(time, y, x)");
    CHECK_CONTAINS(out, "float bed(y, x)");
    CHECK_CONTAINS(out, "time:units = \"seconds since 2024-01-02T00:00:00Z\"");
    CHECK_CONTAINS(out, "time:calendar = \"standard\"");
    CHECK_CONTAINS(out, "depth:grid_mapping = \"crs\"");
    CHECK_CONTAINS(out, "depth:_ChunkSizes = 1, 36, 60");
    CHECK_CONTAINS(out, "depth:_DeflateLevel = 1");
    CHECK_CONTAINS(out, "depth:_Shuffle = \"true\"");
    CHECK_CONTAINS(out, "_Format = \"netCDF-4 classic model\"");
    CHECK_CONTAINS(out, ":Conventions = \"CF-1.8\"");
}

static void gdalinfo_finds_the_place(void)
{
    char command[600];
    snprintf(command, sizeof command, "gdalinfo 'NETCDF:\"%s\":depth'", scene_in("flood/maps.nc"));
    const char *out = output_of(command);
    CHECK_CONTAINS(out, "Size is 60, 36");
    CHECK_CONTAINS(out, "OSGB");
    CHECK_CONTAINS(out, "Origin = (500000.0000000");
    CHECK_CONTAINS(out, "180072.000");
    CHECK_CONTAINS(out, "Pixel Size = (2.0000000");
    CHECK_CONTAINS(out, "Band 8");
    snprintf(command, sizeof command, "gdalinfo '%s'", scene_in("flood/max_depth.tif"));
    out = output_of(command);
    CHECK_CONTAINS(out, "Size is 60, 36");
    CHECK_CONTAINS(out, "OSGB");
}

static void xarray_decodes_times_and_values(void)
{
    char command[1200];
    FILE *f = fopen(scene_in("read.py"), "w");
    if (!CHECK(f != NULL))
        return;
    fputs(script, f);
    fclose(f);
    snprintf(command, sizeof command, "%s '%s' '%s' '%s'", python, scene_in("read.py"),
             scene_in("flood/maps.nc"), scene_in("flood/max.nc"));
    CHECK(system(command) == 0);
}

static void write_flood(spate_context *ctx)
{
    results_plan plan = scene_plan(scene_in("flood"), RESULTS_NEW);
    spate_sim *sim = scene_ready(ctx);
    results *r = NULL;
    int resumed;
    plan.grid.crs = "EPSG:27700";
    if (!CHECK(results_open(ctx, sim, &plan, &r, &resumed) == SPATE_OK))
        return;
    CHECK(scene_run(sim, r, plan.end) == SPATE_OK);
    if (!CHECK(results_close(r, 1) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    spate_sim_destroy(sim);
}

int main(void)
{
    spate_context *ctx;
    const int dump = have("command -v ncdump"), gdal = have("command -v gdalinfo");
    python = find_python();
    if (!SPATE_HAVE_NETCDF || !SPATE_HAVE_GDAL || !dump || !gdal || !python) {
        printf("skipped: needs NetCDF and GDAL in the build, ncdump, gdalinfo, python3-xarray and "
               "python3-netcdf4\n");
        return 77;
    }
    if (!scene_begin(&ctx))
        return 1;
    write_flood(ctx);
    RUN(ncdump_reads_the_header);
    RUN(gdalinfo_finds_the_place);
    RUN(xarray_decodes_times_and_values);
    return scene_end(ctx);
}
