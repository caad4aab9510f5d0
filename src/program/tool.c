/* Messages of the program. */
#include "program/tool.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/context.h"
#include "parallel/comm.h"

int tool_error(const spate_tool *tool, spate_status status, const char *format, ...)
{
    if (tool->rank == 0) {
        va_list args;
        va_start(args, format);
        fprintf(stderr, *tool->command ? "spate %s: " : "spate: ", tool->command);
        vfprintf(stderr, format, args);
        fputc('\n', stderr);
        va_end(args);
    }
    return spate_exit_code(status);
}

int tool_failed(const spate_tool *tool, spate_status status)
{
    const char *message = spate_message(tool->ctx);
    return tool_error(tool, status, "%s", *message ? message : spate_status_text(status));
}

int tool_agree(const spate_tool *tool, int number)
{
    double largest = number;
    if (tool->ranks > 1)
        comm_max(tool->ctx->comm, &largest, 1);
    return (int)largest;
}
