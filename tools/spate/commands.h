/* The commands of the program, one file each. */
#ifndef SPATE_TOOLS_COMMANDS_H
#define SPATE_TOOLS_COMMANDS_H

#include "program/tool.h"

/* Returns the exit code of the program; argv[0] is the name of the command. */
typedef int (*command_fn)(spate_tool *tool, int argc, char **argv);

/* The list of commands (main.c), ended by a row without a name. */
typedef struct command {
    const char *name;
    command_fn run;
    const char *about;
    int computes; /* with threads, for longer than a moment */
} command;
extern const command commands[];

int command_bench(spate_tool *tool, int argc, char **argv);
/* Prints the names of the benchmarks. */
void command_bench_names(const char *between);
int command_cases(spate_tool *tool, int argc, char **argv);
int command_check(spate_tool *tool, int argc, char **argv);
int command_completion(spate_tool *tool, int argc, char **argv);
int command_compare(spate_tool *tool, int argc, char **argv);
int command_doctor(spate_tool *tool, int argc, char **argv);
int command_ensemble(spate_tool *tool, int argc, char **argv);
int command_info(spate_tool *tool, int argc, char **argv);
int command_plot(spate_tool *tool, int argc, char **argv);
int command_keys(spate_tool *tool, int argc, char **argv);
int command_manual(spate_tool *tool, int argc, char **argv);
int command_new(spate_tool *tool, int argc, char **argv);
int command_run(spate_tool *tool, int argc, char **argv);
int command_verify(spate_tool *tool, int argc, char **argv);
int command_view(spate_tool *tool, int argc, char **argv);
int command_version(spate_tool *tool, int argc, char **argv);

#endif
