/* The results of a run under way: what results.c and the files beside it share. */
#ifndef SPATE_RESULTS_RUN_STATE_H
#define SPATE_RESULTS_RUN_STATE_H

#include <stdatomic.h>

#include "results/folder/folder_lock.h"
#include "results/results.h"
#include "results/record/run_record.h"
#include "results/schedule.h"
#include "results/series/series_out.h"
#include "results/maps/tiles.h"
#include "results/writer.h"

/* What the solver's thread copies and the writer's thread packs. */
typedef struct snapshot {
    struct results *owner;
    int64_t index;
    double t;
    float *depth, *u, *v;
    spate_frame *frame; /* under way to them; NULL: they are there */
    uint64_t ticket;    /* of the writer, 0 while it was never used */
} snapshot;

enum { SNAPSHOTS = 2 };

struct results {
    spate_context *ctx;
    spate_sim *sim;
    const results_plan *plan;
    int rank;
    schedule maps, series;          /* the same on all ranks */
    int64_t frames;                 /* maps taken */
    double checkpoint_wall;         /* when the last one was written, timers_now */
    double waited, waited_in_steps; /* s, for the writer: in all, and before the end */
    atomic_ullong bytes;
    /* On rank 0: */
    folder_lock *lock;
    run_record record;
    writer *writer;
    series_out *lines;
    float *bed; /* NaN where inactive */
    tiling tiles;
    atomic_int packers; /* threads that the writer may use: cores that steps leave idle */
    snapshot snapshots[SNAPSHOTS];
    int64_t checkpoint_number; /* of the next one */
};

/* Maps are written where the plan wants them and the build can. */
int results_has_maps(const results *r);

/* Fills r->bed on rank 0. Collective. */
spate_status bed_map_take(results *r);

/* ---- checkpoints.c, checkpoint_load.c ---- */

char *checkpoint_folder(const results *r); /* malloc'ed, as is */
char *checkpoint_path(const results *r, int64_t number);

/* Loads the newest sound checkpoint and sets schedules, frames and lines; *loaded 0: there is none.
 * Collective, as is the next. */
spate_status checkpoint_load(results *r, int *loaded);
spate_status checkpoint_save(results *r);

/* ---- understood_files.c, final_maxima.c, final_state.c ---- */

/* bed.tif, manning.tif, model.gpkg: a task of the writer; user is the results. */
spate_status write_understood(spate_context *ctx, void *user);
/* Where the raster NAME.tif of a run goes: NAME.asc where the plan says so. malloc'ed, NULL: no memory. */
char *raster_path(const results_plan *p, const char *name);
/* max.nc and GeoTIFFs; state.nc. Collective; the writer has ended. */
spate_status write_maxima(results *r);
spate_status write_state(results *r);

/* ---- finish.c; collective ---- */

/* run.json with the figures of now; status as there. */
spate_status record_results(results *r, const char *status);
/* All final files; the writer has ended. What cannot be written does not keep the rest back. */
spate_status finish_results(results *r);

/* ---- snapshots.c; collective ---- */

spate_status snapshots_create(results *r); /* not collective */
void snapshots_free(results *r);
spate_status snapshot_take(results *r, double t);

#endif
