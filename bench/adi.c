/* spate bench adi: the implicit scheme in the set-up of the paper, beside one core, memory bandwidth and the paper. */
#include "bench/adi.h"

#include <math.h>
#include <string.h>

#include "bench/heading.h"
#include "program/options.h"
#include "run/backends.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define READING                                                                                          \
    "The set-up is the paper's: closed basin, cells of 100 m, steps of 20 s, M = 32; its water is\n"     \
    "ours: 13 to 17 m deep, a hump of 1 m in the middle. Best of some stretches of `steps` steps.\n"     \
    "GB/s counts the fewest words that must move, 14 a cell and step; extrapolated coefficients\n"       \
    "read 4 more, which are not counted. Copy and triad (the better of plain and non-temporal\n"         \
    "stores) are timed in the same run by the same threads, on a GPU copy in its memory. Times\n"        \
    "plain: how many times as fast as plain C on one core with doubles, the coefficients as printed\n"   \
    "and a line after the other (~: by its time a cell on the largest grid of --plain-most).\n"          \
    "Paper: the most that this method, or S14, its best, came to against one core of its machine.\n"     \
    "penta: plain C whose lines have levels as unknowns too, as the paper has them.\n"                   \
    "On a GPU: fused makes and solves rows in one kernel; cut-lines, s1 (a thread a line), s2-pcr and\n" \
    "s2-cr-pcr (a block a line) read them from memory, cusparse too, solved by gtsv2StridedBatch.\n"

typedef struct settings {
    const char *method, *backend, *isa, *precision, *coefficients, *markdown;
    int64_t n, threads, repeat, steps, plain_most;
    int quick, json;
} settings;

static int parse(const spate_tool *tool, settings *s, int argc, char **argv)
{
    const option list[] = {
        {"method", OPTION_CHOICE, &s->method,
         "all|plain|penta|cut-lines|fused|s1|s14|s2-pcr|s2-cr-pcr|cusparse", "how lines are solved",
         0, 0},
        {"backend", OPTION_TEXT, &s->backend, "NAME", "all, cpu, reference, cuda or cuda:N", 0, 0},
        {"isa", OPTION_TEXT, &s->isa, "NAME",
         "kernels: auto; cpu: base, avx2, avx512; with --backend cuda: fast, strict", 0, 0},
        {"n", OPTION_INTEGER, &s->n, "N", "cells along x and y; usual: 128 to 8192", 2, 1e5},
        {"precision", OPTION_CHOICE, &s->precision, "f32|f64|mixed|both",
         "of the stored state; mixed: f32, lines in f64", 0, 0},
        {"coefficients", OPTION_CHOICE, &s->coefficients, "printed|extrapolated|both",
         "first order as in the paper, or second", 0, 0},
        {"threads", OPTION_INTEGER, &s->threads, "N", "usual: one, then all", 1, 4096},
        {"steps", OPTION_INTEGER, &s->steps, "N", "of a stretch, at most; usual: 100", 1, 1e6},
        {"repeat", OPTION_INTEGER, &s->repeat, "R", "timed stretches of each run", 1,
         BENCH_MOST_REPEATS},
        {"plain-most", OPTION_INTEGER, &s->plain_most, "N",
         "largest grid of plain C; its time a cell serves larger ones", 2, 1e5},
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

static adi_wishes wishes_of(const settings *s, int has_device)
{
    adi_wishes w = {.backend = strcmp(s->backend, "all") == 0 ? NULL : s->backend,
                    .method = adi_method_named(s->method) ? s->method : NULL,
                    .n = s->n,
                    .plain_most = s->plain_most,
                    .has_device = has_device,
                    .real = s->precision,
                    .extrapolated = choice(s->coefficients, "printed", "extrapolated"),
                    .threads = (int)s->threads,
                    .max_threads = 1,
                    .quick = s->quick};
#ifdef _OPENMP
    w.max_threads = omp_get_max_threads();
#endif
    return w;
}

static int is_all(const settings *s)
{
    return strcmp(s->backend, "all") == 0;
}

/* Whether a backend has a method of that name. */
static int check_method(const spate_tool *tool, const settings *s)
{
    const char *of = NULL;
    for (const adi_method *m = adi_methods; m->name && !is_all(s); ++m) {
        if (!s->method || strcmp(s->method, m->name) != 0)
            continue;
        if (adi_method_is_of(m, s->backend))
            return 0;
        of = m->backend;
    }
    return of ? tool_error(tool, SPATE_ERROR_ARGUMENT, "method %s is one of backend %s, not of %s",
                           s->method, of, s->backend)
              : 0;
}

/* Before anything is measured: whether backend and kernels are there. */
static int check_backend(const spate_tool *tool, const settings *s, const spate_backend **backend)
{
    spate_options opt;
    spate_options_default(&opt);
    const adi_method *method = is_all(s) ? adi_method_named(s->method) : NULL;
    opt.scheme = "adi";
    opt.backend = method ? method->backend : is_all(s) ? "cpu" : s->backend;
    opt.isa = s->isa;
    const int code = check_method(tool, s);
    const spate_status status = code ? SPATE_OK : backend_choose(tool->ctx, &opt, backend);
    if (code)
        return code;
    if (status != SPATE_OK)
        return tool_failed(tool, status);
    if (!(*backend)->adi(opt.precision, s->isa))
        return tool_error(tool, SPATE_ERROR_BACKEND,
                          "isa \"%s\": the %s backend has no such kernels here (spate doctor lists "
                          "what there is)",
                          s->isa, (*backend)->name);
    return 0;
}

/* The GPU that the user named, or with all backends the first one that knows the scheme; NULL: none. */
static const spate_backend *find_device(const spate_tool *tool, const settings *s)
{
    const spate_backend *device = NULL;
    spate_options opt;
    spate_options_default(&opt);
    opt.scheme = "adi";
    opt.backend = is_all(s) ? "cuda" : s->backend;
    if (strncmp(opt.backend, "cuda", 4) != 0 ||
        backend_choose(tool->ctx, &opt, &device) != SPATE_OK)
        return NULL;
    return device;
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
    const adi_wishes wishes = wishes_of(s, b->device != NULL);
    const int count = adi_plan(&wishes, setups, 256);
    int code = 0;
    for (int k = 0; k < count && code == 0; ++k)
        code = adi_measure(b, &setups[k]);
    return code;
}

int bench_adi(spate_tool *tool, int argc, char **argv)
{
    settings s = {.backend = "all", .isa = "auto", .steps = 100, .repeat = 3, .plain_most = 8192};
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
                   .backend = is_all(&s) ? NULL : s.backend,
                   .isa = s.isa,
                   .repeat = (int)s.repeat,
                   .steps = s.steps,
                   .stretch = s.quick ? 0.1 : 1};
    code = check_backend(tool, &s, &backend);
    if (code == 0)
        code = begin_report(&report, &s, command, backend);
    if (code != 0)
        return code;
    b.device = find_device(tool, &s);
    code = measure_all(&b, &s);
    const int ended = adi_report_end(&report, code == 0);
    return code ? code : ended;
}
