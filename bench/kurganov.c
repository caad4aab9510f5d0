/* spate bench kurganov: the flood scheme, stage by stage, beside the memory bandwidth. */
#include "bench/kurganov.h"

#include <math.h>
#include <string.h>

#include "bench/ceiling.h"

#define READING                                                                                     \
    "GB/s counts the fewest bytes that must move (Euler 7 words a cell and stage, RK2 8.5;\n"       \
    "friction and maxima are not counted). Copy is the better of two, timed beside each row in\n"   \
    "the memory that the kernels use, on a CPU by the same threads: plain and non-temporal, on a\n" \
    "GPU the runtime's and one with 16-byte accesses. A share above 100 %: tiles at rest move\n"    \
    "no bytes. Seconds are of one step (dam_break: of the run).\n"

/* Usual limits, s: a grid that takes longer to set up is left out; the set `cuda`, whole and quick,
 * begins no further run after so long. */
static const double PATIENCE = 20, LONG_BUDGET = 150, QUICK_BUDGET = 33;

static struct {
    const char *precision, *integrator, *bed, *friction, *maxima, *field;
    double budget;
} words = {.budget = NAN};

static kurganov_bench state = {.isa = "auto"};

static const option options[] = {
    {"set", OPTION_CHOICE, &state.set, "all|cuda|table|costs|threads|sizes|fields|parts|dam_break",
     "which runs; cuda: larger grids; usual: all on a CPU, cuda on a GPU", 0, 0},
    {"isa", OPTION_TEXT, &state.isa, "NAME",
     "kernels: auto; cpu: base, avx2, avx512; cuda: fast, strict", 0, 0},
    {"n", OPTION_INTEGER, &state.n, "N", "cells along x and y", 1, 1e5},
    {"precision", OPTION_CHOICE, &words.precision, "f32|f64|both", "of the stored state", 0, 0},
    {"integrator", OPTION_CHOICE, &words.integrator, "euler|rk2|both", "in time", 0, 0},
    {"bed", OPTION_CHOICE, &words.bed, "cells|bilinear|both", "bed model", 0, 0},
    {"friction", OPTION_CHOICE, &words.friction, "on|off|both", "Manning 0.03", 0, 0},
    {"maxima", OPTION_CHOICE, &words.maxima, "on|off|both", "tracked at every step", 0, 0},
    {"field", OPTION_CHOICE, &words.field, "wet|mixed|sparse", "all, half or 1 % wet", 0, 0},
    {"budget", OPTION_REAL, &words.budget, "S",
     "begin no run after so many seconds; usual for cuda: 150, quick 33", 0, 1e9},
    {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};

static const bench_column columns[] = {
    {KURGANOV_KERNEL, "kernel", "kernel", -9, "%s", "kernel", "%s", 0},
    {KURGANOV_BACKEND, "backend", NULL, 0, NULL, "backend", "%s", 0},
    BENCH_JSON_ONLY(KURGANOV_ISA, "isa"),
    {KURGANOV_FIELD, "field", "field", -6, "%s", "field", "%s", 0},
    {KURGANOV_BED, "bed", "bed", -8, "%s", "bed", "%s", 0},
    {KURGANOV_FRICTION, "friction", "friction", -8, "%s", "friction", "%s", 0},
    {KURGANOV_MAXIMA, "maxima", "maxima", -6, "%s", "maxima", "%s", 0},
    {KURGANOV_REAL, "precision", "real", -4, "%s", "real", "%s", 0},
    {KURGANOV_INTEGRATOR, "integrator", "time", -5, "%s", "time", "%s", 0},
    {KURGANOV_NX, "nx", "nx", 6, "%lld", "nx = ny", "%lld", 0},
    BENCH_JSON_ONLY(KURGANOV_NY, "ny"),
    BENCH_JSON_ONLY(KURGANOV_N, "n"),
    BENCH_JSON_ONLY(KURGANOV_BATCH, "batch"),
    {KURGANOV_THREADS, "threads", "thr", 3, "%lld", "threads", "%lld", 0},
    {KURGANOV_PARTS, "parts", "parts", 5, "%lld", "parts", "%lld", 0},
    BENCH_JSON_ONLY(KURGANOV_RANKS, "ranks"),
    {BENCH_BEST, "seconds_best", "best s", 9, "%.3g", "best s", "%.4g", 0},
    {BENCH_MEDIAN, "seconds_median", "median s", 9, "%.3g", "median s", "%.4g", 0},
    {KURGANOV_STEPS_PER_SECOND, "steps_per_second", "steps/s", 9, "%.5g", "steps/s", "%.5g", 0},
    BENCH_JSON_ONLY(BENCH_RATE, "rate"),
    {KURGANOV_RATE_SHORT, NULL, "cell-st/s", 9, "%s", NULL, NULL, 0},
    {KURGANOV_RATE_LONG, NULL, NULL, 0, NULL, "rate", "%s", 0},
    BENCH_MEMORY_COLUMNS,
    {KURGANOV_AWAKE, "awake", NULL, 0, NULL, "tiles awake", "%.1f %%", 100},
    BENCH_JSON_ONLY(KURGANOV_ERROR, "l1_error"),
    BENCH_JSON_COLUMNS,
    BENCH_REMARK_COLUMN,
    {-1, NULL, NULL, 0, NULL, NULL, NULL, 0}};

/* ---- copy and triad by themselves, for the record ---- */

static void add_ceiling(bench *b, const char *name, int threads, const ceiling *c, int words_moved,
                        double gbs)
{
    const double bytes = words_moved * 8 * c->elements;
    bench_row row = {0};
    if (isnan(gbs))
        return;
    bench_put_text(&row, KURGANOV_KERNEL, name);
    bench_put_text(&row, KURGANOV_BACKEND, "cpu");
    bench_put_text(&row, KURGANOV_REAL, "f64");
    bench_put_integer(&row, KURGANOV_N, (int64_t)c->elements);
    bench_put_integer(&row, KURGANOV_BATCH, 1);
    bench_put_integer(&row, KURGANOV_THREADS, threads);
    bench_put_real(&row, BENCH_BEST, 1e-9 * bytes / gbs);
    bench_put_real(&row, BENCH_RATE, gbs);
    bench_put_text(&row, BENCH_RATE_UNIT, "GB/s");
    bench_put_memory(&row, bytes, ceiling_copy(c));
    bench_add(b, &row);
}

static void add_ceilings(bench *b, int threads)
{
    const ceiling c = ceiling_measure(threads);
    if (!b->as_json) {
        bench_note(b, "threads %d: copy %.1f GB/s, with non-temporal stores %.1f; triad %.1f, %.1f",
                   threads, c.copy, c.copy_streaming, c.triad, c.triad_streaming);
        return;
    }
    add_ceiling(b, "copy", threads, &c, 2, c.copy);
    add_ceiling(b, "copy_streaming", threads, &c, 2, c.copy_streaming);
    add_ceiling(b, "triad", threads, &c, 3, c.triad);
    add_ceiling(b, "triad_streaming", threads, &c, 3, c.triad_streaming);
}

static void begin(bench *b)
{
    if (b->tool->ranks > 1)
        return;
    if (b->backend->copy_bandwidth) {
        bench_note(b, "copy within the memory of the device: %.1f GB/s",
                   ceiling_copy_of(b->backend, b->max_threads));
        return;
    }
    add_ceilings(b, 1);
    if (b->max_threads > 1)
        add_ceilings(b, b->max_threads);
}

/* ---- what the user wants ---- */

/* Index of the chosen word of two, -1 for none or "both". */
static int choice(const char *word, const char *first, const char *second)
{
    return bench_index(word, (const char *const[]){first, second}, 2);
}

static double budget(const bench *b)
{
    if (!isnan(words.budget))
        return words.budget;
    if (strcmp(state.set, "cuda") != 0)
        return INFINITY;
    return b->quick ? QUICK_BUDGET : LONG_BUDGET;
}

/* Before anything is measured. Returns an exit code. */
static int choose_kernels(bench *b)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.backend = b->backend_name;
    opt.isa = state.isa;
    const int code = bench_choose_backend(b, &opt);
    if (code != 0 || b->backend->kernels("kurganov", opt.precision, state.isa))
        return code;
    return tool_error(b->tool, SPATE_ERROR_BACKEND,
                      "isa \"%s\": the %s backend has no such kernels here (spate doctor lists "
                      "what there is)",
                      state.isa, b->backend->name);
}

static int prepare(bench *b)
{
    const double begun = timers_now();
    const int code = choose_kernels(b), precision = choice(words.precision, "f32", "f64");
    if (code != 0)
        return code;
    if (!state.set)
        state.set = b->backend->mirrored ? "cuda" : "all";
    state.device = b->backend->mirrored || strcmp(state.set, "cuda") == 0;
    state.precision = precision < 0 ? 0 : 32 * (precision + 1);
    state.integrator = choice(words.integrator, "euler", "rk2");
    state.bed = choice(words.bed, "cells", "bilinear");
    state.friction = choice(words.friction, "off", "on");
    state.maxima = choice(words.maxima, "off", "on");
    state.field = bench_index(words.field, bench_field_names, FIELD_COUNT);
    state.threads = b->threads;
    state.max_threads = b->max_threads;
    state.patience = state.n > 0 ? INFINITY : PATIENCE;
    state.end = begun + budget(b);
    if (b->repeat == 0 && b->backend->mirrored)
        b->repeat = 3; /* a GPU is not shared */
    return 0;
}

int bench_kurganov(spate_tool *tool, int argc, char **argv)
{
    static const bench_kind kind = {.name = "kurganov",
                                    .title = "Kurganov",
                                    .about = "Speed of the Kurganov scheme. Options narrow the "
                                             "usual runs.",
                                    .reading = READING,
                                    .backend = "auto",
                                    .backend_help =
                                        "auto, cpu, reference, cuda, cuda:N or cuda:N,M",
                                    .options = options,
                                    .columns = columns,
                                    .repeat = 5,
                                    .quick_repeat = 3,
                                    .ranks = 1,
                                    .setup_bytes = sizeof(kurganov_group),
                                    .user = &state,
                                    .prepare = prepare,
                                    .begin = begin,
                                    .plan = kurganov_plan,
                                    .measure = kurganov_measure};
    return bench_main(tool, &kind, argc, argv);
}
