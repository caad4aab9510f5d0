/* Claims about raster files on their way to the grid: copying, coordinate systems, odd files.
 * resample.c has the resampling itself. */
#include "io/raster.h"

#include "check.h"
#include "io/gdal_plugin.h"
#include "scratch.h"

static spate_context *ctx;
static int with_gdal;

/* What three ranks read must be what one reads, to the bit. */
static void boxes_agree_with_the_whole(raster *r, const raster_grid *whole, resampling method)
{
    const size_t count = (size_t)(whole->nx * whole->ny);
    double *all = malloc(count * sizeof *all), *part = malloc(count * sizeof *part);
    CHECK(raster_read(r, whole, method, all) == SPATE_OK);
    long wrong = 0, valid = 0;
    for (int trial = 0; trial < 12; ++trial) {
        const long long i0 = draw_below((int)whole->nx), j0 = draw_below((int)whole->ny);
        raster_grid box = *whole;
        box.x0 = whole->x0 + (double)i0 * whole->dx;
        box.y0 = whole->y0 + (double)j0 * whole->dy;
        box.nx = 1 + draw_below((int)(whole->nx - i0));
        box.ny = 1 + draw_below((int)(whole->ny - j0));
        CHECK(raster_read(r, &box, method, part) == SPATE_OK);
        for (long long n = 0; n < box.nx * box.ny; ++n) {
            const double a = all[(j0 + n / box.nx) * whole->nx + i0 + n % box.nx];
            valid += !isnan(a);
            wrong += memcmp(&a, &part[n], sizeof a) != 0 && !(isnan(a) && isnan(part[n]));
        }
    }
    CHECK(valid > 0);
    CHECK_AT_MOST("values that depend on the box", wrong, 0);
    free(all);
    free(part);
}

enum { NX = 300, NY = 200 };
static float terrain[NX * NY];

static const char *write_terrain(const char *name, const raster_grid *grid)
{
    for (int n = 0; n < NX * NY; ++n) {
        const int i = n % NX, j = n / NX;
        terrain[n] =
            i < 30 && j > 100 ? NAN : (float)(10 * sin(0.05 * i) * cos(0.07 * j) + 0.01 * i);
    }
    const raster_output what = {*grid, "bed", "m"};
    const char *file = scratch(name);
    CHECK(raster_write(ctx, file, &what, terrain) == SPATE_OK);
    return file;
}

/* Rows made of runs, noise, holes and the numbers at the ends of the range; the same whenever they
 * are asked for. */
static void odd_rows(const void *user, long long i, long long j, int n, float *values)
{
    static const float odd[] = {0, -0.0f, -3.4e38f, -1, 0x1p-149f, 3.4e38f, NAN, 1};
    (void)user;
    for (int k = 0; k < n; ++k) {
        const unsigned mixed = (unsigned)((i + k) * 2654435761u + j * 40503u);
        values[k] = i + k < 300 ? 7.25f : j < 100 ? odd[mixed >> 29] : (float)mixed;
    }
}

static long values_that_differ(raster *r, const raster_grid *grid, double *back)
{
    float row[1024];
    long wrong = 0;
    CHECK(raster_read(r, grid, RESAMPLE_NEAREST, back) == SPATE_OK);
    for (long long j = 0; j < grid->ny; ++j) {
        odd_rows(NULL, 0, j, (int)grid->nx, row);
        for (long long i = 0; i < grid->nx; ++i) {
            const double wanted = row[i], there = back[j * grid->nx + i];
            wrong += !(isnan(wanted) ? isnan(there) : memcmp(&wanted, &there, sizeof there) == 0);
        }
    }
    return wrong;
}

/* One tile, whole tiles, and tiles that end beyond the map: by one thread and by several. */
static void rows_become_tiles_that_read_back(void)
{
    static const long long sizes[][2] = {{1, 1}, {256, 256}, {257, 3}, {700, 513}};
    static double back[700 * 513];
    const raster_rows rows = {odd_rows, NULL};
    for (int k = 0; k < 8 && with_gdal; ++k) {
        const raster_grid grid = {10, 20, 2, 2, sizes[k / 2][0], sizes[k / 2][1], ""};
        const raster_output what = {grid, "odd", "m"};
        raster *r;
        const char *file = scratch("odd.tif");
        CHECK(raster_write_rows(ctx, file, &what, &rows, k % 2 ? 3 : 1) == SPATE_OK);
        if (!CHECK(raster_open(ctx, file, 1, &r) == SPATE_OK))
            return;
        CHECK_AT_MOST("values that differ", values_that_differ(r, &grid, back), 0);
        raster_close(r);
    }
}

static void a_file_reads_back(const char *name, const char *crs)
{
    static double back[(NX + 4) * (NY + 4)];
    const raster_grid grid = {512345.1, 4812345.3, 2.1, 2.1, NX, NY, crs};
    raster *r;
    if (!CHECK(raster_open(ctx, write_terrain(name, &grid), 1, &r) == SPATE_OK)) {
        printf("  %s\n", spate_message(ctx));
        return;
    }
    const raster_info *i = raster_get_info(r);
    CHECK(i->nx == NX && i->ny == NY && !i->rotated && !i->geographic && i->metres == 1);
    CHECK_NEAR(i->y0, grid.y0, 1e-8);
    CHECK(strcmp(i->crs, crs) == 0 && strcmp(raster_crs(r), crs) == 0 && i->has_crs == !!*crs);
    bounds b;
    CHECK(raster_bounds(r, crs, &b) == SPATE_OK);
    CHECK_NEAR(b.x1, grid.x0 + NX * 2.1, 1e-6);
    CHECK_NEAR(b.y0, grid.y0, 1e-6);
    raster_grid more = grid; /* two cells beyond on every side */
    more.x0 -= 2 * 2.1;
    more.y0 -= 2 * 2.1;
    more.nx += 4;
    more.ny += 4;
    CHECK(raster_read(r, &more, RESAMPLE_SURFACE, back) == SPATE_OK);
    long wrong = 0;
    for (int n = 0; n < (NX + 4) * (NY + 4); ++n) {
        const int k = n % (NX + 4) - 2, l = n / (NX + 4) - 2;
        const float v = k < 0 || l < 0 || k >= NX || l >= NY ? NAN : terrain[l * NX + k];
        wrong += isnan(v) ? !isnan(back[n]) : (float)back[n] != v;
    }
    CHECK_AT_MOST("values that differ", wrong, 0);
    boxes_agree_with_the_whole(r, &(raster_grid){512300, 4812300.7, 7.3, 5.9, 90, 80, crs},
                               RESAMPLE_SURFACE);
    boxes_agree_with_the_whole(r, &(raster_grid){512400.3, 4812400.7, 0.7, 0.9, 200, 150, crs},
                               RESAMPLE_SURFACE);
    boxes_agree_with_the_whole(r, &(raster_grid){512400.3, 4812400.7, 4.2, 4.2, 100, 80, crs},
                               RESAMPLE_NEAREST);
    raster_close(r);
}

static void an_asc_file_reads_back(void)
{
    a_file_reads_back("terrain.asc", "");
}

static void a_geotiff_reads_back(void)
{
    if (!with_gdal)
        return;
    a_file_reads_back("plain.tif", "");
    a_file_reads_back("terrain.tif", "EPSG:32632");
    CHECK(access(scratch("terrain.tif.part"), F_OK) != 0);
}

/* Length of the meridian of WGS84 from the equator (Helmert's series), m. */
static double meridian(double latitude)
{
    const double a = 6378137, f = 1 / 298.257223563, n = f / (2 - f), p = latitude * M_PI / 180;
    const double n2 = n * n, n3 = n2 * n, n4 = n2 * n2;
    return a / (1 + n) *
           ((1 + n2 / 4 + n4 / 64) * p - 1.5 * (n - n3 / 8) * sin(2 * p) +
            15.0 / 16 * (n2 - n4 / 4) * sin(4 * p) - 35.0 / 48 * n3 * sin(6 * p) +
            315.0 / 512 * n4 * sin(8 * p));
}

/* A raster in degrees whose values are latitudes or longitudes, brought to UTM 32: on 9 degrees
 * east the easting is 500 km and the northing 0.9996 times the meridian. Between lattice nodes (16
 * cells of 30 m) the map bends by 480^2 / 8 R = 5 mm, 4e-8 degrees; single-precision values: 2^-19
 * degrees at 48, made small by storing departures from 48 and 9. */
static void degrees_come_to_metres(void)
{
    if (!with_gdal)
        return;
    const raster_grid degrees = {8.9, 47.9, 0.001, 0.001, 200, 200, "EPSG:4326"};
    static float values[2][200 * 200];
    for (int n = 0; n < 40000; ++n) {
        values[0][n] = (float)(8.9 + (n % 200 + 0.5) * 0.001 - 9);
        values[1][n] = (float)(47.9 + (n / 200 + 0.5) * 0.001 - 48);
    }
    double lon_error = 0, lat_error = 0;
    for (int which = 0; which < 2; ++which) {
        const raster_output what = {degrees, NULL, NULL};
        const char *file = scratch(which ? "lat.tif" : "lon.tif");
        CHECK(raster_write(ctx, file, &what, values[which]) == SPATE_OK);
        raster *r;
        CHECK(raster_open(ctx, file, 1, &r) == SPATE_OK);
        CHECK(raster_get_info(r)->geographic && strcmp(raster_crs(r), "EPSG:4326") == 0);
        static double out[201 * 100];
        const raster_grid utm = {500000 - 100.5 * 30, 5315000, 30, 30, 201, 100, "EPSG:32632"};
        CHECK(raster_read(r, &utm, RESAMPLE_SURFACE, out) == SPATE_OK);
        for (int j = 0; j < 100; ++j) {
            const double v = out[j * 201 + 100], y = 5315000 + (j + 0.5) * 30;
            if (which)
                lat_error = fmax(lat_error, fabs(0.9996 * meridian(48 + v) - y));
            else
                lon_error = fmax(lon_error, fabs(v));
        }
        boxes_agree_with_the_whole(r, &utm, RESAMPLE_SURFACE);
        const raster_grid coarse = {495000.1, 5310000.3, 333.3, 333.3, 30, 30, "EPSG:32632"};
        boxes_agree_with_the_whole(r, &coarse, RESAMPLE_SURFACE);
        boxes_agree_with_the_whole(r, &coarse, RESAMPLE_NEAREST);
        bounds b;
        CHECK(raster_bounds(r, "EPSG:32632", &b) == SPATE_OK);
        CHECK_NEAR(b.x0 + b.x1, 1e6, 1);
        CHECK_NEAR(b.y0, 0.9996 * meridian(47.9), 30);
        raster_close(r);
    }
    CHECK_AT_MOST("longitude on the central meridian, degrees", lon_error, 1e-7);
    CHECK_AT_MOST("northing on the central meridian, m", lat_error, 1e-7 * 111320);
}

/* A cell mean of another CRS: the plane at the cell's centre, but for the sampling: within a
 * quarter of a pixel step of the values. */
static void coarse_cells_of_another_crs_are_means(void)
{
    if (!with_gdal)
        return;
    const raster_grid fine = {400000, 5300000, 10, 10, NX, NY, "EPSG:32633"};
    static float plane[NX * NY];
    for (int n = 0; n < NX * NY; ++n)
        plane[n] = (float)(n % NX);
    const raster_output what = {fine, NULL, NULL};
    CHECK(raster_write(ctx, scratch("plane.tif"), &what, plane) == SPATE_OK);
    raster *r;
    CHECK(raster_open(ctx, scratch("plane.tif"), 1, &r) == SPATE_OK);
    bounds b;
    CHECK(raster_bounds(r, "EPSG:32632", &b) == SPATE_OK);
    const raster_grid coarse = {
        b.x0,        b.y0, 70, 70, (long long)((b.x1 - b.x0) / 70), (long long)((b.y1 - b.y0) / 70),
        "EPSG:32632"};
    const raster_grid centres = {b.x0 + 34.5, b.y0 + 34.5, 1, 1, coarse.nx * 70, 1, "EPSG:32632"};
    double *mean = malloc((size_t)(coarse.nx * coarse.ny) * sizeof *mean);
    double *line = malloc((size_t)centres.nx * sizeof *line);
    CHECK(raster_read(r, &coarse, RESAMPLE_SURFACE, mean) == SPATE_OK);
    double worst = 0;
    long compared = 0, valid = 0;
    for (long long j = 0; j < coarse.ny; ++j) {
        raster_grid row = centres;
        row.y0 += (double)j * 70;
        CHECK(raster_read(r, &row, RESAMPLE_SURFACE, line) == SPATE_OK);
        for (long long i = 0; i < coarse.nx; ++i) {
            const double a = mean[j * coarse.nx + i], c = line[i * 70];
            valid += !isnan(a);
            if (isnan(a) || !(c > 12) || !(c < NX - 12)) /* cells wholly inside, 7 pixels wide */
                continue;
            const double above = j + 1 < coarse.ny ? mean[(j + 1) * coarse.nx + i] : NAN;
            const double below = j > 0 ? mean[(j - 1) * coarse.nx + i] : NAN;
            if (isnan(above) || isnan(below))
                continue;
            worst = fmax(worst, fabs(a - c));
            ++compared;
        }
    }
    CHECK(compared > 500);
    CHECK_AT_MOST("departure from the plane, pixels", worst, 0.25);
    CHECK_NEAR((double)valid * 4900 / (NX * NY * 100.0), 1, 0.02); /* area, scale 1.004^2 or so */
    free(mean);
    free(line);
    raster_close(r);
}

static const char *write_vrt(const char *name, const char *transform, const char *band)
{
    char text[1024];
    snprintf(text, sizeof text,
             "<VRTDataset rasterXSize=\"%d\" rasterYSize=\"%d\">%s<VRTRasterBand "
             "dataType=\"Float32\" band=\"1\">%s<SimpleSource><SourceFilename "
             "relativeToVRT=\"1\">plain.tif</SourceFilename></SimpleSource></VRTRasterBand>"
             "</VRTDataset>",
             NX, NY, transform, band);
    return scratch_file(name, text);
}

static double one_value(const char *file, double x, double y)
{
    raster *r;
    double v = -1;
    if (!CHECK(raster_open(ctx, file, 1, &r) == SPATE_OK)) {
        printf("  %s\n", spate_message(ctx));
        return v;
    }
    CHECK(raster_read(r, &(raster_grid){x, y, 0.5, 0.5, 1, 1, ""}, RESAMPLE_NEAREST, &v) ==
          SPATE_OK);
    raster_close(r);
    return v;
}

static void odd_rasters_are_understood(void)
{
    if (!with_gdal)
        return;
    write_terrain("plain.tif", &(raster_grid){0, 0, 1, 1, NX, NY, ""});
#define AT(t) "<GeoTransform>" t "</GeoTransform>"
    const double north_west = terrain[(NY - 1) * NX + 50], south_west = terrain[50];
    const char *south_up = write_vrt("south_up.vrt", AT("0, 1, 0, 0, 0, 1"), "");
    CHECK(one_value(south_up, 50.25, 0.25) ==
          north_west); /* the file's first row is now in the south */
    CHECK(one_value(south_up, 50.25, NY - 0.75) == south_west);
    /* x' along y, y' along x: a quarter turn. */
    const char *turned = write_vrt("turned.vrt", AT("0, 0, 1, 0, 1, 0"), "");
    CHECK(one_value(turned, 0.25, 50.25) == north_west);
    CHECK(one_value(turned, NY - 0.75, 50.25) == south_west);
    const char *mirrored = write_vrt("mirrored.vrt", AT("300, -1, 0, 200, 0, -1"), "");
    CHECK(one_value(mirrored, 249.25, 0.25) == south_west);

    raster *r;
    const char *feet = write_vrt("feet.vrt", AT("0, 1, 0, 200, 0, -1"),
                                 "<UnitType>ft</UnitType><Scale>2</Scale><Offset>100</Offset>"
                                 "<NoDataValue>-9999</NoDataValue>");
    CHECK(one_value(feet, 50.25, 0.25) == 2 * south_west + 100);
    CHECK(raster_open(ctx, feet, 1, &r) == SPATE_OK);
    CHECK(raster_get_info(r)->vertical_metres == 0.3048 && raster_get_info(r)->has_nodata &&
          raster_get_info(r)->nodata == -9999);
    CHECK(strcmp(raster_get_info(r)->type, "Float32") == 0);
    raster_close(r);

    CHECK(raster_open(ctx, write_vrt("nowhere.vrt", "", ""), 1, &r) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "it has no georeference");
    /* Each number is finite, the far corner is not. */
    const char *endless = write_vrt("endless.vrt", AT("0, 1, 0, 0, 0, -1e307"), "");
    CHECK(raster_open(ctx, endless, 1, &r) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "no size or no position");
    CHECK(raster_open(ctx, feet, 2, &r) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "no band 2, only 1");
    CHECK(raster_open(ctx, scratch_file("not.tif", "II*\0 no"), 1, &r) == SPATE_ERROR_DATA);
    CHECK(raster_open(ctx, scratch_file("text.tif", "hello"), 1, &r) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "not recognized");
    CHECK(raster_open(ctx, scratch("absent.tif"), 1, &r) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "No such file");
    const raster_output what = {{0, 0, 1, 1, NX, NY, ""}, NULL, NULL};
    CHECK(raster_write(ctx, "/proc/nowhere/bed.tif", &what, terrain) == SPATE_ERROR_OUTPUT);
}

/* GDAL's bands with a pixel function ignore the spacing of the caller's rows: they would write
 * outside of the buffer (the address sanitizer finds it), or zeros beside a part of it. The sum of
 * a raster with itself is its double, to the bit. */
static void bands_with_a_pixel_function_are_read(void)
{
    if (!with_gdal)
        return;
    write_terrain("plain.tif", &(raster_grid){0, 0, 1, 1, NX, NY, ""});
    char text[1024];
    static const char source[] = "<SimpleSource><SourceFilename relativeToVRT=\"1\">plain.tif"
                                 "</SourceFilename></SimpleSource>";
    snprintf(text, sizeof text,
             "<VRTDataset rasterXSize=\"%d\" rasterYSize=\"%d\"><GeoTransform>0, 1, 0, %d, 0, -1"
             "</GeoTransform><VRTRasterBand dataType=\"Float64\" band=\"1\" "
             "subClass=\"VRTDerivedRasterBand\"><PixelFunctionType>sum</PixelFunctionType>%s%s"
             "</VRTRasterBand></VRTDataset>",
             NX, NY, NY, source, source);
    raster *r;
    if (!CHECK(raster_open(ctx, scratch_file("sum.vrt", text), 1, &r) == SPATE_OK))
        return;
    enum { RIM = 3, WX = NX + 2 * RIM, WY = NY + 2 * RIM };
    double *wide = malloc(sizeof *wide * WX * WY);
    for (int rim = 0; rim <= RIM;
         rim += RIM) { /* the raster alone, and as a part of a larger grid */
        const int nx = NX + 2 * rim, ny = NY + 2 * rim;
        const raster_grid g = {-rim, -rim, 1, 1, nx, ny, ""};
        CHECK(raster_read(r, &g, RESAMPLE_SURFACE, wide) == SPATE_OK);
        int wrong = 0;
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i) {
                const int k = i - rim, l = j - rim;
                const int inside = k >= 0 && l >= 0 && k < NX && l < NY;
                const double v = wide[j * nx + i];
                const float once = inside ? terrain[l * NX + k] : NAN;
                wrong += isnan(once) ? !isnan(v) : !(v == 2 * (double)once);
            }
        CHECK(wrong == 0);
    }
    free(wide);
    raster_close(r);
}

static void an_asc_with_a_projection_file_has_a_crs(void)
{
    if (!with_gdal)
        return;
    char *wkt = crs_wkt(ctx, "EPSG:27700");
    CHECK(wkt && strstr(wkt, "British National Grid"));
    scratch_file("bng.prj", wkt ? wkt : "");
    free(wkt);
    const char *file =
        scratch_file("bng.asc", "ncols 1\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n5\n");
    raster *r;
    CHECK(raster_open(ctx, file, 1, &r) == SPATE_OK);
    CHECK(strcmp(raster_crs(r), "EPSG:27700") == 0);
    raster_close(r);
    /* GDAL would look for the rows that are cut off for longer than anyone waits. */
    char text[512] = "ncols 2\nnrows 60\nxllcorner 0\nyllcorner 0\ncellsize 1\n";
    for (int n = 0; n < 10; ++n)
        strcat(text, "1 2\n");
    scratch_file("cut.prj", "LOCAL_CS[\"a plane\",UNIT[\"metre\",1]]");
    CHECK(raster_open(ctx, scratch_file("cut.asc", text), 1, &r) == SPATE_OK);
    double values[120];
    CHECK(raster_read(r, &(raster_grid){0, 0, 1, 1, 2, 60, ""}, RESAMPLE_SURFACE, values) ==
          SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "row 11 of 60 from the north cannot be read");
    raster_close(r);
}

static void coordinate_systems_are_described(void)
{
    crs_info info;
    char utm[32];
    static const struct {
        double longitude, latitude;
        const char *code;
    } places[] = {{9, 48, "EPSG:32632"},        {-3.5, 50.7, "EPSG:32630"},
                  {151.2, -33.9, "EPSG:32756"}, {5.3, 60.4, "EPSG:32632"},
                  {16, 78, "EPSG:32633"},       {-180, 0, "EPSG:32601"},
                  {180, 0, "EPSG:32601"},       {179.99, -1, "EPSG:32760"},
                  {268, 10, "EPSG:32615"}};
    for (size_t n = 0; n < sizeof places / sizeof *places; ++n) {
        CHECK(crs_utm_for(places[n].longitude, places[n].latitude, utm, sizeof utm) == SPATE_OK);
        CHECK_CONTAINS(utm, places[n].code);
    }
    CHECK(crs_utm_for(0, 89, utm, sizeof utm) != SPATE_OK);
    CHECK(crs_utm_for(NAN, 0, utm, sizeof utm) != SPATE_OK);
    if (!with_gdal)
        return;
    CHECK(crs_describe(ctx, "EPSG:27700", &info) == SPATE_OK);
    CHECK(!info.geographic && info.metres == 1);
    CHECK_CONTAINS(info.name, "British National Grid");
    CHECK(crs_describe(ctx, "EPSG:4326", &info) == SPATE_OK && info.geographic);
    CHECK(crs_describe(ctx, "EPSG:2225", &info) == SPATE_OK);
    CHECK_NEAR(info.metres, 1200.0 / 3937, 1e-12);
    CHECK(crs_describe(ctx, "EPSG:99999", &info) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "\"EPSG:99999\" is not a coordinate system");
    CHECK(crs_wkt(ctx, "nonsense") == NULL);
}

static void malpasset_reads_where_it_is(void)
{
    const char *folder = getenv("SPATE_DATA");
    char file[4096];
    snprintf(file, sizeof file, "%s/malpasset/dem_15m.tif", folder ? folder : "data");
    if (!with_gdal || access(file, R_OK) != 0) {
        printf("  skipped: no %s (set SPATE_DATA)\n", file);
        return;
    }
    raster *r;
    CHECK(raster_open(ctx, file, 1, &r) == SPATE_OK);
    const raster_info *i = raster_get_info(r);
    CHECK(i->nx == 1150 && i->ny == 613 && i->x0 == 525 && i->y0 == -2355 && !i->has_crs);
    double v;
    CHECK(raster_read(r, &(raster_grid){4900, 4200, 15, 15, 1, 1, ""}, RESAMPLE_SURFACE, &v) ==
          SPATE_OK);
    CHECK(v > 0 && v < 100);
    raster_close(r);
}

int main(void)
{
    const char *why;
    with_gdal = gdal_plugin_get(&why) != NULL;
    if (!with_gdal)
        printf("without GDAL: %s\n", why);
    ctx = scratch_context();
    RUN(rows_become_tiles_that_read_back);
    RUN(an_asc_file_reads_back);
    RUN(a_geotiff_reads_back);
    RUN(degrees_come_to_metres);
    RUN(coarse_cells_of_another_crs_are_means);
    RUN(odd_rasters_are_understood);
    RUN(bands_with_a_pixel_function_are_read);
    RUN(an_asc_with_a_projection_file_has_a_crs);
    RUN(coordinate_systems_are_described);
    RUN(malpasset_reads_where_it_is);
    spate_context_destroy(ctx);
    return check_done();
}
