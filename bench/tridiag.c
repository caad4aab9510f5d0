/* spate bench tridiag: batched tridiagonal solvers beside the memory bandwidth and LAPACK. */
#include "bench/tridiag.h"

#include <math.h>
#include <string.h>

#define READING                                                                                           \
    "GB/s counts the fewest bytes that must move: 5 words an unknown for a general matrix, 2 for\n"       \
    "one that all lines share. Copy is the better of two, timed beside each group by the same\n"          \
    "threads. LAPACK (gtsv; gttrs and pttrs, factored before the clock) solves contiguous lines,\n"       \
    "divided among the same threads; it overwrites its input, so that the time includes a copy.\n"        \
    "hypre's cyclic reduction (CycRed), where this program was built with it: one thread, f64, in\n"      \
    "arrays filled before the clock; the time includes the set-up of a general matrix. The last\n"        \
    "column: how many times as fast as the fastest of these. Residual: the largest of a sample of\n"      \
    "lines, over |A| |x| + |d|. On a GPU all arrays are in its memory, and the peer is cuSPARSE:\n"       \
    "gtsv2StridedBatch for contiguous lines, gtsvInterleavedBatch (Thomas) for interleaved ones.\n"       \
    "set auto: short lines and few lines, all algorithms of ours, no peers; auto shall be within\n"       \
    "10 % of the best. set paper: the systems of Aackermann and Dinesen Pedersen (2012), of grids from\n" \
    "128 x 128 to 4096 x 4096, with their times where they have any.\n"

static struct {
    const char *set, *matrix, *layout, *precision;
    double within;
} words = {.within = NAN};
static tridiag_bench state = {.algorithm = "all", .unknowns = NAN, .worst_choice = 1};

static const option options[] = {
    {"matrix", OPTION_CHOICE, &words.matrix, "general|shared|toeplitz", "class of matrices", 0, 0},
    {"layout", OPTION_CHOICE, &words.layout, "contiguous|strided|interleaved", "of lines", 0, 0},
    {"precision", OPTION_CHOICE, &words.precision, "f32|f64|both", "of all values", 0, 0},
    {"algorithm", OPTION_TEXT, &state.algorithm, "NAME", "all, auto or one by name", 0, 0},
    {"n", OPTION_INTEGER, &state.n, "N", "unknowns of a line", 2, 1e8},
    {"set", OPTION_CHOICE, &words.set, "auto|paper", "lines of a set instead of the usual", 0, 0},
    {"within", OPTION_REAL, &words.within, "P",
     "fails with exit code 7 where auto needs over P percent more time than our best", 0, 1e9},
    {"unknowns", OPTION_REAL, &state.unknowns, "N", "of all lines together, about", 1, 1e12},
    {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};

static const bench_column columns[] = {
    BENCH_JSON_ONLY(TRIDIAG_KERNEL, "kernel"),
    BENCH_JSON_ONLY(TRIDIAG_SOLVER, "solver"),
    {TRIDIAG_NAME, NULL, "solver", -16, "%s", "solver", "%s", 0},
    BENCH_JSON_ONLY(TRIDIAG_CHOSEN, "auto"),
    BENCH_JSON_ONLY(TRIDIAG_BACKEND, "backend"),
    {TRIDIAG_MATRIX, "matrix", "matrix", -8, "%s", "matrix", "%s", 0},
    {TRIDIAG_LAYOUT, "layout", "layout", -11, "%s", "layout", "%s", 0},
    {TRIDIAG_REAL, "precision", "real", -4, "%s", "real", "%s", 0},
    {TRIDIAG_N, "n", "n", 6, "%lld", "n", "%lld", 0},
    {TRIDIAG_LINES, "batch", "lines", 8, "%lld", "lines", "%lld", 0},
    {TRIDIAG_THREADS, "threads", "thr", 3, "%lld", "threads", "%lld", 0},
    {BENCH_BEST, "seconds_best", "best s", 9, "%.3g", "best s", "%.4g", 0},
    {BENCH_MEDIAN, "seconds_median", "median s", 9, "%.3g", "median s", "%.4g", 0},
    {BENCH_RATE, "rate", "ns/unkn", 9, "%.3f", "ns/unknown", "%.4g", 0},
    BENCH_MEMORY_COLUMNS,
    BENCH_RESIDUAL_COLUMN,
    BENCH_JSON_ONLY(TRIDIAG_OVER_BEST, "over_best"),
    BENCH_JSON_ONLY(TRIDIAG_PAPER_SECONDS, "paper_seconds"),
    BENCH_JSON_ONLY(TRIDIAG_PAPER_WHAT, "paper_what"),
    BENCH_JSON_COLUMNS,
    BENCH_REMARK_COLUMN,
    {-1, NULL, NULL, 0, NULL, NULL, NULL, 0}};

static void find_peers(const bench *b)
{
    const char *why[2] = {NULL, NULL};
    if (arrays_device(b)) {
        state.peers[0] = tridiag_cusparse(&why[0]);
    } else {
        state.peers[0] = tridiag_lapack(&why[0]);
        state.peers[1] = tridiag_hypre(&why[1]);
    }
    for (int k = 0; k < 2; ++k)
        if (why[k])
            bench_note(b, "%s", why[k]);
}

static int prepare(bench *b)
{
    static const char *const precisions[] = {"f32", "f64"}, *const sets[] = {"auto", "paper"};
    if (!isnan(words.within) && strcmp(state.algorithm, "all") != 0)
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                          "within compares auto with all algorithms, not with %s", state.algorithm);
    const int code = arrays_choose_backend(b, 0, "tridiagonal solvers");
    if (code != 0)
        return code;
    const int on_device = arrays_device(b) != NULL;
    state.set = (tridiag_set)(1 + bench_index(words.set, sets, 2));
    state.matrix = bench_index(words.matrix, tridiag_class_names, 3);
    state.layout = bench_index(words.layout, tridiag_layout_names, TRIDIAG_LAYOUTS);
    state.precision = 32 * (1 + bench_index(words.precision, precisions, 2));
    state.threads = on_device ? b->max_threads : b->threads; /* of a device: they fill the arrays */
    /* On a CPU the smallest case, two arrays of f32, has 128 MB, quick 64: beyond the caches of
     * most. */
    if (isnan(state.unknowns))
        state.unknowns = on_device ? 1 << 26 : b->quick ? 1 << 23 : 1 << 24;
    find_peers(b);
    return 0;
}

static int nothing_planned(const bench *b)
{
    if (words.set)
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT, "set %s has no such lines", words.set);
    return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                      "a %s matrix is not measured with %s lines: they lie as strided ones do",
                      words.matrix, words.layout);
}

/* How good the choices of auto were. */
static void report_choices(const bench *b)
{
    char text[160], nothing[32] = "";
    const double worst = 100 * (state.worst_choice - 1);
    if (state.choices == 0)
        return;
    if (arrays_device(b))
        snprintf(nothing, sizeof nothing, " or %.1f us", 1e6 * TRIDIAG_QUEUEING);
    if (state.good_choices == state.choices)
        snprintf(text, sizeof text, "auto: within %.1f %%%s of our best in all %d groups", worst,
                 nothing, state.choices);
    else
        snprintf(text, sizeof text,
                 "auto: within %.0f %%%s of our best in %d of %d groups, %.0f %% above it at worst",
                 100 * (TRIDIAG_GOOD_CHOICE - 1), nothing, state.good_choices, state.choices,
                 worst);
    if (b->markdown.out)
        fprintf(b->markdown.out, "\n%s.\n", text);
    if (!b->as_json)
        printf("\n%s\n", text);
}

/* Whether the choices of auto were good enough, as an exit code. */
static int finish(bench *b, int code)
{
    report_choices(b);
    if (code != 0 || isnan(words.within) || state.worst_choice <= 1 + words.within / 100)
        return code;
    return tool_error(b->tool, SPATE_ERROR_COMPARISON,
                      "auto needs %.1f %% more time than our best, over %g %%",
                      100 * (state.worst_choice - 1), words.within);
}

int bench_tridiag(spate_tool *tool, int argc, char **argv)
{
    static const bench_kind kind = {.name = "tridiag",
                                    .title = "Tridiagonal solvers",
                                    .about = "Speed of the tridiagonal solvers. Options narrow the "
                                             "usual runs.",
                                    .reading = READING,
                                    .backend = "cpu",
                                    .backend_help = "cpu, cuda, or cuda:N for the device N",
                                    .options = options,
                                    .columns = columns,
                                    .repeat = 5,
                                    .quick_repeat = 3,
                                    .goes_on = 1,
                                    .setup_bytes = sizeof(tridiag_setup),
                                    .user = &state,
                                    .prepare = prepare,
                                    .plan = tridiag_plan,
                                    .nothing_planned = nothing_planned,
                                    .measure = tridiag_measure,
                                    .finish = finish};
    return bench_main(tool, &kind, argc, argv);
}
