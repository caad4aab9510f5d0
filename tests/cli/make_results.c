/* A real results folder for the tests of plot, compare and info: a dam break in a winding valley
 * with rain, gauges and maxima. Usage: make_results FOLDER [manning [stop]]. With stop the run ends
 * early with a checkpoint. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "io/gdal_plugin.h"
#include "results/results.h"

enum { NX = 40, NY = 24 };
static const double x0 = 292000, y0 = 92000, cell = 30, end = 600;

static double bed(double x, double y, void *user)
{
    (void)user;
    const double e = x - x0, n = y - y0, middle = 360 + 110 * sin(0.0075 * e);
    const double across = (n - middle) / 130, hills = sin(0.021 * e + 1) * cos(0.024 * n + 0.4) +
                                                      0.4 * sin(0.06 * e) * cos(0.07 * n + 2);
    return 62 - 0.012 * e + 22 * (1 - exp(-across * across)) +
           3 * hills * (1 - exp(-across * across)) - 2 * exp(-30 * across * across);
}

static double active(double x, double y, void *user)
{
    (void)user;
    return hypot(x - x0 - 1150, y - y0 - 690) > 150;
}

static double level(double x, double y, void *user)
{
    (void)user, (void)y;
    return x < x0 + 260 ? 71 : -1000;
}

static const results_gauge gauges[] = {
    {.name = "bridge", .i = 13, .j = 12, .x = 292412, .y = 92367},
    {.name = "mill", .i = 23, .j = 9, .x = 292697, .y = 92277},
    {.name = "quay", .i = 35, .j = 15, .x = 293057, .y = 92472},
    {.name = "hill", .i = 20, .j = 21, .x = 292607, .y = 92652},
};

/* A levee across the valley, for model.gpkg. */
static point levee_ends[2] = {{292600, 92000}, {292600, 92720}};
static path levee_line = {.count = 2, .points = levee_ends};
static char levee_name[] = "levee", name_column[] = "name";
static char *levee_values[] = {levee_name}, *wall_columns[] = {name_column};
static feature levee = {.shape = {.kind = SHAPE_LINE, .count = 1, .paths = &levee_line},
                        .values = levee_values};
static const vector_layer walls = {.count = 1,
                                   .features = &levee,
                                   .columns = 1,
                                   .column_names = wall_columns};
static const vector_output layers[] = {{.layer = "walls", .features = &walls}};

static results_plan plan_of(const char *folder)
{
    const char *why;
    return (results_plan){
        .as_asc = !gdal_plugin_get(&why), /* where there is no GDAL */
        .folder = folder,
        .mode = RESULTS_NEW,
        .title = "Dam break in a winding valley",
        .start = 1704153600, /* 2024-01-02T00:00:00Z */
        .end = end,
        .grid = {.x0 = x0, .y0 = y0, .dx = cell, .dy = cell, .nx = NX, .ny = NY, .crs = ""},
        .maps_every = 200,
        .maps = MAP_DEPTH | MAP_LEVEL | MAP_VELOCITY,
        .maxima = MAXIMUM_DEPTH | MAXIMUM_LEVEL | MAXIMUM_SPEED | MAXIMUM_HAZARD | MAXIMUM_ARRIVAL |
                  MAXIMUM_DURATION,
        .wet_depth = 0.05,
        .duration_depth = 0.3,
        .series_every = 5,
        .gauge_count = 4,
        .gauges = gauges,
        .model = layers,
        .model_count = 1,
        .resolved_json =
            "{\"time\": {\"start\": \"2024-01-02T00:00:00Z\", \"end\": 600}, \"output\": "
            "{\"wet_depth\": 0.05}, \"gauges\": [{\"name\": \"bridge\", \"observed\": "
            "\"bridge.csv\"}, {\"name\": \"mill\"}, {\"name\": \"quay\", \"observed\": "
            "{\"file\": \"quay.csv\", \"column\": \"stage\", \"offset\": 0.5}}, {\"name\": "
            "\"hill\"}]}"};
}

static spate_status make_sim(spate_context *ctx, double manning, spate_sim **sim)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.nx = NX, opt.ny = NY;
    opt.dx = opt.dy = cell;
    opt.x0 = x0, opt.y0 = y0;
    opt.precision = 32;
    opt.rain = 40e-3 / 3600;
    opt.friction = SPATE_FRICTION_MANNING;
    opt.friction_coefficient = manning;
    SPATE_TRY(spate_sim_create(ctx, &opt, sim));
    SPATE_TRY(spate_set_active(*sim, active, NULL));
    SPATE_TRY(spate_set_bed(*sim, bed, NULL));
    SPATE_TRY(spate_set_level(*sim, level, NULL));
    return spate_track_maxima(*sim, 0.05, 0.3);
}

static spate_status run(spate_sim *sim, results *r, double until)
{
    SPATE_TRY(results_write(r));
    for (double t = 0; t < until;) {
        t = results_next(r, t);
        SPATE_TRY(spate_advance(sim, t));
        SPATE_TRY(results_write(r));
    }
    return SPATE_OK;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    const int stop = argc > 3;
    const results_plan plan = plan_of(argv[1]);
    spate_context *ctx = NULL;
    spate_sim *sim = NULL;
    results *r = NULL;
    int resumed;
    spate_status status = spate_context_create(&ctx);
    if (status == SPATE_OK)
        status = make_sim(ctx, argc > 2 ? atof(argv[2]) : 0.03, &sim);
    if (status == SPATE_OK)
        status = results_open(ctx, sim, &plan, &r, &resumed);
    if (status == SPATE_OK)
        status = run(sim, r, stop ? 90 : end);
    if (status == SPATE_OK && stop)
        status = results_checkpoint(r);
    if (r) {
        const spate_status closed = results_close(r, status == SPATE_OK && !stop);
        status = status == SPATE_OK ? closed : status;
    }
    if (status != SPATE_OK)
        fprintf(stderr, "make_results: %s\n", spate_message(ctx));
    spate_sim_destroy(sim);
    spate_context_destroy(ctx);
    return status == SPATE_OK ? 0 : 1;
}
