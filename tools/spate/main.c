/* The program: finds the command by its name and calls it. It knows nothing of what commands do. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "bundle.h"
#include "commands.h"
#include "openmp.h"
#include "program/options.h"

const command commands[] = {
    {"new", command_new, "write a starter case that runs as it is", 0},
    {"check", command_check, "read a case file and its data, report what was understood", 0},
    {"run", command_run, "run a case file (or a built-in case) and write its results", 1},
    {"ensemble", command_ensemble, "run a case with many settings, from a table of scenarios", 0},
    {"cases", command_cases, "list the built-in cases", 0},
    {"verify", command_verify, "compare with exact solutions", 1},
    {"bench", command_bench, "measure speed beside the machine's memory bandwidth", 1},
    {"keys", command_keys, "list the keys of case files with their defaults and ranges", 0},
    {"plot", command_plot, "maps, films and charts of results", 0},
    {"view", command_view, "look at a finished or running simulation in the browser", 0},
    {"compare", command_compare, "how far two results are apart, or results and measurements", 0},
    {"info", command_info, "what a file is: case, raster, maps, series, checkpoint, results", 0},
    {"doctor", command_doctor, "what this machine offers, what is missing and the remedy", 0},
    {"version", command_version, "version and build", 0},
    {"completion", command_completion, "completion of commands and options for bash or zsh", 0},
    {"manual", command_manual, "the manual page of a command, for man", 0},
    {NULL, NULL, NULL, 0},
};

static void print_help(FILE *out)
{
    fprintf(out, "Spate simulates floods with the shallow-water equations.\n\n"
                 "Usage: spate COMMAND [options]\n\n");
    for (const command *c = commands; c->name; ++c)
        fprintf(out, "  %-12s%s\n", c->name, c->about);
    fprintf(
        out,
        "\nspate COMMAND --help lists its options. Try: spate new valley && spate run valley.yaml\n");
}

static int computes(const char *name)
{
    for (const command *c = commands; c->name; ++c)
        if (strcmp(name, c->name) == 0)
            return c->computes;
    return 0;
}

static int dispatch(spate_tool *tool, int argc, char **argv)
{
    if (strcmp(argv[0], "--version") == 0)
        argv[0] = "version";
    if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0 ||
        strcmp(argv[0], "help") == 0) {
        if (tool->rank == 0)
            print_help(stdout);
        return 0;
    }
    suggestion nearest = suggest_begin(argv[0]);
    for (const command *c = commands; c->name; ++c) {
        if (strcmp(argv[0], c->name) == 0) {
            tool->command = c->name;
            return c->run(tool, argc, argv);
        }
        suggest_offer(&nearest, c->name);
    }
    char text[64];
    return tool_error(tool, SPATE_ERROR_ARGUMENT, "unknown command '%s'%s (spate --help)", argv[0],
                      suggest_text(&nearest, "", text, sizeof text));
}

/* Where standard streams are closed, the next file that is opened must not get their numbers: what
 * is printed would end up in a result. They are replaced by something that cannot be written to. */
static void hold_standard_streams(void)
{
    int file;
    do
        file = open("/dev/null", O_RDONLY);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
}

/* libgdal brings OpenBLAS along on some systems, which starts a spinning thread for each core when it
 * is loaded. Nothing here uses them. */
static void start_no_blas_threads(void)
{
    setenv("OPENBLAS_NUM_THREADS", "1", 0);
}

/* Checks that all output was written: a full disk shows here at the latest. */
static int close_output(const spate_tool *tool, int code)
{
    const int failed = ferror(stdout);
    const int closed = fclose(stdout) == 0;
    if ((!failed && closed) || code != 0)
        return code;
    return tool_error(tool, SPATE_ERROR_OUTPUT,
                      "standard output: what was printed is not whole; its disk may be full");
}

int main(int argc, char **argv)
{
    spate_tool tool = {.command = ""};
    if (argc > 1 && computes(argv[1]))
        openmp_wait_politely(argv);
    hold_standard_streams();
    start_no_blas_threads();
    bundle_set_data();
    const spate_status status = spate_context_create_parallel(&tool.ctx);
    if (status != SPATE_OK)
        return tool_error(&tool, status, "%s", spate_status_text(status));
    tool.rank = spate_rank(tool.ctx);
    tool.ranks = spate_rank_count(tool.ctx);
    int code = spate_exit_code(SPATE_ERROR_ARGUMENT);
    if (argc > 1 && computes(argv[1]))
        openmp_limit_threads(&tool);
    if (argc > 1)
        code = dispatch(&tool, argc - 1, argv + 1);
    else if (tool.rank == 0)
        print_help(stderr);
    spate_context_destroy(tool.ctx);
    return close_output(&tool, code);
}
