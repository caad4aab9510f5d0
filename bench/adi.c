/* spate bench adi: the implicit scheme in the set-up of the paper, beside one core, memory
 * bandwidth and the paper. */
#include "bench/adi.h"

#include <string.h>

#include "run/backends.h"

#define READING                                                                                            \
    "The set-up is the paper's: closed basin, cells of 100 m, steps of 20 s, M = 32; its water is\n"       \
    "ours: 13 to 17 m deep, a hump of 1 m in the middle. Best of some stretches of `steps` steps.\n"       \
    "GB/s counts the fewest words that must move, 14 a cell and step; extrapolated coefficients\n"         \
    "read 4 more, which are not counted. Copy and triad (the better of plain and non-temporal\n"           \
    "stores) are timed in the same run by the same threads, on a GPU copy in its memory. Times\n"          \
    "plain: how many times as fast as plain C on one core with doubles, the coefficients as printed\n"     \
    "and one line after the other (~: from its time per cell on the largest grid of --plain-most).\n"      \
    "Paper: the largest speed-up that this method, or S14, its best, reached over one core there.\n"       \
    "penta: plain C whose lines have levels as unknowns too, as in the paper.\n"                           \
    "On a GPU: fused assembles and solves rows in one kernel; cut-lines, s1 (a thread per line), s2-pcr\n" \
    "and s2-cr-pcr (a block per line) read them from memory; cusparse solves them by gtsv2StridedBatch.\n"

static const char *coefficients;
static adi_bench state = {.isa = "auto", .steps = 100, .plain_most = 8192};

static const option options[] = {
    {"method", OPTION_CHOICE, &state.method,
     "all|plain|penta|cut-lines|fused|s1|s14|s2-pcr|s2-cr-pcr|cusparse", "how lines are solved", 0,
     0},
    {"isa", OPTION_TEXT, &state.isa, "NAME",
     "kernels: auto; cpu: base, avx2, avx512; with --backend cuda: fast, strict", 0, 0},
    {"n", OPTION_INTEGER, &state.n, "N", "cells along x and y; usual: 128 to 8192, quick to 1024",
     2, 1e5},
    {"precision", OPTION_CHOICE, &state.real, "f32|f64|mixed|both",
     "of the stored state; mixed: f32, lines in f64", 0, 0},
    {"coefficients", OPTION_CHOICE, &coefficients, "printed|extrapolated|both",
     "first order as in the paper, or second", 0, 0},
    {"steps", OPTION_INTEGER, &state.steps, "N", "of a stretch, at most; usual: 100", 1, 1e6},
    {"plain-most", OPTION_INTEGER, &state.plain_most, "N",
     "largest grid of plain C; its time per cell serves larger ones", 2, 1e5},
    {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};

static const bench_column columns[] = {
    BENCH_JSON_ONLY(ADI_KERNEL, "kernel"),
    {ADI_METHOD, "method", "method", -10, "%s", "method", "%s", 0},
    {ADI_BACKEND, "backend", "backend", -9, "%s", NULL, NULL, 0},
    {ADI_ISA, "isa", "isa", -7, "%s", NULL, NULL, 0},
    {ADI_BACKEND_AND_ISA, NULL, NULL, 0, NULL, "backend", "%s", 0},
    BENCH_JSON_ONLY(ADI_LINES, "lines"),
    {ADI_REAL, "precision", "real", -5, "%s", "real", "%s", 0},
    {ADI_COEFFICIENTS, "coefficients", "coefficients", -12, "%s", "coefficients", "%s", 0},
    {ADI_NX, "nx", "nx", 5, "%lld", "nx = ny", "%lld", 0},
    BENCH_JSON_ONLY(ADI_NY, "ny"),
    {ADI_THREADS, "threads", "thr", 3, "%lld", "threads", "%lld", 0},
    {ADI_STEPS, "steps", "steps", 5, "%lld", "steps", "%lld", 0},
    BENCH_JSON_ONLY(ADI_DT, "dt"),
    {BENCH_BEST, "seconds_best", "ms/step", 9, "%.4g", "ms/step", "%.4g", 1e3},
    {BENCH_MEDIAN, "seconds_median", "median", 9, "%.4g", "median ms", "%.4g", 1e3},
    {BENCH_RATE, "rate", "ns/cell", 8, "%.4f", "ns/cell", "%.4g", 0},
    {BENCH_GBS, "gbs", "GB/s", 6, "%.4g", "GB/s", "%.4g", 0},
    BENCH_JSON_ONLY(BENCH_COPY, "copy_gbs"),
    BENCH_JSON_ONLY(ADI_TRIAD, "triad_gbs"),
    {BENCH_SHARE, "fraction", "copy", 6, "%.1f%%", "of copy", "%.1f %%", 100},
    {ADI_OF_TRIAD, "fraction_of_triad", "triad", 6, "%.1f%%", "of triad", "%.1f %%", 100},
    {ADI_TIMES_PLAIN, NULL, "x plain", 7, "%s", "times plain", "%s", 0},
    BENCH_JSON_COLUMNS,
    BENCH_JSON_ONLY(ADI_PEER_NX, "peer_nx"),
    {ADI_PAPER, "paper_ratio", "paper", 5, "%.0f", "paper", "%.0f", 0},
    BENCH_JSON_ONLY(ADI_MASS_ERROR, "mass_error"),
    {-1, NULL, NULL, 0, NULL, NULL, NULL, 0}};

/* Whether the backend that the user named has the method. */
static int check_method(const bench *b)
{
    const char *of = NULL;
    for (const adi_method *m = adi_methods; m->name && state.backend; ++m) {
        if (!state.method || strcmp(state.method, m->name) != 0)
            continue;
        if (adi_method_is_of(m, state.backend))
            return 0;
        of = m->backend;
    }
    return of ? tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                           "method %s is one of backend %s, not of %s", state.method, of,
                           state.backend)
              : 0;
}

static spate_options options_for(const char *backend)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.scheme = "adi";
    opt.backend = backend;
    return opt;
}

/* Before anything is measured: whether backend and kernels are there. */
static int choose_kernels(bench *b)
{
    const adi_method *method = state.backend ? NULL : adi_method_named(state.method);
    spate_options opt = options_for(state.backend ? state.backend
                                    : method      ? method->backend
                                                  : "cpu");
    opt.isa = state.isa;
    int code = check_method(b);
    if (code == 0)
        code = bench_choose_backend(b, &opt);
    if (code != 0 || b->backend->kernels("adi", opt.precision, state.isa))
        return code;
    return tool_error(b->tool, SPATE_ERROR_BACKEND,
                      "isa \"%s\": the %s backend has no such kernels here (spate doctor lists "
                      "what there is)",
                      state.isa, b->backend->name);
}

/* The GPU that the user named, or with all backends the first one that has the scheme;
 * NULL: none. */
static const spate_backend *find_device(const bench *b)
{
    const spate_backend *device = NULL;
    const spate_options opt = options_for(state.backend ? state.backend : "cuda");
    if (strncmp(opt.backend, "cuda", 4) != 0 ||
        backend_choose(b->tool->ctx, &opt, &device) != SPATE_OK)
        return NULL;
    return device;
}

static int prepare(bench *b)
{
    if (strcmp(b->backend_name, "all") != 0)
        state.backend = b->backend_name;
    const int code = choose_kernels(b);
    if (!adi_method_named(state.method))
        state.method = NULL; /* "all" */
    state.extrapolated =
        bench_index(coefficients, (const char *const[]){"printed", "extrapolated"}, 2);
    state.device = code == 0 ? find_device(b) : NULL;
    return code;
}

int bench_adi(spate_tool *tool, int argc, char **argv)
{
    static const bench_kind kind = {.name = "adi",
                                    .title = "ADI",
                                    .about = "Speed of the ADI scheme. Options narrow the usual "
                                             "runs.",
                                    .reading = READING,
                                    .backend = "all",
                                    .backend_help = "all, cpu, reference, cuda or cuda:N",
                                    .options = options,
                                    .columns = columns,
                                    .repeat = 3,
                                    .quick_repeat = 3,
                                    .setup_bytes = sizeof(adi_setup),
                                    .user = &state,
                                    .prepare = prepare,
                                    .plan = adi_plan,
                                    .measure = adi_measure};
    return bench_main(tool, &kind, argc, argv);
}
