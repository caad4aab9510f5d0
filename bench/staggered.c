/* spate bench staggered: steps of the staggered scheme beside the memory bandwidth. */
#include "bench/staggered.h"

#include <stdio.h>
#include <string.h>

#define READING                                                                                    \
    "A square of 200 m with 1 m of water and a drop, all cells moving (tiles at rest are not\n"    \
    "skipped). gravity: gravity and continuity on a flat bed. whole: with an island that rises\n"  \
    "above the water, central advection, Manning friction and the outflow limit.\n"                \
    "set-up: creating the run and filling it, from the CPU to a GPU too. GB/s: the fewest bytes\n" \
    "of a step, 7 words for each cell (h, u, v and the bed read, h, u and v written), over its\n"  \
    "time. copy: those of a copy of memory with the same threads here, the ceiling; small grids\n" \
    "are in the cache and may exceed it. The peer is the default scheme with its two stages on\n"  \
    "the same grid: the last column has how many times as long its step takes.\n"                  \
    "thesis: ms of a step in Buwalda (2020), table 9.1, f32, on a RTX 2080 Ti and on 12 threads\n" \
    "of an i7-8086K. Its scheme has the terms of whole.\n"                                         \
    "block, strip: threads of a block and rows of a strip that --strip has set, on a GPU.\n"

static staggered_bench state = {.isa = "auto", .steps = 1000};

static const option options[] = {
    {"terms", OPTION_CHOICE, &state.terms_name, "gravity|whole|both", "usual: both", 0, 0},
    {"ordering", OPTION_CHOICE, &state.ordering_name, "hansen|sielecki|both", "usual: both", 0, 0},
    {"precision", OPTION_CHOICE, &state.precision_name, "f32|f64|both", "usual: both", 0, 0},
    {"isa", OPTION_TEXT, &state.isa, "NAME",
     "kernels: auto; cpu: base, avx2, avx512; with --backend cuda: fast, strict", 0, 0},
    {"n", OPTION_INTEGER, &state.n, "N",
     "cells along x and y; usual: 96 to 3072, on a GPU to 12288", 4, 1e5},
    {"strip", OPTION_TEXT, &state.strip_name, "THREADS,ROWS",
     "threads of a block and rows of a strip; sweep: many; usual: chosen; only on a GPU", 0, 0},
    {"steps", OPTION_INTEGER, &state.steps, "N", "of a stretch, at most; usual: 1000", 2, 1e6},
    {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};

static const bench_column columns[] = {
    BENCH_JSON_ONLY(STAGGERED_KERNEL, "kernel"),
    {STAGGERED_SCHEME, "scheme", "scheme", -9, "%s", "scheme", "%s", 0},
    {STAGGERED_ORDERING, "ordering", "ordering", -8, "%s", "ordering", "%s", 0},
    {STAGGERED_TERMS, "terms", "terms", -7, "%s", "terms", "%s", 0},
    {STAGGERED_BACKEND, "backend", "backend", -9, "%s", "backend", "%s", 0},
    {STAGGERED_ISA, "isa", "isa", -7, "%s", "isa", "%s", 0},
    {STAGGERED_REAL, "precision", "real", -4, "%s", "real", "%s", 0},
    {STAGGERED_N, "n", "n", 5, "%lld", "nx = ny", "%lld", 0},
    {STAGGERED_THREADS, "threads", "thr", 3, "%lld", "threads", "%lld", 0},
    {STAGGERED_STEPS, "steps", "steps", 5, "%lld", NULL, NULL, 0},
    {STAGGERED_BLOCK, "block_threads", "block", 5, "%lld", "block", "%lld", 0},
    {STAGGERED_STRIP, "strip_rows", "strip", 5, "%lld", "strip rows", "%lld", 0},
    {BENCH_SETUP, "setup_seconds", "set-up ms", 9, "%.3g", "set-up ms", "%.3g", 1e3},
    {BENCH_BEST, "seconds_best", "ms/step", 9, "%.4g", "ms/step", "%.4g", 1e3},
    {BENCH_MEDIAN, "seconds_median", "median", 9, "%.4g", "median ms", "%.4g", 1e3},
    {BENCH_RATE, "rate", "ns/cell", 8, "%.4g", "ns/cell", "%.4g", 0},
    BENCH_MEMORY_COLUMNS,
    {STAGGERED_THESIS_GPU, "thesis_gpu_seconds", "thesis G", 8, "%.3g", "thesis GPU ms", "%.3g",
     1e3},
    {STAGGERED_THESIS_CPU, "thesis_cpu_seconds", "thesis C", 8, "%.3g", "thesis CPU ms", "%.3g",
     1e3},
    BENCH_JSON_ONLY(BENCH_RATE_UNIT, "rate_unit"),
    BENCH_JSON_ONLY(BENCH_FLOOR, "bytes_floor"),
    BENCH_JSON_ONLY(BENCH_PEER, "peer"),
    BENCH_JSON_ONLY(BENCH_PEER_SECONDS, "peer_seconds"),
    BENCH_JSON_ONLY(BENCH_PEER_RATIO, "peer_ratio"),
    BENCH_JSON_ONLY(STAGGERED_MASS_ERROR, "mass_error"),
    BENCH_REMARK_COLUMN,
    {-1, NULL, NULL, 0, NULL, NULL, NULL, 0}};

/* Whether the strip is one that CUDA's kernels take (SPATE_CUDA_STRIP). */
static int choose_strip(bench *b)
{
    const char *name = state.strip_name;
    staggered_strip *strip = &state.strip;
    char rest = 0;
    state.sweeps = name && strcmp(name, "sweep") == 0;
    if (!name || strcmp(name, "usual") == 0)
        return 0;
    if (!b->backend->mirrored)
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT, "--strip is of GPUs: add --backend cuda");
    if (state.sweeps)
        return 0;
    const int read = sscanf(name, "%d,%d%c", &strip->threads, &strip->rows, &rest);
    const int threads_fit =
        strip->threads >= 0 && strip->threads <= 128 && strip->threads % 32 == 0;
    if (read == 2 && threads_fit &&
        (strip->rows == 0 || (strip->rows >= 16 && strip->rows % 8 == 0)))
        return 0;
    return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                      "--strip must be THREADS,ROWS such as 64,256: 32 to 128 threads in steps of "
                      "32 and 16 or more rows in steps of 8, or 0; not '%s'",
                      name);
}

static int prepare(bench *b)
{
    static const char *const precisions[] = {"f32", "f64"};
    spate_options o;
    spate_options_default(&o);
    o.scheme = "staggered";
    o.backend = b->backend_name;
    o.isa = state.isa;
    const int code = bench_choose_backend(b, &o);
    if (code != 0)
        return code;
    if (!b->backend->kernels(o.scheme, o.precision, state.isa))
        return tool_error(b->tool, SPATE_ERROR_BACKEND,
                          "isa \"%s\": the %s backend has no such kernels here (spate doctor lists "
                          "what there is)",
                          state.isa, b->backend->name);
    state.terms = bench_index(state.terms_name, staggered_term_names, 2);
    state.ordering = bench_index(state.ordering_name, staggered_ordering_names, 2);
    state.precision = 32 * (1 + bench_index(state.precision_name, precisions, 2));
    return choose_strip(b);
}

int bench_staggered(spate_tool *tool, int argc, char **argv)
{
    static const bench_kind kind = {.name = "staggered",
                                    .title = "The staggered scheme",
                                    .about = "Speed of the staggered scheme. Options narrow the "
                                             "usual runs.",
                                    .reading = READING,
                                    .backend = "cpu",
                                    .backend_help = "cpu, reference, cuda or cuda:N",
                                    .options = options,
                                    .columns = columns,
                                    .repeat = 3,
                                    .quick_repeat = 2,
                                    .setup_bytes = sizeof(staggered_setup),
                                    .user = &state,
                                    .prepare = prepare,
                                    .plan = staggered_plan,
                                    .measure = staggered_measure};
    return bench_main(tool, &kind, argc, argv);
}
