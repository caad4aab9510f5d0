/* The results of a running simulation: private to the files of src/results. */
#ifndef SPATE_RESULTS_RUN_STATE_H
#define SPATE_RESULTS_RUN_STATE_H

#include <stdatomic.h>

#include "results/folder/folder_lock.h"
#include "results/maps/tiles.h"
#include "results/record/run_record.h"
#include "results/results.h"
#include "results/schedule.h"
#include "results/series/series_out.h"
#include "results/writer.h"

/* What the solver's thread copies and the writer's thread packs. */
typedef struct snapshot {
    struct results *owner;
    int64_t index;
    double t;
    float *depth, *u, *v;
    spate_frame *frame; /* pending copy into them; NULL: complete */
    uint64_t ticket;    /* of the writer's task; 0: never used */
} snapshot;

enum { SNAPSHOTS = 2 };

struct results {
    spate_context *ctx;
    spate_sim *sim;
    const results_plan *plan;
    int rank;
    schedule maps, series;          /* the same on all ranks */
    int64_t frames;                 /* maps copied so far */
    double checkpoint_wall;         /* time of the last checkpoint, timers_now */
    double waited, waited_in_steps; /* s, for the writer: total, and during steps */
    atomic_ullong bytes;
    /* On rank 0: */
    folder_lock *lock;
    run_record record;
    writer *writer;
    series_out *lines;
    float *bed; /* NaN where inactive */
    tiling tiles;
    atomic_int packers; /* threads that the writer may use: the cores that steps leave idle */
    snapshot snapshots[SNAPSHOTS];
    int64_t checkpoint_number; /* of the next one */
};

/* Whether the plan asks for maps and the build can write them. */
int results_has_maps(const results *r);

/* Fills r->bed on rank 0. Collective. */
spate_status bed_map_read(results *r);

/* ---- checkpoints.c, checkpoint_load.c ---- */

char *checkpoint_folder(const results *r); /* malloc'ed, as is the next */
char *checkpoint_path(const results *r, int64_t number);

/* Loads the newest valid checkpoint and sets schedules, frames and lines; *loaded 0: there is none.
 * Collective, as is the next. */
spate_status checkpoint_load(results *r, int *loaded);
spate_status checkpoint_save(results *r);

/* ---- model_files.c, final_maxima.c, final_state.c ---- */

/* Writes bed.tif, manning.tif, model.gpkg. A task of the writer; user is the results. */
spate_status write_model_files(spate_context *ctx, void *user);
/* Path of the raster NAME.tif, or NAME.asc if the plan asks for it. malloc'ed; NULL: out of
 * memory. */
char *raster_path(const results_plan *p, const char *name);
/* Write max.nc and GeoTIFFs; state.nc. Collective; the writer has ended. */
spate_status write_maxima(results *r);
spate_status write_state(results *r);

/* ---- finish.c; collective ---- */

/* Writes run.json with the present statistics. */
spate_status record_results(results *r, const char *status);
/* Writes all final files after the writer has ended. A failure does not prevent the other files. */
spate_status finish_results(results *r);

/* ---- snapshots.c; collective ---- */

spate_status snapshots_create(results *r); /* not collective */
void snapshots_free(results *r);
spate_status snapshot_take(results *r, double t);

#endif
