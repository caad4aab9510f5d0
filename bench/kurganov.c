/* spate bench kurganov: the flood scheme, stage by stage, beside the memory bandwidth. */
#include "bench/kurganov.h"
#include "base/timers.h"

#include <math.h>
#include <string.h>

#include "bench/ceiling.h"
#include "bench/heading.h"
#include "program/options.h"
#include "run/backends.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define READING                                                                                     \
    "GB/s counts the fewest bytes that must move (Euler 7 words a cell and stage, RK2 8.5;\n"       \
    "friction and maxima are not counted). Copy is the better of two, timed beside each row in\n"   \
    "the memory that the kernels use, on a CPU by the same threads: plain and non-temporal, on a\n" \
    "GPU the runtime's and one with 16-byte accesses. A share above 100 %: tiles at rest move\n"    \
    "no bytes. Seconds are of one step (dam_break: of the run).\n"

/* Without a word of the user: a grid that takes longer to set up is left out; the set `cuda`, whole and
 * quick, begins no further run after so long. s */
static const double PATIENCE = 20, LONG_BUDGET = 150, QUICK_BUDGET = 33;

typedef struct settings {
    const char *set, *backend, *isa, *precision, *integrator, *bed, *friction, *maxima, *field;
    const char *markdown;
    int64_t n, threads, repeat;
    double budget;
    int quick, json;
} settings;

static int parse(const spate_tool *tool, settings *s, int argc, char **argv)
{
    const option list[] = {
        {"set", OPTION_CHOICE, &s->set, "all|cuda|table|costs|threads|sizes|fields|parts|dam_break",
         "which runs; cuda: larger grids", 0, 0},
        {"backend", OPTION_TEXT, &s->backend, "NAME",
         "auto, cpu, reference, cuda, cuda:N or cuda:N,M", 0, 0},
        {"isa", OPTION_TEXT, &s->isa, "NAME",
         "kernels: auto; cpu: base, avx2, avx512; cuda: fast, strict", 0, 0},
        {"n", OPTION_INTEGER, &s->n, "N", "cells along x and y", 1, 1e5},
        {"precision", OPTION_CHOICE, &s->precision, "f32|f64|both", "of the stored state", 0, 0},
        {"integrator", OPTION_CHOICE, &s->integrator, "euler|rk2|both", "in time", 0, 0},
        {"bed", OPTION_CHOICE, &s->bed, "cells|bilinear|both", "bed model", 0, 0},
        {"friction", OPTION_CHOICE, &s->friction, "on|off|both", "Manning 0.03", 0, 0},
        {"maxima", OPTION_CHOICE, &s->maxima, "on|off|both", "tracked at every step", 0, 0},
        {"field", OPTION_CHOICE, &s->field, "wet|mixed|sparse", "all, half or 1 % wet", 0, 0},
        {"threads", OPTION_INTEGER, &s->threads, "N", "per process", 1, 4096},
        {"repeat", OPTION_INTEGER, &s->repeat, "R", "timed stretches of each run", 1,
         BENCH_MOST_REPEATS},
        {"quick", OPTION_FLAG, &s->quick, NULL, "smaller grids, fewer repeats", 0, 0},
        {"budget", OPTION_REAL, &s->budget, "S",
         "begin no run after so long; cuda: 150 s, quick 33", 0, 1e9},
        {"markdown", OPTION_TEXT, &s->markdown, "FILE", "the table, for a page", 0, 0},
        {"json", OPTION_FLAG, &s->json, NULL, "for machines", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {
        .usage = "bench kurganov [options]",
        .about =
            "Speed of the Kurganov scheme. Options narrow the default runs: all on a CPU, cuda "
            "on a GPU.\n" READING,
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

static kurganov_wishes wishes_of(const settings *s, const spate_backend *backend)
{
    const char *usual = backend->mirrored ? "cuda" : "all";
    kurganov_wishes w = {.set = s->set ? s->set : usual,
                         .n = s->n,
                         .integrator = choice(s->integrator, "euler", "rk2"),
                         .bed = choice(s->bed, "cells", "bilinear"),
                         .friction = choice(s->friction, "off", "on"),
                         .maxima = choice(s->maxima, "off", "on"),
                         .field = -1,
                         .threads = (int)s->threads,
                         .max_threads = 1,
                         .quick = s->quick};
    const int precision = choice(s->precision, "f32", "f64");
    w.precision = precision < 0 ? 0 : 32 * (precision + 1);
    w.device = backend->mirrored || strcmp(w.set, "cuda") == 0;
    for (int f = 0; s->field && f < FIELD_COUNT; ++f)
        if (strcmp(s->field, bench_field_names[f]) == 0)
            w.field = f;
#ifdef _OPENMP
    w.max_threads = omp_get_max_threads();
#endif
    return w;
}

static void add_ceiling(bench_report *report, const char *name, int threads, const ceiling *c,
                        int words, double gbs)
{
    bench_row row = bench_row_blank();
    row.kernel = name;
    row.backend = "cpu";
    row.precision = "f64";
    row.n = (int64_t)c->elements;
    row.threads = threads;
    row.bytes_floor = words * 8 * c->elements;
    row.gbs = row.rate = gbs;
    row.rate_unit = "GB/s";
    row.seconds_best = 1e-9 * row.bytes_floor / gbs;
    row.copy_gbs = ceiling_copy(c);
    row.fraction = gbs / row.copy_gbs;
    if (!isnan(gbs))
        bench_report_add(report, &row);
}

/* Copy and triad by themselves, for the record. */
static void add_ceilings(bench_report *report, int threads)
{
    const ceiling c = ceiling_measure(threads);
    if (!report->kept.as_json) {
        bench_report_note(
            report, "threads %d: copy %.1f GB/s, with non-temporal stores %.1f; triad %.1f, %.1f",
            threads, c.copy, c.copy_streaming, c.triad, c.triad_streaming);
        return;
    }
    add_ceiling(report, "copy", threads, &c, 2, c.copy);
    add_ceiling(report, "copy_streaming", threads, &c, 2, c.copy_streaming);
    add_ceiling(report, "triad", threads, &c, 3, c.triad);
    add_ceiling(report, "triad_streaming", threads, &c, 3, c.triad_streaming);
}

static void show_ceilings(bench_report *report, const spate_backend *backend, int max_threads)
{
    if (backend->copy_bandwidth) {
        bench_report_note(report, "copy within the memory of the device: %.1f GB/s",
                          ceiling_copy_of(backend, max_threads));
        return;
    }
    add_ceilings(report, 1);
    if (max_threads > 1)
        add_ceilings(report, max_threads);
}

static int has_dam_break(const kurganov_wishes *wishes)
{
    return strcmp(wishes->set, "all") == 0 || strcmp(wishes->set, "cuda") == 0 ||
           strcmp(wishes->set, "dam_break") == 0;
}

static int measure_all(kurganov_bench *b, const kurganov_wishes *wishes)
{
    static kurganov_setup setups[256];
    const int count = kurganov_plan(wishes, setups, 256);
    int code = 0;
    for (int k = 0, next; k < count && code == 0; k = next) {
        for (next = k + 1; next < count && setups[next].group == setups[k].group;)
            ++next;
        code = kurganov_measure(b, setups + k, next - k);
    }
    if (code != 0 || !has_dam_break(wishes))
        return code;
    if (b->tool->ranks > 1 || timers_now() < b->end)
        return kurganov_dam_break(b, wishes);
    bench_report_note(b->report, "skipped: the dam break, for the time is up (--budget)");
    return 0;
}

static int begin_markdown(bench_report *report, const settings *s, const char *command,
                          const kurganov_bench *b)
{
    char heading[HEADING_ROOM];
    if (!s->markdown)
        return 0;
    heading_write("Kurganov", command, READING, b->backend, b->backend_name, heading,
                  sizeof heading);
    return bench_markdown_begin(report, s->markdown, heading);
}

static int repeats(const settings *s, const spate_backend *backend)
{
    if (s->repeat > 0)
        return (int)s->repeat;
    return s->quick || backend->mirrored ? 3 : 5; /* a GPU is nobody else's */
}

static double budget(const settings *s, const kurganov_wishes *wishes)
{
    if (!isnan(s->budget))
        return s->budget;
    if (strcmp(wishes->set, "cuda") != 0)
        return INFINITY;
    return s->quick ? QUICK_BUDGET : LONG_BUDGET;
}

/* Before anything is measured. Returns an exit code. */
static int choose_backend(kurganov_bench *b)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.backend = b->backend_name;
    opt.isa = b->isa;
    const spate_status status = backend_choose(b->tool->ctx, &opt, &b->backend);
    if (status != SPATE_OK)
        return tool_failed(b->tool, status);
    if (!b->backend->kurganov(opt.precision, b->isa))
        return tool_error(b->tool, SPATE_ERROR_BACKEND,
                          "isa \"%s\": the %s backend has no such kernels here (spate doctor lists "
                          "what there is)",
                          b->isa, b->backend->name);
    return 0;
}

int bench_kurganov(spate_tool *tool, int argc, char **argv)
{
    settings s = {.backend = "auto", .isa = "auto", .budget = NAN};
    char command[1024];
    heading_command(tool->command, argc, argv, command, sizeof command);
    int code = parse(tool, &s, argc, argv);
    if (code != OPTIONS_GO_ON)
        return code;
    const double begun = timers_now();
    bench_report report = bench_report_begin(tool, s.json);
    kurganov_bench b = {.tool = tool,
                        .report = &report,
                        .backend_name = s.backend,
                        .isa = s.isa,
                        .quick = s.quick,
                        .patience = s.n > 0 ? INFINITY : PATIENCE};
    code = choose_backend(&b);
    if (code != 0)
        return code;
    const kurganov_wishes wishes = wishes_of(&s, b.backend);
    b.repeat = repeats(&s, b.backend);
    b.end = begun + budget(&s, &wishes);
    code = begin_markdown(&report, &s, command, &b);
    if (code == 0 && tool->ranks == 1)
        show_ceilings(&report, b.backend, wishes.max_threads);
    if (code == 0)
        code = measure_all(&b, &wishes);
    const int ended = bench_report_end(&report, code == 0);
    return code ? code : ended;
}
