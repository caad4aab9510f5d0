/* The context behind the public handle: where messages are kept, the log goes and time is counted. It must not know
 * what a simulation is. */
#ifndef SPATE_BASE_CONTEXT_H
#define SPATE_BASE_CONTEXT_H

#include "base/phases.h"
#include "spate/spate.h"

struct comm;

struct spate_context {
    char message[8192]; /* room for many mistakes of a case file, or the surroundings of a cell */
    spate_log_fn log;
    void *log_user;
    struct comm *comm; /* owned; see parallel/comm.h */
    phases phases;     /* of the run, where someone counts them */
};

/* Keeps the sentence in the context and returns the status, so that a failing line reads
 * `return spate_fail(ctx, SPATE_ERROR_ARGUMENT, "nx is %d; ...", nx)`. */
spate_status spate_fail(spate_context *ctx, spate_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void spate_log(spate_context *ctx, spate_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Passes an error up; the message was kept where it happened. */
#define SPATE_TRY(call)                                                                            \
    do {                                                                                           \
        const spate_status spate_try_status = (call);                                              \
        if (spate_try_status != SPATE_OK)                                                          \
            return spate_try_status;                                                               \
    } while (0)

#endif
