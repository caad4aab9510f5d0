/* A benchmark from its command line to its exit code. */
#include "bench/frame.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/heading.h"
#include "run/backends.h"

#ifdef _OPENMP
#include <omp.h>
#endif

enum { MOST_OPTIONS = 32, MOST_SETUPS = 512 };

/* ---- helpers ---- */

int bench_choose_backend(bench *b, const spate_options *wishes)
{
    spate_options opt;
    spate_options_default(&opt);
    if (wishes)
        opt = *wishes;
    else
        opt.backend = b->backend_name;
    const spate_status status = backend_choose(b->tool->ctx, &opt, &b->backend);
    return status == SPATE_OK ? 0 : tool_failed(b->tool, status);
}

int bench_index(const char *word, const char *const *names, int count)
{
    for (int k = 0; word && k < count; ++k)
        if (strcmp(word, names[k]) == 0)
            return k;
    return -1;
}

double bench_free_memory(void)
{
    char line[128];
    double kilobytes = NAN;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file && isnan(kilobytes) && fgets(line, sizeof line, file))
        if (strncmp(line, "MemAvailable:", 13) == 0)
            kilobytes = strtod(line + 13, NULL);
    if (file)
        fclose(file);
    if (isnan(kilobytes)) /* not Linux: what is free right now */
        kilobytes = (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / 1024;
    return 1024 * kilobytes;
}

int bench_fits(const bench *b, double bytes, const char *format, ...)
{
    const double slack = 1.2, available = bench_free_memory();
    char what[128];
    if (!(slack * bytes > available)) /* or unknown */
        return 1;
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    bench_note(b, "skipped: %s take about %.1f GB, %.1f GB are free", what, 1e-9 * slack * bytes,
               1e-9 * available);
    return 0;
}

/* ---- the command line ---- */

/* The options of the benchmark, then those that all have. */
static int parse(bench *b, int64_t *threads, int64_t *repeat, const char **markdown, int argc,
                 char **argv)
{
    const option shared[] = {
        {"backend", OPTION_TEXT, &b->backend_name, "NAME", b->kind->backend_help, 0, 0},
        {"threads", OPTION_INTEGER, threads, "N", "of each process", 1, 4096},
        {"repeat", OPTION_INTEGER, repeat, "R", "timed stretches of each row", 1,
         BENCH_MOST_REPEATS},
        {"quick", OPTION_FLAG, &b->quick, NULL, "fewer and smaller runs", 0, 0},
        {"markdown", OPTION_TEXT, markdown, "FILE", "the table, for a page", 0, 0},
        {"json", OPTION_FLAG, &b->as_json, NULL, "for machines", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};
    option list[MOST_OPTIONS];
    char usage[64], about[4096];
    size_t own = 0;
    for (; b->kind->options[own].name; ++own)
        list[own] = b->kind->options[own];
    memcpy(list + own, shared, sizeof shared);
    snprintf(usage, sizeof usage, "bench %s [options]", b->kind->name);
    snprintf(about, sizeof about, "%s\n%s", b->kind->about, b->kind->reading);
    const option_set set = {.usage = usage, .about = about, .list = list};
    return options_parse(b->tool, &set, argc, argv, NULL);
}

static void print_page_heads(const bench *b, FILE *out)
{
    const bench_column *columns = b->kind->columns;
    for (const bench_column *c = columns; c->value >= 0; ++c)
        if (c->title)
            fprintf(out, "| %s%s", c->title, *c->title ? " " : "");
    fputs("|\n|", out);
    for (const bench_column *c = columns; c->value >= 0; ++c)
        if (c->title)
            fputs("---|", out);
    fputc('\n', out);
}

/* Rank 0 opens its outputs. Returns an exit code. */
static int open_outputs(bench *b, const char *markdown, const char *command)
{
    char heading[HEADING_ROOM];
    if (b->tool->rank != 0)
        return 0;
    if (b->as_json) {
        FILE *out = open_memstream(&b->json_text, &b->json_length);
        if (!out)
            return tool_error(b->tool, SPATE_ERROR_MEMORY, "no memory for the rows");
        b->json = json_begin(out);
        json_open_array(&b->json, NULL);
    }
    if (!markdown)
        return 0;
    b->markdown = tool_file_open(markdown);
    if (!b->markdown.out)
        return tool_error(b->tool, SPATE_ERROR_OUTPUT, "cannot write %s: %s", markdown,
                          strerror(errno));
    heading_write(b->kind->title, command, b->kind->reading, b->backend, b->backend_name, heading,
                  sizeof heading);
    fprintf(b->markdown.out, "%s\n", heading);
    print_page_heads(b, b->markdown.out);
    return 0;
}

/* ok: 0 leaves no Markdown file and prints no JSON. Returns an exit code. */
static int close_outputs(bench *b, int ok)
{
    char message[4400];
    int code = 0;
    if (b->json.out) {
        fputc('\n', stderr);
        json_close(&b->json);
        const int whole = json_end(&b->json) == 0;
        fclose(b->json.out);
        if (ok && whole)
            fputs(b->json_text, stdout);
        else if (ok)
            code = tool_error(b->tool, SPATE_ERROR_MEMORY, "no memory for the rows");
        free(b->json_text);
    }
    if (b->markdown.out && tool_file_close(&b->markdown, ok, message, sizeof message) != 0 && ok)
        code = tool_error(b->tool, SPATE_ERROR_OUTPUT, "%s", message);
    return code;
}

/* Returns an exit code; of several the largest. */
static int measure_all(bench *b)
{
    const bench_kind *kind = b->kind;
    char *setups = calloc(MOST_SETUPS, kind->setup_bytes);
    const int count = setups ? kind->plan(b, setups, MOST_SETUPS) : 0;
    int worst = setups ? 0 : tool_error(b->tool, SPATE_ERROR_MEMORY, "no memory for the plan");
    if (count == 0 && worst == 0 && kind->nothing_planned)
        worst = kind->nothing_planned(b);
    for (int k = 0; k < count && (worst == 0 || kind->goes_on); ++k) {
        const int code = kind->measure(b, setups + (size_t)k * kind->setup_bytes);
        worst = code > worst ? code : worst;
        if (code == spate_exit_code(SPATE_ERROR_ARGUMENT) && b->rows == 0)
            break; /* a wish that nothing can fulfil */
    }
    free(setups);
    return worst;
}

int bench_main(spate_tool *tool, const bench_kind *kind, int argc, char **argv)
{
    bench b = {.tool = tool, .kind = kind, .backend_name = kind->backend, .max_threads = 1};
    const char *markdown = NULL;
    char command[1024];
    int64_t threads = 0, repeat = 0;
#ifdef _OPENMP
    b.max_threads = omp_get_max_threads();
#endif
    heading_command(tool->command, argc, argv, command, sizeof command);
    int code = parse(&b, &threads, &repeat, &markdown, argc, argv);
    if (code != OPTIONS_GO_ON)
        return code;
    if (tool->ranks > 1 && !kind->ranks)
        return tool_error(tool, SPATE_ERROR_ARGUMENT, "measures one process, not %d ranks",
                          tool->ranks);
    b.threads = (int)threads;
    b.repeat = (int)repeat;
    code = kind->prepare(&b);
    if (b.repeat == 0)
        b.repeat = b.quick ? kind->quick_repeat : kind->repeat;
    if (code == 0)
        code = tool_agree(tool, open_outputs(&b, markdown, command));
    if (code == 0) {
        if (kind->begin)
            kind->begin(&b);
        code = measure_all(&b);
        code = kind->finish ? kind->finish(&b, code) : code;
    }
    const int closed = close_outputs(&b, code == 0 || (kind->goes_on && b.rows > 0));
    return code ? code : closed;
}
