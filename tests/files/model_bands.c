/* Rain from the bands of one raster: at the times that the file gives them, or at those of the case.
 * Needs GDAL; its VRT format gives any metadata to the bands. */
#include "io/raster_times.h"
#include "model_fixture.h"

/* 40 x 30 cells of 10 m: 36 and 72 mm/h in two halves, then 0 and 180. */
enum { NX = 40, NY = 30 };
static const double area = NX * NY * 100.0; /* m2 */
/* Sums of f64 volumes: machine epsilon times the number of stages, which is below 1000. */
static const double rounding = 1000 * 0x1p-52;

static double flat(int i, int j)
{
    (void)i;
    (void)j;
    return 0;
}

static double first(int i, int j)
{
    (void)j;
    return i < NX / 2 ? 36 : 72;
}

static double second(int i, int j)
{
    (void)i;
    return j < NY / 2 ? 0 : 180;
}

/* A band of that source, with what makes its time. */
#define BAND(n, source, about)                                                                     \
    "<VRTRasterBand dataType=\"Float64\" band=\"" n "\">" about                                    \
    "<SimpleSource><SourceFilename relativeToVRT=\"1\">" source                                    \
    "</SourceFilename><SourceBand>1</SourceBand></SimpleSource></VRTRasterBand>"
#define VRT(head, about_1, about_2)                                                                \
    "<VRTDataset rasterXSize=\"40\" rasterYSize=\"30\"><GeoTransform>0, 10, 0, 300, 0, -10"        \
    "</GeoTransform>" head BAND("1", "first.asc", about_1)                                         \
        BAND("2", "second.asc", about_2) "</VRTDataset>"
#define ITEM(key, value) "<MDI key=\"" key "\">" value "</MDI>"
#define META(items) "<Metadata>" items "</Metadata>"

static void make_data(void)
{
    write_asc("flat.asc", NX, NY, 0, 0, 10, flat);
    write_asc("first.asc", NX, NY, 0, 0, 10, first);
    write_asc("second.asc", NX, NY, 0, 0, 10, second);
    write_text("plain.vrt", VRT("", "", ""));
    write_text("netcdf.vrt",
               VRT(META(ITEM("time#units", "seconds since 1970-01-01 00:00:03")),
                   META(ITEM("NETCDF_DIM_time", "-6")), META(ITEM("NETCDF_DIM_time", "1"))));
    write_text("names.vrt", VRT("", "<Description>1969-12-31T23:59:57Z</Description>",
                                "<Description>1970-01-01T00:00:04Z</Description>"));
    write_text("grib.vrt",
               VRT("", META(ITEM("GRIB_VALID_TIME", "-3")), META(ITEM("GRIB_VALID_TIME", "4"))));
    write_text("short_years.vrt",
               VRT(META(ITEM("time#units", "days since 1970-01-01")
                            ITEM("time#calendar", "360_day")),
                   META(ITEM("NETCDF_DIM_time", "0")), META(ITEM("NETCDF_DIM_time", "1"))));
}

#define TERRAIN CASE "terrain: {file: flat.asc}\n"
#define RASTERS(entry) TERRAIN "rain:\n  unit: mm/h\n  rasters:\n    - {" entry "}\n"

/* The first band from -3 s, the second from 4 s to the end at 10 s. */
static void check_both(const char *text)
{
    model *m = build(text);
    if (!m)
        return;
    const double wanted = 1.5e-5 * 4 + 2.5e-5 * 6;
    CHECK(model_next_change(m, 0) == 4 && model_next_change(m, 4) == INFINITY);
    CHECK(model_measure_rain(m) == SPATE_OK);
    CHECK_NEAR(m->rain_total, wanted, wanted * rounding);
    CHECK(m->input_count == 2);
    CHECK(strstr(log_text, "valid to the end") == NULL);
    model_free(m);
}

static void bands_are_valid_at_the_times_in_the_file(void)
{
    check_both(TERRAIN "rain: {file: netcdf.vrt, unit: mm/h}\n");
    check_both(TERRAIN "rain: {file: names.vrt, unit: mm/h}\n");
    check_both(TERRAIN "rain: {file: grib.vrt, unit: mm/h}\n");
    check_both(RASTERS("file: netcdf.vrt"));
}

static void bands_are_valid_at_the_times_of_the_case(void)
{
    check_both(RASTERS("file: plain.vrt, time: -3 s, every: 7 s"));
    check_both(RASTERS(
        "file: plain.vrt, time: -3 s, band: 1}\n    - {file: plain.vrt, time: 4 s, band: 2"));
    model *m = build(RASTERS("file: plain.vrt, time: -3 s, every: 2 s"));
    CHECK_CONTAINS(log_text,
                   "the last of 2 rasters begins -1 s after the start and is valid to the "
                   "end of the run, for 11 s");
    model_free(m);
}

static void the_rain_of_each_band_falls_in_its_cells(void)
{
    model *m = build(RASTERS("file: plain.vrt, time: 0 s, every: 5 s"));
    if (!m)
        return;
    CHECK(spate_advance(m->sim, 5) == SPATE_OK && model_apply_changes(m, 5) == SPATE_OK);
    CHECK(spate_advance(m->sim, 10) == SPATE_OK);
    spate_stats stats = {0};
    CHECK(spate_get_stats(m->sim, &stats) == SPATE_OK);
    CHECK_NEAR(stats.volume, (1.5e-5 + 2.5e-5) * 5 * area, area * rounding);
    model_free(m);
}

static void bands_without_times_are_refused(void)
{
    check_refused(TERRAIN "rain: {file: plain.vrt, unit: mm/h}\n", SPATE_ERROR_DATA,
                  "has 2 bands, and band 1 has no time; write time (of the first) and every");
    check_refused(RASTERS("file: plain.vrt, time: 0 s"), SPATE_ERROR_ARGUMENT,
                  "has 2 bands; add every");
    check_refused(RASTERS("file: first.asc"), SPATE_ERROR_ARGUMENT, "add time: here");
    check_refused(RASTERS("file: plain.vrt, every: 1 s"), SPATE_ERROR_ARGUMENT, "needs time");
    check_refused(RASTERS("file: plain.vrt, time: 0 s, band: 3"), SPATE_ERROR_DATA,
                  "no band 3, only 2");
    check_refused(TERRAIN "rain: {file: short_years.vrt, unit: mm/h}\n", SPATE_ERROR_DATA,
                  "calendar 360_day");
}

static void times_of_netcdf_are_read(void)
{
    const double day = 86400;
    CHECK(raster_time_parse(2, "hours since 1970-01-02 00:00:00") == day + 7200);
    CHECK(raster_time_parse(0.5, "days since 1970-1-2") == 1.5 * day);
    CHECK(raster_time_parse(30, "minutes since 1970-01-01T12:00:00Z") == 0.5 * day + 1800);
    CHECK(raster_time_parse(1, "seconds since 1970-01-01 00:00:00.0 +01:00") == -3599);
    CHECK(raster_time_parse(0, "h since 1970-01-01 06:30 UTC") == 6.5 * 3600);
    CHECK(raster_time_parse(NAN, "1970-01-02T00:00Z") == day);
    static const char *const none[] = {"",
                                       "rain",
                                       "months since 1970-01-01",
                                       "hours since the storm",
                                       "hours since 1970-13-01",
                                       "hours since 1970-01-01 00:00:61",
                                       "hours since 1970-01-01 00:00:00 CEST",
                                       "1970-01-02"};
    for (size_t k = 0; k < sizeof none / sizeof *none; ++k)
        CHECK(isnan(raster_time_parse(1, none[k])));
}

int main(void)
{
    if (!fixture_open())
        return 1;
    RUN(times_of_netcdf_are_read);
    make_data();
    if (have_gdal()) {
        RUN(bands_are_valid_at_the_times_in_the_file);
        RUN(bands_are_valid_at_the_times_of_the_case);
        RUN(the_rain_of_each_band_falls_in_its_cells);
        RUN(bands_without_times_are_refused);
    } else {
        printf("left out, for want of GDAL: bands of rasters\n");
    }
    return fixture_close();
}
