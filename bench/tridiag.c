/* spate bench tridiag: batched tridiagonal solvers beside the memory bandwidth and LAPACK. */
#include "bench/tridiag.h"

#include <math.h>
#include <string.h>

#include "bench/heading.h"
#include "bench/tridiag_cuda.h"
#include "program/options.h"
#include "run/backends.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define READING                                                                                        \
    "GB/s counts the fewest bytes that must move: 5 words an unknown for a general matrix, 2 for\n"    \
    "one that all lines share. Copy is the better of two, timed beside each group by the same\n"       \
    "threads. LAPACK (gtsv; gttrs and pttrs, factored before the clock) solves contiguous lines,\n"    \
    "shared out to the same threads; it overwrites its input, so each line or share is copied\n"       \
    "first, which is in its time. hypre's cyclic reduction (CycRed), where this program was built\n"   \
    "beside it: one thread, f64, in arrays of its own, filled before the clock; a general matrix\n"    \
    "is set up in its time. The last column: how many times as fast as the fastest of\n"               \
    "these. Residual: the largest of a sample of lines, over |A| |x| + |d|.\n"                         \
    "On a GPU all arrays are in its memory, and the peer is cuSPARSE: gtsv2StridedBatch for\n"         \
    "contiguous lines, gtsvInterleavedBatch (Thomas) for interleaved ones.\n"                          \
    "set auto: short lines and few lines, all algorithms of ours, no peers; auto shall be within\n"    \
    "10 % of the best. set paper: the systems of paper 000, of grids from 128 x 128 to 4096 x 4096,\n" \
    "with its own times where it has any.\n"

typedef struct settings {
    const char *set, *matrix, *layout, *precision, *algorithm, *backend, *markdown;
    int64_t n, threads, repeat;
    double unknowns, within;
    int quick, json;
} settings;

static int parse(const spate_tool *tool, settings *s, int argc, char **argv)
{
    const option list[] = {
        {"matrix", OPTION_CHOICE, &s->matrix, "general|shared|toeplitz", "class of matrices", 0, 0},
        {"layout", OPTION_CHOICE, &s->layout, "contiguous|strided|interleaved", "of lines", 0, 0},
        {"precision", OPTION_CHOICE, &s->precision, "f32|f64|both", "of all values", 0, 0},
        {"algorithm", OPTION_TEXT, &s->algorithm, "NAME", "all, auto or one by name", 0, 0},
        {"backend", OPTION_TEXT, &s->backend, "NAME", "cpu, cuda, or cuda:N for the device N", 0,
         0},
        {"n", OPTION_INTEGER, &s->n, "N", "unknowns of a line", 2, 1e8},
        {"set", OPTION_CHOICE, &s->set, "auto|paper", "lines of a set instead of the usual", 0, 0},
        {"within", OPTION_REAL, &s->within, "P",
         "fails with exit code 7 where auto takes over P percent more time than our best", 0, 1e9},
        {"unknowns", OPTION_REAL, &s->unknowns, "N", "of all lines together, about", 1, 1e12},
        {"threads", OPTION_INTEGER, &s->threads, "N", "usual: one, then all", 1, 4096},
        {"repeat", OPTION_INTEGER, &s->repeat, "R", "timed stretches of each solver", 1,
         BENCH_MOST_REPEATS},
        {"quick", OPTION_FLAG, &s->quick, NULL, "fewer lengths, unknowns and repeats", 0, 0},
        {"markdown", OPTION_TEXT, &s->markdown, "FILE", "the table, for a page", 0, 0},
        {"json", OPTION_FLAG, &s->json, NULL, "for machines", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {.usage = "bench tridiag [options]",
                            .about = "Speed of the tridiagonal solvers. Options narrow the usual "
                                     "runs.\n" READING,
                            .list = list};
    return options_parse(tool, &set, argc, argv, NULL);
}

/* Index of a word among names, -1 for none. */
static int index_of(const char *word, const char *const *names, int count)
{
    for (int k = 0; word && k < count; ++k)
        if (strcmp(word, names[k]) == 0)
            return k;
    return -1;
}

static tridiag_wishes wishes_of(const settings *s)
{
    static const char *const precisions[] = {"f32", "f64"}, *const sets[] = {"auto", "paper"};
    tridiag_wishes w = {.set = (tridiag_set)(1 + index_of(s->set, sets, 2)),
                        .matrix = index_of(s->matrix, tridiag_class_names, 3),
                        .layout = index_of(s->layout, tridiag_layout_names, TRIDIAG_LAYOUTS),
                        .precision = 32 * (1 + index_of(s->precision, precisions, 2)),
                        .threads = (int)s->threads,
                        .max_threads = 1,
                        .quick = s->quick,
                        .n = s->n,
                        .unknowns = s->unknowns};
    /* The least of all, two arrays of f32, take 128 MB, quick 64: beyond the caches of most CPUs. */
    if (isnan(w.unknowns))
        w.unknowns = s->quick ? 1 << 23 : 1 << 24;
#ifdef _OPENMP
    w.max_threads = omp_get_max_threads();
#endif
    if (strcmp(s->backend, "cpu") != 0) {
        w.threads = w.max_threads; /* they fill the arrays */
        w.unknowns = isnan(s->unknowns) ? 1 << 26 : s->unknowns;
    }
    return w;
}

static int begin_cpu(tridiag_bench *b)
{
    const char *why;
    spate_options opt;
    spate_options_default(&opt);
    opt.backend = "cpu";
    const spate_status status = backend_choose(b->tool->ctx, &opt, &b->backend);
    if (status != SPATE_OK)
        return tool_failed(b->tool, status);
    b->peers[0] = tridiag_lapack(&why);
    if (why)
        tridiag_report_note(b->report, "%s", why);
    b->peers[1] = tridiag_hypre(&why);
    if (why)
        tridiag_report_note(b->report, "%s", why);
    return 0;
}

static int begin_report(tridiag_report *report, const settings *s, const char *command,
                        const spate_backend *backend)
{
    char heading[HEADING_ROOM] = "";
    if (s->markdown)
        heading_write("Tridiagonal solvers", command, READING, backend, s->backend, heading,
                      sizeof heading);
    return tridiag_report_begin(report, s->markdown, heading);
}

static int measure_all(const tridiag_bench *b, const settings *s)
{
    static tridiag_setup setups[512];
    const tridiag_wishes wishes = wishes_of(s);
    const int count = tridiag_plan(&wishes, setups, 512);
    int worst = 0;
    if (count == 0 && s->set)
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT, "set %s has no such lines", s->set);
    if (count == 0)
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                          "a %s matrix is not measured with %s lines: they lie as strided ones do",
                          s->matrix, s->layout);
    for (int k = 0; k < count; ++k) { /* what fails is told; the rest is measured all the same */
        const int code =
            b->backend_name ? tridiag_cuda_measure(b, &setups[k]) : tridiag_measure(b, &setups[k]);
        worst = code > worst ? code : worst;
        if (code == spate_exit_code(SPATE_ERROR_ARGUMENT) && b->report->kept.count == 0)
            break; /* a wish that nothing can fulfil */
    }
    return worst;
}

/* Whether the choices of auto were good enough, as an exit code. */
static int judge_choices(const spate_tool *tool, const tridiag_report *report, double percent)
{
    if (isnan(percent) || report->worst_choice <= 1 + percent / 100)
        return 0;
    return tool_error(tool, SPATE_ERROR_COMPARISON,
                      "auto takes %.1f %% more time than our best, over %g %%",
                      100 * (report->worst_choice - 1), percent);
}

int bench_tridiag(spate_tool *tool, int argc, char **argv)
{
    settings s = {.algorithm = "all", .backend = "cpu", .unknowns = NAN, .within = NAN};
    char command[1024];
    heading_command(tool->command, argc, argv, command, sizeof command);
    int code = parse(tool, &s, argc, argv);
    if (code != OPTIONS_GO_ON)
        return code;
    if (tool->ranks > 1)
        return tool_error(tool, SPATE_ERROR_ARGUMENT, "measures one process, not %d ranks",
                          tool->ranks);
    if (!isnan(s.within) && strcmp(s.algorithm, "all") != 0)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "within compares auto with all algorithms, not with %s", s.algorithm);
    const int on_cpu = strcmp(s.backend, "cpu") == 0;
    tridiag_report report = {.tool = tool,
                             .worst_choice = 1,
                             .nothing = on_cpu ? 0 : TRIDIAG_QUEUEING,
                             .kept = {.each = sizeof(tridiag_row), .as_json = s.json}};
    tridiag_bench b = {.tool = tool,
                       .report = &report,
                       .algorithm = s.algorithm,
                       .repeat = s.repeat > 0 ? (int)s.repeat
                                 : s.quick    ? 3
                                              : 5,
                       .quick = s.quick};
    code = on_cpu ? begin_cpu(&b) : tridiag_cuda_begin(&b, s.backend);
    if (code == 0)
        code = begin_report(&report, &s, command, b.backend);
    if (code != 0)
        return code;
    code = measure_all(&b, &s);
    const int ended = tridiag_report_end(&report, code == 0 || report.kept.count > 0);
    code = code ? code : ended;
    return code ? code : judge_choices(tool, &report, s.within);
}
