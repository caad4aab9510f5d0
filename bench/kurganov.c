/* spate bench kurganov: the flood scheme, stage by stage, beside the memory bandwidth. */
#include "bench/kurganov.h"

#include <math.h>
#include <string.h>

#include "bench/ceiling.h"
#include "options.h"

#ifdef _OPENMP
#include <omp.h>
#endif

typedef struct settings {
    const char *set, *precision, *integrator, *bed, *friction, *field;
    int64_t n, threads, repeat;
    int quick, json;
} settings;

static int parse(const spate_tool *tool, settings *s, int argc, char **argv)
{
    const option list[] = {
        {"set", OPTION_CHOICE, &s->set, "all|table|threads|sizes|fields|parts|dam_break",
         "which runs", 0, 0},
        {"n", OPTION_INTEGER, &s->n, "N", "cells along x and y", 1, 1e5},
        {"precision", OPTION_CHOICE, &s->precision, "f32|f64|both", "of the stored state", 0, 0},
        {"integrator", OPTION_CHOICE, &s->integrator, "euler|rk2|both", "in time", 0, 0},
        {"bed", OPTION_CHOICE, &s->bed, "cells|bilinear|both", "bed model", 0, 0},
        {"friction", OPTION_CHOICE, &s->friction, "on|off|both", "Manning 0.03", 0, 0},
        {"field", OPTION_CHOICE, &s->field, "wet|mixed|sparse", "all, half or 1 % wet", 0, 0},
        {"threads", OPTION_INTEGER, &s->threads, "N", "per process", 1, 4096},
        {"repeat", OPTION_INTEGER, &s->repeat, "R", "timed stretches of each run", 1,
         BENCH_MOST_REPEATS},
        {"quick", OPTION_FLAG, &s->quick, NULL, "smaller grids, fewer repeats", 0, 0},
        {"json", OPTION_FLAG, &s->json, NULL, "for machines", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {
        .usage = "bench kurganov [options]",
        .about =
            "Speed of the Kurganov scheme. GB/s counts the fewest bytes that must move (Euler 7\n"
            "words a cell and stage, RK2 8.5); the share is of the better of two copies, plain\n"
            "and non-temporal, timed beside each row with the same threads. Seconds are of one\n"
            "step (dam_break: of the run). Options narrow the default runs.\n",
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

static kurganov_wishes wishes_of(const settings *s)
{
    kurganov_wishes w = {.set = s->set ? s->set : "all",
                         .n = s->n,
                         .integrator = choice(s->integrator, "euler", "rk2"),
                         .bed = choice(s->bed, "cells", "bilinear"),
                         .friction = choice(s->friction, "off", "on"),
                         .field = -1,
                         .threads = (int)s->threads,
                         .max_threads = 1,
                         .quick = s->quick};
    const int precision = choice(s->precision, "f32", "f64");
    w.precision = precision < 0 ? 0 : 32 * (precision + 1);
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
    if (!report->as_json) {
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

static int measure_all(spate_tool *tool, bench_report *report, const kurganov_wishes *wishes,
                       const settings *s)
{
    static kurganov_setup setups[256];
    const int repeat = s->repeat > 0 ? (int)s->repeat : s->quick ? 3 : 5;
    const int count = kurganov_plan(wishes, setups, 256);
    int code = 0;
    for (int k = 0, next; k < count && code == 0; k = next) {
        for (next = k + 1; next < count && setups[next].group == setups[k].group;)
            ++next;
        code = kurganov_measure(tool, report, setups + k, next - k, repeat, s->quick);
    }
    const int dam_break = strcmp(wishes->set, "all") == 0 || strcmp(wishes->set, "dam_break") == 0;
    if (code == 0 && dam_break)
        code = kurganov_dam_break(tool, report, wishes, s->quick ? 1 : 3);
    return code;
}

int bench_kurganov(spate_tool *tool, int argc, char **argv)
{
    settings s = {.set = NULL};
    int code = parse(tool, &s, argc, argv);
    if (code != OPTIONS_GO_ON)
        return code;
    const kurganov_wishes wishes = wishes_of(&s);
    bench_report report = bench_report_begin(tool, s.json);
    if (tool->ranks == 1) {
        add_ceilings(&report, 1);
        if (wishes.max_threads > 1)
            add_ceilings(&report, wishes.max_threads);
    }
    code = measure_all(tool, &report, &wishes, &s);
    bench_report_end(&report);
    return code;
}
