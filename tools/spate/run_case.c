/* spate run CASE.yaml: builds the model, runs it and reports the outcome. */
#include "run_case.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/timers.h"
#include "case_open.h"
#include "case_report.h"
#include "disk_need.h"
#include "model/runner.h"
#include "model/stop_signals.h"
#include "progress.h"
#include "run_folder.h"
#include "run_viewer.h"
#include "schemes/description.h"
#include "spate_config.h"
#include "understood.h"
#include "wording.h"

typedef struct case_settings {
    case_changes changes;
    const char *out;
    int resume, overwrite, quiet, json, verbose, profile, view, control;
} case_settings;

static int parse(const spate_tool *tool, case_settings *s, int argc, char **argv, int *words)
{
    const option own[] = {
        {"out", OPTION_TEXT, &s->out, "DIR", "folder for the results; CASE.out", 0, 0},
        {"resume", OPTION_FLAG, &s->resume, NULL, "goes on from the last checkpoint", 0, 0},
        {"overwrite", OPTION_FLAG, &s->overwrite, NULL, "removes the results of an earlier run", 0,
         0},
        {"quiet", OPTION_FLAG, &s->quiet, NULL, "only warnings and errors", 0, 0},
        {"verbose", OPTION_FLAG, &s->verbose, NULL, "report what the set-up did", 0, 0},
        {"profile", OPTION_FLAG, &s->profile, NULL, "report the speed and where the time went", 0,
         0},
        {"json", OPTION_FLAG, &s->json, NULL, "the report as JSON", 0, 0},
        {"view", OPTION_FLAG, &s->view, NULL, "a page that shows the run; prints its address", 0,
         0},
        {"control", OPTION_FLAG, &s->control, NULL, "that page may pause and stop the run", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    option list[CASE_OPTIONS + sizeof own / sizeof *own];
    memcpy(list + case_options(&s->changes, list), own, sizeof own);
    const option_set set = {
        .usage = "run CASE.yaml [options]",
        .about =
            "Runs a case file and writes maps, maxima and series to CASE.out. A signal (Ctrl-C,\n"
            "SIGTERM, those of batch systems) saves the state first; --resume goes on from there.\n"
            "mpirun -n 2 spate run ... works too. spate run --case NAME runs a built-in case\n"
            "(spate run --case NAME --help has its options).\n",
        .list = list,
        .max_words = 1};
    const int code = options_parse(tool, &set, argc, argv, words);
    if (code != OPTIONS_GO_ON)
        return code;
    if (*words == 0)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "a case file or --case NAME is needed (spate new NAME writes a case "
                          "file, spate cases lists the names)");
    if (s->resume && s->overwrite)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "--resume and --overwrite exclude each other");
    if (s->control && !s->view)
        return tool_error(tool, SPATE_ERROR_ARGUMENT, "--control is for --view");
    if (s->view && run_viewer_possible(tool->ctx) != SPATE_OK)
        return tool_failed(tool, SPATE_ERROR_BACKEND);
    return OPTIONS_GO_ON;
}

/* ---- while it runs ---- */

typedef struct run_watch {
    progress bar;
} run_watch;

static void on_step(double t, double dt, int64_t step, void *user)
{
    progress_step(&((run_watch *)user)->bar, t, dt, step);
}

static void on_moment(const spate_stats *stats, void *user)
{
    ((run_watch *)user)->bar.mass_error = stats->mass_error;
}

static run_watch watch_begin(const spate_tool *tool, const model *m, int quiet)
{
    const double stages = scheme_stages(&m->options);
    const double cells = (double)m->options.nx * (double)m->options.ny;
    return (run_watch){.bar =
                           progress_begin(m->duration, stages * cells, quiet || tool->rank != 0)};
}

/* ---- at its end ---- */

static const char *ended(spate_status status)
{
    if (status == SPATE_OK)
        return "done";
    return status == SPATE_STOPPED || status == SPATE_STOPPED_SAVED ? "stopped" : "failed";
}

static void hint(const spate_tool *tool, const case_settings *s, const model_plan *plan,
                 spate_status status)
{
    if (tool->rank != 0 || s->quiet || status != SPATE_OK)
        return;
    fprintf(stderr, "results    %s; look at them with: spate %s %s\n", plan->folder,
            SPATE_HAVE_MICROHTTPD ? "view" : "plot", plan->folder);
}

/* The report of a run that ended well or was stopped; the reason otherwise. Returns the
 * exit code. */
static int conclude(const spate_tool *tool, const case_settings *s, case_report *r,
                    spate_status status)
{
    char message[sizeof tool->ctx->message];
    memcpy(message, tool->ctx->message, sizeof message); /* the report would overwrite it */
    const spate_status gathered = case_report_gather(r);
    if (gathered == SPATE_OK && tool->rank == 0 && (s->json || !s->quiet)) {
        (s->json ? case_report_print_json : case_report_print)(r, stdout);
        fflush(stdout);
    }
    case_report_free(r);
    hint(tool, s, r->plan, status);
    if (status == SPATE_OK)
        return gathered == SPATE_OK ? 0 : tool_failed(tool, gathered);
    return tool_error(tool, status, "%s", message);
}

/* As spate check does. t: where the run goes on. */
static void warn_of_disk(const spate_tool *tool, const model_plan *plan, double t)
{
    char size[32], left[32];
    const double need = disk_need(plan, t), has = disk_free(plan->folder);
    if (tool->rank != 0 || !(need > has))
        return;
    spate_log(tool->ctx, SPATE_LOG_WARNING,
              "the results need %s at most before compression, but the disk of %s has %s free; "
              "write fewer maps (output.maps), free some space, or choose another disk with --out",
              word_bytes(need, size, sizeof size), plan->folder,
              word_bytes(has, left, sizeof left));
}

static spate_status say_understood(const spate_tool *tool, const case_settings *s, model *m,
                                   const model_plan *plan)
{
    model_facts facts;
    if (s->quiet)
        return SPATE_OK;
    SPATE_TRY(model_facts_gather(m, &facts));
    if (tool->rank == 0)
        understood_print(m, &facts, plan, stderr);
    return SPATE_OK;
}

/* An earlier run may have gone beyond the end that is wanted now. */
static void say_done(const spate_tool *tool, const char *name, double end)
{
    run_folder folder = {0};
    const double reached = run_folder_open(tool->ctx, name, &folder) == SPATE_OK
                               ? run_folder_number(&folder, "statistics.t", UNIT_TIME, end)
                               : end;
    run_folder_close(&folder);
    if (reached > end)
        fprintf(stderr,
                "results    %s: nothing to do, the run went to %.10g s, beyond the %.10g s asked "
                "for now; --overwrite runs it again\n",
                name, reached, end);
    else
        fprintf(stderr,
                "results    %s: nothing to do, the run has reached its end (%.10g s after its "
                "start); --overwrite runs it again\n",
                name, reached);
}

static int simulate(const spate_tool *tool, const case_settings *s, model *m,
                    const model_plan *plan)
{
    results *r = NULL;
    int resumed = 0;
    spate_status status = results_open(tool->ctx, m->sim, &plan->results, &r, &resumed);
    if (status != SPATE_OK)
        return tool_failed(tool, status);
    if (resumed == RESULTS_FINISHED) {
        if (tool->rank == 0 && !s->quiet)
            say_done(tool, plan->results.folder, m->duration);
        return 0;
    }
    if (s->view && tool->rank == 0)
        run_viewer_start(plan->results.folder, s->control);
    status = say_understood(tool, s, m, plan);
    run_watch watch = watch_begin(tool, m, s->quiet);
    spate_stats stats = {0};
    if (status == SPATE_OK)
        status = spate_get_stats(m->sim, &stats);
    if (status == SPATE_OK)
        warn_of_disk(tool, plan, stats.t);
    if (resumed && status == SPATE_OK) {
        watch.bar.t_begun = stats.t;
        watch.bar.shown_step = stats.steps;
        if (tool->rank == 0 && !s->quiet)
            fprintf(stderr, "resumed    at %.10g s of %.10g s\n", stats.t, m->duration);
    }
    runner_hooks hooks = {.resumed = resumed, .step = on_step, .moment = on_moment, .user = &watch};
    const double begun = timers_now();
    if (status == SPATE_OK)
        status = runner_run(m, r, &hooks);
    progress_end(&watch.bar);
    case_report report = {.m = m,
                          .plan = plan,
                          .ended = ended(status),
                          .wall_seconds = timers_now() - begun,
                          .waited = results_waited(r),
                          .checkpoints = hooks.checkpoints,
                          .dt = hooks.dt,
                          .resumed = resumed,
                          .profile = s->profile,
                          .t_begun = stats.t,
                          .steps_begun = stats.steps};
    char message[sizeof tool->ctx->message];
    memcpy(message, tool->ctx->message, sizeof message);
    const spate_status closed = results_close(r, status == SPATE_OK);
    if (status == SPATE_OK)
        status = closed;
    else
        memcpy(tool->ctx->message, message,
               sizeof message); /* the first failure is the one to report */
    return conclude(tool, s, &report, status);
}

static int run_model(const spate_tool *tool, const case_settings *s, model *m)
{
    const results_mode mode = s->resume      ? RESULTS_RESUME
                              : s->overwrite ? RESULTS_OVERWRITE
                                             : RESULTS_NEW;
    model_plan plan;
    const spate_status status = model_plan_make(m, s->out, mode, &plan);
    /* From the moment the folder is there until the program ends: a signal that comes after the last
     * file must not make a killed run of a finished one. */
    stop_signals_begin();
    const int code = status == SPATE_OK ? simulate(tool, s, m, &plan) : tool_failed(tool, status);
    model_plan_free(&plan);
    return code;
}

int run_case(spate_tool *tool, int argc, char **argv)
{
    case_settings s = {0};
    if (!case_changes_begin(&s.changes, argc))
        return tool_error(tool, SPATE_ERROR_MEMORY, "no memory for the options");
    int words = 0, code = parse(tool, &s, argc, argv, &words);
    case_log log = {.verbose = s.verbose};
    if (code == OPTIONS_GO_ON) {
        case_log_begin(tool, &log);
        phases_begin(&tool->ctx->phases);
        phases_lap(&tool->ctx->phases, "start");
        model *m = case_open(tool, argv[1], &s.changes, &code);
        if (m)
            code = run_model(tool, &s, m);
        model_free(m);
    }
    spate_set_log(tool->ctx, NULL, NULL);
    case_changes_end(&s.changes);
    return code;
}
