/* Claims about ESRI ASCII grids: what is read, what is refused and how. */
#include "io/asc_grid.h"

#include "check.h"
#include "io/decimal.h"
#include "scratch.h"

static spate_context *ctx;

static spate_status parse(const char *text, asc_grid **g)
{
    return asc_parse(ctx, "dem.asc", text, strlen(text), g);
}

static void a_small_grid_reads_from_the_south(void)
{
    asc_grid *g;
    const char *text = "\xef\xbb\xbfNCOLS 3\r\nNRows 2\r\nXLLCENTER 100.5\r\nyllcenter 200.5\r\n"
                       "CellSize 1\r\nNODATA_value -99\r\n1 2 3\r\n-99 5.5e0\r\n\r\n6";
    CHECK(parse(text, &g) == SPATE_OK);
    const raster_info *i = asc_info(g);
    CHECK(i->nx == 3 && i->ny == 2 && i->x0 == 100 && i->y0 == 200 && i->dx == 1 && i->dy == 1);
    CHECK(!i->has_crs && i->nodata == -99);
    double v[6];
    for (int again = 0; again < 2; ++again) {
        memset(v, 0, sizeof v);
        CHECK(asc_window(g, 0, 0, 3, 2, v, 3) == SPATE_OK);
        CHECK(isnan(v[0]) && v[1] == 5.5 && v[2] == 6 && v[3] == 1 && v[4] == 2 && v[5] == 3);
    }
    CHECK(asc_window(g, 1, 1, 2, 1, v, 2) == SPATE_OK && v[0] == 2 && v[1] == 3);
    asc_close(g);
    CHECK(parse("ncols 1\nnrows 1\nxllcorner 0\nyllcorner 0\ndx 2\ndy 3\n-9999\n", &g) == SPATE_OK);
    CHECK(asc_info(g)->dx == 2 && asc_info(g)->dy == 3);
    CHECK(asc_window(g, 0, 0, 1, 1, v, 1) == SPATE_OK && isnan(v[0]));
    asc_close(g);
}

#define HEAD "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n"
#define BUT(cols, rows, size)                                                                      \
    "ncols " cols "\nnrows " rows "\nxllcorner 0\nyllcorner 0\ncellsize " size "\n1 2 3 4\n"

static void wrong_files_are_refused_with_their_line(void)
{
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"", "dem.asc: the file is empty"},
        {"1 2 3 4", "ncols is missing"},
        {"ncols 2\nncols 2\n", "dem.asc:2: ncols is given twice"},
        {"ncols 2\nnrow 2\n", "dem.asc:2: \"nrow\" is not a key"},
        {"ncols", "dem.asc:1: ncols has no value"},
        {"ncols two", "dem.asc:1: \"two\" is not a number"},
        {BUT("0", "4", "1"), "ncols is 0"},
        {BUT("-2", "2", "1"), "ncols is -2"},
        {BUT("2.5", "2", "1"), "ncols is 2.5"},
        {BUT("2", "2", "0"), "cellsize is 0"},
        {BUT("2", "2", "-5"), "cellsize is -5"},
        {BUT("1e9", "1e9", "1"), "more than an .asc may have"},
        {BUT("40000", "40000", "1"), "too short for 40000 x 40000"},
        {"ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\n1 2 3 4", "cellsize is missing"},
        {"ncols 2\nnrows 2\nxllcorner 0\ncellsize 1\n1 2 3 4", "xllcorner and yllcorner"},
        {HEAD "1 2 3\n", "dem.asc:7: the file ends after 3 of 2 x 2 values"},
        {HEAD "1 2\n3 4\n5", "dem.asc:8: there are more than 2 x 2 values"},
        {HEAD "1 2\n3 four\n", "dem.asc:7: \"four\" is not a number"},
        {HEAD "1,5 2\n3 4\n", "dem.asc:6: \"1,5\" is not a number"},
        {HEAD "1 2\n3 \x01\x02\n", "dem.asc:7: this is not text"},
        {"\x7f"
         "ELF\x01\x02 \x80",
         "dem.asc:1: "},
        {HEAD
         "1 2 3 "
         "0000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
         "dem.asc:6: "},
    };
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; ++n) {
        asc_grid *g = NULL;
        double v[4];
        spate_status status = parse(wrong[n].text, &g);
        if (status == SPATE_OK)
            status = asc_window(g, 0, 0, 2, 2, v, 2);
        CHECK(status == SPATE_ERROR_DATA);
        CHECK_CONTAINS(spate_message(ctx), wrong[n].message);
        asc_close(g);
    }
    asc_grid *g;
    CHECK(asc_open(ctx, scratch("absent.asc"), &g) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "No such file");
    CHECK(asc_open(ctx, "/tmp", &g) == SPATE_ERROR_DATA);
}

static void what_is_written_reads_back(void)
{
    enum { NX = 700, NY = 300 }; /* more than one buffer */
    static float values[NX * NY];
    static double back[NX * NY];
    for (int n = 0; n < NX * NY; ++n)
        values[n] = draw_below(10) ? (float)draw_between(-1e4, 1e4) : NAN;
    const raster_grid grid = {512345.125, 4812345.0625, 2, 2.5, NX, NY, ""};
    const char *file = scratch("out.asc");
    CHECK(asc_write(ctx, file, &grid, values) == SPATE_OK);
    asc_grid *g;
    CHECK(asc_open(ctx, file, &g) == SPATE_OK);
    CHECK(asc_info(g)->x0 == grid.x0 && asc_info(g)->y0 == grid.y0 && asc_info(g)->dy == 2.5);
    CHECK(asc_window(g, 0, 0, NX, NY, back, NX) == SPATE_OK);
    long wrong = 0;
    for (int n = 0; n < NX * NY; ++n)
        wrong += isnan(values[n]) ? !isnan(back[n]) : (float)back[n] != values[n];
    CHECK_AT_MOST("values that differ", wrong, 0);
    asc_close(g);
    CHECK(asc_write(ctx, "/proc/nowhere/out.asc", &grid, values) == SPATE_ERROR_OUTPUT);
    CHECK_CONTAINS(spate_message(ctx), "cannot write");
}

static void fast_numbers_are_those_of_strtod(void)
{
    static const char *const formats[] = {"%.3f", "%.9g", "%.8e", "%.0f", "%.15g", "%g"};
    long fast = 0, wrong = 0;
    for (int n = 0; n < 60000; ++n) {
        char text[64];
        const double v = draw_size(1e-12, 1e12) * (draw_below(2) ? 1 : -1);
        const int length = snprintf(text, sizeof text, formats[n % 6], v);
        double read;
        if (!decimal_fast(text, length, &read))
            continue;
        ++fast;
        wrong += read != strtod(text, NULL);
    }
    CHECK(fast > 30000);
    CHECK_AT_MOST("numbers that differ", wrong, 0);
    static const char *const none[] = {"",    "-",     ".",    "e5",    "1e",
                                       "1e+", "1.2.3", "1e5.", "0x1p3", "1234567890123456",
                                       "--1", "1 "};
    for (size_t n = 0; n < sizeof none / sizeof *none; ++n) {
        double read;
        CHECK(!decimal_fast(none[n], (int)strlen(none[n]), &read));
    }
}

static void monai_reads_where_it_is(void)
{
    const char *folder = getenv("SPATE_DATA");
    char file[4096];
    snprintf(file, sizeof file, "%s/monai/bathymetry.asc", folder ? folder : "data");
    if (access(file, R_OK) != 0) {
        printf("  skipped: no %s (set SPATE_DATA)\n", file);
        return;
    }
    static double values[393 * 244];
    asc_grid *g;
    CHECK(asc_open(ctx, file, &g) == SPATE_OK);
    CHECK(asc_info(g)->nx == 393 && asc_info(g)->ny == 244);
    CHECK(asc_window(g, 0, 0, 393, 244, values, 393) == SPATE_OK);
    CHECK_NEAR(values[0], -0.13535, 0.01); /* the wave maker's side is flat */
    CHECK_NEAR(values[243 * 393], -0.13535, 0);
    asc_close(g);
}

int main(void)
{
    ctx = scratch_context();
    RUN(a_small_grid_reads_from_the_south);
    RUN(wrong_files_are_refused_with_their_line);
    RUN(what_is_written_reads_back);
    RUN(fast_numbers_are_those_of_strtod);
    RUN(monai_reads_where_it_is);
    spate_context_destroy(ctx);
    return check_done();
}
