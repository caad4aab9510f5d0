/* spate bench: finds the benchmark by its name and calls it. */
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "bench/frame.h"
#include "commands.h"
#include "program/options.h"
#include "scaling_figure.h"
#include "work_figure.h"

static int semi_implicit(spate_tool *tool, int argc, char **argv)
{
    return bench_semi_implicit(tool, argc, argv, &work_figure);
}

static int work_precision(spate_tool *tool, int argc, char **argv)
{
    return bench_work_precision(tool, argc, argv, &work_figure);
}

static int scaling(spate_tool *tool, int argc, char **argv)
{
    return bench_scaling(tool, argc, argv, &scaling_figure);
}

static const struct {
    const char *name, *command;
    command_fn run;
    const char *about;
} benches[] = {
    {"kurganov", "bench kurganov", bench_kurganov,
     "steps of the Kurganov scheme, beside a copy of memory"},
    {"adi", "bench adi", bench_adi,
     "steps of the ADI scheme, beside a copy, plain C on one core and the paper"},
    {"tridiag", "bench tridiag", bench_tridiag,
     "batched tridiagonal solvers, beside a copy and LAPACK or cuSPARSE"},
    {"tridiag-distributed", "bench tridiag-distributed", bench_tridiag_distributed,
     "tridiagonal lines cut over parts and ranks, beside uncut ones"},
    {"compact", "bench compact", bench_compact, "compact differences, beside a copy and LAPACK"},
    {"staggered", "bench staggered", bench_staggered,
     "steps of the staggered scheme, beside a copy and the default scheme"},
    {"devices", "bench devices", bench_devices,
     "runs that several devices share, beside each of them alone and a copy"},
    {"semi-implicit", "bench semi-implicit", semi_implicit,
     "time and error of implicit schemes by the length of the step, beside explicit ones"},
    {"vector-invariant", "bench vector-invariant", bench_vector_invariant,
     "kernels, steps, iterations and errors of these schemes, beside a copy and their paper"},
    {"krylov", "bench krylov", bench_krylov,
     "conjugate gradients and preconditioners, beside a copy and hypre or cuSPARSE"},
    {"work-precision", "bench work-precision", work_precision,
     "error against time to solution of any schemes on one case"},
    {"scaling", "bench scaling", scaling,
     "any scheme on threads, parts and ranks, beside a model of messages"},
};
enum { BENCHES = sizeof benches / sizeof *benches };

static void print_help(FILE *out)
{
    fprintf(out, "Usage: spate bench NAME [options]\n\n");
    for (int k = 0; k < BENCHES; ++k)
        fprintf(out, "  %-20s%s\n", benches[k].name, benches[k].about);
    fprintf(out, "\nspate bench NAME --help lists the options and explains the table.\n");
}

void command_bench_names(const char *between)
{
    for (int k = 0; k < BENCHES; ++k)
        printf("%s%s", k ? between : "", benches[k].name);
}

int command_bench(spate_tool *tool, int argc, char **argv)
{
    for (int k = 0; tool->listener && k < BENCHES; ++k) {
        tool->command = benches[k].command;
        benches[k].run(tool, argc, argv);
    }
    if (tool->listener)
        return 0;
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        if (tool->rank == 0)
            print_help(argc < 2 ? stderr : stdout);
        return argc < 2 ? spate_exit_code(SPATE_ERROR_ARGUMENT) : 0;
    }
    suggestion nearest = suggest_begin(argv[1]);
    for (int k = 0; k < BENCHES; ++k) {
        if (strcmp(argv[1], benches[k].name) == 0) {
            tool->command = benches[k].command;
            return benches[k].run(tool, argc - 1, argv + 1);
        }
        suggest_offer(&nearest, benches[k].name);
    }
    char text[64];
    return tool_error(tool, SPATE_ERROR_ARGUMENT, "unknown benchmark '%s'%s (spate bench --help)",
                      argv[1], suggest_text(&nearest, "", text, sizeof text));
}
