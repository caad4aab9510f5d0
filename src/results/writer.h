/* The writer: one thread that runs tasks in the order in which they were posted. It has a separate
 * context, so that messages and log lines reach the caller's thread only through writer_status. It
 * does not know what the tasks write. */
#ifndef SPATE_RESULTS_WRITER_H
#define SPATE_RESULTS_WRITER_H

#include "base/context.h"

typedef struct writer writer;
/* Runs on the writer's thread and owns `user`. After a failure it is still called once, with ctx
 * NULL, so that it can free `user`. */
typedef spate_status (*writer_task)(spate_context *ctx, void *user);

spate_status writer_start(spate_context *ctx, writer **out);
/* *ticket (may be NULL) identifies the task. SPATE_ERROR_MEMORY: the task was not accepted and
 * `user` is freed. */
spate_status writer_post(writer *w, spate_context *ctx, writer_task task, void *user,
                         uint64_t *ticket);
/* Waits until that task is done (0: none to wait for; WRITER_ALL). Returns the seconds it
 * waited. */
#define WRITER_ALL UINT64_MAX
int writer_has_done(writer *w, uint64_t ticket);
double writer_wait(writer *w, uint64_t ticket);
/* The first failure of a task so far, its message put into ctx; its log lines go to ctx's log. */
spate_status writer_status(writer *w, spate_context *ctx);
/* Waits for all tasks and ends the thread; NULL is allowed. */
void writer_end(writer *w);

#endif
