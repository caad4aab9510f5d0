/* spate bench tridiag-distributed: lines cut over parts of one process, or over ranks, beside the uncut solve of the
 * same lines and the memory bandwidth. */
#include <math.h>
#include <string.h>

#include "bench/heading.h"
#include "bench/tridiag_cut.h"
#include "program/options.h"
#include "run/backends.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define READING                                                                                      \
    "Lines are cut into equal parts at multiples of the chunk: of one process, or one part for\n"    \
    "each rank. GB/s counts the fewest bytes that an uncut solve must move (5 words an unknown,\n"   \
    "2 for a shared matrix). moved: what the cut one moves beside its scratch, over that. uncut:\n"  \
    "its time over that of spate_tridiag on the same lines, timed in turns. sent: to other ranks,\n" \
    "in one solve, by the rank that sends the most. GB/s and copy are those of one rank.\n"

typedef struct settings {
    const char *matrix, *layout, *precision, *reduced, *markdown, *backend;
    int64_t n, threads, repeat, parts, chunk;
    double unknowns, tolerance, scratch;
    int quick;
} settings;

static int parse(const spate_tool *tool, settings *s, int argc, char **argv)
{
    const option list[] = {
        {"matrix", OPTION_CHOICE, &s->matrix, "general|shared|toeplitz", "class of matrices", 0, 0},
        {"layout", OPTION_CHOICE, &s->layout, "contiguous|strided|interleaved", "of lines", 0, 0},
        {"precision", OPTION_CHOICE, &s->precision, "f32|f64", "of all values", 0, 0},
        {"reduced", OPTION_CHOICE, &s->reduced, "auto|gather|all-to-all|neighbours",
         "how what is left between parts is solved", 0, 0},
        {"tolerance", OPTION_REAL, &s->tolerance, "E", "of neighbours, over the largest value", 0,
         0.9},
        {"n", OPTION_INTEGER, &s->n, "N", "unknowns of a line", 2, 1e8},
        {"unknowns", OPTION_REAL, &s->unknowns, "N", "of all lines together, about", 1, 1e12},
        {"parts", OPTION_INTEGER, &s->parts, "P", "of each rank; usual: 1, 2, 4, 8; with ranks 1",
         1, CUT_MOST_PARTS},
        {"chunk", OPTION_INTEGER, &s->chunk, "C", "rows eliminated in one go", 1, 1e6},
        {"backend", OPTION_TEXT, &s->backend, "NAME", "cpu (usual), cuda or cuda:N", 0, 0},
        {"scratch", OPTION_REAL, &s->scratch, "MB", "GPU: kept for the way back; usual: 400", 0,
         1e6},
        {"threads", OPTION_INTEGER, &s->threads, "N", "of each rank; usual: all", 1, 4096},
        {"repeat", OPTION_INTEGER, &s->repeat, "R", "timed solves of each", 1, BENCH_MOST_REPEATS},
        {"quick", OPTION_FLAG, &s->quick, NULL, "fewer unknowns and repeats", 0, 0},
        {"markdown", OPTION_TEXT, &s->markdown, "FILE", "the table, for a page", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {.usage = "bench tridiag-distributed [options]",
                            .about = "Speed of lines cut over parts and ranks.\n" READING,
                            .list = list};
    return options_parse(tool, &set, argc, argv, NULL);
}

/* ---- what is measured ---- */

static const struct {
    spate_tridiag_class matrix;
    tridiag_layout layout;
} kinds[] = {{SPATE_TRIDIAG_GENERAL, TRIDIAG_CONTIGUOUS},
             {SPATE_TRIDIAG_GENERAL, TRIDIAG_STRIDED},
             {SPATE_TRIDIAG_TOEPLITZ, TRIDIAG_CONTIGUOUS},
             {SPATE_TRIDIAG_TOEPLITZ, TRIDIAG_STRIDED}};

static int is_wanted(const char *word, const char *name)
{
    return !word || strcmp(word, name) == 0;
}

static int threads_of(const settings *s)
{
#ifdef _OPENMP
    return s->threads > 0 ? (int)s->threads : omp_get_max_threads();
#else
    (void)s;
    return 1;
#endif
}

static int measure_kind(const settings *s, cut_table *out, spate_tridiag_class matrix,
                        tridiag_layout layout)
{
    static const int parts[] = {1, 2, 4, 8};
    const int64_t n = s->n > 0 ? s->n : 1024;
    const double lines = s->unknowns / (double)n;
    cut_wishes w = {.setup = {.matrix = matrix,
                              .layout = layout,
                              .precision = is_wanted(s->precision, "f64") ? 64 : 32,
                              .threads = threads_of(s),
                              .n = n,
                              .lines = lines >= 1 ? (int64_t)lines : 1},
                    .chunk = s->chunk > 0 ? s->chunk : 64,
                    .reduced = s->reduced ? s->reduced : "auto",
                    .tolerance = s->tolerance,
                    .scratch = 1e6 * s->scratch,
                    .device = strncmp(s->backend, "cuda", 4) == 0 ? s->backend : NULL,
                    .repeat = s->repeat > 0 ? (int)s->repeat
                              : s->quick    ? 3
                                            : 7};
    int code = 0;
    for (int k = 0; k < 4 && code == 0; ++k) {
        w.parts = s->parts > 0 ? (int)s->parts : parts[k];
        const int64_t all = (int64_t)w.parts * out->tool->ranks;
        if ((k > 0 && (s->parts > 0 || out->tool->ranks > 1)))
            break;
        if (all > (n + w.chunk - 1) / w.chunk)
            return s->parts > 0 || out->tool->ranks > 1
                       ? tool_error(out->tool, SPATE_ERROR_ARGUMENT,
                                    "%lld parts: lines of %lld rows have fewer chunks of %lld rows",
                                    (long long)all, (long long)n, (long long)w.chunk)
                       : 0;
        code = cut_measure(&w, out);
    }
    return code;
}

static int measure_all(const settings *s, cut_table *out)
{
    int code = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds && code == 0; ++k)
        if (is_wanted(s->matrix, tridiag_class_names[kinds[k].matrix]) &&
            is_wanted(s->layout, tridiag_layout_names[kinds[k].layout]))
            code = measure_kind(s, out, kinds[k].matrix, kinds[k].layout);
    return code;
}

static int open_markdown(const settings *s, const char *command, const spate_backend *cpu,
                         const spate_tool *tool, tool_file *file)
{
    char heading[HEADING_ROOM];
    if (!s->markdown || tool->rank != 0)
        return 0;
    *file = tool_file_open(s->markdown);
    if (!file->out)
        return tool_error(tool, SPATE_ERROR_OUTPUT, "cannot write %s", s->markdown);
    heading_write("Tridiagonal lines cut over parts", command, READING, cpu, s->backend, heading,
                  sizeof heading);
    fprintf(file->out, "%s\n", heading);
    return 0;
}

int bench_tridiag_distributed(spate_tool *tool, int argc, char **argv)
{
    settings s = {.unknowns = NAN, .backend = "cpu"};
    char command[1024], message[4400];
    tool_file file = {.out = NULL};
    spate_options opt;
    cut_table out = {.tool = tool};
    heading_command(tool->command, argc, argv, command, sizeof command);
    int code = parse(tool, &s, argc, argv);
    if (code != OPTIONS_GO_ON)
        return code;
    if (isnan(s.unknowns))
        s.unknowns = s.quick ? 1 << 20 : 1 << 24;
    spate_options_default(&opt);
    opt.backend = s.backend;
    const spate_status status = backend_choose(tool->ctx, &opt, &out.backend);
    if (status != SPATE_OK)
        return tool_failed(tool, status);
    code = tool_agree(tool, open_markdown(&s, command, out.backend, tool, &file));
    out.markdown = file.out;
    if (code == 0)
        code = measure_all(&s, &out);
    if (file.out && tool_file_close(&file, code == 0, message, sizeof message) != 0 && code == 0)
        code = tool_error(tool, SPATE_ERROR_OUTPUT, "%s", message);
    return code;
}
