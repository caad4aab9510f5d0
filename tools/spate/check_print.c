/* The report of spate check, as lines and as JSON. */
#include <math.h>
#include <string.h>

#include "base/dates.h"
#include "base/json_writer.h"
#include "check_facts.h"
#include "schemes/description.h"
#include "understood.h"
#include "wording.h"

static const char *unit_of(const model_boundary *b)
{
    return strcmp(b->kind, "discharge") == 0 ? "m3/s" : "m";
}

static double section_length(const model *m, const model_section *s)
{
    double length = 0;
    for (int64_t k = 0; k < s->count; ++k)
        length += s->faces[k].axis == 0 ? m->grid.dy : m->grid.dx;
    return length;
}

/* ---- lines ---- */

static void print_bed(const check_facts *f, FILE *out)
{
    const bed_departure *d = &f->m->departure;
    char count[32];
    fprintf(out, "bed        %.3f to %.3f m\n", f->model.bed_low, f->model.bed_high);
    fprintf(out, "           departs from the DEM by %.3g m on average, at most %.3g m", d->mean,
            d->largest);
    if (d->largest > 0)
        fprintf(out, " at x = %.10g, y = %.10g", d->x, d->y);
    if (d->filled > 0)
        fprintf(out, "; %s cells without data filled", word_count(d->filled, count, sizeof count));
    fprintf(out, "\nmanning    %.4g to %.4g\n", f->model.manning_low, f->model.manning_high);
    if (f->m->crest_count > 0)
        fprintf(out, "walls      on %s faces\n",
                word_count(f->m->crest_count, count, sizeof count));
}

static void print_boundaries(const check_facts *f, FILE *out)
{
    for (int k = 0; k < f->m->boundary_count; ++k) {
        const model_boundary *b = &f->m->boundaries[k];
        const boundary_facts *b_facts = &f->boundaries[k];
        fprintf(out, "%s%-16s %-12s %lld faces, %.6g m, bed %.2f to %.2f m",
                k == 0 ? "boundary   " : "           ", b->name, b->kind, (long long)b_facts->faces,
                b_facts->length, b_facts->bed_low, b_facts->bed_high);
        if (!isnan(b->lowest))
            fprintf(out, "; %.4g to %.4g %s", b->lowest, b->highest, unit_of(b));
        fputc('\n', out);
    }
    fprintf(out, "%s\n",
            f->m->boundary_count > 0 ? "           all other outer faces are walls"
                                     : "boundary   walls all around");
}

static void print_water(const check_facts *f, FILE *out)
{
    char volume[48], count[32];
    fprintf(out, "water      %s m3 at the start in %s pool%s\n",
            word_volume(f->model.volume, volume, sizeof volume),
            word_count(f->pool_count, count, sizeof count), f->pool_count == 1 ? "" : "s");
    for (int k = 0; k < f->pool_count && k < CHECK_POOLS; ++k) {
        const pool *p = &f->pools[k];
        fprintf(out,
                "           %s m3 on %s cells, level %.2f m, %.3g m deep at x = %.10g, y = %.10g\n",
                word_volume(p->volume, volume, sizeof volume),
                word_count(p->cells, count, sizeof count), p->level, p->depth, p->x, p->y);
    }
    if (f->pool_count > CHECK_POOLS)
        fprintf(out, "           ... and smaller ones\n");
}

static void print_inflows(const check_facts *f, FILE *out)
{
    char text[256];
    fprintf(out, "sources    %s\n", understood_sources(f->m, text, sizeof text));
    for (int k = 0; k < f->m->inflow_count; ++k) {
        const model_inflow *i = &f->m->inflows[k];
        fprintf(out, "           %-16s %lld cells, %.6g m2; %.4g to %.4g m3/s\n",
                f->m->inflow_names[k], (long long)i->cells, i->area, i->lowest, i->highest);
    }
}

static void print_places(const check_facts *f, FILE *out)
{
    for (int k = 0; k < f->m->gauge_count; ++k) {
        const model_gauge *g = &f->m->gauges[k];
        fprintf(out, "%s%-16s cell (%lld, %lld), bed %.2f m, depth %.3g m\n",
                k == 0 ? "gauge      " : "           ", g->name, (long long)g->i, (long long)g->j,
                f->gauges[k][0], f->gauges[k][2]);
    }
    for (int k = 0; k < f->m->section_count; ++k) {
        const model_section *s = &f->m->sections[k];
        fprintf(out, "%s%-16s %lld faces, %.6g m along the faces\n",
                k == 0 ? "section    " : "           ", s->name, (long long)s->count,
                section_length(f->m, s));
    }
}

static void print_cost(const check_facts *f, FILE *out)
{
    char memory[32], size[32], left[32], duration[48];
    fprintf(out, "memory     %s\n", word_bytes(f->memory, memory, sizeof memory));
    fprintf(out, "run time   about %s (rough: from a trial of %.1g s, dt %.3g s)\n",
            word_duration(f->run_seconds, duration, sizeof duration), f->trial_seconds,
            f->trial_dt);
    const scheme_description *scheme = scheme_about(f->m->options.scheme);
    if (scheme && scheme->bounds) {
        char said[256];
        scheme->bounds(&f->m->options, said, sizeof said);
        fprintf(out, "time step  %s\n", said);
    }
    fprintf(out, "output     %s at most in %s", word_bytes(f->output, size, sizeof size),
            f->plan.folder);
    if (!isnan(f->free_disk))
        fprintf(out, "; free %s%s", word_bytes(f->free_disk, left, sizeof left),
                f->output > f->free_disk ? ": may NOT fit before compression" : "");
    fputc('\n', out);
}

void check_print(const check_facts *f, FILE *out)
{
    fprintf(out, "case       %s\n", f->plan.results.title);
    understood_print_time(f->m, out);
    understood_print_grid(f->m, &f->model, out);
    print_bed(f, out);
    print_boundaries(f, out);
    print_water(f, out);
    print_inflows(f, out);
    print_places(f, out);
    print_cost(f, out);
}

/* ---- JSON ---- */

static void json_grid(const check_facts *f, json_writer *j)
{
    const raster_grid *g = &f->m->grid;
    json_open_object(j, "grid");
    json_integer(j, "nx", g->nx);
    json_integer(j, "ny", g->ny);
    json_real(j, "dx", g->dx);
    json_real(j, "dy", g->dy);
    json_real(j, "xmin", g->x0);
    json_real(j, "ymin", g->y0);
    json_real(j, "xmax", g->x0 + (double)g->nx * g->dx);
    json_real(j, "ymax", g->y0 + (double)g->ny * g->dy);
    json_text(j, "crs", *g->crs ? g->crs : NULL);
    json_integer(j, "active", f->model.active);
    json_integer(j, "blocked", f->m->blocked);
    json_close(j);
    json_open_object(j, "bed");
    json_real(j, "lowest", f->model.bed_low);
    json_real(j, "highest", f->model.bed_high);
    json_real(j, "departure_mean", f->m->departure.mean);
    json_real(j, "departure_largest", f->m->departure.largest);
    json_real(j, "departure_x", f->m->departure.x);
    json_real(j, "departure_y", f->m->departure.y);
    json_integer(j, "filled", f->m->departure.filled);
    json_close(j);
    json_open_object(j, "manning");
    json_real(j, "lowest", f->model.manning_low);
    json_real(j, "highest", f->model.manning_high);
    json_close(j);
    json_integer(j, "wall_faces", f->m->crest_count);
}

static void json_boundaries(const check_facts *f, json_writer *j)
{
    json_open_array(j, "boundaries");
    for (int k = 0; k < f->m->boundary_count; ++k) {
        const model_boundary *b = &f->m->boundaries[k];
        json_open_object(j, NULL);
        json_text(j, "name", b->name);
        json_text(j, "kind", b->kind);
        json_integer(j, "faces", f->boundaries[k].faces);
        json_real(j, "length", f->boundaries[k].length);
        json_real(j, "bed_lowest", f->boundaries[k].bed_low);
        json_real(j, "bed_highest", f->boundaries[k].bed_high);
        json_real(j, "series_lowest", b->lowest);
        json_real(j, "series_highest", b->highest);
        json_close(j);
    }
    json_close(j);
}

static void json_water(const check_facts *f, json_writer *j)
{
    json_real(j, "volume", f->model.volume);
    json_integer(j, "pool_count", f->pool_count);
    json_open_array(j, "pools");
    for (int k = 0; k < f->pool_count && k < CHECK_POOLS; ++k) {
        json_open_object(j, NULL);
        json_real(j, "volume", f->pools[k].volume);
        json_integer(j, "cells", f->pools[k].cells);
        json_real(j, "level", f->pools[k].level);
        json_real(j, "x", f->pools[k].x);
        json_real(j, "y", f->pools[k].y);
        json_close(j);
    }
    json_close(j);
    json_real(j, "rain_total", f->m->rain_total);
    json_open_array(j, "inflows");
    for (int k = 0; k < f->m->inflow_count; ++k) {
        json_open_object(j, NULL);
        json_text(j, "name", f->m->inflow_names[k]);
        json_integer(j, "cells", f->m->inflows[k].cells);
        json_real(j, "area", f->m->inflows[k].area);
        json_real(j, "lowest", f->m->inflows[k].lowest);
        json_real(j, "highest", f->m->inflows[k].highest);
        json_close(j);
    }
    json_close(j);
}

static void json_places(const check_facts *f, json_writer *j)
{
    json_open_array(j, "gauges");
    for (int k = 0; k < f->m->gauge_count; ++k) {
        json_open_object(j, NULL);
        json_text(j, "name", f->m->gauges[k].name);
        json_integer(j, "i", f->m->gauges[k].i);
        json_integer(j, "j", f->m->gauges[k].j);
        json_real(j, "bed", f->gauges[k][0]);
        json_close(j);
    }
    json_close(j);
    json_open_array(j, "sections");
    for (int k = 0; k < f->m->section_count; ++k) {
        json_open_object(j, NULL);
        json_text(j, "name", f->m->sections[k].name);
        json_integer(j, "faces", f->m->sections[k].count);
        json_real(j, "length", section_length(f->m, &f->m->sections[k]));
        json_close(j);
    }
    json_close(j);
}

void check_print_json(const check_facts *f, FILE *out)
{
    char date[48];
    json_writer j = json_begin(out);
    json_open_object(&j, NULL);
    json_text(&j, "case", casefile_path(f->m->file));
    json_text(&j, "title", f->plan.results.title);
    json_text(&j, "start", date_format(f->m->start, date, sizeof date));
    json_real(&j, "duration", f->m->duration);
    json_grid(f, &j);
    json_boundaries(f, &j);
    json_water(f, &j);
    json_places(f, &j);
    json_real(&j, "memory_bytes", f->memory);
    json_real(&j, "rough_run_seconds", f->run_seconds);
    json_real(&j, "output_bytes_at_most", f->output);
    json_real(&j, "free_disk_bytes", f->free_disk);
    json_close(&j);
}
