/* Lines of gauges, sections and the mass balance. */
#include "results/series/series_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dates.h"

/* ---- headers ---- */

/* A name as a CSV field, quoted if necessary. */
static void put_field(text_buffer *t, const char *name, const char *rest)
{
    const int quote = strpbrk(name, ",;\"\n\r\t") != NULL;
    text_add(t, quote ? ",\"" : ",");
    for (const char *c = name; *c; ++c)
        text_add(t, *c == '"' ? "\"\"" : "%c", *c == '\n' || *c == '\r' ? ' ' : *c);
    text_add(t, "%s%s", rest, quote ? "\"" : "");
}

static void put_mass_header(text_buffer *t, const results_plan *p)
{
    text_add(t, "time,elapsed [s],volume [m3],entered [m3],left [m3],rain [m3],infiltrated [m3]");
    for (int k = 0; k < p->boundary_count; ++k) {
        put_field(t, p->boundary_names[k], " in [m3]");
        put_field(t, p->boundary_names[k], " out [m3]");
    }
    for (int k = 0; k < p->inflow_count; ++k)
        put_field(t, p->inflow_names[k], " [m3]");
    text_add(t, ",error\n");
}

void series_put_header(series_out *s, int k, text_buffer *t)
{
    const results_plan *p = s->plan;
    if (k < p->gauge_count)
        text_add(t, "time,elapsed [s],bed [m],level [m],depth [m],u [m/s],v [m/s]\n");
    else if (k < s->count - 1)
        text_add(t, "time,elapsed [s],discharge [m3/s],volume [m3]\n");
    else
        put_mass_header(t, p);
}

/* ---- lines ---- */

static void put_time(text_buffer *t, const results_plan *p, double time)
{
    char date[40];
    text_add(t, "%s,", date_format(p->start + time, date, sizeof date));
    text_add_number(t, time, 6);
}

/* An empty field for NaN. */
static void put_value(text_buffer *t, double value, int digits)
{
    text_add(t, ",");
    if (isfinite(value))
        text_add(t, "%.*g", digits, value == 0 ? 0.0 : value);
}

enum { DIGITS = 9, VOLUME_DIGITS = 15 }; /* nine digits restore every f32 */

static spate_status add_gauge_lines(spate_context *ctx, spate_sim *sim, const results_plan *p,
                                    series_out *s, double t)
{
    const size_t count = (size_t)p->gauge_count;
    int64_t(*cells)[2] = malloc((count + 1) * sizeof *cells);
    double(*values)[5] = malloc((count + 1) * sizeof *values);
    spate_status status = SPATE_OK;
    if (!cells || !values)
        status = fail_memory(ctx, "no memory for the gauges");
    for (size_t k = 0; k < count && status == SPATE_OK; ++k) {
        cells[k][0] = p->gauges[k].i;
        cells[k][1] = p->gauges[k].j;
    }
    if (status == SPATE_OK && count > 0)
        status = spate_get_cells(sim, p->gauge_count, (const int64_t(*)[2])cells, values);
    for (size_t k = 0; s && k < count && status == SPATE_OK; ++k) {
        text_buffer *line = &s->files[k].waiting;
        const double bed = values[k][0], level = values[k][1], depth = values[k][2];
        put_time(line, p, t);
        put_value(line, bed, DIGITS);
        put_value(line, depth > 0 && depth >= p->wet_depth ? level : (double)NAN, DIGITS);
        put_value(line, depth, DIGITS);
        put_value(line, values[k][3], DIGITS);
        put_value(line, values[k][4], DIGITS);
        text_add(line, "\n");
    }
    free(cells);
    free(values);
    return status;
}

static spate_status add_section_lines(spate_sim *sim, const results_plan *p, series_out *s,
                                      double t)
{
    for (int k = 0; k < p->section_count; ++k) {
        double volume;
        SPATE_TRY(spate_get_section(sim, k, &volume));
        if (!s)
            continue;
        text_buffer *line = &s->files[p->gauge_count + k].waiting;
        const double interval = t - s->last;
        put_time(line, p, t);
        /* The mean since the previous line; none for the first. */
        put_value(line, s->last >= 0 ? (volume - s->volumes[k]) / interval : (double)NAN, DIGITS);
        put_value(line, volume, VOLUME_DIGITS);
        text_add(line, "\n");
        s->volumes[k] = volume;
    }
    return SPATE_OK;
}

static spate_status add_mass_line(spate_sim *sim, const results_plan *p, series_out *s, double t)
{
    spate_stats stats;
    text_buffer ignored = {0}, *line = s ? &s->files[s->count - 1].waiting : &ignored;
    spate_status status = spate_get_stats(sim, &stats);
    put_time(line, p, t);
    const double sums[5] = {stats.volume, stats.entered, stats.left, stats.rain, stats.infiltrated};
    for (int k = 0; k < 5; ++k)
        put_value(line, sums[k], VOLUME_DIGITS);
    for (int k = 0; k < p->boundary_count && status == SPATE_OK; ++k) {
        spate_boundary_stats b = {0};
        status = spate_get_boundary(sim, k, &b);
        put_value(line, b.entered, VOLUME_DIGITS);
        put_value(line, b.left, VOLUME_DIGITS);
    }
    for (int k = 0; k < p->inflow_count && status == SPATE_OK; ++k) {
        spate_inflow_stats in = {0};
        status = spate_get_inflow(sim, k, &in);
        put_value(line, in.entered, VOLUME_DIGITS);
    }
    text_add(line, ",%.3g\n", stats.mass_error);
    text_free(&ignored);
    return status;
}

spate_status series_add_lines(spate_context *ctx, spate_sim *sim, const results_plan *p,
                              series_out *s, double t)
{
    SPATE_TRY(add_gauge_lines(ctx, sim, p, s, t));
    SPATE_TRY(add_section_lines(sim, p, s, t));
    SPATE_TRY(add_mass_line(sim, p, s, t));
    if (s)
        s->last = t;
    return SPATE_OK;
}
