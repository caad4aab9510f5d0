/* The water balance: what came in and went out, stacked, against what is there; and the error. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "gapped_table.h"
#include "plot.h"
#include "ticks.h"

/* Columns of mass.gapped_table that are not one source or sink. */
static int is_total(const char *name)
{
    static const char *const totals[] = {"elapsed", "volume", "entered", "left", "error"};
    for (size_t n = 0; n < sizeof totals / sizeof *totals; ++n)
        if (strcmp(name, totals[n]) == 0)
            return 1;
    return 0;
}

static int is_sink(const char *name)
{
    const size_t n = strlen(name);
    return strcmp(name, "infiltrated") == 0 || (n > 4 && strcmp(name + n - 4, " out") == 0);
}

/* Names of sources end in " in" where a boundary has flow in both directions. */
static void shorten(char *name)
{
    const size_t n = strlen(name);
    if (n > 3 && strcmp(name + n - 3, " in") == 0)
        name[n - 3] = '\0';
}

static int moves_water(const gapped_table *c, int column)
{
    for (long long k = 0; k < c->rows; ++k)
        if (fabs(c->values[k * c->columns + column]) > 0)
            return 1;
    return 0;
}

typedef struct balance {
    gapped_table table;
    double *stacked; /* rows * (columns + 2): tops of the areas, one column after the other */
    int used;
    double unit;    /* m3 of one unit of the axis */
    double *scaled; /* volume in it, and the error in parts per million */
} balance;

/* Water that entered or left without a separate column is added to the column of the total. 0:
 * there is none. */
static int keep_rest(const gapped_table *c, const char *total, int sinks)
{
    const int column = gapped_column(c, total);
    double most = 0, all = 0;
    for (long long k = 0; column >= 0 && k < c->rows; ++k) {
        double *row = c->values + k * c->columns;
        all = fmax(all, row[column]);
        for (int n = 0; n < c->columns; ++n)
            if (!is_total(c->names[n]) && is_sink(c->names[n]) == sinks && isfinite(row[n]))
                row[column] -= row[n];
        most = fmax(most, row[column]);
    }
    return most > 1e-6 * all; /* volumes are written with 15 digits */
}

/* Puts one more area on the pile; the first of a pile stands on `base`. */
static void add_area(balance *b, chart_panel *panel, const char *name, int column, double sign,
                     const double *base)
{
    const gapped_table *c = &b->table;
    double *top = b->stacked + (size_t)b->used * (size_t)c->rows;
    for (long long k = 0; k < c->rows; ++k) {
        const double v =
            column < 0 ? c->values[gapped_column(c, "volume")] : c->values[k * c->columns + column];
        top[k] = (base ? base[k] : 0) + sign * (isfinite(v) ? v : 0) / b->unit;
    }
    ++b->used;
    panel->curves[panel->count++] = (chart_curve){.name = name,
                                                  .style = CURVE_AREA,
                                                  .colour = chart_colour(b->used),
                                                  .count = c->rows,
                                                  .stride = 1,
                                                  .t = c->t,
                                                  .value = top,
                                                  .base = base};
}

static const double *last_top(const chart_panel *panel)
{
    return panel->count > 0 ? panel->curves[panel->count - 1].value : NULL;
}

/* Initial water first, then sources; sinks hang below zero. */
static void stack_areas(balance *b, chart_panel *panel)
{
    gapped_table *c = &b->table;
    const int volume = gapped_column(c, "volume");
    if (c->values[volume] > 0) {
        add_area(b, panel, "initial", -1, 1, NULL);
        panel->curves[0].colour = (rgb){214, 222, 230};
    }
    for (int n = 0; n < c->columns && panel->count < CHART_CURVES - 1; ++n)
        if (!is_total(c->names[n]) && !is_sink(c->names[n]) && moves_water(c, n)) {
            shorten(c->names[n]);
            add_area(b, panel, c->names[n], n, 1, last_top(panel));
        }
    if (keep_rest(c, "entered", 0) && panel->count < CHART_CURVES - 1)
        add_area(b, panel, "other sources", gapped_column(c, "entered"), 1, last_top(panel));
    const double *below = NULL;
    for (int n = 0; n < c->columns && panel->count < CHART_CURVES - 1; ++n)
        if (!is_total(c->names[n]) && is_sink(c->names[n]) && moves_water(c, n)) {
            add_area(b, panel, c->names[n], n, -1, below);
            below = last_top(panel);
        }
    if (keep_rest(c, "left", 1) && panel->count < CHART_CURVES - 1)
        add_area(b, panel, "other sinks", gapped_column(c, "left"), -1, below);
}

/* A unit that keeps the numbers of the axis short. */
static const char *choose_unit(balance *b, int feet, char *label, size_t size)
{
    const char *unit;
    const double cubic = kind_unit("m\xc2\xb3", feet, &unit);
    double most = 0;
    for (int n = 0; n < b->table.columns; ++n)
        for (long long k = 0; strcmp(b->table.names[n], "elapsed") != 0 && k < b->table.rows; ++k)
            most = fmax(most, fabs(b->table.values[k * b->table.columns + n]));
    most /= cubic;
    b->unit = cubic * (most >= 2e6 ? 1e6 : most >= 1e4 ? 1e3 : 1);
    snprintf(label, size, "Volume (%s%s)",
             most >= 2e6   ? "million "
             : most >= 1e4 ? "1000 "
                           : "",
             unit);
    return label;
}

static int draw_balance(const spate_tool *tool, const plot_request *q, plot_source *s, balance *b,
                        const char *file)
{
    char volumes[64];
    const gapped_table *c = &b->table;
    const int volume = gapped_column(c, "volume"), error = gapped_column(c, "error");
    chart_panel panels[2] = {{.title = "Water in the model, and where it came from and went",
                              .from_zero = 1},
                             {.title = "Error of the balance", .from_zero = 1}};
    panels[0].label = choose_unit(b, q->show.feet, volumes, sizeof volumes);
    stack_areas(b, &panels[0]);
    double largest = 0;
    for (long long k = 0; k < c->rows; ++k) {
        b->scaled[k] = c->values[k * c->columns + volume] / b->unit;
        b->scaled[c->rows + k] = c->values[k * c->columns + error];
        largest = fmax(largest, fabs(b->scaled[c->rows + k]));
    }
    /* The scale of the error goes into its label: its size differs by ten powers between
     * precisions. */
    const double power = largest > 0 ? pow(10, floor(log10(largest) + 1e-9)) : 1;
    char label[64];
    for (long long k = 0; k < c->rows; ++k)
        b->scaled[c->rows + k] /= power;
    if (largest > 0)
        snprintf(label, sizeof label, "Relative (1e%+.0f)", log10(power));
    else
        snprintf(label, sizeof label, "Relative");
    panels[1].label = label;
    for (int n = 0; n < 2; ++n)
        panels[n].curves[panels[n].count++] = (chart_curve){.name = n == 0 ? "in the model" : NULL,
                                                            .style = CURVE_LINE,
                                                            .colour = figure_ink,
                                                            .count = c->rows,
                                                            .stride = 1,
                                                            .t = c->t,
                                                            .value = b->scaled + n * c->rows};
    const chart picture = {.title = s->title,
                           .subtitle = "Water balance, volumes since the start",
                           .start = s->start,
                           .zone = q->zone,
                           .to = c->t[c->rows - 1],
                           .count = 2,
                           .panels = panels};
    return chart_draw(tool, &picture, file);
}

int plot_balance(const spate_tool *tool, const plot_request *q, plot_source *s)
{
    char file[4096], table[4096];
    if (!s->is_folder)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "the balance is drawn from the folder of a run, not from %s", s->file);
    plot_output(q, s, "balance", ".png", file, sizeof file);
    int code = figure_check_name(tool, file);
    if (code != 0)
        return code;
    balance b = {0};
    const spate_status status =
        gapped_read(s->ctx, run_folder_file(&s->folder, "mass.csv", table, sizeof table), NULL,
                    &b.table);
    if (status != SPATE_OK)
        return tool_failed(tool, status);
    if (b.table.dated && isnan(s->start))
        s->start = b.table.t[0];
    for (long long k = 0; b.table.dated && k < b.table.rows; ++k)
        b.table.t[k] -= s->start;
    b.stacked = malloc((size_t)b.table.rows * (size_t)(b.table.columns + 2) * sizeof *b.stacked);
    b.scaled = malloc(2 * (size_t)b.table.rows * sizeof *b.scaled);
    if (gapped_column(&b.table, "volume") < 0 || gapped_column(&b.table, "error") < 0)
        code = tool_error(tool, SPATE_ERROR_DATA, "%s has no columns volume and error", table);
    else if (!b.stacked || !b.scaled)
        code = tool_error(tool, SPATE_ERROR_MEMORY, "not enough memory for the picture %s", file);
    else
        code = draw_balance(tool, q, s, &b, file);
    if (code == 0)
        plot_wrote(tool, file);
    free(b.stacked);
    free(b.scaled);
    gapped_free(&b.table);
    return code;
}
