/* spate bench tridiag-distributed: lines cut over parts of one process, or over ranks, beside the
 * uncut solve of the same lines and the memory bandwidth. */
#include <math.h>
#include <string.h>

#include "bench/tridiag_cut.h"

#define READING                                                                                       \
    "Lines are cut into equal parts at multiples of the chunk: of one process, or one part for\n"     \
    "each rank. GB/s counts the fewest bytes that an uncut solve must move (5 words an unknown,\n"    \
    "2 for a shared matrix). moved: what the cut solve moves beside its scratch, over that. uncut:\n" \
    "its time over that of spate_tridiag on the same lines, timed in turns. sent: to other ranks,\n"  \
    "in one solve, by the rank that sends the most. GB/s and copy are those of one rank.\n"

static struct {
    const char *matrix, *layout, *precision;
    int64_t n, parts;
    double unknowns, scratch; /* MB */
} wanted = {.n = 1024, .unknowns = NAN};
static cut_bench state = {.chunk = 64, .reduced = "auto"};

static const option options[] = {
    {"matrix", OPTION_CHOICE, &wanted.matrix, "general|shared|toeplitz", "class of matrices", 0, 0},
    {"layout", OPTION_CHOICE, &wanted.layout, "contiguous|strided|interleaved", "of lines", 0, 0},
    {"precision", OPTION_CHOICE, &wanted.precision, "f32|f64", "of all values", 0, 0},
    {"reduced", OPTION_CHOICE, &state.reduced, "auto|gather|all-to-all|neighbours",
     "how the reduced system between parts is solved", 0, 0},
    {"tolerance", OPTION_REAL, &state.tolerance, "E", "of neighbours, over the largest value", 0,
     0.9},
    {"n", OPTION_INTEGER, &wanted.n, "N", "unknowns of a line", 2, 1e8},
    {"unknowns", OPTION_REAL, &wanted.unknowns, "N", "of all lines together, about", 1, 1e12},
    {"parts", OPTION_INTEGER, &wanted.parts, "P", "of each rank; usual: 1, 2, 4, 8; with ranks 1",
     1, CUT_MOST_PARTS},
    {"chunk", OPTION_INTEGER, &state.chunk, "C", "rows eliminated in one go", 1, 1e6},
    {"scratch", OPTION_REAL, &wanted.scratch, "MB",
     "GPU: kept for the back substitution; usual: 400", 0, 1e6},
    {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};

static const bench_column columns[] = {
    BENCH_JSON_ONLY(TRIDIAG_KERNEL, "kernel"),
    BENCH_JSON_ONLY(TRIDIAG_BACKEND, "backend"),
    {TRIDIAG_MATRIX, "matrix", "matrix", -9, "%s", "matrix", "%s", 0},
    {TRIDIAG_LAYOUT, "layout", "layout", -11, "%s", "layout", "%s", 0},
    {TRIDIAG_REAL, "precision", "", -3, "%s", "", "%s", 0},
    {TRIDIAG_N, "n", "n", 6, "%lld", "n", "%lld", 0},
    {TRIDIAG_LINES, "batch", "lines", 7, "%lld", "lines", "%lld", 0},
    {TRIDIAG_THREADS, "threads", "thr", 3, "%lld", "threads", "%lld", 0},
    {TRIDIAG_RANKS, "ranks", "ranks", 5, "%lld", "ranks", "%lld", 0},
    {TRIDIAG_PARTS, "parts", "parts", 5, "%lld", "parts of each", "%lld", 0},
    {TRIDIAG_REDUCED, "reduced", "reduced", -10, "%s", "reduced", "%s", 0},
    BENCH_JSON_ONLY(BENCH_BEST, "seconds_best"),
    BENCH_JSON_ONLY(BENCH_MEDIAN, "seconds_median"),
    {BENCH_RATE, "rate", "ns/unkn.", 9, "%.3f", "ns/unknown", "%.3f", 0},
    {BENCH_GBS, "gbs", "GB/s", 7, "%.2f", "GB/s", "%.2f", 0},
    {BENCH_COPY, "copy_gbs", "copy", 7, "%.2f", "copy", "%.2f", 0},
    {BENCH_SHARE, "fraction", "share", 5, "%.0f%%", "share", "%.0f %%", 100},
    {TRIDIAG_MOVED, "moved", "moved", 6, "%.2f", "moved", "%.2f", 0},
    {TRIDIAG_OVER_UNCUT, "over_uncut", "uncut", 6, "%.2f", "uncut", "%.2f", 0},
    {TRIDIAG_SENT, "sent_bytes", "sent B", 9, "%.3g", "sent B", "%.3g", 0},
    {BENCH_RESIDUAL, "residual", "residual", 9, "%.2g", "residual", "%.2g", 0},
    BENCH_JSON_COLUMNS,
    {-1, NULL, NULL, 0, NULL, NULL, NULL, 0}};

static int prepare(bench *b)
{
    const int64_t chunks = (wanted.n + state.chunk - 1) / state.chunk;
    const int64_t parts = (wanted.parts > 0 ? wanted.parts : 1) * b->tool->ranks;
    if (parts > chunks)
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                          "%lld parts: lines of %lld rows have fewer chunks of %lld rows",
                          (long long)parts, (long long)wanted.n, (long long)state.chunk);
    if (isnan(wanted.unknowns))
        wanted.unknowns = b->quick ? 1 << 20 : 1 << 24;
    state.scratch = 1e6 * wanted.scratch;
    return arrays_choose_backend(b, 0, "tridiagonal solvers");
}

static int is_wanted(const char *word, const char *name)
{
    return !word || strcmp(word, name) == 0;
}

/* 1, 2, 4 and 8 parts as far as there are chunks; or as many as the user wants; one for each of
 * several ranks. */
static int plan(const bench *b, void *setups, int room)
{
    static const struct {
        spate_tridiag_class matrix;
        tridiag_layout layout;
    } kinds[] = {{SPATE_TRIDIAG_GENERAL, TRIDIAG_CONTIGUOUS},
                 {SPATE_TRIDIAG_GENERAL, TRIDIAG_STRIDED},
                 {SPATE_TRIDIAG_TOEPLITZ, TRIDIAG_CONTIGUOUS},
                 {SPATE_TRIDIAG_TOEPLITZ, TRIDIAG_STRIDED}};
    const int64_t chunks = (wanted.n + state.chunk - 1) / state.chunk;
    const int first = wanted.parts > 0 ? (int)wanted.parts : 1;
    const int last = wanted.parts > 0 || b->tool->ranks > 1 ? first : 8;
    cut_setup *out = setups;
    int count = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
        const tridiag_setup s = {.matrix = kinds[k].matrix,
                                 .layout = kinds[k].layout,
                                 .precision = is_wanted(wanted.precision, "f64") ? 64 : 32,
                                 .threads = b->threads > 0 ? b->threads : b->max_threads,
                                 .n = wanted.n,
                                 .lines = (int64_t)fmax(1, wanted.unknowns / (double)wanted.n)};
        if (!is_wanted(wanted.matrix, tridiag_class_names[s.matrix]) ||
            !is_wanted(wanted.layout, tridiag_layout_names[s.layout]))
            continue;
        for (int parts = first; parts <= last && parts <= chunks && count < room; parts *= 2)
            out[count++] = (cut_setup){s, parts};
    }
    return count;
}

int bench_tridiag_distributed(spate_tool *tool, int argc, char **argv)
{
    static const bench_kind kind = {.name = "tridiag-distributed",
                                    .title = "Tridiagonal lines cut over parts",
                                    .about = "Speed of lines cut over parts and ranks.",
                                    .reading = READING,
                                    .backend = "cpu",
                                    .backend_help = "cpu, cuda, or cuda:N for the device N",
                                    .options = options,
                                    .columns = columns,
                                    .repeat = 7,
                                    .quick_repeat = 3,
                                    .ranks = 1,
                                    .setup_bytes = sizeof(cut_setup),
                                    .user = &state,
                                    .prepare = prepare,
                                    .plan = plan,
                                    .measure = cut_measure};
    return bench_main(tool, &kind, argc, argv);
}
