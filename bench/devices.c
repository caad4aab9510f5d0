/* spate bench devices: runs that several devices share, beside each of them alone and the thesis that
 * the method is from. */
#include "bench/devices.h"

#include <string.h>

#include "schemes/description.h"

#define READING                                                                                          \
    "Circular dam breaks A to E of Skevik (2014) with 0 and 0.1 m of water around, and F, the dam\n"     \
    "break of Malpasset, where its data are. modes: each device alone, rows divided once by the\n"       \
    "times of the devices alone (static), and again and again (dynamic), with tiles at rest\n"           \
    "skipped and not. skips: what may be skipped. threads: of a CPU. shares: of the rows, for the\n"     \
    "first device. overlap: two parts, or several ranks, that exchange every k steps, also with a\n"     \
    "delay of every exchange. arithmetic: fast and strict kernels of a GPU. held-back: the second of\n"  \
    "two devices waits for each tile it computes, so that it is 1, 2, 5, 10 times as fast as the\n"      \
    "first; ratio: these speeds; against best: the time of dynamic over that of the fastest single or\n" \
    "static run, less 1; found: looks at the balance until it is found again when the second device\n"   \
    "has been slowed to half after the run (six at most). a step, ms: what kernels of each device\n"     \
    "took (of the host, with its threads), and what the host did: launch kernels, compute (own), send\n" \
    "ghost cells, wait for rows, wait for clocks, end the step. JSON has it for 16 parts of the run.\n"  \
    "s: wall time of the steps, without set-up and the statistics that are read between them.\n"         \
    "Mcells/s: cells of the grid times steps, over that; peak: the largest of 16 parts of the run.\n"    \
    "of ideal: that time if all devices worked at their own speed all the time, over the time.\n"        \
    "tuning: per cent of the time, and what it was for. GB/s: the fewest bytes that steps of all\n"      \
    "cells must move, over the time; with skipping it may exceed copy, the ceiling: a copy of memory\n"  \
    "with the same threads. The peer is the fastest device alone. bits: whether the water is that of\n"  \
    "the first run of the case. Devices of one CPU take turns on its cores: they show the mechanism\n"   \
    "and no gain. thesis: seconds, and per cent of tuning, on an i7-2600K and a GTX 480.\n"

static devices_bench state = {.delay_ms = 2};

static const option options[] = {
    {"experiment", OPTION_CHOICE, &state.experiment_name,
     "modes|skips|threads|shares|overlap|arithmetic|held-back|all", "usual: all", 0, 0},
    {"cases", OPTION_TEXT, &state.case_letters, "LETTERS", "such as ABE; usual: all", 0, 0},
    {"around", OPTION_CHOICE, &state.around_name, "dry|wet|both",
     "0 or 0.1 m of water around; usual: both", 0, 0},
    {"mode", OPTION_CHOICE, &state.mode_name, "single|static|dynamic|all", "usual: all", 0, 0},
    {"devices", OPTION_TEXT, &state.device_names, "D,D,...",
     "as of spate run; usual: two kinds of kernels of the CPU; cpu,cuda:0 with --backend cuda", 0,
     0},
    {"precision", OPTION_CHOICE, &state.precision_name, "f32|f64", "usual: f32", 0, 0},
    {"n", OPTION_INTEGER, &state.n, "N", "cells along x and y; each case has its own", 32, 1e5},
    {"end", OPTION_REAL, &state.end, "S", "simulated seconds; each case has its own", 0, 1e9},
    {"steps", OPTION_INTEGER, &state.steps, "N", "so many steps in place of them", 1, 1e9},
    {"delay", OPTION_REAL, &state.delay_ms, "MS", "of every exchange, of overlap; usual: 2", 0,
     1000},
    {"ratio", OPTION_REAL, &state.ratio, "R", "of held-back, alone; usual: 1, 2, 5 and 10", 1,
     1000},
    {"malpasset", OPTION_TEXT, &state.malpasset, "CASE.yaml",
     "case F: examples/malpasset/case.yaml, with SPATE_DATA as for its run.sh", 0, 0},
    {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};

static const bench_column columns[] = {
    BENCH_JSON_ONLY(DEVICES_KERNEL, "kernel"),
    {DEVICES_EXPERIMENT, "experiment", "", -10, "%s", "experiment", "%s", 0},
    {DEVICES_CASE, "case", "case", -4, "%s", "case", "%s", 0},
    {DEVICES_AROUND, "around", "around", 6, "%g", "around, m", "%g", 0},
    {DEVICES_N, "n", "n", 5, "%lld", "nx = ny", "%lld", 0},
    {DEVICES_MODE, "mode", "mode", -7, "%s", "mode", "%s", 0},
    {DEVICES_DEVICES, "devices", "devices", -19, "%s", "devices", "%s", 0},
    {DEVICES_SHARE, "share", "share", -9, "%s", "share of rows", "%s", 0},
    {DEVICES_SKIP, "skip", "skips", -10, "%s", "skips", "%s", 0},
    BENCH_JSON_ONLY(DEVICES_REAL, "precision"),
    {DEVICES_THREAD_COUNT, "threads", "thr", 3, "%lld", "threads", "%lld", 0},
    {DEVICES_EVERY, "exchange_every", "k", 2, "%lld", "k", "%lld", 0},
    {DEVICES_DELAY, "delay_seconds", "delay", 5, "%g", "delay, ms", "%g", 1e3},
    {DEVICES_STEPS, "steps", "steps", 6, "%lld", "steps", "%lld", 0},
    BENCH_JSON_ONLY(BENCH_SETUP, "setup_seconds"),
    {BENCH_BEST, "seconds_best", "s", 8, "%.4g", "s", "%.4g", 0},
    {BENCH_MEDIAN, "seconds_median", "median", 8, "%.4g", NULL, NULL, 0},
    {BENCH_RATE, "rate", "Mcells/s", 8, "%.4g", "Mcells/s", "%.4g", 0},
    {DEVICES_PEAK, "rate_peak", "peak", 8, "%.4g", "peak", "%.4g", 0},
    {DEVICES_AWAKE, "awake", "awake", 5, "%.0f%%", "awake", "%.0f %%", 100},
    BENCH_MEMORY_COLUMNS,
    {DEVICES_OF_IDEAL, "of_ideal", "ideal", 5, "%.0f%%", "of ideal", "%.0f %%", 100},
    {DEVICES_RATIO, "ratio", "ratio", -5, "%s", "ratio", "%s", 0},
    {DEVICES_AGAINST, "against_best", "ag.best", 7, "%+.1f%%", "against best", "%+.1f %%", 100},
    {DEVICES_RECOVERY, "recovery_looks", "found", 5, "%lld", "found again after looks", "%lld", 0},
    {DEVICES_TUNING, "tuning", "tuning", 6, "%.2g%%", "tuning", "%.2g %%", 100},
    BENCH_JSON_ONLY(DEVICES_MEASURE, "tuning_measure_seconds"),
    BENCH_JSON_ONLY(DEVICES_DECIDE, "tuning_decide_seconds"),
    BENCH_JSON_ONLY(DEVICES_MOVE, "tuning_move_seconds"),
    BENCH_JSON_ONLY(DEVICES_SPLIT, "split_ms"),
    BENCH_JSON_ONLY(DEVICES_STRETCHES, "stretches_ms"),
    {DEVICES_EXCHANGES, "exchanges", "exch.", 6, "%lld", "exchanges", "%lld", 0},
    BENCH_JSON_ONLY(DEVICES_MESSAGES, "messages"),
    {DEVICES_SAME_BITS, "same_bits", "bits", -4, "%s", "bits", "%s", 0},
    {DEVICES_PAPER, "thesis_seconds", "thesis s", 8, "%.3g", "thesis s", "%.3g", 0},
    {DEVICES_PAPER_TUNING, "thesis_tuning", "thesis t", 8, "%.2g%%", "thesis tuning", "%.2g %%",
     100},
    BENCH_JSON_ONLY(BENCH_RATE_UNIT, "rate_unit"),
    BENCH_JSON_ONLY(BENCH_FLOOR, "bytes_floor"),
    BENCH_JSON_ONLY(BENCH_PEER, "peer"),
    BENCH_JSON_ONLY(BENCH_PEER_SECONDS, "peer_seconds"),
    BENCH_JSON_ONLY(BENCH_PEER_RATIO, "peer_ratio"),
    BENCH_REMARK_COLUMN,
    {-1, NULL, NULL, 0, NULL, NULL, NULL, 0}};

/* Two kinds of devices that this machine and build have. */
static const char *usual_devices(const bench *b)
{
    static char text[64];
    static const char *const isas[] = {"avx512", "avx2", "base"};
    const char *found[2] = {NULL, NULL};
    if (b->backend->mirrored)
        return "cpu,cuda:0";
    for (int k = 0; k < 3; ++k)
        if (b->backend->kernels(scheme_about(NULL)->name, state.precision, isas[k])) {
            if (!found[0])
                found[0] = isas[k];
            else
                found[1] = isas[k]; /* the slowest */
        }
    if (found[0] && found[1])
        snprintf(text, sizeof text, "cpu:%s,cpu:%s", found[0], found[1]);
    return found[1] ? text : "cpu,reference";
}

static int name_devices(const bench *b, const char *text)
{
    state.count = 0;
    while (*text) {
        const size_t length = strcspn(text, ",");
        if (state.count == DEVICES_MOST || length == 0 || length >= sizeof state.names[0])
            return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                              "--devices: give at most %d names, such as cpu,cuda:0", DEVICES_MOST);
        memcpy(state.names[state.count], text, length);
        state.names[state.count++][length] = 0;
        text += length + (text[length] == ',');
    }
    return 0;
}

static int prepare(bench *b)
{
    static const char *const arounds[] = {"dry", "wet"};
    spate_options o;
    spate_options_default(&o);
    o.backend = b->backend_name;
    const int code = bench_choose_backend(b, &o);
    if (code != 0)
        return code;
    state.precision = state.precision_name && strcmp(state.precision_name, "f64") == 0 ? 64 : 32;
    state.mode = bench_index(state.mode_name, devices_mode_names, 3);
    state.around = bench_index(state.around_name, arounds, 2);
    for (const char *l = state.case_letters ? state.case_letters : ""; *l; ++l)
        if (*l < 'A' || *l > 'F')
            return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                              "--cases: '%c' is no case; give letters from A to F", *l);
    return name_devices(b, state.device_names ? state.device_names : usual_devices(b));
}

int bench_devices(spate_tool *tool, int argc, char **argv)
{
    static const bench_kind kind = {.name = "devices",
                                    .title = "Several devices",
                                    .about = "Speed of runs that several devices share. Options "
                                             "narrow the usual runs.",
                                    .reading = READING,
                                    .backend = "cpu",
                                    .backend_help = "where the usual devices are: cpu or cuda",
                                    .options = options,
                                    .columns = columns,
                                    .repeat = 3,
                                    .quick_repeat = 1,
                                    .ranks = 1,
                                    .setup_bytes = sizeof(devices_setup),
                                    .user = &state,
                                    .prepare = prepare,
                                    .plan = devices_plan,
                                    .measure = devices_measure};
    return bench_main(tool, &kind, argc, argv);
}
