/* What every subcommand shares: the context it was started in and how it speaks. Data goes to
 * stdout, talk and errors to stderr, both from rank 0 only. */
#ifndef SPATE_TOOLS_TOOL_H
#define SPATE_TOOLS_TOOL_H

#include "spate/spate.h"

typedef struct spate_tool {
    spate_context *ctx;  /* owned by main */
    const char *command; /* the subcommand, for messages; "" for the program itself */
    int rank, ranks;
} spate_tool;

/* A subcommand returns the exit code of the program; argv[0] is its own name. */
typedef int (*command_fn)(spate_tool *tool, int argc, char **argv);

int command_bench(spate_tool *tool, int argc, char **argv);
int command_cases(spate_tool *tool, int argc, char **argv);
int command_check(spate_tool *tool, int argc, char **argv);
int command_compare(spate_tool *tool, int argc, char **argv);
int command_doctor(spate_tool *tool, int argc, char **argv);
int command_info(spate_tool *tool, int argc, char **argv);
int command_plot(spate_tool *tool, int argc, char **argv);
int command_keys(spate_tool *tool, int argc, char **argv);
int command_new(spate_tool *tool, int argc, char **argv);
int command_run(spate_tool *tool, int argc, char **argv);
int command_verify(spate_tool *tool, int argc, char **argv);
int command_version(spate_tool *tool, int argc, char **argv);

/* Prints one line, "spate run: ...", on rank 0; returns the exit code of the status. */
int tool_error(const spate_tool *tool, spate_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with the sentence that the library kept in the context. */
int tool_failed(const spate_tool *tool, spate_status status);

/* The largest of the ranks' numbers, on all of them. Collective. */
int tool_agree(const spate_tool *tool, int number);

/* Seconds of a clock that never jumps. */
double tool_seconds(void);

#endif
