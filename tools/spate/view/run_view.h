/* One run that is looked at: what run.json, progress.json and run.lock say about it, its bed, its
 * frames and its series. */
#ifndef SPATE_VIEW_RUN_VIEW_H
#define SPATE_VIEW_RUN_VIEW_H

#include "frames.h"
#include "run_folder.h"

typedef enum {
    RUN_WAITING, /* no run.json yet */
    RUN_RUNNING,
    RUN_PAUSED,
    RUN_STOPPED,
    RUN_KILLED, /* says that it runs, but no process holds its lock */
    RUN_INCOMPLETE,
    RUN_DONE
} run_status;

typedef struct run_view run_view;

/* SPATE_ERROR_DATA where the folder is not that of a run. wait_s: how long a run that is just
 * starting may take until its run.json and its bed are there. */
spate_status run_view_open(spate_context *ctx, const char *folder, double wait_s, run_view **out);
void run_view_close(run_view *v);

const raster_grid *run_view_grid(const run_view *v);
const float *run_view_bed(const run_view *v); /* nx * ny, row 0 in the south; NaN: inactive */
frames *run_view_frames(const run_view *v);
double run_view_wet_depth(const run_view *v);

/* JSON in malloc'ed text; NULL without memory. */
char *run_view_meta(run_view *v, spate_context *ctx);
char *run_view_state(run_view *v, spate_context *ctx);
/* A series as the run wrote it, in malloc'ed bytes: gauge or section number n, or the balance. */
typedef enum { SERIES_GAUGE, SERIES_SECTION, SERIES_BALANCE } series_kind;
spate_status run_view_series(run_view *v, spate_context *ctx, series_kind kind, int64_t n,
                             char **out, size_t *bytes);
/* Asks the run to pause, to go on or to stop with a checkpoint (results/folder/run_control.h). */
spate_status run_view_control(run_view *v, spate_context *ctx, int wish);

#endif
