/* What a viewer asks of a run, as a file in its folder, run.control: it works for a run that was
 * started before the viewer, on another machine, and with any number of ranks. The run looks at it a
 * few times a second and never waits for it. And progress.json, in which the run writes how far it
 * is. Both are gone when a run has ended. */
#ifndef SPATE_RESULTS_RUN_CONTROL_H
#define SPATE_RESULTS_RUN_CONTROL_H

#include "base/context.h"

typedef enum { CONTROL_NONE, CONTROL_PAUSE, CONTROL_STOP } run_control;

#define CONTROL_NAME "run.control"
#define PROGRESS_NAME "progress.json"

/* For the run. A file with anything else in it counts as none. */
run_control control_read(const char *folder);
/* Removes both files. */
void control_remove(const char *folder);
/* For the viewer; CONTROL_NONE removes the file, so that a paused run goes on. */
spate_status control_write(spate_context *ctx, const char *folder, run_control wish);

typedef struct run_progress {
    double t, end, dt; /* s, simulated */
    int64_t steps;
    double rate; /* cell stages per second since the last report */
    double left; /* s of the clock until the end, at the speed since the start; NaN: not known */
    int paused;
} run_progress;

/* Does not wait for the disk. */
spate_status progress_write(spate_context *ctx, const char *folder, const run_progress *p);

#endif
