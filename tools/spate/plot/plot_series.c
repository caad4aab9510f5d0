/* Gauges against observations, and sections: small panels, one per place. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "gapped_table.h"
#include "plot.h"
#include "statistics.h"

enum { MOST_PANELS = 48 };

/* One place: what was computed, and what was measured where the case says so. */
typedef struct place {
    gapped_table computed, observed;
    int observed_column;
    char note[128], label[64];
} place;

static void place_free(place *p)
{
    gapped_free(&p->computed);
    gapped_free(&p->observed);
}

/* Dates become s since the start; elapsed times already are. */
static void since_start(gapped_table *c, double start)
{
    for (long long k = 0; c->dated && k < c->rows; ++k)
        c->t[k] -= start;
}

/* The observations of a gauge as the resolved case names them: a file, or a map with file, column,
 * unit, scale and offset. Returns the number of the gauge, -1: none. */
static int observed_gauge(const plot_source *s, const char *name)
{
    for (int n = 0;; ++n) {
        char key[64];
        snprintf(key, sizeof key, "case.gauges[%d].name", n);
        const char *gauge = run_folder_text(&s->folder, key);
        if (gauge && strcmp(gauge, name) == 0)
            return n;
        snprintf(key, sizeof key, "case.gauges[%d].file", n);
        if (!gauge && !run_folder_text(&s->folder, key))
            return -1;
    }
}

static const char *observed_key(const plot_source *s, int gauge, const char *key)
{
    char whole[96];
    snprintf(whole, sizeof whole, "case.gauges[%d].observed%s", gauge, key);
    return run_folder_text(&s->folder, whole);
}

/* Paths of a case are relative to it, and its results lie beside it. */
static void beside_results(const plot_source *s, const char *name, char *file, size_t size)
{
    const char *leaf = file_name_of(s->folder.name);
    snprintf(file, size, "%s", name);
    if (*name != '/')
        snprintf(file, size, "%.*s%s", (int)(leaf - s->folder.name), s->folder.name, name);
    if (file_kind_of(file) == FILE_MISSING)
        snprintf(file, size, "%s", name);
}

/* Which column of the observations is meant: the one that the case names, one of the same name, or
 * the first. */
static int observed_column(const gapped_table *c, const char *asked, const char *computed)
{
    const int named = asked ? gapped_column(c, asked) : -1, same = gapped_column(c, computed);
    if (named >= 0 || same >= 0)
        return named >= 0 ? named : same;
    return c->columns > 1 && strcmp(c->names[0], "elapsed") == 0 ? 1 : 0;
}

static void to_metres(gapped_table *c, int column, const char *unit, double scale, double offset)
{
    const double factor = unit_factor(UNIT_LENGTH, unit && *unit ? unit : c->units[column]);
    for (long long k = 0; k < c->rows; ++k) {
        double *v = &c->values[k * c->columns + column];
        *v = *v * (factor > 0 ? factor : 1) * scale + offset;
    }
}

static spate_status read_observed(plot_source *s, place *p, const char *name, const char *computed)
{
    const int gauge = observed_gauge(s, name);
    const char *named = gauge < 0 ? NULL : observed_key(s, gauge, "");
    if (gauge >= 0 && !named)
        named = observed_key(s, gauge, ".file");
    if (!named)
        return SPATE_OK;
    char file[4096], key[96];
    beside_results(s, named, file, sizeof file);
    if (file_kind_of(file) == FILE_MISSING) {
        fprintf(stderr, "spate plot: the observations %s of gauge %s are not there\n", file, name);
        return SPATE_OK;
    }
    SPATE_TRY(gapped_read(s->ctx, file, observed_key(s, gauge, ".zone"), &p->observed));
    since_start(&p->observed, s->start);
    p->observed_column = observed_column(&p->observed, observed_key(s, gauge, ".column"), computed);
    snprintf(key, sizeof key, "case.gauges[%d].observed.offset", gauge);
    const double offset = run_folder_number(&s->folder, key, UNIT_LENGTH, 0);
    snprintf(key, sizeof key, "case.gauges[%d].observed.scale", gauge);
    const double scale = run_folder_number(&s->folder, key, UNIT_NONE, 1);
    to_metres(&p->observed, p->observed_column, observed_key(s, gauge, ".unit"), scale, offset);
    return SPATE_OK;
}

/* RMSE and bias at the times of the observations. */
static void note_fit(place *p, int computed, int observed, const char *unit)
{
    statistics fit = statistics_begin();
    long long from = 0;
    for (long long k = 0; k < p->observed.rows; ++k)
        statistics_add(&fit,
                       statistics_interpolate(p->computed.t, p->computed.values + computed,
                                              p->computed.columns, p->computed.rows,
                                              p->observed.t[k], &from),
                       p->observed.values[k * p->observed.columns + observed], k);
    if (fit.count > 0)
        snprintf(p->note, sizeof p->note, "RMSE %.2g %s, bias %+.2g %s", statistics_rmse(&fit),
                 unit, statistics_bias(&fit), unit);
}

static chart_curve curve_of(const gapped_table *c, int column, const char *name, curve_style style,
                            int n)
{
    const chart_curve curve = {.name = name,
                               .style = style,
                               .colour = chart_colour(n),
                               .count = c->rows,
                               .stride = c->columns,
                               .t = c->t,
                               .value = c->values + column};
    return curve;
}

/* Level where there is one at all, else depth: a gauge that stayed dry has no level. */
static int gauge_column(const gapped_table *c)
{
    const int level = gapped_column(c, "level"), depth = gapped_column(c, "depth");
    for (long long k = 0; level >= 0 && k < c->rows; ++k)
        if (isfinite(c->values[k * c->columns + level]))
            return level;
    return depth >= 0 ? depth : level >= 0 ? level : 0;
}

/* The values of a column in the unit of its axis. */
static void divide_column(gapped_table *c, int column, double unit)
{
    for (long long k = 0; unit != 1 && k < c->rows; ++k)
        c->values[k * c->columns + column] /= unit;
}

static void fill_panel(place *p, const char *name, int gauge, int feet, chart_panel *panel)
{
    const gapped_table *c = &p->computed;
    const int wanted = gapped_column(c, "discharge");
    const int column = gauge ? gauge_column(c) : wanted >= 0 ? wanted : 0;
    const char *unit = strcmp(c->units[column], "m3/s") == 0 ? "m\xc2\xb3/s" : c->units[column];
    const double length = kind_unit(unit, feet, &unit);
    divide_column(&p->computed, column, length);
    if (p->observed.rows > 0)
        divide_column(&p->observed, p->observed_column, length);
    snprintf(p->label, sizeof p->label, "%s (%s)", c->names[column], unit);
    if (p->label[0] >= 'a' && p->label[0] <= 'z')
        p->label[0] = (char)(p->label[0] - 'a' + 'A');
    *panel = (chart_panel){.title = name, .label = p->label, .from_zero = !gauge};
    panel->curves[panel->count++] =
        curve_of(c, column, p->observed.rows ? "computed" : NULL, CURVE_LINE, 0);
    if (p->observed.rows > 0) {
        note_fit(p, column, p->observed_column, unit);
        panel->curves[panel->count++] =
            curve_of(&p->observed, p->observed_column, "observed", CURVE_DOTS, 1);
    }
    panel->note = *p->note ? p->note : NULL;
}

static spate_status read_places(plot_source *s, const char *subfolder, const name_list *names,
                                int count, int feet, place *places, chart_panel *panels)
{
    for (int n = 0; n < count; ++n) {
        char leaf[512], file[4096];
        const int gauge = strcmp(subfolder, "gauges") == 0;
        snprintf(leaf, sizeof leaf, "%s/%s.csv", subfolder, names->names[n]);
        SPATE_TRY(gapped_read(s->ctx, run_folder_file(&s->folder, leaf, file, sizeof file), NULL,
                              &places[n].computed));
        if (places[n].computed.dated && isnan(s->start))
            s->start = places[n].computed.t[0];
        since_start(&places[n].computed, s->start);
        const gapped_table *c = &places[n].computed;
        if (gauge)
            SPATE_TRY(read_observed(s, &places[n], names->names[n], c->names[gauge_column(c)]));
        fill_panel(&places[n], names->names[n], gauge, feet, &panels[n]);
    }
    return SPATE_OK;
}

static int draw_places(const spate_tool *tool, const plot_request *q, plot_source *s,
                       const char *subfolder, const char *caption, const name_list *names)
{
    const int count = names->count < MOST_PANELS ? names->count : MOST_PANELS;
    place *places = calloc((size_t)count, sizeof *places);
    chart_panel *panels = calloc((size_t)count, sizeof *panels);
    char file[4096], subtitle[128];
    plot_output(q, s, subfolder, ".png", file, sizeof file);
    int code = figure_check_name(tool, file);
    if (code == 0 && (!places || !panels))
        code = tool_error(tool, SPATE_ERROR_MEMORY, "not enough memory for the picture %s", file);
    if (code == 0) {
        const spate_status status =
            read_places(s, subfolder, names, count, q->show.feet, places, panels);
        code = status == SPATE_OK ? 0 : tool_failed(tool, status);
    }
    if (code == 0) {
        chart c = {.title = s->title,
                   .subtitle = subtitle,
                   .start = s->start,
                   .zone = q->zone,
                   .to = 0,
                   .count = count,
                   .panels = panels};
        snprintf(subtitle, sizeof subtitle, count < names->count ? "%s: the first %d of %d" : "%s",
                 caption, count, names->count);
        for (int n = 0; n < count; ++n)
            c.to = fmax(c.to, places[n].computed.t[places[n].computed.rows - 1]);
        c.shared_key = &panels[0]; /* names nothing, unless a panel has observations */
        for (int n = count - 1; n >= 0; --n)
            if (panels[n].count > 1)
                c.shared_key = &panels[n];
        code = chart_draw(tool, &c, file);
    }
    if (code == 0)
        plot_wrote(tool, file);
    for (int n = 0; places && n < count; ++n)
        place_free(&places[n]);
    free(places);
    free(panels);
    return code;
}

static int plot_places(const spate_tool *tool, const plot_request *q, plot_source *s,
                       const char *subfolder, const char *caption)
{
    if (!s->is_folder)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "%s are drawn from the folder of a run, not from %s", subfolder, s->file);
    name_list names;
    const spate_status status = run_folder_list(s->ctx, &s->folder, subfolder, ".csv", &names);
    if (status != SPATE_OK)
        return tool_failed(tool, status);
    const int code = names.count > 0 ? draw_places(tool, q, s, subfolder, caption, &names)
                                     : tool_error(tool, SPATE_ERROR_DATA,
                                                  "%s has no %s; name some in the case under %s",
                                                  s->file, subfolder, subfolder);
    name_list_free(&names);
    return code;
}

int plot_gauges(const spate_tool *tool, const plot_request *q, plot_source *s)
{
    return plot_places(tool, q, s, "gauges", "Gauges");
}

int plot_sections(const spate_tool *tool, const plot_request *q, plot_source *s)
{
    return plot_places(tool, q, s, "sections", "Discharge through sections, means over intervals");
}
