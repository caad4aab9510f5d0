/* The context behind the public handle: the last message, the log, and the times of phases. It must
 * not know what a simulation is. */
#ifndef SPATE_BASE_CONTEXT_H
#define SPATE_BASE_CONTEXT_H

#include "base/phases.h"
#include "spate/spate.h"

struct comm;

struct spate_context {
    char message[8192]; /* holds many errors of a case file, or the values around a cell */
    spate_log_fn log;
    void *log_user;
    struct comm *comm; /* owned; see parallel/comm.h */
    phases phases;     /* of the run, where they are measured */
};

/* Keeps the message in the context and returns the status. */
spate_status spate_fail(spate_context *ctx, spate_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The failures that most lines report: `return fail_argument(ctx, "nx is %d; ...", nx)`. */
#define fail_argument(ctx, ...) spate_fail(ctx, SPATE_ERROR_ARGUMENT, __VA_ARGS__)
#define fail_memory(ctx, ...) spate_fail(ctx, SPATE_ERROR_MEMORY, __VA_ARGS__)
#define fail_data(ctx, ...) spate_fail(ctx, SPATE_ERROR_DATA, __VA_ARGS__)

void spate_log(spate_context *ctx, spate_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Passes an error up; the message is kept where it happened. */
#define SPATE_TRY(call)                                                                            \
    do {                                                                                           \
        const spate_status spate_try_status = (call);                                              \
        if (spate_try_status != SPATE_OK)                                                          \
            return spate_try_status;                                                               \
    } while (0)

#endif
