/* spate bench vector-invariant: kernels, steps, iterations and errors of the vector-invariant
 * schemes, beside those of Saunders (2014). */
#include "bench/vector_invariant.h"

#include "bench/ceiling.h"

#define READING                                                                                                                          \
    "f64 and form: paper unless a row says otherwise, one part. Times of Saunders (2014, University of Bath) are those of Tesla M2090\n" \
    "GPUs.\n"                                                                                                                            \
    "kernels: one pass over 2048 x 2048 cells as in tables 7 to 11. Words are values read or written\n"                                  \
    "for each cell, operations are counted in the source (+ - * /). paper: the kernels that do the same\n"                               \
    "there, and the sum of their times.\n"                                                                                               \
    "step: parts of a step as in section 5.1 and table 4; Courant number 0.1. The rest of a step is its\n"                               \
    "time without that of its solves.\n"                                                                                                 \
    "floor: whole steps by the fewest words that they must move, in the form that is usual (energy).\n"                                  \
    "hundred: 100 steps of 5120 x 5120 cells, Courant number 0.1, as in tables 12 to 14 on one GPU.\n"                                   \
    "mass, newton, ripple: whole runs; docs/theory/vector_invariant_paper.md has what each is about.\n"                                  \
    "C: c dt / dx with c = 1. A step is shorter where the scheme allows less. Newton: iterations of a\n"                                 \
    "step, mean and most. CG: iterations of the last solve of a step, most. Errors are those of Phi in\n"                                \
    "the paper's norm, h sqrt(sum of squares): in time, from vi-rk3 with short steps and the same\n"                                     \
    "differences in space; whole, from the exact solution. limited: the scheme took shorter steps.\n"

static vi_bench state;

static const option options[] = {
    {"set", OPTION_CHOICE, &state.set, "kernels|step|floor|hundred|mass|newton|ripple|all",
     "usual: all but floor and hundred", 0, 0},
    {"isa", OPTION_TEXT, &state.isa, "NAME", "kernels: auto, base, avx2, avx512", 0, 0},
    {"precision", OPTION_CHOICE, &state.precision, "f32|f64", "floor; usual: both", 0, 0},
    {"n", OPTION_INTEGER, &state.n, "N", "cells along x and y; usual: by the set", 8, 1e5},
    {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};

static const bench_column columns[] = {
    BENCH_JSON_ONLY(VI_BENCH_KERNEL, "kernel"),
    {VI_BENCH_STUDY, "set", "set", -7, "%s", "set", "%s", 0},
    {VI_BENCH_WHAT, "what", "what", -36, "%s", "what", "%s", 0},
    BENCH_JSON_ONLY(VI_BENCH_OPTIONS, "options"),
    BENCH_JSON_ONLY(VI_BENCH_BACKEND, "backend"),
    {VI_BENCH_REAL, "precision", "real", -4, "%s", "real", "%s", 0},
    {VI_BENCH_N, "n", "n", 5, "%lld", "n", "%lld", 0},
    {VI_BENCH_THREADS, "threads", "thr", 3, "%lld", "threads", "%lld", 0},
    {VI_BENCH_COURANT, "courant", "C", 5, "%.3g", "C", "%.3g", 0},
    {VI_BENCH_STEPS, "steps", "steps", 5, "%lld", "steps", "%lld", 0},
    {BENCH_BEST, "seconds_best", "ms", 9, "%.4g", "ms", "%.4g", 1e3},
    BENCH_JSON_ONLY(BENCH_MEDIAN, "seconds_median"),
    {VI_BENCH_WORDS, "words", "words", 5, "%.4g", "words", "%.4g", 0},
    {VI_BENCH_OPERATIONS, "operations", "ops", 4, "%lld", "operations", "%lld", 0},
    {BENCH_RATE, "rate", "ns/cell", 8, "%.3g", "ns a cell and step", "%.3g", 0},
    BENCH_JSON_ONLY(BENCH_RATE_UNIT, "rate_unit"),
    BENCH_JSON_ONLY(BENCH_FLOOR, "bytes_floor"),
    BENCH_MEMORY_COLUMNS,
    {VI_BENCH_GFLOPS, "gflops", "GFLOP/s", 7, "%.2f", "GFLOP/s", "%.3g", 0},
    {VI_BENCH_NEWTON, "newton_mean", "Newton", 6, "%.3g", "Newton", "%.3g", 0},
    {VI_BENCH_NEWTON_MOST, "newton_most", "most", 4, "%lld", "most", "%lld", 0},
    {VI_BENCH_SOLVE_MOST, "solve_most", "CG", 4, "%lld", "CG", "%lld", 0},
    {VI_BENCH_ERROR_TIME, "error_in_time", "in time", 8, "%.2e", "error in time", "%.2e", 0},
    {VI_BENCH_ERROR, "error", "error", 8, "%.2e", "whole error", "%.2e", 0},
    {VI_BENCH_PAPER_SECONDS, "paper_seconds", "paper ms", 9, "%.6g", "paper ms", "%.6g", 1e3},
    {VI_BENCH_PAPER_NEWTON, "paper_newton", "Newton", 6, "%lld", "paper Newton", "%lld", 0},
    {VI_BENCH_PAPER_SOLVE, "paper_solve", "CG", 4, "%lld", "paper CG", "%lld", 0},
    {VI_BENCH_PAPER, "paper", "paper", -1, "%s", "paper", "%s", 0},
    BENCH_JSON_ONLY(VI_BENCH_FAILURE, "failure"),
    BENCH_REMARK_COLUMN,
    {-1, NULL, NULL, 0, NULL, NULL, NULL, 0}};

static int prepare(bench *b)
{
    spate_options o;
    spate_options_default(&o);
    o.scheme = "vi-leapfrog";
    o.backend = b->backend_name;
    o.isa = state.isa;
    const int code = bench_choose_backend(b, &o);
    state.threads = b->threads > 0 ? b->threads : b->max_threads;
    return code;
}

static void begin(bench *b)
{
    state.copy_gbs = ceiling_copy_of(b->backend, state.threads);
}

static int measure(bench *b, const void *setup)
{
    static int (*const how[])(bench *, const vi_bench_setup *) = {[VI_KERNELS] = vi_bench_kernels,
                                                                  [VI_STEP] = vi_bench_steps,
                                                                  [VI_RUN] = vi_bench_run,
                                                                  [VI_WHOLE] = vi_bench_whole};
    const vi_bench_setup *s = setup;
    if (!bench_fits(b, 50 * 8.0 * s->n * s->n, "%d x %d cells", s->n, s->n))
        return 0;
    return how[s->kind](b, s);
}

static int finish(bench *b, int code)
{
    (void)b;
    vi_bench_forget(&state);
    return code;
}

int bench_vector_invariant(spate_tool *tool, int argc, char **argv)
{
    static const bench_kind kind = {
        .name = "vector-invariant",
        .title = "The vector-invariant schemes and their paper",
        .about =
            "Time of kernels and steps, iterations and errors of the vector-invariant schemes,\n"
            "beside the paper. Options narrow the usual measurements.",
        .reading = READING,
        .backend = "cpu",
        .backend_help = "cpu, reference, cuda or cuda:N; kernels and step: cpu",
        .options = options,
        .columns = columns,
        .repeat = 3,
        .quick_repeat = 1,
        .setup_bytes = sizeof(vi_bench_setup),
        .user = &state,
        .prepare = prepare,
        .begin = begin,
        .plan = vi_bench_plan,
        .measure = measure,
        .finish = finish};
    state = (vi_bench){.isa = "auto"};
    return bench_main(tool, &kind, argc, argv);
}
