/* One run that is looked at: what run.json, progress.json and run.lock say about it, its bed, its
 * frames and its series. Reads only, but for wishes of the control. Any thread may call. */
#ifndef SPATE_VIEW_RUN_VIEW_H
#define SPATE_VIEW_RUN_VIEW_H

#include "frames.h"
#include "io/raster.h"
#include "results/folder/run_control.h"

typedef struct run_view run_view;

/* SPATE_ERROR_DATA where the folder is not that of a run. patience: s, how long a run that is just
 * starting may take until its run.json and its bed are there. */
spate_status run_view_open(spate_context *ctx, const char *folder, double patience, run_view **out);
void run_view_close(run_view *v);

const raster_grid *run_view_grid(const run_view *v);
const float *run_view_bed(const run_view *v); /* nx * ny, row 0 in the south; NaN: inactive */
frames *run_view_frames(const run_view *v);
double run_view_wet_depth(const run_view *v);
/* Whether it computes: as the last run_view_state found it. */
int run_view_is_running(const run_view *v);

/* JSON in malloc'ed text; NULL without memory. */
char *run_view_meta(run_view *v);
/* Looks at the folder again. frame: from which the times are listed. *replaced: another run has
 * begun in the folder, so that it must be opened anew. */
char *run_view_state(run_view *v, int64_t frame, int *replaced);
/* Depths at cell (i, j) in `count` frames from `frame` on; NULL also where they cannot be read. */
char *run_view_point(run_view *v, int64_t i, int64_t j, int64_t frame, int64_t count);

/* A series as the run wrote it, malloc'ed: gauge or section number n, or the balance; NULL: there
 * is none. */
typedef enum { SERIES_GAUGE, SERIES_SECTION, SERIES_BALANCE } series_kind;
char *run_view_series(run_view *v, series_kind kind, int64_t n, size_t *bytes);
/* Asks the run to pause, to go on (CONTROL_NONE) or to stop with a checkpoint. SPATE_ERROR_ARGUMENT:
 * it does not run. */
spate_status run_view_control(run_view *v, spate_context *ctx, run_control wish);

#endif
