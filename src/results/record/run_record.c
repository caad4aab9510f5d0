/* Writes run.json. */
#include "results/record/run_record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/cpu_model.h"
#include "base/dates.h"
#include "base/json_writer.h"
#include "base/sha256.h"
#include "results/folder/files.h"
#include "results/record/tuning_record.h"
#include "spate_config.h"

static void put_date(json_writer *j, const char *key, double instant)
{
    char date[40];
    json_text(j, key, date_format(instant, date, sizeof date));
}

static void put_program(json_writer *j)
{
    json_open_object(j, "spate");
    json_text(j, "version", SPATE_VERSION);
    json_text(j, "commit", SPATE_GIT_COMMIT);
    json_text(j, "compiler", SPATE_COMPILER);
    json_text(j, "build_type", SPATE_BUILD_TYPE);
    json_close(j);
}

static void put_machine(json_writer *j)
{
    char host[256] = "unknown", model[256];
    gethostname(host, sizeof host - 1);
    json_open_object(j, "machine");
    json_text(j, "host", host);
    json_text(j, "cpu", cpu_model(model, sizeof model));
    json_integer(j, "cores", sysconf(_SC_NPROCESSORS_ONLN));
    json_close(j);
}

static void put_solver(json_writer *j, const run_record *r)
{
    json_open_object(j, "solver");
    json_text(j, "backend", r->stats.backend);
    json_text(j, "isa", r->stats.isa);
    if (r->stats.lines)
        json_text(j, "lines", r->stats.lines);
    json_integer(j, "ranks", r->ranks);
    json_integer(j, "parts", r->stats.parts);
    json_integer(j, "threads", r->stats.threads);
    json_integer(j, "cells_x", r->plan->grid.nx);
    json_integer(j, "cells_y", r->plan->grid.ny);
    json_real(j, "bytes_per_cell", r->stats.bytes_per_cell);
    json_close(j);
}

static void put_statistics(json_writer *j, const run_record *r)
{
    const spate_stats *s = &r->stats;
    json_open_object(j, "statistics");
    json_real(j, "t", s->t);
    json_real(j, "end", r->plan->end);
    json_real(j, "dt", s->dt);
    json_integer(j, "steps", s->steps);
    json_integer(j, "redone", s->redone);
    json_real(j, "max_speed", s->max_speed);
    json_integer(j, "frames", r->frames);
    json_integer(j, "bytes_written", (int64_t)r->bytes);
    json_close(j);
    json_open_object(j, "water_balance_m3");
    json_real(j, "initial", s->initial_volume);
    json_real(j, "entered", s->entered);
    json_real(j, "left", s->left);
    json_real(j, "rain", s->rain);
    json_real(j, "infiltrated", s->infiltrated);
    json_real(j, "now", s->volume);
    json_real(j, "relative_error", s->mass_error);
    json_close(j);
    json_open_object(j, "seconds");
    const run_sections sections = run_sections_of(&r->phases, s, r->waited_in_steps);
    for (int k = 0; k < sections.count; ++k)
        json_real(j, sections.names[k], sections.seconds[k]);
    json_real(j, "wall", sections.wall);
    json_real(j, "waited_for_writer", r->waited);
    json_close(j);
}

static void put_inputs(json_writer *j, const run_record *r)
{
    json_open_array(j, "inputs");
    for (int k = 0; k < r->plan->input_count; ++k) {
        const int known = r->hashes && r->hashes[k].sha256[0];
        json_open_object(j, NULL);
        json_text(j, "file", r->plan->inputs[k].file);
        if (known)
            json_integer(j, "bytes", (int64_t)r->hashes[k].bytes);
        json_text(j, "sha256", known ? r->hashes[k].sha256 : NULL);
        json_close(j);
    }
    json_close(j);
}

static int is_there(const char *folder, const char *name)
{
    char *file = path_join(folder, name);
    const int there = file && file_exists(file);
    free(file);
    return there;
}

static void put_files(json_writer *j, const run_record *r, char *const *list, int only_existing)
{
    json_open_array(j, "files");
    for (int k = 0; list[k]; ++k)
        if (!only_existing || k == 0 || is_there(r->plan->folder, list[k]))
            json_text(j, NULL, list[k]);
    json_close(j);
}

static void put_all(json_writer *j, const run_record *r, char *const *list, int only_existing)
{
    json_open_object(j, NULL);
    json_text(j, "status", r->status);
    if (r->gaps)
        json_text(j, "gaps", r->gaps);
    json_text(j, "title", r->plan->title);
    put_program(j);
    put_date(j, "started", r->started);
    put_date(j, "written", (double)time(NULL));
    json_integer(j, "restarts", r->restarts);
    put_machine(j);
    put_solver(j, r);
    put_statistics(j, r);
    tuning_record_put(j, &r->tuning);
    put_inputs(j, r);
    put_files(j, r, list, only_existing);
    json_raw(j, "case", r->plan->resolved_json);
    json_close(j);
}

/* The whole text in memory, for the caller to free; NULL without memory. */
static char *record_text(const run_record *r, int only_existing, size_t *length)
{
    char *text = NULL;
    char **list = owned_files(r);
    FILE *out = list ? open_memstream(&text, length) : NULL;
    int ok = out != NULL;
    if (out) {
        json_writer j = json_begin(out);
        j.least_digits = 6;
        put_all(&j, r, list, only_existing);
        ok = json_end(&j) == 0;
        ok = fclose(out) == 0 && ok;
    }
    owned_files_free(list);
    if (!ok) {
        free(text);
        text = NULL;
    }
    return text;
}

spate_status run_record_write(spate_context *ctx, const run_record *r, int only_existing)
{
    size_t length = 0;
    char *text = record_text(r, only_existing, &length);
    char *file = path_join(r->plan->folder, "run.json");
    const spate_status status = text && file ? file_write_whole(ctx, file, text, length)
                                             : fail_memory(ctx, "no memory to write run.json");
    free(file);
    free(text);
    return status;
}

spate_status run_record_hash(spate_context *ctx, run_record *r)
{
    for (int k = 0; k < r->plan->input_count; ++k) {
        input_hash *h = &r->hashes[k];
        const char *file = r->plan->inputs[k].file;
        if (sha256_file(file, h->sha256, &h->bytes) != 0) {
            h->sha256[0] = '\0';
            spate_log(ctx, SPATE_LOG_WARNING, "cannot read %s again for its hash: %s", file,
                      strerror(errno));
        } else if (h->before[0] && strcmp(h->before, h->sha256) != 0) {
            spate_log(ctx, SPATE_LOG_WARNING,
                      "%s was changed after the run started; the results mix both versions", file);
        }
    }
    return SPATE_OK;
}

void run_record_continue(run_record *r, const json_flat *earlier)
{
    const char *restarts = json_flat_get(earlier, "restarts");
    const char *started = json_flat_get(earlier, "started");
    r->restarts = restarts ? atoi(restarts) + 1 : 1;
    if (started)
        date_parse(started, &r->started);
    for (int k = 0; k < r->plan->input_count; ++k) {
        char key[64];
        snprintf(key, sizeof key, "inputs[%d].file", k);
        const char *file = json_flat_get(earlier, key);
        snprintf(key, sizeof key, "inputs[%d].sha256", k);
        const char *sum = json_flat_get(earlier, key);
        if (file && sum && strlen(sum) == 64 && strcmp(file, r->plan->inputs[k].file) == 0)
            memcpy(r->hashes[k].before, sum, 65);
    }
}
