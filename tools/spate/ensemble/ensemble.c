/* spate ensemble CASE.yaml --table scenarios.csv: runs a case once for each line of a table. */
#include "ensemble/ensemble.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/context.h"
#include "casefile/casefile.h"
#include "commands.h"
#include "io/gdal_plugin.h"
#include "results/folder/files.h"
#include "results/folder/folder_lock.h"

typedef struct ensemble_settings {
    const char *table, *out, *end, *backend;
    option_list sets;
    int64_t jobs, threads;
    double depth;
    int overwrite, quiet;
    char end_set[1100], folder[3000];
} ensemble_settings;

static int parse(const spate_tool *tool, ensemble_settings *s, int argc, char **argv)
{
    const option list[] = {
        {"table", OPTION_TEXT, &s->table, "FILE.csv",
         "the scenarios: a column name, and keys of the case", 0, 0},
        {"out", OPTION_TEXT, &s->out, "DIR", "folder for the results; CASE.ensemble", 0, 0},
        {"jobs", OPTION_INTEGER, &s->jobs, "N",
         "scenarios at once; as many as there are cores or GPUs", 1, MOST_SLOTS},
        {"threads", OPTION_INTEGER, &s->threads, "N",
         "of each scenario; the cores divided by the jobs", 1, 4096},
        {"depth", OPTION_REAL, &s->depth, "M",
         "from this depth a cell is flooded, m; output.wet_depth of the case", 0, 1e4},
        {"set", OPTION_LIST, &s->sets, "KEY=VALUE",
         "changes a key for all scenarios; may be repeated", 0, 0},
        {"end", OPTION_TEXT, &s->end, "TIME", "a duration such as 2 h, or a date", 0, 0},
        {"backend", OPTION_TEXT, &s->backend, "NAME",
         "auto, cpu, cuda or cuda:N,M: scenarios take the GPUs in turn", 0, 0},
        {"overwrite", OPTION_FLAG, &s->overwrite, NULL, "runs finished scenarios again", 0, 0},
        {"quiet", OPTION_FLAG, &s->quiet, NULL, "only warnings and errors", 0, 0},
        {"network", OPTION_FLAG, &gdal_network, NULL, "lets files name what lies on the network", 0,
         0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {
        .usage = "ensemble CASE.yaml --table FILE.csv [options]",
        .about =
            "Runs the case once for each line of the table, several at a time, each in its own\n"
            "folder DIR/NAME. The same command goes on after a stop; finished scenarios are kept.\n"
            "At the end DIR has summary.csv, ensemble.nc (probability of flooding, mean and\n"
            "largest of the largest depths) and the same as rasters. The exit code is that of the\n"
            "worst scenario. A column of the table is a key such as manning or\n"
            "boundaries[0].discharge; an empty cell leaves the key as in the case; a column weight\n"
            "weighs the scenarios in the maps.\n",
        .list = list,
        .max_words = 1};
    int words = 0;
    const int code = options_parse(tool, &set, argc, argv, &words);
    if (code != OPTIONS_GO_ON)
        return code;
    if (words == 0 || !s->table)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "a case file and a table are needed: spate ensemble CASE.yaml --table "
                          "scenarios.csv");
    if (tool->ranks > 1)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "an ensemble starts its own processes; call it without mpirun");
    return OPTIONS_GO_ON;
}

/* CASE.ensemble beside the case. */
static const char *folder_of(ensemble_settings *s, const char *case_file)
{
    const char *dot = strrchr(case_file, '.');
    const int yaml = dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
    const int length = yaml ? (int)(dot - case_file) : (int)strlen(case_file);
    if (s->out)
        snprintf(s->folder, sizeof s->folder, "%s", s->out);
    else
        snprintf(s->folder, sizeof s->folder, "%.*s.ensemble", length, case_file);
    for (size_t n = strlen(s->folder); n > 1 && s->folder[n - 1] == '/'; --n)
        s->folder[n - 1] = '\0';
    return s->folder;
}

/* The case must have what the maps are made of. */
static spate_status read_case(ensemble *e, double depth)
{
    casefile *file = NULL;
    SPATE_TRY(casefile_read(e->tool->ctx, e->case_file, e->sets.items, e->sets.count, &file));
    const case_node *root = casefile_root(file);
    spate_status status = SPATE_OK;
    if (!(case_choices(root, "output.maxima") & 1u))
        status = case_fail(file, case_get(root, "output.maxima"), SPATE_ERROR_ARGUMENT,
                           "an ensemble needs the largest depth; add depth");
    e->depth = isnan(depth) ? case_number(root, "output.wet_depth") : depth;
    casefile_free(file);
    return status;
}

static spate_status make_folders(const ensemble *e)
{
    char logs[4096];
    snprintf(logs, sizeof logs, "%s/logs", e->folder);
    if (folder_make(logs) == 0)
        return SPATE_OK;
    return spate_fail(e->tool->ctx, SPATE_ERROR_OUTPUT, "cannot make the folder %s: %s", logs,
                      strerror(errno));
}

/* ---- the end ---- */

/* From bad to worse; other codes count as 1. */
static int worse(int a, int b)
{
    static const int order[] = {0, 2, 3, 4, 5, 6, 1};
    int rank_a = 6, rank_b = 6;
    for (int k = 0; k < 7; ++k) {
        rank_a = order[k] == a ? k : rank_a;
        rank_b = order[k] == b ? k : rank_b;
    }
    return rank_b > rank_a ? order[rank_b] : order[rank_a];
}

static int count_of(const ensemble *e, scenario_state state)
{
    int count = 0;
    for (int k = 0; k < e->count; ++k)
        count += e->list[k].state == state;
    return count;
}

static void warn_of_maps(const ensemble *e, const outcome *o)
{
    if (o->maps.odd)
        fprintf(stderr,
                "warning: the maps leave out scenarios whose grid is not that of the first one, "
                "such as %s\n",
                o->maps.odd->name);
    if (o->maps.count < e->count && !o->maps.odd)
        fprintf(stderr, "warning: the maps are of %d of %d scenarios\n", o->maps.count, e->count);
}

static spate_status conclude(const ensemble *e, int stopped)
{
    outcome o;
    spate_status status = outcome_gather(e, &o);
    const int has_maps = !stopped && o.maps.count > 0;
    if (status == SPATE_OK)
        status = write_summary(e, &o);
    if (status == SPATE_OK && has_maps)
        status = write_maps(e, &o);
    if (status == SPATE_OK && has_maps)
        warn_of_maps(e, &o);
    outcome_free(e, &o);
    if (status == SPATE_OK && !e->quiet) {
        printf("%s/summary.csv\n", e->folder);
        fprintf(stderr, "scenarios  %d done, %d failed, %d stopped, %d waiting%s%s\n",
                count_of(e, SCENARIO_DONE), count_of(e, SCENARIO_FAILED),
                count_of(e, SCENARIO_STOPPED), count_of(e, SCENARIO_WAITING),
                has_maps ? "; look at them with: spate plot " : "", has_maps ? e->folder : "");
    }
    return status;
}

static int exit_code(const ensemble *e, int stopped)
{
    int code = 0;
    for (int k = 0; k < e->count; ++k)
        if (e->list[k].state == SCENARIO_FAILED)
            code = worse(code, e->list[k].code);
    if (stopped)
        return tool_error(e->tool, stopped == SIGINT ? SPATE_STOPPED : SPATE_STOPPED_SAVED,
                          "stopped; the same command goes on");
    /* Somebody stopped a run by itself. */
    return code == 0 && count_of(e, SCENARIO_STOPPED) > 0 ? spate_exit_code(SPATE_STOPPED_SAVED)
                                                          : code;
}

static void say_plan(const ensemble *e, const slots *s)
{
    const int found = count_of(e, SCENARIO_DONE);
    if (e->quiet)
        return;
    fprintf(stderr, "ensemble   %d scenarios in %s", e->count, e->folder);
    if (found > 0)
        fprintf(stderr, ", %d of them finished before", found);
    fputc('\n', stderr);
    if (found == e->count)
        return;
    fprintf(stderr, "machine    %d at once, %d thread%s each", s->count, s->threads,
            s->threads == 1 ? "" : "s");
    if (s->device_count > 0)
        fprintf(stderr, ", on %d GPU%s", s->device_count, s->device_count == 1 ? "" : "s");
    fprintf(stderr, "; flooded from %g m\n", e->depth);
}

static int run(ensemble *e, const ensemble_settings *s)
{
    slots places;
    folder_lock *lock = NULL;
    int stopped = 0;
    spate_status status = make_folders(e);
    if (status == SPATE_OK)
        status = folder_lock_acquire(e->tool->ctx, e->folder, &lock);
    if (status == SPATE_OK)
        status = find_finished(e);
    if (status == SPATE_OK)
        status = choose_slots(e, (int)s->jobs, (int)s->threads, s->backend, &places);
    if (status == SPATE_OK) {
        say_plan(e, &places);
        stopped = run_processes(e, &places);
        status = conclude(e, stopped);
    }
    folder_lock_release(lock);
    return status == SPATE_OK ? exit_code(e, stopped) : tool_failed(e->tool, status);
}

int command_ensemble(spate_tool *tool, int argc, char **argv)
{
    ensemble_settings s = {.depth = (double)NAN};
    s.sets.items = calloc((size_t)argc + 1, sizeof *s.sets.items);
    if (!s.sets.items)
        return tool_error(tool, SPATE_ERROR_MEMORY, "no memory for the options");
    int code = parse(tool, &s, argc, argv);
    if (code == OPTIONS_GO_ON) {
        if (s.end) {
            snprintf(s.end_set, sizeof s.end_set, "time.end=%s", s.end);
            s.sets.items[s.sets.count++] = s.end_set;
        }
        ensemble e = {.tool = tool,
                      .case_file = argv[1],
                      .table_file = s.table,
                      .folder = folder_of(&s, argv[1]),
                      .sets = s.sets,
                      .overwrite = s.overwrite,
                      .quiet = s.quiet,
                      .network = gdal_network};
        spate_status status = read_case(&e, s.depth);
        if (status == SPATE_OK)
            status = table_of_scenarios(&e);
        code = status == SPATE_OK ? run(&e, &s) : tool_failed(tool, status);
        ensemble_free(&e);
    }
    free(s.sets.items);
    return code;
}
