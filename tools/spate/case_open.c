/* From the command line to a model. */
#include "case_open.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/context.h"
#include "cases/case.h"
#include "io/gdal_plugin.h"

int case_changes_begin(case_changes *c, int argc)
{
    *c = (case_changes){0};
    c->sets.items = calloc((size_t)argc + 5, sizeof *c->sets.items);
    return c->sets.items != NULL;
}

void case_changes_end(case_changes *c)
{
    free(c->sets.items);
}

static void print_log(spate_log_level level, const char *text, void *user)
{
    case_log *log = user;
    log->warnings += level == SPATE_LOG_WARNING;
    if (level == SPATE_LOG_WARNING || log->verbose)
        fprintf(stderr, "%s%s\n", level == SPATE_LOG_WARNING ? "warning: " : "", text);
}

void case_log_begin(const spate_tool *tool, case_log *log)
{
    if (tool->rank == 0)
        spate_set_log(tool->ctx, print_log, log);
}

int case_options(case_changes *c, option *list)
{
    const option shared[CASE_OPTIONS] = {
        {"set", OPTION_LIST, &c->sets, "KEY=VALUE", "changes a key of the case; may be repeated", 0,
         0},
        {"end", OPTION_TEXT, &c->end, "TIME", "a duration such as 2 h, or a date", 0, 0},
        {"threads", OPTION_INTEGER, &c->threads, "N", "of this process; all by default", 1, 4096},
        {"parts", OPTION_PAIR, c->parts, "PXxPY", "cut the grid into parts; one per rank", 1, 4096},
        {"part-weights", OPTION_TEXT, &c->part_weights, "W,W,...",
         "sizes of the parts relative to one another; equal", 0, 0},
        {"devices", OPTION_TEXT, &c->devices, "D,D,...",
         "devices that share the run, such as cpu,cuda:0", 0, 0},
        {"exchange-every", OPTION_INTEGER, &c->exchange_every, "K",
         "steps from one exchange between parts to the next; 1", 1, 64},
        {"tune", OPTION_CHOICE, &c->tune, "auto|off|start|dynamic",
         "how rows are divided among devices; auto", 0, 0},
        {"backend", OPTION_TEXT, &c->backend, "NAME",
         "auto, cpu, reference, cuda, cuda:N or cuda:N,M", 0, 0},
        {"network", OPTION_FLAG, &gdal_network, NULL, "lets files name what lies on the network", 0,
         0}};
    memcpy(list, shared, sizeof shared);
    return CASE_OPTIONS;
}

/* The short options are sets like any other. They come last, so that they take precedence. */
static void add_set(case_changes *c, int k, const char *key, const char *value)
{
    snprintf(c->text[k], sizeof c->text[k], "%s=%s", key, value);
    c->sets.items[c->sets.count++] = c->text[k];
}

static void gather_sets(case_changes *c)
{
    char number[48];
    if (c->end)
        add_set(c, 0, "time.end", c->end);
    if (c->backend)
        add_set(c, 1, "solver.backend", c->backend);
    if (c->threads > 0) {
        snprintf(number, sizeof number, "%lld", (long long)c->threads);
        add_set(c, 2, "solver.threads", number);
    }
    if (c->parts[0] > 0) {
        snprintf(number, sizeof number, "%dx%d", c->parts[0], c->parts[1]);
        add_set(c, 3, "solver.parts", number);
    }
    if (c->part_weights)
        add_set(c, 4, "solver.part_weights", c->part_weights);
    if (c->devices)
        add_set(c, 5, "solver.devices", c->devices);
    if (c->exchange_every > 0) {
        snprintf(number, sizeof number, "%lld", (long long)c->exchange_every);
        add_set(c, 6, "solver.exchange_every", number);
    }
    if (c->tune)
        add_set(c, 7, "solver.tune", c->tune);
}

/* A user who types the name of a built-in case means that case. */
static int is_builtin(const char *file_name)
{
    struct stat found;
    return stat(file_name, &found) != 0 && builtin_case_find(file_name);
}

model *case_open(const spate_tool *tool, const char *file_name, case_changes *changes, int *code)
{
    if (is_builtin(file_name)) {
        *code = tool_error(tool, SPATE_ERROR_ARGUMENT,
                           "'%s' is a built-in case, not a file; spate run --case %s", file_name,
                           file_name);
        return NULL;
    }
    casefile *file = NULL;
    model *m = NULL;
    gather_sets(changes);
    spate_status status =
        casefile_read(tool->ctx, file_name, changes->sets.items, changes->sets.count, &file);
    if (status == SPATE_OK) {
        status = model_build(tool->ctx, file, &m);
        if (status != SPATE_OK)
            casefile_free(file);
    }
    if (status != SPATE_OK)
        *code = tool_failed(tool, status);
    return status == SPATE_OK ? m : NULL;
}
