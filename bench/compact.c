/* spate bench compact: compact differences beside the memory bandwidth and LAPACK. */
#include "bench/compact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define READING                                                                                         \
    "ns are of one value of f. GB/s counts the fewest bytes that must move: f read once, g written\n"   \
    "once. Copy is the better of two, timed beside each group by the same threads; arrays that fit\n"   \
    "a cache may beat it. gttrs is the same derivative by a loop for the right-hand side and LAPACK,\n" \
    "factored before the clock, as many lines as fit a cache at a time, along x only. The last\n"       \
    "column: how many times as fast as that. Residual: the largest of a sample of lines, over\n"        \
    "|A| |g| + |B| |f|. cut: the array in PxQxR boxes, on so many ranks (a GPU each); its seconds\n"    \
    "over those of whole lines (with ranks: of each box as a whole array), timed in turns; bytes\n"     \
    "moved, counted, over the fewest; bytes sent in one apply by the rank that sends the most. Its\n"   \
    "share is of all ranks' copies.\n"

static struct {
    const char *direction, *ends, *precision, *set, *parts;
} words;
static compact_bench state;

static const option options[] = {
    {"scheme", OPTION_TEXT, &state.scheme, "NAME", "one scheme instead of several", 0, 0},
    {"direction", OPTION_CHOICE, &words.direction, "x|y|z", "along which lines run", 0, 0},
    {"ends", OPTION_CHOICE, &words.ends, "closed|periodic", "of lines", 0, 0},
    {"precision", OPTION_CHOICE, &words.precision, "f32|f64", "of all values", 0, 0},
    {"n", OPTION_INTEGER, &state.n, "N",
     "a cube with N values along each side; of a set, the largest", 8, 1e4},
    {"set", OPTION_CHOICE, &words.set, "paper", "the shapes of Srinath (2015), tables 4.1 and 4.2",
     0, 0},
    {"parts", OPTION_TEXT, &words.parts, "PxQxR", "rows of the array in boxes, too", 0, 0},
    {"along", OPTION_INTEGER, &state.along, "N",
     "rows of the array in 1, 2, 4 ... N boxes along its lines, too", 1, 64},
    {"reduced", OPTION_CHOICE, &state.reduced, "auto|gather|all-to-all|neighbours",
     "of boxes: how the reduced system between them is solved", 0, 0},
    {"tolerance", OPTION_REAL, &state.tolerance, "E", "of neighbours, over the largest value", 0,
     0.9},
    {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};

static const bench_column columns[] = {
    BENCH_JSON_ONLY(COMPACT_KERNEL, "kernel"),
    {COMPACT_SOLVER, "solver", "by", -6, "%s", "by", "%s", 0},
    BENCH_JSON_ONLY(COMPACT_BACKEND, "backend"),
    {COMPACT_SCHEME, "scheme", "scheme", -17, "%s", "scheme", "%s", 0},
    {COMPACT_ENDS, "ends", "ends", -8, "%s", "ends", "%s", 0},
    {COMPACT_REAL, "precision", "real", -4, "%s", "real", "%s", 0},
    {COMPACT_SIZE, NULL, "size", -13, "%s", "size", "%s", 0},
    BENCH_JSON_ONLY(COMPACT_NX, "nx"),
    BENCH_JSON_ONLY(COMPACT_NY, "ny"),
    BENCH_JSON_ONLY(COMPACT_NZ, "nz"),
    {COMPACT_DIRECTION, "direction", "along", -5, "%s", "along", "%s", 0},
    {COMPACT_THREADS, "threads", "thr", 3, "%lld", "threads", "%lld", 0},
    {BENCH_BEST, "seconds_best", "best ms", 9, "%.4g", "best ms", "%.4g", 1e3},
    {BENCH_MEDIAN, "seconds_median", "median ms", 9, "%.4g", "median ms", "%.4g", 1e3},
    {BENCH_RATE, "rate", "ns/value", 9, "%.3f", "ns/value", "%.4g", 0},
    BENCH_MEMORY_COLUMNS,
    BENCH_RESIDUAL_COLUMN,
    BENCH_JSON_COLUMNS,
    BENCH_JSON_ONLY(COMPACT_PARTS_X, "parts_x"),
    BENCH_JSON_ONLY(COMPACT_PARTS_Y, "parts_y"),
    BENCH_JSON_ONLY(COMPACT_PARTS_Z, "parts_z"),
    BENCH_JSON_ONLY(COMPACT_RANKS, "ranks"),
    BENCH_JSON_ONLY(COMPACT_OVER_WHOLE, "over_whole"),
    BENCH_JSON_ONLY(COMPACT_MOVED, "moved"),
    BENCH_JSON_ONLY(COMPACT_SENT, "sent_bytes"),
    BENCH_REMARK_COLUMN,
    {-1, NULL, NULL, 0, NULL, NULL, NULL, 0}};

/* "4", "4x2" or "4x2x1". */
static int read_parts(const spate_tool *tool, const char *text, int parts[3])
{
    int used = 0;
    parts[0] = parts[1] = parts[2] = 1;
    const int read =
        sscanf(text, "%4d%n x%4d%n x%4d%n", &parts[0], &used, &parts[1], &used, &parts[2], &used);
    if (read >= 1 && text[used] == '\0' && parts[0] > 0 && parts[1] > 0 && parts[2] > 0)
        return 0;
    return tool_error(tool, SPATE_ERROR_ARGUMENT, "--parts must be PxQxR, such as 4x2x1, not '%s'",
                      text);
}

static int check_options(const bench *b)
{
    spate_compact_scheme scheme;
    if (words.parts && state.along)
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT, "--parts and --along exclude one another");
    if (b->tool->ranks > 1 && !words.parts && !state.along && !words.set)
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                          "whole lines are measured on one process, not on %d ranks: add --parts",
                          b->tool->ranks);
    if (state.scheme && !spate_compact_find(state.scheme, &scheme))
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT, "no scheme '%s'", state.scheme);
    return words.parts ? read_parts(b->tool, words.parts, state.parts) : 0;
}

static int prepare(bench *b)
{
    const char *why;
    int code = check_options(b);
    if (code == 0)
        code = arrays_choose_backend(b, 1, "compact differences");
    if (code != 0)
        return code;
    state.direction = words.direction ? words.direction[0] - 'x' : -1;
    state.periodic = words.ends ? strcmp(words.ends, "periodic") == 0 : -1;
    state.precision = words.precision ? atoi(words.precision + 1) : 0;
    state.paper = words.set != NULL;
    if (b->tool->ranks == 1 && !arrays_device(b)) {
        state.peer = compact_find_peer(&why);
        if (why)
            bench_note(b, "%s", why);
    }
    return 0;
}

static int measure(bench *b, const void *setup)
{
    const compact_setup *s = setup;
    const int code = b->tool->ranks == 1 && !s->only_cut ? compact_measure(b, s) : 0;
    return code == 0 && s->parts[0] > 0 ? compact_cut_measure(b, s) : code;
}

int bench_compact(spate_tool *tool, int argc, char **argv)
{
    static const bench_kind kind = {.name = "compact",
                                    .title = "Compact differences",
                                    .about = "Speed of compact differences. Options narrow the "
                                             "usual runs.",
                                    .reading = READING,
                                    .backend = "cpu",
                                    .backend_help = "cpu, cuda, or cuda:N for the device N",
                                    .options = options,
                                    .columns = columns,
                                    .repeat = 5,
                                    .quick_repeat = 3,
                                    .ranks = 1,
                                    .setup_bytes = sizeof(compact_setup),
                                    .user = &state,
                                    .prepare = prepare,
                                    .plan = compact_plan,
                                    .measure = measure};
    return bench_main(tool, &kind, argc, argv);
}
