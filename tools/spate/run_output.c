/* Pictures, summary and report of a run. */
#include "run_output.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json_writer.h"
#include "program/tool_file.h"
#include "schemes/description.h"

static const char *bed_name(const spate_options *opt)
{
    return opt->bed_model == SPATE_BED_BILINEAR ? "bilinear" : "cells";
}

/* The choices among the options of the scheme, such as its integrator: as text or as JSON. */
static void put_choices(const spate_options *opt, FILE *out, json_writer *j)
{
    char word[32];
    for (const scheme_option *o = scheme_about(opt->scheme)->options; o->key; ++o) {
        if (o->type != SCHEME_CHOICE)
            continue;
        scheme_option_word(o, opt, word, sizeof word);
        if (j)
            json_text(j, o->member, word);
        else
            fprintf(out, "%s, ", word);
    }
}

static double cell_stages(const run_report *r)
{
    const double cells = (double)r->options->nx * (double)r->options->ny;
    return cells * (double)r->stats.steps * scheme_stages(r->options);
}

static double rate(const run_report *r)
{
    return r->wall_seconds > 0 ? 1e-6 * cell_stages(r) / r->wall_seconds : 0;
}

static double section_total(const spate_stats *s)
{
    double total = 0;
    for (int k = 0; k < SPATE_SECTION_COUNT; ++k)
        total += s->seconds[k];
    return total;
}

static void print_profile(const run_report *r, FILE *out)
{
    const spate_stats *s = &r->stats;
    fprintf(out, "speed    %.1f Mcell-stages/s; tiles awake at the end %.0f %%\n", rate(r),
            100 * s->awake);
    const double total = section_total(s);
    for (int k = 0; k < SPATE_SECTION_COUNT; ++k)
        fprintf(out, "%s%-14s%9.3f s %5.1f %%\n", k == 0 ? "spent on " : "         ",
                spate_section_name((spate_section)k), s->seconds[k],
                total > 0 ? 100 * s->seconds[k] / total : 0);
}

void run_report_print(const run_report *r, FILE *out)
{
    const spate_options *o = r->options;
    const spate_stats *s = &r->stats;
    fprintf(out, "case     %s: %s\n", r->case_name, r->title);
    fprintf(out, "grid     %lld x %lld cells of %.4g x %.4g m\n", (long long)o->nx,
            (long long)o->ny, o->dx, o->dy);
    fprintf(out, "scheme   %s, ", o->scheme);
    put_choices(o, out, NULL);
    fprintf(out, "bed model %s, %s\n", bed_name(o), spate_options_precision(o));
    fprintf(out, "machine  backend %s (%s), ranks %d, parts %d, threads per rank %d%s%s\n",
            s->backend, s->isa, r->ranks, s->parts, s->threads, s->lines ? ", lines " : "",
            s->lines ? s->lines : "");
    fprintf(out, "time     %.6g of %.6g s simulated in %.3g s%s\n", s->t, r->t_end, r->wall_seconds,
            r->interrupted ? " (interrupted)" : "");
    fprintf(out, "steps    %lld, redone %lld, last dt %.4g s\n", (long long)s->steps,
            (long long)s->redone, s->dt);
    fprintf(out, "water    initial %.8g m3, entered %.6g, left %.6g, now %.8g; mass error %.2e\n",
            s->initial_volume, s->entered, s->left, s->volume, s->mass_error);
    fprintf(out, "fastest  %.4g m/s\n", s->max_speed);
    fprintf(out, "memory   %.0f B per cell beside the terrain\n", s->bytes_per_cell);
    if (r->profile)
        print_profile(r, out);
}

void run_report_print_json(const run_report *r, FILE *out)
{
    const spate_options *o = r->options;
    const spate_stats *s = &r->stats;
    json_writer j = json_begin(out);
    json_open_object(&j, NULL);
    json_text(&j, "case", r->case_name);
    json_text(&j, "scheme", o->scheme);
    json_text(&j, "backend", s->backend);
    json_text(&j, "isa", s->isa);
    if (s->lines)
        json_text(&j, "lines", s->lines);
    json_text(&j, "precision", spate_options_precision(o));
    put_choices(o, NULL, &j);
    json_text(&j, "bed", bed_name(o));
    json_integer(&j, "nx", o->nx);
    json_integer(&j, "ny", o->ny);
    json_real(&j, "dx", o->dx);
    json_real(&j, "dy", o->dy);
    json_integer(&j, "ranks", r->ranks);
    json_integer(&j, "parts", s->parts);
    json_integer(&j, "threads", s->threads);
    json_boolean(&j, "interrupted", r->interrupted);
    json_real(&j, "t", s->t);
    json_real(&j, "t_end", r->t_end);
    json_real(&j, "dt", s->dt);
    json_integer(&j, "steps", s->steps);
    json_integer(&j, "redone", s->redone);
    json_real(&j, "volume", s->volume);
    json_real(&j, "initial_volume", s->initial_volume);
    json_real(&j, "entered", s->entered);
    json_real(&j, "left", s->left);
    json_real(&j, "mass_error", s->mass_error);
    json_real(&j, "max_speed", s->max_speed);
    json_real(&j, "awake", s->awake);
    json_real(&j, "bytes_per_cell", s->bytes_per_cell);
    json_real(&j, "seconds", r->wall_seconds);
    json_real(&j, "rate", rate(r));
    json_text(&j, "rate_unit", "Mcell-stages/s");
    json_open_object(&j, "sections");
    for (int k = 0; k < SPATE_SECTION_COUNT; ++k)
        json_real(&j, spate_section_name((spate_section)k), s->seconds[k]);
    json_close(&j);
    json_close(&j);
}

/* mkdir -p. Returns 0, or -1 with errno. */
static int make_folders(char *path)
{
    for (char *c = path + 1;; ++c) {
        const char kept = *c;
        if (kept != '/' && kept != '\0')
            continue;
        *c = '\0';
        const int made = mkdir(path, 0777);
        *c = kept;
        if (made != 0 && errno != EEXIST)
            return -1;
        if (kept == '\0')
            return 0;
    }
}

int run_prepare_folder(const spate_tool *tool, const char *folder)
{
    char path[RUN_LONGEST_FOLDER + 1];
    const size_t length = strlen(folder);
    if (length == 0 || length > RUN_LONGEST_FOLDER)
        return tool_error(tool, SPATE_ERROR_ARGUMENT, "--out must be a path of 1 to %d characters",
                          RUN_LONGEST_FOLDER);
    int code = 0;
    memcpy(path, folder, length + 1);
    if (tool->rank == 0 && (make_folders(path) != 0 || access(path, W_OK | X_OK) != 0))
        code = tool_error(tool, SPATE_ERROR_OUTPUT, "cannot write to --out %s: %s", folder,
                          strerror(errno));
    return tool_agree(tool, code);
}

/* Fetches depth, bed and mask; rank 0 draws them. */
static spate_status fetch(run_pictures *pictures, size_t cells, spate_sim *sim)
{
    static const spate_field_name names[3] = {SPATE_DEPTH, SPATE_BED, SPATE_ACTIVE};
    spate_status status = SPATE_OK;
    for (size_t k = 0; k < 3 && status == SPATE_OK; ++k)
        status =
            spate_get_field(sim, names[k], pictures->fields ? pictures->fields + k * cells : NULL);
    return status;
}

int run_draw(const spate_tool *tool, run_pictures *pictures, const spate_options *opt,
             spate_sim *sim, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.png", pictures->folder, name);
    if (!picture_possible()) {
        if (strcmp(name, "depth") == 0)
            tool_error(tool, SPATE_OK,
                       "no %s: pictures need libpng (apt-get install libpng-dev, then make)", path);
        return 0;
    }
    const size_t cells = (size_t)opt->nx * (size_t)opt->ny;
    if (tool->rank == 0 && !pictures->fields)
        pictures->fields = malloc(3 * cells * sizeof(double));
    spate_stats stats;
    spate_status status = fetch(pictures, cells, sim);
    if (status == SPATE_OK)
        status = spate_get_stats(sim, &stats);
    if (status != SPATE_OK)
        return tool_failed(tool, status);
    if (tool->rank != 0)
        return tool_agree(tool, 0);
    const picture p = {.title = pictures->title,
                       .nx = opt->nx,
                       .ny = opt->ny,
                       .dx = opt->dx,
                       .dy = opt->dy,
                       .t = stats.t,
                       .depth = pictures->fields,
                       .bed = pictures->fields + cells,
                       .active = pictures->fields + 2 * cells,
                       .wet_depth = fmax(opt->dry_depth, 1e-6)};
    return tool_agree(tool, picture_save(tool, &p, &pictures->range, path));
}

int run_write_summary(const spate_tool *tool, const run_report *report, const char *folder,
                      int as_json)
{
    if (tool->rank != 0)
        return tool_agree(tool, 0);
    char path[4096], message[4352];
    int code = 0;
    snprintf(path, sizeof path, "%s/summary.%s", folder, as_json ? "json" : "txt");
    tool_file file = tool_file_open(path);
    if (file.out)
        (as_json ? run_report_print_json : run_report_print)(report, file.out);
    if (tool_file_close(&file, 1, message, sizeof message) != 0)
        code = tool_error(tool, SPATE_ERROR_OUTPUT, "%s", message);
    return tool_agree(tool, code);
}
