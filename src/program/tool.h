/* What every command of the program and every benchmark shares: the context it runs in, and
 * messages. Data goes to stdout, messages and errors to stderr, both from rank 0 only. Not part of
 * the library, which never prints. */
#ifndef SPATE_PROGRAM_TOOL_H
#define SPATE_PROGRAM_TOOL_H

#include "spate/spate.h"

typedef struct spate_tool {
    spate_context *ctx;  /* owned by main */
    const char *command; /* for messages; "" for the program itself */
    int rank, ranks;
    /* Commands give their options to this in place of running; NULL: they run
     * (program/options.h). */
    struct option_listener *listener;
} spate_tool;

/* Prints one line, "spate run: ...", on rank 0; returns the exit code of the status. */
int tool_error(const spate_tool *tool, spate_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with the message that the library left in the context. */
int tool_failed(const spate_tool *tool, spate_status status);

/* The largest of the ranks' numbers, on all of them. Collective. */
int tool_agree(const spate_tool *tool, int number);

#endif
