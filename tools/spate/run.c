/* spate run --case: a built-in case from start to end, with a progress line, pictures and a
 * summary. And the choice between it and case files (run_case.c). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/timers.h"
#include "cases.h"
#include "commands.h"
#include "model/stop_signals.h"
#include "program/options.h"
#include "progress.h"
#include "run_case.h"
#include "run_output.h"
#include "scheme_flags.h"
#include "schemes/description.h"

typedef struct run_settings {
    const char *case_name, *scheme, *precision, *bed, *backend, *isa, *out, *part_weights, *devices,
        *tune;
    int64_t nx, threads, frames, exchange_every;
    double end;
    scheme_flags flags;
    int parts[2];
    int no_skip, quiet, json, verbose, profile;
} run_settings;

static int parse(const spate_tool *tool, run_settings *s, int argc, char **argv)
{
    char schemes[128];
    option list[26 + SCHEME_FLAGS] = {
        {"case", OPTION_TEXT, &s->case_name, "NAME", "the case (spate cases lists them)", 0, 0},
        {"nx", OPTION_INTEGER, &s->nx, "N", "cells along x (along y if only y matters)", 1, 1e6},
        {"end", OPTION_REAL, &s->end, "S", "simulated seconds; each case has its own", 0, 1e12},
        {"scheme", OPTION_TEXT, &s->scheme, scheme_flags_names(schemes, sizeof schemes),
         "numerical scheme", 0, 0},
        {"precision", OPTION_CHOICE, &s->precision, "f32|f64|mixed",
         "of the stored state; mixed: f32, implicit lines in f64", 0, 0},
        {"bed", OPTION_CHOICE, &s->bed, "cells|bilinear", "bed model; each case has its own", 0, 0},
        {"threads", OPTION_INTEGER, &s->threads, "N", "of this process; all by default", 1, 4096},
        {"parts", OPTION_PAIR, s->parts, "PXxPY", "cut the grid into parts; one per rank", 1, 4096},
        {"devices", OPTION_TEXT, &s->devices, "D,D,...",
         "devices that share the run, such as cpu,cuda:0", 0, 0},
        {"part-weights", OPTION_TEXT, &s->part_weights, "W,W,...",
         "sizes of the parts relative to one another; equal", 0, 0},
        {"exchange-every", OPTION_INTEGER, &s->exchange_every, "K",
         "steps from one exchange between parts to the next; 1", 1, 64},
        {"tune", OPTION_CHOICE, &s->tune, "auto|off|start|dynamic",
         "how rows are divided among devices; auto", 0, 0},
        {"backend", OPTION_TEXT, &s->backend, "NAME",
         "auto, cpu, reference, cuda, cuda:N or cuda:N,M", 0, 0},
        {"isa", OPTION_TEXT, &s->isa, "NAME",
         "kernels: auto; cpu: base, avx2, avx512; cuda: fast, strict", 0, 0},
        {"out", OPTION_TEXT, &s->out, "DIR", "folder for the results; NAME.out", 0, 0},
        {"frames", OPTION_INTEGER, &s->frames, "K", "pictures on the way", 0, 9999},
        {"no-skip", OPTION_FLAG, &s->no_skip, NULL, "compute tiles at rest too (same bits)", 0, 0},
        {"quiet", OPTION_FLAG, &s->quiet, NULL, "only warnings and errors", 0, 0},
        {"verbose", OPTION_FLAG, &s->verbose, NULL, "say what the set-up understood", 0, 0},
        {"profile", OPTION_FLAG, &s->profile, NULL, "report the speed and where the time went", 0,
         0},
        {"json", OPTION_FLAG, &s->json, NULL, "the summary as JSON", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    scheme_flags_list(&s->flags, list, (int)(sizeof list / sizeof *list));
    const option_set set = {
        .usage = "run --case NAME [options]",
        .about = "Runs a built-in case. The final depth goes to DIR/depth.png, the summary to\n"
                 "DIR/summary.txt and to the terminal. mpirun -n 2 spate run ... works too.\n",
        .list = list};
    return options_parse(tool, &set, argc, argv, NULL);
}

static spate_options options_of(const spate_tool *tool, const run_settings *s,
                                const builtin_case *c)
{
    spate_options opt;
    builtin_case_options(c, s->nx > 0 ? (int)s->nx : c->run_size, 0, &opt);
    if (s->scheme)
        opt.scheme = s->scheme;
    if (s->backend)
        opt.backend = s->backend;
    if (s->isa)
        opt.isa = s->isa;
    if (s->precision)
        spate_options_set_precision(&opt, s->precision);
    if (s->bed)
        opt.bed_model = strcmp(s->bed, "cells") == 0 ? SPATE_BED_CELLS : SPATE_BED_BILINEAR;
    else
        opt.bed_model = scheme_bed_model(scheme_about(opt.scheme), opt.bed_model);
    scheme_flags_apply(tool, &s->flags, &opt);
    opt.threads = (int)s->threads;
    opt.parts_x = s->parts[0];
    opt.parts_y = s->parts[1];
    opt.part_weights = s->part_weights;
    opt.devices = s->devices;
    if (s->exchange_every > 0)
        opt.exchange_every = (int)s->exchange_every;
    spate_tuning_mode_of(s->tune ? s->tune : "auto", &opt.tune);
    opt.tune_keep = 1;
    if (s->no_skip)
        opt.skip_still = 0;
    return opt;
}

static void print_log(spate_log_level level, const char *text, void *user)
{
    const int *verbose = user;
    if (level == SPATE_LOG_WARNING || *verbose)
        fprintf(stderr, "%s%s\n", level == SPATE_LOG_WARNING ? "warning: " : "", text);
}

typedef struct watcher {
    const spate_tool *tool;
    progress bar;
} watcher;

/* Ranks must agree on the step at which they stop. They compare now and then, which
 * costs nothing. */
static int observe(double t, double dt, int64_t step, void *user)
{
    watcher *w = user;
    progress_step(&w->bar, t, dt, step);
    if (w->tool->ranks == 1)
        return stop_signal() != 0;
    return step % 16 == 0 && tool_agree(w->tool, stop_signal()) != 0;
}

static spate_status advance_to(spate_sim *sim, double t, double *seconds)
{
    const double begun = timers_now();
    const spate_status status = spate_advance(sim, t);
    *seconds += timers_now() - begun;
    return status;
}

/* Advances to the end with pictures on the way; keeps the first output failure in *code. */
static spate_status advance(const spate_tool *tool, spate_sim *sim, run_report *report,
                            run_pictures *pictures, int frames, int *code)
{
    if (frames == 0)
        return advance_to(sim, report->t_end, &report->wall_seconds);
    *code = run_draw(tool, pictures, report->options, sim, "depth-0000");
    spate_status status = SPATE_OK;
    for (int k = 1; k <= frames && status == SPATE_OK; ++k) {
        status = advance_to(sim, report->t_end * k / frames, &report->wall_seconds);
        char name[32];
        snprintf(name, sizeof name, "depth-%04d", k);
        if (status == SPATE_OK && *code == 0)
            *code = run_draw(tool, pictures, report->options, sim, name);
    }
    return status;
}

static int conclude(const spate_tool *tool, const run_settings *s, const run_report *report,
                    const char *folder)
{
    const int code = run_write_summary(tool, report, folder, s->json);
    if (tool->rank == 0 && (s->json || !s->quiet)) {
        (s->json ? run_report_print_json : run_report_print)(report, stdout);
        fflush(stdout);
        if (code == 0 && !s->quiet)
            fprintf(stderr, "results  %s/%s\n", folder,
                    picture_possible() ? "depth.png and summary" : "summary");
    }
    return code;
}

/* The run itself, once the simulation is set up. */
static int simulate(const spate_tool *tool, const run_settings *s, const builtin_case *c,
                    const spate_options *opt, spate_sim *sim, const char *folder)
{
    run_report report = {.case_name = c->name,
                         .title = c->title,
                         .options = opt,
                         .ranks = tool->ranks,
                         .profile = s->profile,
                         .t_end = isnan(s->end) ? c->t_end : s->end};
    run_pictures pictures = {.folder = folder, .title = c->title};
    const double stages = scheme_stages(opt);
    watcher w = {.tool = tool,
                 .bar = progress_begin(report.t_end, stages * (double)opt->nx * (double)opt->ny,
                                       s->quiet || tool->rank != 0)};
    int code = 0;
    spate_set_observer(sim, observe, &w);
    spate_status status = advance(tool, sim, &report, &pictures, (int)s->frames, &code);
    progress_end(&w.bar);
    report.interrupted = status == SPATE_STOPPED;
    if (status != SPATE_OK && !report.interrupted)
        code = tool_failed(tool, status);
    else if (code == 0)
        code = run_draw(tool, &pictures, opt, sim, "depth");
    if (code == 0) {
        status = spate_get_stats(sim, &report.stats);
        code = status == SPATE_OK ? conclude(tool, s, &report, folder) : tool_failed(tool, status);
    }
    free(pictures.fields);
    return code == 0 && report.interrupted ? spate_exit_code(SPATE_STOPPED) : code;
}

static int run_builtin(spate_tool *tool, int argc, char **argv)
{
    run_settings s = {.end = NAN};
    int code = parse(tool, &s, argc, argv);
    if (code != OPTIONS_GO_ON)
        return code;
    const builtin_case *c = cases_find(tool, s.case_name, &code);
    if (!c)
        return code;
    char own[RUN_LONGEST_FOLDER];
    snprintf(own, sizeof own, "%s.out", c->name);
    const char *folder = s.out ? s.out : own;
    stop_signals_begin(); /* the first signal ends the run after a step; its results are kept */
    code = run_prepare_folder(tool, folder);
    if (code != 0)
        return code;
    if (tool->rank == 0)
        spate_set_log(tool->ctx, print_log, &s.verbose);
    const spate_options opt = options_of(tool, &s, c);
    spate_sim *sim = NULL;
    spate_status status = spate_sim_create(tool->ctx, &opt, &sim);
    if (status == SPATE_OK)
        status = builtin_case_apply(c, sim);
    code =
        status == SPATE_OK ? simulate(tool, &s, c, &opt, sim, folder) : tool_failed(tool, status);
    spate_sim_destroy(sim);
    spate_set_log(tool->ctx, NULL, NULL);
    return code;
}

/* --case anywhere on the command line means a built-in case. */
int command_run(spate_tool *tool, int argc, char **argv)
{
    if (tool->listener) {
        run_case(tool, argc, argv);
        return run_builtin(tool, argc, argv);
    }
    for (int k = 1; k < argc; ++k)
        if (strcmp(argv[k], "--case") == 0 || strncmp(argv[k], "--case=", 7) == 0)
            return run_builtin(tool, argc, argv);
    return run_case(tool, argc, argv);
}
