/* The text of a starter case, and the valley where the user has no terrain. */
#include "new_text.h"

#include <math.h>

/* ---- the valley ---- */

enum { VALLEY_NX = 200, VALLEY_NY = 150 };
static const double valley_cell = 10; /* m */

bounds new_valley_bounds(void)
{
    return (bounds){.x1 = VALLEY_NX * valley_cell, .y1 = VALLEY_NY * valley_cell};
}

/* Middle of the channel: y at x. */
static double channel_at(double x)
{
    return 750 + 200 * sin(x / 320);
}

static double valley_height(double x, double y)
{
    const double off = fabs(y - channel_at(x));
    const double fall = 30 - 0.01 * x, slopes = 2e-5 * (y - 750) * (y - 750) * 5;
    const double channel = 3 * fmax(1 - off / 30, 0);
    return fall + slopes + 0.3 * sin(x / 45) * sin(y / 60) - channel;
}

void new_valley_print(FILE *out)
{
    fprintf(out, "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize %g\nNODATA_value -9999\n",
            VALLEY_NX, VALLEY_NY, valley_cell);
    for (int j = VALLEY_NY - 1; j >= 0; --j)
        for (int i = 0; i < VALLEY_NX; ++i)
            fprintf(out, "%.2f%c", valley_height((i + 0.5) * valley_cell, (j + 0.5) * valley_cell),
                    i + 1 < VALLEY_NX ? ' ' : '\n');
}

/* ---- the case ---- */

static void print_grid(const starter *s, FILE *out)
{
    fprintf(out, "grid:                                   # square cells over the whole terrain\n");
    if (s->write_crs)
        fprintf(out, "  crs: %-32s # the terrain is in degrees: brought to metres\n", s->crs);
    else if (s->crs)
        fprintf(out, "  # crs: %-30s # that of the terrain\n", s->crs);
    fprintf(out, "  resolution: %g m\n", s->resolution);
    fprintf(out, "  # area: [%.0f, %.0f, %.0f, %.0f]   # or a file with a polygon\n\n",
            s->around.x0, s->around.y0, s->around.x1, s->around.y1);
}

static void print_terrain(const starter *s, FILE *out)
{
    fprintf(out,
            "terrain:                                # heights, positive up\n"
            "  layers:                               # later ones win where they have data\n"
            "    - {file: \"%s\"}\n"
            "  nodata: inactive                      # holes: error | inactive | a level\n"
            "  # walls: {file: walls.gpkg, crest: crest_m}   # lines, overtopped above the crest\n"
            "  # blocked: buildings.gpkg             # polygons without flow\n\n",
            s->terrain);
    fprintf(out, "manning: 0.035                          # roughness, s/m^(1/3); or a raster\n\n");
}

static void print_boundaries(const starter *s, FILE *out)
{
    const double margin = 10 * s->resolution;
    const bounds b = {.x0 = s->around.x0 - margin,
                      .y0 = s->around.y0 - margin,
                      .x1 = s->around.x1 + margin,
                      .y1 = s->around.y1 + margin};
    fprintf(out, "# initial:                              # water at the start; dry without it\n"
                 "#   - {level: 12 m, within: lake.geojson}\n\n"
                 "boundaries:                             # outer faces; all others are walls\n");
    if (s->synthetic) {
        const double y = channel_at(0);
        fprintf(out,
                "  - name: river\n"
                "    line: [[0, %.0f], [0, %.0f]]        # across the channel, on the west edge\n"
                "    discharge: 60 m3/s                  # or a CSV file: time, discharge [m3/s]\n"
                "    slope: 0.01                         # energy slope that spreads the flow\n"
                "  - name: out\n"
                "    edge: east\n"
                "    outfall: yes                        # water falls out, none comes in\n\n",
                y - 30, y + 30);
        return;
    }
    fprintf(out,
            "  - name: outside                       # every outer face: the outline of the data\n"
            "    within: [[%.0f, %.0f], [%.0f, %.0f], [%.0f, %.0f], [%.0f, %.0f]]\n"
            "    outfall: yes                        # water falls out, none comes in\n"
            "  # - name: river\n"
            "  #   line: [[x, y], [x, y]]            # the outer faces along this line\n"
            "  #   discharge: river.csv              # time, discharge [m3/s]\n"
            "  #   slope: 0.001\n\n",
            b.x0, b.y0, b.x1, b.y0, b.x1, b.y1, b.x0, b.y1);
}

static void print_sources(const starter *s, FILE *out)
{
    fprintf(out,
            "rain: %-8s                          # or a CSV file: time, rain [mm/h]\n"
            "# infiltration: 5 mm/h                  # water lost into the ground\n"
            "# wind: {speed: 15 m/s, direction: 270 deg}\n\n",
            s->synthetic ? "20 mm/h" : "50 mm/h");
}

static void print_places(const starter *s, FILE *out)
{
    const point middle = {.x = 0.5 * (s->around.x0 + s->around.x1),
                          .y = 0.5 * (s->around.y0 + s->around.y1)};
    if (s->synthetic) {
        const double x = 1000, y = channel_at(x);
        fprintf(out,
                "gauges:                                 # level, depth and velocity against time\n"
                "  - {name: middle, at: [%.0f, %.0f]}\n\n"
                "sections:                               # left to right bank looking downstream\n"
                "  - {name: middle, line: [[%.0f, %.0f], [%.0f, %.0f]]}\n\n",
                x, y, x, y + 150, x, y - 150);
        return;
    }
    fprintf(out,
            "# gauges:                               # level, depth and velocity against time\n"
            "#   - {name: middle, at: [%.0f, %.0f]}\n"
            "# sections:                             # left to right bank looking downstream\n"
            "#   - {name: bridge, line: [[x, y], [x, y]]}\n\n",
            middle.x, middle.y);
}

void new_case_print(const starter *s, FILE *out)
{
    fprintf(
        out,
        "# A starter case. Look: spate check %s.yaml; run: spate run %s.yaml; then: spate plot "
        "%s.out\n"
        "# Every key and its default: spate keys. Lines after # are examples of less used keys.\n"
        "spate: 1                                # format of this file\n"
        "title: %s\n\n"
        "time:                                   # simulated time\n"
        "  start: 2024-01-01T00:00Z              # a zone is required\n"
        "  end: 1 h                              # a duration, or a date\n\n",
        s->name, s->name, s->name, s->name);
    print_grid(s, out);
    print_terrain(s, out);
    print_boundaries(s, out);
    print_sources(s, out);
    print_places(s, out);
    fprintf(
        out,
        "output:                                 # what is written to %s.out\n"
        "  maps: {every: 5 min, variables: [depth, level, velocity]}\n"
        "  maxima: [depth, level, speed, hazard, arrival, duration, hazard_arr, hazard_uk]\n"
        "  # wet_depth: 5 cm                     # arrival and extent count from here\n"
        "%s  series: {every: 1 min}                # gauges, sections, water balance\n"
        "  # checkpoint: {every: 20 min}         # of wall-clock time\n\n"
        "solver: {precision: f32}                # f64 is exact to the last drop, half as fast\n",
        s->name, s->as_asc ? "  rasters: asc                          # GeoTIFFs need GDAL\n" : "");
}
