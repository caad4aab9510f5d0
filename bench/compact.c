/* spate bench compact: compact differences beside the memory bandwidth and LAPACK. */
#include "bench/compact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/heading.h"
#include "program/options.h"
#include "run/backends.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define READING                                                                                                   \
    "ns are of one value of f. GB/s counts the fewest bytes that must move: f read once, g written\n"             \
    "once. Copy is the better of two, timed beside each group by the same threads; arrays that fit a\n"           \
    "cache may beat it. gttrs is the same derivative by a loop for the right-hand side and LAPACK,\n"             \
    "factored before the clock, a cache of lines at a time, along x only. The last column: how many\n"            \
    "times as fast as that. Residual: the largest of a sample of lines, over |A| |g| + |B| |f|.\n"                \
    "cut: the array in PxQxR boxes, on so many ranks (a GPU each); its seconds over those of whole lines (with\n" \
    "ranks: of boxes taken for whole arrays), timed in turns; bytes moved, counted, over the fewest;\n"           \
    "bytes sent in one apply by the rank that sends the most; its share is of all ranks' copies.\n"

typedef struct settings {
    const char *scheme, *direction, *ends, *precision, *markdown, *set, *parts, *reduced, *backend;
    int64_t n, along, threads, repeat;
    double tolerance;
    int quick, json;
} settings;

static int parse(const spate_tool *tool, settings *s, int argc, char **argv)
{
    const option list[] = {
        {"scheme", OPTION_TEXT, &s->scheme, "NAME", "one scheme instead of several", 0, 0},
        {"direction", OPTION_CHOICE, &s->direction, "x|y|z", "along which lines run", 0, 0},
        {"ends", OPTION_CHOICE, &s->ends, "closed|periodic", "of lines", 0, 0},
        {"precision", OPTION_CHOICE, &s->precision, "f32|f64", "of all values", 0, 0},
        {"n", OPTION_INTEGER, &s->n, "N",
         "a cube with N values along each side; of a set, the largest", 8, 1e4},
        {"set", OPTION_CHOICE, &s->set, "paper", "the shapes of paper 002, tables 4.1 and 4.2", 0,
         0},
        {"parts", OPTION_TEXT, &s->parts, "PxQxR", "rows of the array in boxes, too", 0, 0},
        {"along", OPTION_INTEGER, &s->along, "N",
         "rows of the array in 1, 2, 4 ... N boxes along its lines, too", 1, 64},
        {"reduced", OPTION_CHOICE, &s->reduced, "auto|gather|all-to-all|neighbours",
         "of boxes: how what is left between them is solved", 0, 0},
        {"tolerance", OPTION_REAL, &s->tolerance, "E", "of neighbours, over the largest value", 0,
         0.9},
        {"backend", OPTION_TEXT, &s->backend, "NAME", "cpu, cuda, or cuda:N for the device N", 0,
         0},
        {"threads", OPTION_INTEGER, &s->threads, "N", "of each rank; usual: all", 1, 4096},
        {"repeat", OPTION_INTEGER, &s->repeat, "R", "timed stretches of each row", 1,
         BENCH_MOST_REPEATS},
        {"quick", OPTION_FLAG, &s->quick, NULL, "fewer and smaller arrays", 0, 0},
        {"markdown", OPTION_TEXT, &s->markdown, "FILE", "the table, for a page", 0, 0},
        {"json", OPTION_FLAG, &s->json, NULL, "for machines", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {.usage = "bench compact [options]",
                            .about = "Speed of compact differences. Options narrow the usual "
                                     "runs.\n" READING,
                            .list = list};
    return options_parse(tool, &set, argc, argv, NULL);
}

static compact_wishes wishes_of(const settings *s)
{
    compact_wishes w = {.scheme = s->scheme,
                        .direction = s->direction ? s->direction[0] - 'x' : -1,
                        .periodic = s->ends ? strcmp(s->ends, "periodic") == 0 : -1,
                        .precision = s->precision ? atoi(s->precision + 1) : 0,
                        .threads = (int)s->threads,
                        .quick = s->quick,
                        .n = s->n,
                        .paper = s->set != NULL,
                        .along = (int)s->along,
                        .reduced = s->reduced,
                        .tolerance = s->tolerance};
#ifdef _OPENMP
    if (w.threads <= 0)
        w.threads = omp_get_max_threads();
#endif
    w.threads = w.threads > 0 ? w.threads : 1;
    return w;
}

static int begin_cpu(compact_bench *b)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.backend = "cpu";
    const spate_status status = backend_choose(b->tool->ctx, &opt, &b->backend);
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}

/* "4", "4x2" or "4x2x1". */
static int read_parts(const spate_tool *tool, const char *text, int parts[3])
{
    int used = 0;
    parts[0] = parts[1] = parts[2] = 1;
    const int read =
        sscanf(text, "%4d%n x%4d%n x%4d%n", &parts[0], &used, &parts[1], &used, &parts[2], &used);
    if (read >= 1 && text[used] == '\0' && parts[0] > 0 && parts[1] > 0 && parts[2] > 0)
        return 0;
    return tool_error(tool, SPATE_ERROR_ARGUMENT, "parts takes PxQxR, such as 4x2x1, not '%s'",
                      text);
}

static int measure_setup(const compact_bench *b, const compact_setup *s)
{
    int code = 0;
    if (b->tool->ranks == 1 && !s->only_cut)
        code = b->backend_name ? compact_cuda_measure(b, s) : compact_measure(b, s);
    if (code == 0 && s->parts[0] > 0)
        code = compact_cut_measure(b, s);
    return code;
}

enum { MOST_SETUPS = 512 };

static int measure_all(const compact_bench *b, const settings *s)
{
    static compact_setup setups[MOST_SETUPS];
    compact_wishes wishes = wishes_of(s);
    spate_compact_scheme scheme;
    if (s->scheme && !spate_compact_find(s->scheme, &scheme))
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT, "no scheme '%s'", s->scheme);
    int code = s->parts ? read_parts(b->tool, s->parts, wishes.parts) : 0;
    const int count = compact_plan(&wishes, setups, MOST_SETUPS);
    for (int k = 0; k < count && code == 0; ++k)
        code = measure_setup(b, &setups[k]);
    return code;
}

static int run(compact_bench *b, const settings *s, const char *command)
{
    char heading[HEADING_ROOM] = "";
    const char *why;
    const int on_cpu = strcmp(s->backend, "cpu") == 0;
    int code = on_cpu ? begin_cpu(b) : compact_cuda_begin(b, s->backend);
    if (code != 0)
        return code;
    if (s->markdown)
        heading_write("Compact differences", command, READING, b->backend, s->backend, heading,
                      sizeof heading);
    const int first = b->tool->rank == 0;
    code = compact_report_begin(b->report, first ? s->markdown : NULL, heading);
    code = tool_agree(b->tool, code);
    if (code != 0)
        return code;
    b->peer = compact_find_peer(&why);
    if (why && b->tool->ranks == 1 && on_cpu)
        compact_report_note(b->report, "%s", why);
    code = measure_all(b, s);
    const int ended = compact_report_end(b->report, code == 0);
    return code ? code : ended;
}

int bench_compact(spate_tool *tool, int argc, char **argv)
{
    settings s = {.backend = "cpu"};
    char command[1024];
    heading_command(tool->command, argc, argv, command, sizeof command);
    const int code = parse(tool, &s, argc, argv);
    if (code != OPTIONS_GO_ON)
        return code;
    if (s.parts && s.along)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "--parts and --along are two ways to cut: take one");
    if (tool->ranks > 1 && !s.parts && !s.along && !s.set)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "whole lines are measured on one process, not on %d ranks: add --parts",
                          tool->ranks);
    compact_report report = {.tool = tool,
                             .kept = {.each = sizeof(compact_row),
                                      .as_json = s.json && tool->rank == 0}};
    compact_bench b = {.tool = tool, .report = &report, .quick = s.quick};
    b.repeat = s.repeat > 0 ? (int)s.repeat : s.quick ? 3 : 5;
    return run(&b, &s, command);
}
