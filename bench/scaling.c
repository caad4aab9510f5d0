/* spate bench scaling: threads, parts and ranks beside a model of messages. */
#include "bench/scaling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define READING                                                                                          \
    "Measured here, any scheme: a basin with walls in which all cells move. alone: one thread and one\n" \
    "part, no halo exchange. strong: the same grid on more threads, parts or ranks. weak: as many\n"     \
    "cells for each core as alone. all alone: every rank by itself at the same time, which shows what\n" \
    "a shared memory costs without messages. Efficiency: cells a second and core over those of alone.\n" \
    "step: ms of a step; stage, halo and reduce are sections of the fastest stretch on rank 0. GB/s\n"   \
    "counts the fewest words of a step. halo: the exchange of the state alone; sent is what all parts\n" \
    "send in it, by the plan of the halo, and the share of copy counts it twice, read and written.\n"    \
    "cg: conjugate gradients without preconditioner, a fixed number of iterations; 13 words and 19\n"    \
    "(helmholtz) or 15 operations for each unknown and iteration. link: latency (ms) and bandwidth of\n" \
    "messages between ranks or copies between parts. copy: a copy of memory by the same threads of\n"    \
    "all ranks.\n"                                                                                       \
    "The model: cells/rate + messages*latency + bytes/bandwidth + reductions*log2(P)*latency, of the\n"  \
    "process with most of each. Rows say whether they were measured or modelled. Parts of a process\n"   \
    "exchange one after another; the rate of ranks is that of all alone.\n"                              \
    "Machines that are not this one have modelled rows alone, of 100 steps of emerald-m2090 (GPUs of\n"  \
    "Saunders 2014, with the times published) and of one step of h200-cluster (a copy of 4270 GB/s;\n"   \
    "network and share of the copy as the options say).\n"

enum { HOST_EDGE = 1024, QUICK_EDGE = 128, DEVICE_EDGE = 8192, HOST_CG = 1280, QUICK_CG = 160 };
enum { ITERATIONS = 200, QUICK_ITERATIONS = 20, USUAL_PARTS = 4, USUAL_ROUNDS = 3 };

static scaling_bench state;

static const option options[] = {
    {"schemes", OPTION_TEXT, &state.schemes_text, "NAME,...",
     "usual: all; NAME:OPTION=VALUE sets an option of the scheme, as of spate run", 0, 0},
    {"set", OPTION_CHOICE, &state.set, "steps|cg|all", "usual: all", 0, 0},
    {"machine", OPTION_CHOICE, &state.machine, "this|emerald-m2090|h200-cluster",
     "usual: this, measured and modelled; others are modelled", 0, 0},
    {"rounds", OPTION_INTEGER, &state.rounds, "N",
     "through all runs, of which the best counts; usual: 3", 1, 100},
    {"precision", OPTION_CHOICE, &state.precision_name, "f32|f64", "usual: f64", 0, 0},
    {"n", OPTION_INTEGER, &state.n, "N", "cells along x and y of the run alone", 64, 1e5},
    {"parts", OPTION_INTEGER, &state.parts, "N", "most parts of one process; usual: 4", 1, 4096},
    {"cg-n", OPTION_INTEGER, &state.cg_n, "N", "unknowns along x and y", 32, 1e5},
    {"system", OPTION_CHOICE, &state.system, "helmholtz|mass-x|mass-y|all", "of cg; usual: all", 0,
     0},
    {"iterations", OPTION_INTEGER, &state.cg_iterations, "N", "of cg; usual: 200", 1, 1e6},
    {"network-latency", OPTION_REAL, &state.latency_us, "US", "us; h200-cluster; usual: 5", 0, 1e6},
    {"network-bandwidth", OPTION_REAL, &state.network_gbs, "GBS",
     "GB/s of each GPU; h200-cluster; usual: 50", 1e-3, 1e6},
    {"gpu-copy", OPTION_REAL, &state.copy_gbs_of_cluster, "GBS", "GB/s; h200-cluster; usual: 4270",
     1, 1e6},
    {"kernel-share", OPTION_REAL, &state.kernel_share, "S",
     "of the copy, by the fewest words; h200-cluster; usual: 0.5", 1e-3, 1},
    {"plot", OPTION_TEXT, &state.plot, "FILE", "efficiency: .png, .svg or .pdf", 0, 0},
    {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};

#define FIRST_COLUMNS                                                                              \
    BENCH_JSON_ONLY(SCALING_KERNEL, "kernel"),                                                     \
        {SCALING_WHAT, "what", "what", -5, "%s", "what", "%s", 0},                                 \
        {SCALING_SERIES, "series", "series", -14, "%s", "series", "%s", 0},                        \
        BENCH_JSON_ONLY(SCALING_BACKEND, "backend"),                                               \
        {SCALING_REAL, "precision", "real", -4, "%s", "real", "%s", 0},                            \
        {SCALING_MODE, "mode", "mode", -9, "%s", "mode", "%s", 0},                                 \
        {SCALING_GRID_TEXT, NULL, "grid", 13, "%s", "grid", "%s", 0},                              \
        BENCH_JSON_ONLY(SCALING_NX, "nx"), BENCH_JSON_ONLY(SCALING_NY, "ny")
#define LAST_COLUMNS                                                                               \
    BENCH_JSON_ONLY(SCALING_EXCHANGES, "exchanges"), BENCH_JSON_ONLY(SCALING_FIELDS, "fields"),    \
        BENCH_JSON_ONLY(SCALING_MESSAGES, "messages"),                                             \
        BENCH_JSON_ONLY(SCALING_REDUCTIONS, "reductions"),                                         \
        {SCALING_ORIGIN, "origin", "origin", -8, "%s", "origin", "%s", 0}, BENCH_REMARK_COLUMN,    \
    {                                                                                              \
        -1, NULL, NULL, 0, NULL, NULL, NULL, 0                                                     \
    }

static const bench_column measured[] = {
    FIRST_COLUMNS,
    {SCALING_RANKS, "ranks", "ranks", 5, "%lld", "ranks", "%lld", 0},
    {SCALING_PARTS, "parts", "parts", 5, "%lld", "parts", "%lld", 0},
    {SCALING_THREADS, "threads", "thr", 3, "%lld", "threads", "%lld", 0},
    {BENCH_BEST, "seconds_best", "ms", 9, "%.4g", "ms", "%.4g", 1e3},
    BENCH_JSON_ONLY(BENCH_MEDIAN, "seconds_median"),
    {SCALING_STAGE, "stage_seconds", "stage", 8, "%.3g", "stage ms", "%.3g", 1e3},
    {SCALING_HALO, "halo_seconds", "halo", 8, "%.3g", "halo ms", "%.3g", 1e3},
    {SCALING_REDUCE, "reduce_seconds", "reduce", 8, "%.3g", "reduce ms", "%.3g", 1e3},
    {SCALING_MODEL_SECONDS, "model_seconds", "model", 8, "%.4g", "model ms", "%.4g", 1e3},
    {SCALING_EFFICIENCY, "efficiency", "eff", 5, "%.0f%%", "efficiency", "%.0f %%", 100},
    {BENCH_RATE, "rate", "ns/cell", 8, "%.3g", "ns/cell", "%.3g", 0},
    BENCH_JSON_ONLY(BENCH_RATE_UNIT, "rate_unit"),
    BENCH_JSON_ONLY(BENCH_FLOOR, "bytes_floor"),
    BENCH_MEMORY_COLUMNS,
    {SCALING_GFLOPS, "gflops", "GFLOP/s", 7, "%.2f", "GFLOP/s", "%.2f", 0},
    {SCALING_SENT, "bytes_sent", "sent kB", 8, "%.4g", "sent kB", "%.4g", 1e-3},
    LAST_COLUMNS};

static const bench_column modelled[] = {
    FIRST_COLUMNS,
    {SCALING_RANKS, "processes", "P", 4, "%lld", "P", "%lld", 0},
    {SCALING_PAPER_SECONDS, "paper_seconds", "paper s", 8, "%.5g", "paper s", "%.5g", 0},
    {SCALING_MODEL_SECONDS, "model_seconds", "model s", 9, "%.4g", "model s", "%.4g", 0},
    {SCALING_DIFFERENCE, "difference", "diff", 6, "%+.1f%%", "difference", "%+.1f %%", 100},
    {SCALING_PAPER_EFFICIENCY, "paper_efficiency", "paper eff", 9, "%.1f%%", "paper efficiency",
     "%.1f %%", 100},
    {SCALING_EFFICIENCY, "efficiency", "model eff", 9, "%.1f%%", "model efficiency", "%.1f %%",
     100},
    {SCALING_COMPUTE, "compute_seconds", "compute", 9, "%.3g", "compute s", "%.3g", 0},
    {SCALING_LATENCY, "latency_seconds", "latency", 9, "%.3g", "latency s", "%.3g", 0},
    {SCALING_TRANSFER, "transfer_seconds", "transfer", 9, "%.3g", "transfer s", "%.3g", 0},
    {SCALING_REDUCE, "reduce_seconds", "reduce", 9, "%.3g", "reduce s", "%.3g", 0},
    BENCH_JSON_ONLY(SCALING_SENT, "bytes_sent"),
    LAST_COLUMNS};

/* ---- wishes ---- */

static int64_t chosen(int64_t wish, int64_t usual)
{
    return wish > 0 ? wish : usual;
}

static void choose_sizes(const bench *b)
{
    const int device = b->backend->mirrored || state.modelled;
    state.n = chosen(state.n, device ? DEVICE_EDGE : b->quick ? QUICK_EDGE : HOST_EDGE);
    state.cg_n = chosen(state.cg_n, device ? SCALING_PAPER_EDGE : b->quick ? QUICK_CG : HOST_CG);
    state.cg_iterations = chosen(state.cg_iterations, b->quick ? QUICK_ITERATIONS : ITERATIONS);
    state.parts = chosen(state.parts, USUAL_PARTS);
    state.rounds = chosen(state.rounds, b->quick ? 1 : USUAL_ROUNDS);
}

/* Without a list, the schemes that have kernels and the precision. */
static int read_schemes(const bench *b)
{
    work_bench *w = &state.schemes;
    const unsigned bit = state.precision == 32 ? SCHEME_F32 : SCHEME_F64;
    w->schemes_text = state.schemes_text;
    const int code = work_read_schemes(b, w);
    int kept = 0;
    for (int n = 0; n < w->schemes && code == 0; ++n)
        if (state.schemes_text ||
            (w->scheme[n].ops->runs_on(b->backend) && w->scheme[n].ops->about->can.has & bit))
            w->scheme[kept++] = w->scheme[n];
    w->schemes = kept;
    return code;
}

static int prepare(bench *b)
{
    state.modelled = state.machine && strcmp(state.machine, "this") != 0;
    state.precision = state.precision_name && strcmp(state.precision_name, "f32") == 0 ? 32 : 64;
    state.kind->columns = state.modelled ? modelled : measured;
    if (state.plot && state.drawing->check(b->tool, state.plot) != 0)
        return spate_exit_code(SPATE_ERROR_BACKEND);
    int code = bench_choose_backend(b, NULL);
    if (code == 0)
        code = read_schemes(b);
    if (code != 0)
        return code;
    choose_sizes(b);
    const spate_status status = spate_context_create(&state.alone);
    return status == SPATE_OK ? 0 : tool_error(b->tool, status, "%s", spate_status_text(status));
}

/* ---- the end ---- */

static void say(const bench *b, const char *text)
{
    if (b->markdown.out)
        fprintf(b->markdown.out, "\n%s\n", text);
    if (!b->as_json && b->tool->rank == 0)
        printf("\n%s\n", text);
}

static int is_published(void)
{
    return state.modelled && strcmp(state.machine, "emerald-m2090") == 0;
}

/* What the modelled rows were computed with. */
static void say_parameters(const bench *b)
{
    char text[400] = "";
    double latency = state.latency, bandwidth = state.bandwidth;
    if (is_published()) {
        scaling_paper_network(&latency, &bandwidth);
        snprintf(text, sizeof text,
                 "Modelled: latency %.3g us and bandwidth %.3g GB/s fitted to tables 18 and 19 "
                 "(halo exchanges); kernel rates from the times of one GPU. Times: %d steps, or %d "
                 "exchanges.",
                 1e6 * latency, 1e-9 * bandwidth, SCALING_PAPER_STEPS, SCALING_PAPER_EXCHANGES);
    } else if (state.modelled) {
        snprintf(
            text, sizeof text,
            "Modelled: GPUs with a copy of %.4g GB/s, of which kernels reach %.3g; messages of "
            "%.3g us and %.4g GB/s. Times: 1 step.",
            state.copy_gbs_of_cluster, state.kernel_share, state.latency_us, state.network_gbs);
    } else if (bandwidth > 0) {
        char link[200];
        scaling_say_link(latency, bandwidth, link, sizeof link);
        snprintf(text, sizeof text, "Measured here, the model has %s.", link);
    }
    if (*text)
        say(b, text);
}

static int draw(const bench *b)
{
    char subtitle[160];
    const scaling_picture p = {.title = "Parallel efficiency",
                               .subtitle = subtitle,
                               .points = state.points,
                               .count = state.point_count};
    if (state.modelled)
        snprintf(subtitle, sizeof subtitle, "%s, %s", state.machine,
                 is_published() ? "measured: as published (Saunders 2014)" : "modelled");
    else
        snprintf(subtitle, sizeof subtitle, "this machine, %d rank%s", b->tool->ranks,
                 b->tool->ranks == 1 ? "" : "s");
    const int code = state.drawing->draw(b->tool, &p, state.plot);
    if (code == 0)
        bench_note(b, "wrote %s", state.plot);
    return code;
}

static int finish(bench *b, int code)
{
    if (code == 0)
        say_parameters(b);
    if (code == 0 && state.plot && b->tool->rank == 0)
        code = draw(b);
    return tool_agree(b->tool, code);
}

int bench_scaling(spate_tool *tool, int argc, char **argv, const scaling_drawing *drawing)
{
    static bench_kind kind = {.name = "scaling",
                              .title = "Scaling",
                              .about = "Steps of any scheme on threads, parts and ranks (under "
                                       "mpirun), beside a model.",
                              .reading = READING,
                              .backend = "cpu",
                              .backend_help = "cpu, reference, cuda or cuda:N",
                              .options = options,
                              .columns = measured,
                              .repeat = 5,
                              .quick_repeat = 2,
                              .ranks = 1,
                              .setup_bytes = sizeof(scaling_setup),
                              .user = &state,
                              .prepare = prepare,
                              .plan = scaling_plan,
                              .measure = scaling_measure,
                              .finish = finish};
    state = (scaling_bench){.latency_us = 5,
                            .network_gbs = 50,
                            .copy_gbs_of_cluster = 4270,
                            .kernel_share = 0.5,
                            .kind = &kind,
                            .drawing = drawing};
    const int code = bench_main(tool, &kind, argc, argv);
    spate_context_destroy(state.alone);
    return code;
}
