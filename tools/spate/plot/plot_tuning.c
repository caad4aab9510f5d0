/* The balance of devices against time: shares, rate, and what tuning has cost. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "chart.h"
#include "plot.h"

enum { MOST_DEVICES = 16 };

/* The looks of run.json. One column after another, each with `count` values. */
typedef struct tuning_history {
    int count, devices;
    double *values;
} tuning_history;

enum { COLUMN_TIME, COLUMN_RATE, COLUMN_MEASURE, COLUMN_DECIDE, COLUMN_MOVE, COLUMN_SHARES };

static double *column(const tuning_history *h, int n)
{
    return h->values + (size_t)n * (size_t)h->count;
}

static double look_number(const plot_source *s, int look, const char *key)
{
    char key_path[80];
    snprintf(key_path, sizeof key_path, "tuning.history[%d].%s", look, key);
    const char *text = run_folder_text(&s->folder, key_path);
    return text ? strtod(text, NULL) : (double)NAN;
}

static int count_of(const plot_source *s, const char *pattern)
{
    char key_path[80];
    for (int n = 0;; ++n) {
        snprintf(key_path, sizeof key_path, pattern, n);
        if (!run_folder_text(&s->folder, key_path))
            return n;
    }
}

/* Costs are summed over the run so far, in seconds. */
static void fill(const plot_source *s, tuning_history *h)
{
    static const char *const costs[] = {"measure", "decide", "move"};
    for (int k = 0; k < h->count; ++k) {
        column(h, COLUMN_TIME)[k] = look_number(s, k, "t");
        column(h, COLUMN_RATE)[k] = 1e-6 * look_number(s, k, "cells_per_second");
        for (int c = 0; c < 3; ++c) {
            double *sum = column(h, COLUMN_MEASURE + c);
            sum[k] = (k > 0 ? sum[k - 1] : 0) + look_number(s, k, costs[c]);
        }
        for (int d = 0; d < h->devices; ++d) {
            char key[32];
            snprintf(key, sizeof key, "share[%d]", d);
            column(h, COLUMN_SHARES + d)[k] = 100 * look_number(s, k, key);
        }
    }
}

static void add_curve(chart_panel *panel, const tuning_history *h, int n, const char *name)
{
    panel->curves[panel->count] = (chart_curve){.name = name,
                                                .style = CURVE_LINE,
                                                .colour = chart_colour(panel->count + 1),
                                                .count = h->count,
                                                .stride = 1,
                                                .t = column(h, COLUMN_TIME),
                                                .value = column(h, n)};
    ++panel->count;
}

static int draw(const spate_tool *tool, const plot_source *s, const tuning_history *h,
                const char *file)
{
    static const char *const costs[] = {"measuring", "deciding", "moving"};
    char name[40];
    chart_panel panels[3] = {{.title = "Share of each device", .label = "Rows (%)", .from_zero = 1},
                             {.title = "Rate", .label = "Million cells per second", .from_zero = 1},
                             {.title = "What tuning has cost", .label = "Seconds", .from_zero = 1}};
    for (int d = 0; d < h->devices; ++d) {
        snprintf(name, sizeof name, "tuning.devices[%d].device", d);
        add_curve(&panels[0], h, COLUMN_SHARES + d, run_folder_text(&s->folder, name));
    }
    add_curve(&panels[1], h, COLUMN_RATE, NULL);
    for (int c = 0; c < 3; ++c)
        add_curve(&panels[2], h, COLUMN_MEASURE + c, costs[c]);
    const chart picture = {.title = s->title,
                           .subtitle = "Balance of devices",
                           .start = s->start,
                           .to = column(h, COLUMN_TIME)[h->count - 1],
                           .count = 3,
                           .panels = panels};
    return chart_draw(tool, &picture, file);
}

int plot_tuning(const spate_tool *tool, const plot_request *q, plot_source *s)
{
    char file[4096];
    if (!s->is_folder)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "the tuning is drawn from the folder of a run, not from %s", s->file);
    plot_output(q, s, "tuning", ".png", file, sizeof file);
    int code = figure_check_name(tool, file);
    if (code != 0)
        return code;
    tuning_history h = {.count = count_of(s, "tuning.history[%d].t"),
                        .devices = count_of(s, "tuning.devices[%d].device")};
    if (h.count < 2 || h.devices < 1 || h.devices > MOST_DEVICES)
        return tool_error(tool, SPATE_ERROR_DATA,
                          "%s has no looks at the balance of devices in its run.json; they come "
                          "with solver.tune: dynamic and several solver.devices",
                          s->file);
    h.values = calloc((size_t)(COLUMN_SHARES + h.devices) * (size_t)h.count, sizeof *h.values);
    if (!h.values)
        return tool_error(tool, SPATE_ERROR_MEMORY, "not enough memory for the picture %s", file);
    fill(s, &h);
    code = draw(tool, s, &h, file);
    if (code == 0)
        plot_wrote(tool, file);
    free(h.values);
    return code;
}
