/* What was understood of a case, in lines. */
#include "understood.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/dates.h"
#include "wording.h"

void understood_print_time(const model *m, FILE *out)
{
    char from[48], to[48], length[48];
    fprintf(out, "time       %s to %s (%s)\n", date_format(m->start, from, sizeof from),
            date_format(m->start + m->duration, to, sizeof to),
            word_duration(m->duration, length, sizeof length));
}

/* "EPSG:27700", or the name in a WKT, which fills a page. */
static const char *crs_name(const char *crs, char *out, size_t size)
{
    const char *quoted = strchr(crs, '"');
    if (!*crs)
        return "no CRS: taken as metres";
    if (!quoted)
        return crs;
    snprintf(out, size, "%.*s", (int)strcspn(quoted + 1, "\""), quoted + 1);
    return out;
}

void understood_print_grid(const model *m, const model_facts *f, FILE *out)
{
    const raster_grid *g = &m->grid;
    char active[32], blocked[32], name[128];
    fprintf(out, "grid       %lld x %lld cells of %.6g x %.6g m, %s active", g->nx, g->ny, g->dx,
            g->dy, word_count(f->active, active, sizeof active));
    if (m->blocked > 0)
        fprintf(out, ", %s blocked", word_count(m->blocked, blocked, sizeof blocked));
    fputc('\n', out);
    fprintf(out, "extent     x %.10g to %.10g, y %.10g to %.10g, %s\n", g->x0,
            g->x0 + (double)g->nx * g->dx, g->y0, g->y0 + (double)g->ny * g->dy,
            crs_name(g->crs, name, sizeof name));
}

static void print_bed(const model *m, const model_facts *f, FILE *out)
{
    char count[32];
    fprintf(out, "bed        %.2f to %.2f m; Manning ", f->bed_low, f->bed_high);
    if (f->manning_low == f->manning_high)
        fprintf(out, "%.4g", f->manning_low);
    else
        fprintf(out, "%.4g to %.4g", f->manning_low, f->manning_high);
    if (m->crest_count > 0)
        fprintf(out, "; walls on %s faces", word_count(m->crest_count, count, sizeof count));
    fputc('\n', out);
}

static void print_boundaries(const model *m, FILE *out)
{
    enum { SHOWN = 8 };
    fputs("boundaries ", out);
    for (int k = 0; k < m->boundary_count && k < SHOWN; ++k)
        fprintf(out, "%s%s (%s)", k > 0 ? ", " : "", m->boundaries[k].name, m->boundaries[k].kind);
    if (m->boundary_count > SHOWN)
        fprintf(out, " and %d more", m->boundary_count - SHOWN);
    fputs(m->boundary_count > 0 ? "; all other outer faces are walls\n" : "walls all around\n",
          out);
}

__attribute__((format(printf, 3, 4))) static void append(char *out, size_t size, const char *format,
                                                         ...)
{
    const size_t used = strlen(out);
    va_list args;
    va_start(args, format);
    if (used > 0)
        snprintf(out + used, size - used, ", ");
    vsnprintf(out + strlen(out), size - strlen(out), format, args);
    va_end(args);
}

const char *understood_sources(const model *m, char *out, size_t size)
{
    const case_node *root = casefile_root(m->file);
    *out = '\0';
    if (m->rain_maps && isnan(m->rain_total))
        append(out, size, "rain from rasters");
    else if (m->rain_maps)
        append(out, size, "rain from rasters, %.4g mm in all on average", 1e3 * m->rain_total);
    else if (case_get(root, "rain"))
        append(out, size, "rain %.4g mm in all", 1e3 * m->rain_total);
    if (m->inflow_count > 0)
        append(out, size, "%d inflow%s", m->inflow_count, m->inflow_count > 1 ? "s" : "");
    if (case_get(root, "infiltration"))
        append(out, size, "infiltration");
    if (case_get(root, "wind"))
        append(out, size, "wind");
    if (m->air_maps)
        append(out, size, "pressure of the air");
    if (case_get(root, "coriolis"))
        append(out, size, "Coriolis");
    if (!*out)
        append(out, size, "none");
    return out;
}

static void print_output(const model *m, const results_plan *r, FILE *out)
{
    char every[48];
    fputs("output     ", out);
    if (r->maps_every > 0)
        fprintf(out, "maps every %s, ", word_duration(r->maps_every, every, sizeof every));
    fprintf(out, "series every %s: %d gauge%s, %d section%s\n",
            word_duration(r->series_every, every, sizeof every), m->gauge_count,
            m->gauge_count == 1 ? "" : "s", m->section_count, m->section_count == 1 ? "" : "s");
}

void understood_print(const model *m, const model_facts *f, const model_plan *plan, FILE *out)
{
    char text[256];
    const spate_options *o = &m->options;
    fprintf(out, "case       %s\n", plan->results.title);
    understood_print_time(m, out);
    understood_print_grid(m, f, out);
    print_bed(m, f, out);
    fprintf(out, "water      %s m3 at the start\n",
            word_volume(f->stats.initial_volume, text, sizeof text));
    print_boundaries(m, out);
    fprintf(out, "sources    %s\n", understood_sources(m, text, sizeof text));
    print_output(m, &plan->results, out);
    fprintf(out, "machine    backend %s (%s), %s, ranks %d, parts %d, threads per rank %d\n",
            f->stats.backend, f->stats.isa, spate_options_precision(o), spate_rank_count(m->ctx),
            f->stats.parts, f->stats.threads);
    fprintf(out, "results    %s\n", plan->folder);
}
