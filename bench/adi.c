/* spate bench adi: the implicit scheme in the set-up of the paper, beside one core, memory bandwidth and the paper. */
#include "bench/adi.h"

#include <math.h>
#include <string.h>

#include "bench/heading.h"
#include "options.h"
#include "run/backends.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define READING                                                                                       \
    "The set-up is the paper's: closed basin, cells of 100 m, steps of 20 s, M = 32; its water is\n"  \
    "ours: 13 to 17 m deep, a hump of 1 m in the middle. Best of some stretches of `steps` steps.\n"  \
    "GB/s counts the fewest words that must move, 14 a cell and step; extrapolated coefficients\n"    \
    "read 4 more, which are not counted. Copy and triad (the better of plain and non-temporal\n"      \
    "stores) are timed in the same run by the same threads. Times plain: how many times as fast as\n" \
    "plain C on one core with doubles, the coefficients as printed and a line after the other.\n"     \
    "Paper: what its best GPU method, S14, came to against one core of its machine (S24: 42 in\n"     \
    "f64, 145 in f32).\n"

typedef struct settings {
    const char *method, *backend, *isa, *precision, *coefficients, *markdown;
    int64_t n, threads, repeat, steps;
    int quick, json;
} settings;

static int parse(const spate_tool *tool, settings *s, int argc, char **argv)
{
    const option list[] = {
        {"method", OPTION_CHOICE, &s->method, "all|plain|cut-lines", "how lines are solved", 0, 0},
        {"backend", OPTION_TEXT, &s->backend, "NAME", "all, cpu or reference", 0, 0},
        {"isa", OPTION_TEXT, &s->isa, "NAME", "kernels: auto; cpu: base, avx2, avx512", 0, 0},
        {"n", OPTION_INTEGER, &s->n, "N", "cells along x and y; usual: 128 to 8192", 2, 1e5},
        {"precision", OPTION_CHOICE, &s->precision, "f32|f64|both", "of the stored state", 0, 0},
        {"coefficients", OPTION_CHOICE, &s->coefficients, "printed|extrapolated|both",
         "first order as in the paper, or second", 0, 0},
        {"threads", OPTION_INTEGER, &s->threads, "N", "usual: one, then all", 1, 4096},
        {"steps", OPTION_INTEGER, &s->steps, "N", "of a stretch, at most; usual: 100", 1, 1e6},
        {"repeat", OPTION_INTEGER, &s->repeat, "R", "timed stretches of each run", 1,
         BENCH_MOST_REPEATS},
        {"quick", OPTION_FLAG, &s->quick, NULL, "up to 1024, shorter stretches", 0, 0},
        {"markdown", OPTION_TEXT, &s->markdown, "FILE", "the table, for a page", 0, 0},
        {"json", OPTION_FLAG, &s->json, NULL, "for machines", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {.usage = "bench adi [options]",
                            .about = "Speed of the ADI scheme. Options narrow the usual "
                                     "runs.\n" READING,
                            .list = list};
    return options_parse(tool, &set, argc, argv, NULL);
}

/* Index of the chosen word in "a|b", -1 for none or "both". */
static int choice(const char *word, const char *first, const char *second)
{
    if (!word)
        return -1;
    return strcmp(word, first) == 0 ? 0 : strcmp(word, second) == 0 ? 1 : -1;
}

static adi_wishes wishes_of(const settings *s)
{
    adi_wishes w = {.backend = strcmp(s->backend, "all") == 0 ? NULL : s->backend,
                    .method = adi_method_named(s->method),
                    .n = s->n,
                    .precision = 32 * (1 + choice(s->precision, "f32", "f64")),
                    .extrapolated = choice(s->coefficients, "printed", "extrapolated"),
                    .threads = (int)s->threads,
                    .max_threads = 1,
                    .quick = s->quick};
#ifdef _OPENMP
    w.max_threads = omp_get_max_threads();
#endif
    return w;
}

/* Before anything is measured: whether backend and kernels are there. */
static int check_backend(const spate_tool *tool, const settings *s, const spate_backend **backend)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.backend = strcmp(s->backend, "all") == 0 ? "cpu" : s->backend;
    opt.isa = s->isa;
    const adi_method *method = adi_method_named(s->method);
    if (method && strcmp(s->backend, "all") != 0 && strcmp(s->backend, method->backend) != 0)
        return tool_error(tool, SPATE_ERROR_ARGUMENT, "method %s is one of backend %s, not of %s",
                          method->name, method->backend, s->backend);
    const spate_status status = backend_choose(tool->ctx, &opt, backend);
    if (status != SPATE_OK)
        return tool_failed(tool, status);
    if (!(*backend)->adi)
        return tool_error(tool, SPATE_ERROR_BACKEND,
                          "the %s backend has no kernels of scheme \"adi\"", (*backend)->name);
    if (!(*backend)->adi(opt.precision, s->isa))
        return tool_error(tool, SPATE_ERROR_BACKEND,
                          "isa \"%s\": the %s backend has no such kernels here (spate doctor lists "
                          "what there is)",
                          s->isa, (*backend)->name);
    return 0;
}

static int begin_report(adi_report *report, const settings *s, const char *command,
                        const spate_backend *backend)
{
    char heading[HEADING_ROOM] = "";
    if (s->markdown)
        heading_write("ADI", command, READING, backend, s->backend, heading, sizeof heading);
    return adi_report_begin(report, s->markdown, heading);
}

static int measure_all(adi_bench *b, const settings *s)
{
    static adi_setup setups[256];
    const adi_wishes wishes = wishes_of(s);
    const int count = adi_plan(&wishes, setups, 256);
    int code = 0;
    for (int k = 0; k < count && code == 0; ++k)
        code = adi_measure(b, &setups[k]);
    return code;
}

int bench_adi(spate_tool *tool, int argc, char **argv)
{
    settings s = {.backend = "all", .isa = "auto", .steps = 100, .repeat = 3};
    const spate_backend *backend = NULL;
    char command[1024];
    heading_command(tool->command, argc, argv, command, sizeof command);
    int code = parse(tool, &s, argc, argv);
    if (code != OPTIONS_GO_ON)
        return code;
    if (tool->ranks > 1)
        return tool_error(tool, SPATE_ERROR_ARGUMENT, "measures one process, not %d ranks",
                          tool->ranks);
    adi_report report = {.tool = tool, .kept = {.each = sizeof(adi_bench_row), .as_json = s.json}};
    adi_bench b = {.tool = tool,
                   .report = &report,
                   .isa = s.isa,
                   .repeat = (int)s.repeat,
                   .steps = s.steps,
                   .stretch = s.quick ? 0.1 : 1};
    code = check_backend(tool, &s, &backend);
    if (code == 0)
        code = begin_report(&report, &s, command, backend);
    if (code != 0)
        return code;
    code = measure_all(&b, &s);
    const int ended = adi_report_end(&report, code == 0);
    return code ? code : ended;
}
