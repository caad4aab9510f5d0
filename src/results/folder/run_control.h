/* What a viewer asks of a run, as a file in its folder, run.control: it works for a run that was
 * started before the viewer, on another machine, and with any number of ranks. The run looks at it a
 * few times a second and never waits for it. And progress.json, by which the run tells how far it
 * is. Both are gone when a run has ended. */
#ifndef SPATE_RESULTS_RUN_CONTROL_H
#define SPATE_RESULTS_RUN_CONTROL_H

#include "base/context.h"

typedef enum { CONTROL_NONE, CONTROL_PAUSE, CONTROL_STOP } run_control;

#define CONTROL_NAME "run.control"
#define PROGRESS_NAME "progress.json"

/* For the run. A file with anything else in it counts as none. */
run_control control_read(const char *folder);
void control_remove(const char *folder);
/* For the viewer; CONTROL_NONE removes the file, so that a paused run goes on. */
spate_status control_write(spate_context *ctx, const char *folder, run_control wish);

typedef struct run_progress {
    double t, end, dt; /* s, simulated */
    int64_t steps;
    double cell_stages;        /* per step */
    double elapsed, t_begun;   /* s of the clock since this start, and where it started */
    double steps_begun;        /* steps before this start */
    double rate;               /* cell stages per second, lately */
    double volume, mass_error; /* NaN: not known yet */
    int paused;
} run_progress;

/* Never waits for the disk; a failure is not reported, for it is no result. */
void progress_write(const char *folder, const run_progress *p);

#endif
