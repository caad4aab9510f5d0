/* Status texts, messages and the log callback. */
#include "base/context.h"

#include <stdarg.h>
#include <stdio.h>

static const struct {
    const char *text;
    int exit_code;
} statuses[] = {
#define SPATE_STATUS(name, code, sentence)                                                         \
    [SPATE_##name] = {.text = (sentence), .exit_code = (code)},
#include "spate/status_list.h"
#undef SPATE_STATUS
};

static int known(spate_status status)
{
    return (unsigned)status < sizeof statuses / sizeof *statuses;
}

const char *spate_status_text(spate_status status)
{
    return known(status) ? statuses[status].text : "unknown status";
}

int spate_exit_code(spate_status status)
{
    return known(status) ? statuses[status].exit_code : 1;
}

const char *spate_message(const spate_context *ctx)
{
    return ctx ? ctx->message : "";
}

void spate_set_log(spate_context *ctx, spate_log_fn log, void *user)
{
    if (!ctx)
        return;
    ctx->log = log;
    ctx->log_user = user;
}

spate_status spate_fail(spate_context *ctx, spate_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(ctx->message, sizeof ctx->message, format, args);
    va_end(args);
    return status;
}

void spate_log(spate_context *ctx, spate_log_level level, const char *format, ...)
{
    if (!ctx->log)
        return;
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    ctx->log(level, text, ctx->log_user);
}
