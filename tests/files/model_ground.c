/* Claims about elevations that cannot be ground: marks of missing data that no file declares,
 * values out of range, spikes of one cell. */
#include "model_fixture.h"

enum { NX = 12, NY = 8 };

static double odd_value; /* at the cell (4, 2), centre 1022.5, 2012.5 */

static double ground(int i, int j)
{
    return i == 4 && j == 2 ? odd_value : 0.1 * i + 0.01 * j;
}

/* An .asc that declares another mark than the one it uses. */
static void write_ground(double odd)
{
    odd_value = odd;
    FILE *f = fopen(in_folder("ground.asc"), "w");
    if (!CHECK(f != NULL))
        return;
    fprintf(f,
            "ncols %d\nnrows %d\nxllcorner 1000\nyllcorner 2000\ncellsize 5\n"
            "NODATA_value -1e30\n",
            NX, NY);
    for (int j = NY - 1; j >= 0; --j)
        for (int i = 0; i < NX; ++i)
            fprintf(f, "%.17g%c", ground(i, j), i + 1 < NX ? ' ' : '\n');
    fclose(f);
}

#define LAYER(more) CASE "terrain: {layers: [{file: ground.asc" more "}], nodata: inactive}\n"

static void undeclared_marks_stop_with_the_cell_and_the_remedy(void)
{
    static const double marks[] = {-9999, -32767, -32768};
    for (int k = 0; k < 3; ++k) {
        char remedy[64];
        write_ground(marks[k]);
        snprintf(remedy, sizeof remedy, "nodata_value: %g}", marks[k]);
        check_refused(LAYER(""), SPATE_ERROR_DATA, "looks like a mark of missing data");
        CHECK_CONTAINS(spate_message(ctx), "x = 1022.5, y = 2012.5");
        CHECK_CONTAINS(spate_message(ctx), remedy);
        CHECK_CONTAINS(spate_message(ctx), "terrain.nodata chooses what happens to holes");
        check_refused(CASE "terrain: {file: ground.asc}\n", SPATE_ERROR_DATA, remedy);
    }
}

/* A mean of four pixels would hide the mark: 0.25 * -9999 is an elevation that the sea has. */
static void marks_are_found_before_they_are_averaged(void)
{
    write_ground(-9999);
    check_refused(CASE "grid: {resolution: 10 m}\nterrain: {file: ground.asc}\n", SPATE_ERROR_DATA,
                  "x = 1022.5, y = 2012.5");
}

static void a_declared_mark_becomes_a_hole(void)
{
    write_ground(-9999);
    model *m = build(LAYER(", nodata_value: -9999"));
    if (!m)
        return;
    CHECK_CONTAINS(log_text, "1 cells in holes of the terrain are inactive");
    CHECK(!m->active[2 * NX + 4] && m->active[2 * NX + 5]);
    model_free(m);
    /* Typed with fewer digits than the float of a file has. */
    write_ground((double)-3.4028234663852886e38f);
    model_free(build(LAYER(", nodata_value: -3.4028235e38")));
}

static void a_mark_can_be_declared_an_elevation(void)
{
    write_ground(-9999);
    model *m = build(LAYER(", nodata_value: none"));
    if (m)
        CHECK_NEAR(m->bed.values[2 * NX + 4], -9999, 0);
    model_free(m);
}

static void no_ground_is_that_low_or_high(void)
{
    static const struct {
        double value;
        const char *layer;
        int fine;
    } tries[] = {{-12001, LAYER(""), 0},
                 {-11999, LAYER(""), 1},
                 {9001, LAYER(""), 0},
                 {8999, LAYER(""), 1},
                 {9001, LAYER(", nodata_value: none"), 0},
                 {9001, LAYER(", offset: -2 m"), 1},
                 {9001, LAYER(", unit: ft"), 1}, /* 2743.5 m */
                 {29600, LAYER(", unit: ft"), 0}};
    for (size_t k = 0; k < sizeof tries / sizeof *tries; ++k) {
        write_ground(tries[k].value);
        if (tries[k].fine) {
            model_free(build(tries[k].layer));
            continue;
        }
        check_refused(tries[k].layer, SPATE_ERROR_DATA, "but ground is between -12000 and 9000");
        CHECK_CONTAINS(spate_message(ctx), "x = 1022.5, y = 2012.5");
        CHECK_CONTAINS(spate_message(ctx), "check the unit and the offset");
    }
}

static void spikes_of_one_cell_are_warned_of(void)
{
    static const struct {
        double value;
        int warned;
    } tries[] = {{30, 1}, {-30, 1}, {9, 0}, {-9, 0}}; /* the limit is 10 m, on cells of 5 m */
    for (size_t k = 0; k < sizeof tries / sizeof *tries; ++k) {
        write_ground(tries[k].value);
        model_free(build(LAYER("")));
        const int warned = strstr(log_text, "1 single cells are more than 10 m above or below "
                                            "all their neighbours, the first at x = 1022.5, "
                                            "y = 2012.5") != NULL;
        CHECK(warned == tries[k].warned);
    }
}

int main(void)
{
    if (!fixture_open())
        return 1;
    RUN(undeclared_marks_stop_with_the_cell_and_the_remedy);
    RUN(marks_are_found_before_they_are_averaged);
    RUN(a_declared_mark_becomes_a_hole);
    RUN(a_mark_can_be_declared_an_elevation);
    RUN(no_ground_is_that_low_or_high);
    RUN(spikes_of_one_cell_are_warned_of);
    return fixture_close();
}
