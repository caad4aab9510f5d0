/* Boundaries of a case file: their outer faces, what they impose, what is refused. */
#include "backend/common/time_table.h"
#include "model/boundaries/boundaries.h"
#include "model_fixture.h"

/* 40 x 30 cells of 10 m at (1000, 2000): slopes down to the east; no data in the north-east
 * corner. */
enum { NX = 40, NY = 30 };

static double slope(int i, int j)
{
    (void)j;
    return 10 - 0.1 * i;
}

static double cut_corner(int i, int j)
{
    return i >= 30 && j >= 20 ? NAN : slope(i, j);
}

#define TERRAIN CASE "terrain: {file: slope.asc}\n"
#define CUT CASE "terrain: {file: cut.asc}\n"

static void make_data(void)
{
    write_asc("slope.asc", NX, NY, 1000, 2000, 10, slope);
    write_asc("cut.asc", NX, NY, 1000, 2000, 10, cut_corner);
    write_text("tide.csv", "time [s],a [m],b [m]\n0,1,2\n5,3,4\n10,5,6\n");
    write_text("short.csv", "time [s],level [m]\n0,1\n5,3\n");
    write_text("rating.csv", "level [m],discharge [l/s]\n6,0\n7,1000\n8,4000\n");
    write_text("falling.csv", "level [m],discharge [m3/s]\n6,0\n7,2\n8,1\n");
    write_text("bare.csv", "level [m],discharge\n6,0\n7,2\n");
}

static int64_t faces_of(model *m, int boundary)
{
    spate_boundary_stats stats = {0};
    CHECK(spate_get_boundary(m->sim, boundary, &stats) == SPATE_OK);
    return stats.faces;
}

/* ---- faces ---- */

static void an_edge_takes_all_its_faces(void)
{
    model *m = build(TERRAIN "boundaries:\n"
                             "  - {name: w, edge: west, open: yes}\n"
                             "  - {name: e, edge: east, level: 5 m}\n"
                             "  - {name: s, edge: south, wall: yes}\n"
                             "  - {name: n, edge: north, normal_depth: {slope: 0.01}}\n");
    if (!m)
        return;
    CHECK(m->boundary_count == 4);
    CHECK(faces_of(m, 0) == NY && faces_of(m, 1) == NY);
    CHECK(faces_of(m, 2) == NX && faces_of(m, 3) == NX);
    CHECK(strcmp(m->boundaries[1].kind, "level") == 0 && strcmp(m->boundaries[3].name, "n") == 0);
    CHECK(m->boundaries[1].lowest == 5 && m->boundaries[1].highest == 5);
    CHECK(isnan(m->boundaries[0].lowest));
    model_free(m);
}

/* 400 x 300 m in cells of 15 m: 27 x 20 cells, the last column only two thirds covered by data.
 * Cells of 70 m: 6 x 5 cells, the last row less than a third. Cells without data are not active,
 * and the edge is that of the active cells, so that each edge has as many faces as there are active
 * rows or columns. */
static void an_edge_is_that_of_the_active_cells(void)
{
    static const char *const resolutions[] = {"15 m", "70 m", "35 m"};
    for (int k = 0; k < 3; ++k) {
        char text[512];
        snprintf(text, sizeof text,
                 CASE "terrain: {file: slope.asc, nodata: inactive}\n"
                      "grid: {resolution: %s}\nboundaries:\n"
                      "  - {name: w, edge: west, open: yes}\n"
                      "  - {name: e, edge: east, open: yes}\n"
                      "  - {name: s, edge: south, open: yes}\n"
                      "  - {name: n, edge: north, open: yes}\n",
                 resolutions[k]);
        model *m = build(text);
        if (!m)
            continue;
        double *active = field_of(m, SPATE_ACTIVE);
        int64_t columns = 0, rows = 0;
        for (int64_t i = 0; i < m->grid.nx; ++i)
            columns += active[i] != 0;
        for (int64_t j = 0; j < m->grid.ny; ++j)
            rows += active[j * m->grid.nx] != 0;
        CHECK(columns * rows > 0);
        CHECK(faces_of(m, 0) == rows && faces_of(m, 1) == rows);
        CHECK(faces_of(m, 2) == columns && faces_of(m, 3) == columns);
        free(active);
        model_free(m);
    }
}

/* Faces of the west edge at y = 2105, 2115, ... 2145 are beside the line. */
static void a_line_takes_the_faces_beside_it(void)
{
    model *m = build(TERRAIN "boundaries:\n"
                             "  - name: river\n    line: [[1006, 2100], [1006, 2150]]\n"
                             "    discharge: 3 m3/s\n    slope: 0.001\n");
    if (!m)
        return;
    spate_face faces[8];
    CHECK(faces_of(m, 0) == 5);
    CHECK(spate_get_boundary_faces(m->sim, 0, faces, 8) == SPATE_OK);
    for (int k = 0; k < 5; ++k)
        CHECK(faces[k].edge == SPATE_WEST && faces[k].x == 1000 && faces[k].y == 2105 + 10 * k);
    model_free(m);
}

/* The outline of the data is as good as an edge: 10 faces to the north and 10 to the east, corner
 * of the missing block at (1300, 2200). */
static void lines_and_polygons_take_the_outline_of_the_data(void)
{
    model *m = build(CUT "boundaries:\n"
                         "  - {name: top, line: [[1300, 2200], [1400, 2200]], open: yes}\n"
                         "  - {name: side, within: [[1290, 2221], [1310, 2221], [1310, 2310], "
                         "[1290, 2310]], level: 9 m}\n");
    if (!m)
        return;
    /* Ten below the gap, and two within 1.5 cells of each end: of the side, and of the east
     * edge. */
    CHECK(faces_of(m, 0) == 14);
    CHECK(faces_of(m, 1) == 9); /* y = 2225 to 2295, and one of the north edge */
    model_free(m);
}

static void faces_that_are_not_there_or_taken_are_refused_with_their_place(void)
{
    check_refused(TERRAIN "boundaries:\n"
                          "  - {name: sea, line: [[1200, 2100], [1200, 2200]], open: yes}\n",
                  SPATE_ERROR_ARGUMENT, "case.yaml:5:");
    CHECK_CONTAINS(spate_message(ctx), "sea");
    check_refused(TERRAIN "boundaries:\n"
                          "  - {name: sea, edge: west, open: yes}\n"
                          "  - {name: lake, line: [[1000, 2000], [1000, 2100]], level: 3 m}\n",
                  SPATE_ERROR_ARGUMENT, "case.yaml:6:");
    CHECK_CONTAINS(spate_message(ctx), "sea");
    CHECK_CONTAINS(spate_message(ctx), "lake");
}

/* ---- what they impose ---- */

static void a_discharge_asks_for_its_slope(void)
{
    check_refused(TERRAIN "boundaries:\n  - {name: q, edge: west, discharge: 5 m3/s}\n",
                  SPATE_ERROR_ARGUMENT, "slope");
}

static void series_must_cover_the_run(void)
{
    check_refused(TERRAIN "boundaries:\n  - {name: sea, edge: east, level: short.csv}\n",
                  SPATE_ERROR_DATA, "short.csv");
    CHECK_CONTAINS(spate_message(ctx), "case.yaml:5:");
    check_refused(TERRAIN "boundaries:\n  - {name: sea, edge: east, level: none.csv}\n",
                  SPATE_ERROR_DATA, "none.csv");
    check_refused(TERRAIN "boundaries:\n  - {name: sea, edge: east, level: tide.csv}\n",
                  SPATE_ERROR_DATA, "a");
}

static void a_column_is_chosen_scaled_and_shifted(void)
{
    model *m =
        build(TERRAIN "boundaries:\n  - name: sea\n    edge: east\n    level: {file: tide.csv, "
                      "column: b, scale: 2, offset: -1 m}\n    absorbing: yes\n");
    if (!m)
        return;
    CHECK(m->boundaries[0].lowest == 3 && m->boundaries[0].highest == 11);
    CHECK(m->boundaries[0].start_values[0] == 3);
    CHECK(m->input_count == 2);
    model_free(m);
}

static void ratings_rise_and_have_units(void)
{
    model *m = build(TERRAIN "boundaries:\n  - {name: weir, edge: east, rating: rating.csv}\n");
    CHECK(m && faces_of(m, 0) == NY);
    model_free(m);
    check_refused(TERRAIN "boundaries:\n  - {name: weir, edge: east, rating: falling.csv}\n",
                  SPATE_ERROR_DATA, "discharge must rise");
    check_refused(TERRAIN "boundaries:\n  - {name: weir, edge: east, rating: bare.csv}\n",
                  SPATE_ERROR_DATA, "no unit");
    check_refused(TERRAIN "boundaries:\n  - {name: weir, edge: east, rating: tide.csv}\n",
                  SPATE_ERROR_DATA, "no column");
}

/* Linear interpolation between 200 samples per period has an error of A (2 pi / 200)^2 / 8. */
static void constituents_are_sampled_finely_enough(void)
{
    const double turn = 6.283185307179586477, bound = 1.5 * pow(turn / 200, 2) / 8;
    model *m = build(
        "spate: 1\ntime: {end: 30 h}\nterrain: {file: slope.asc}\nboundaries:\n"
        "  - name: sea\n    edge: east\n    level:\n      mean: 0.4 m\n"
        "      constituents:\n        - {amplitude: 1.5 m, period: 12.4206 h, phase: 60 deg}\n"
        "        - {amplitude: 0.3 m, period: 24 h}\n");
    if (!m)
        return;
    series s;
    CHECK(tide_series(m, case_get(m->boundaries[0].node, "level"), &s) == SPATE_OK);
    double worst = 0;
    for (double t = 0; t <= m->duration; t += 97) {
        const double exact =
            0.4 + 1.5 * cos(turn * t / 44714.16 - turn / 6) + 0.3 * cos(turn * t / 86400);
        worst = fmax(worst, fabs(series_at(&s, t) - exact));
    }
    CHECK_AT_MOST("largest departure from the cosines, m", worst, bound * 1.2);
    CHECK(s.t[0] == 0 && s.t[s.count - 1] >= m->duration);
    series_free(&s);
    model_free(m);
}

/* Two stations at y = 2000 and 2300, given in the wrong order: a quarter of the way is 0.25. */
static void stations_are_interpolated_along_the_line(void)
{
    model *m = build(TERRAIN "boundaries:\n  - name: sea\n    line: [[1400, 2000], [1400, 2300]]\n"
                             "    level:\n      stations:\n"
                             "        - {at: [1450, 2300], file: tide.csv, column: b}\n"
                             "        - {at: [1500, 2000], file: tide.csv, column: a}\n");
    if (!m)
        return;
    const model_boundary *b = &m->boundaries[0];
    CHECK(b->series_count == 2 && b->start_values[0] == 1 && b->start_values[1] == 2);
    const spate_face quarter = {.x = 1400, .y = 2075}, end = {.x = 1400, .y = 2310};
    CHECK_NEAR(face_choice_station(&quarter, b->faces), 0.25, 0x1p-50);
    CHECK(face_choice_station(&end, b->faces) == 1);
    model_free(m);
    check_refused(TERRAIN
                  "boundaries:\n  - name: sea\n    edge: east\n    level:\n      stations:\n"
                  "        - {at: [1450, 2300], file: tide.csv, column: b}\n",
                  SPATE_ERROR_ARGUMENT, "two stations");
}

/* ---- supercritical inflow, smooth beds ---- */

#define SMOOTH "manning: 0\n"

static void a_discharge_may_come_with_its_froude_number_or_level(void)
{
    model *m = build(TERRAIN "boundaries:\n"
                             "  - {name: a, edge: west, discharge: 30 m3/s, froude: 1.5}\n");
    CHECK(m && faces_of(m, 0) == NY);
    model_free(m);
    m = build(TERRAIN "boundaries:\n  - {name: a, edge: west, discharge: 30 m3/s, slope: 0.01, "
                      "inflow_level: {file: tide.csv, column: a, offset: 10 m}}\n");
    CHECK(m && faces_of(m, 0) == NY && m->boundaries[0].highest == 30);
    model_free(m);
    check_refused(TERRAIN "boundaries:\n  - {name: a, edge: west, discharge: 30 m3/s, froude: 2, "
                          "inflow_level: 10.1 m}\n",
                  SPATE_ERROR_ARGUMENT, "exclude each other");
    check_refused(TERRAIN "boundaries:\n  - {name: a, edge: west, discharge: 30 m3/s, "
                          "inflow_level: 9 m}\n",
                  SPATE_ERROR_ARGUMENT, "not above the bed, which is 10 m high");
    check_refused(TERRAIN "solver: {scheme: adi}\nboundaries:\n"
                          "  - {name: a, edge: west, discharge: 30 m3/s, froude: 2}\n",
                  SPATE_ERROR_ARGUMENT, "use scheme \"kurganov\"");
}

static void a_discharge_needs_no_slope_on_a_smooth_bed(void)
{
    model *m = build(TERRAIN SMOOTH "boundaries:\n  - {name: a, edge: west, discharge: 30 m3/s}\n");
    CHECK(m && faces_of(m, 0) == NY);
    model_free(m);
    m = build(TERRAIN SMOOTH
              "boundaries:\n  - {name: a, edge: west, discharge: 30 m3/s, slope: 0.001}\n");
    CHECK(m && faces_of(m, 0) == NY);
    model_free(m);
    check_refused(TERRAIN SMOOTH "boundaries:\n"
                                 "  - {name: a, edge: east, normal_depth: {slope: 0.01}}\n",
                  SPATE_ERROR_ARGUMENT, "or use an outfall");
    m = build(TERRAIN SMOOTH "boundaries:\n  - {name: a, edge: east, normal_depth: {slope: 0.01, "
                             "manning: 0.02}}\n");
    CHECK(m && faces_of(m, 0) == NY);
    model_free(m);
}

/* ---- open edges ---- */

/* The ground falls to the east: away from the west edge, level along north and south. */
static void open_edges_on_level_or_rising_ground_are_warned_of(void)
{
    model *m = build(TERRAIN "boundaries:\n  - {name: out, edge: east, open: yes}\n");
    CHECK(!strstr(log_text, "rising ground"));
    model_free(m);
    m = build(TERRAIN "boundaries:\n  - {name: top, edge: west, open: yes}\n"
                      "  - {name: side, edge: north, open: yes}\n");
    CHECK_CONTAINS(log_text, "\"top\": 30 of its 30 open faces are on level or rising ground");
    CHECK_CONTAINS(log_text, "\"side\": 40 of its 40 open faces are on level or rising ground");
    CHECK_CONTAINS(log_text, "outfall: yes");
    model_free(m);
    m = build(TERRAIN "boundaries:\n  - {name: top, edge: west, outfall: yes}\n");
    CHECK(m && !strstr(log_text, "rising ground"));
    model_free(m);
}

/* Uniform flow down a slope of 1 %, q = 0.5 m2/s: h = (n q / sqrt(S))^(3/5), in every cell, the
 * last one of a bilinear bed included. The plane is exact in both models, and so is uniform flow;
 * what is left of the dry start after 20 min, some four times through, is rounding. */
static void uniform_flow_stands_at_normal_depth_up_to_the_last_cell(void)
{
    static const char *const models[] = {"cells", "bilinear"};
    const double h = pow(0.035 * 0.5 / sqrt(0.01), 0.6);
    for (int k = 0; k < 2; ++k) {
        char text[512];
        snprintf(text, sizeof text,
                 "spate: 1\ntime: {end: 20 min}\nterrain: {file: slope.asc, bed: %s}\n"
                 "solver: {precision: f64, threads: 1}\nboundaries:\n"
                 "  - {name: in, edge: west, discharge: 150 m3/s, slope: 0.01}\n"
                 "  - {name: out, edge: east, open: yes}\n",
                 models[k]);
        model *m = build(text);
        if (!m)
            continue;
        CHECK(spate_advance(m->sim, 1200) == SPATE_OK);
        double *depth = field_of(m, SPATE_DEPTH), worst = 0;
        for (int i = 0; i < NX; ++i)
            worst = fmax(worst, fabs(depth[NX * (NY / 2) + i] / h - 1));
        printf("  %s: last cells %.5f %.5f m, normal depth %.5f m\n", models[k],
               depth[NX * (NY / 2) + NX - 2], depth[NX * (NY / 2) + NX - 1], h);
        CHECK_AT_MOST("largest relative departure from normal depth", worst, 1e-9);
        free(depth);
        model_free(m);
    }
}

/* ---- the start ---- */

#define POOL "initial:\n  - {level: 8 m}\n"

static void a_jump_at_the_start_is_said_once(void)
{
    model *m = build(TERRAIN POOL "boundaries:\n  - {name: sea, edge: east, level: 8.25 m}\n");
    CHECK_CONTAINS(log_text, "\"sea\" starts at a level of 8.25 m");
    CHECK_CONTAINS(log_text, "is at 8.00 m");
    model_free(m);
    m = build(TERRAIN POOL "boundaries:\n  - {name: sea, edge: east, level: 8.25 m, ramp: 5 s}\n");
    CHECK(!strstr(log_text, "starts at a level"));
    model_free(m);
    m = build(TERRAIN POOL "boundaries:\n  - {name: sea, edge: east, level: 8.09 m}\n");
    CHECK(!strstr(log_text, "starts at a level"));
    model_free(m);
    m = build(TERRAIN "boundaries:\n  - {name: sea, edge: east, level: 8.25 m}\n"); /* dry inside */
    CHECK(!strstr(log_text, "starts at a level"));
    model_free(m);
}

int main(void)
{
    if (!fixture_open())
        return 1;
    make_data();
    RUN(an_edge_takes_all_its_faces);
    RUN(an_edge_is_that_of_the_active_cells);
    RUN(a_line_takes_the_faces_beside_it);
    RUN(lines_and_polygons_take_the_outline_of_the_data);
    RUN(faces_that_are_not_there_or_taken_are_refused_with_their_place);
    RUN(a_discharge_asks_for_its_slope);
    RUN(series_must_cover_the_run);
    RUN(a_column_is_chosen_scaled_and_shifted);
    RUN(ratings_rise_and_have_units);
    RUN(constituents_are_sampled_finely_enough);
    RUN(stations_are_interpolated_along_the_line);
    RUN(a_jump_at_the_start_is_said_once);
    RUN(a_discharge_may_come_with_its_froude_number_or_level);
    RUN(a_discharge_needs_no_slope_on_a_smooth_bed);
    RUN(open_edges_on_level_or_rising_ground_are_warned_of);
    RUN(uniform_flow_stands_at_normal_depth_up_to_the_last_cell);
    return fixture_close();
}
