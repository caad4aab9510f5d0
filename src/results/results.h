/* The files that a run writes: maps, maxima, series, checkpoints, run.json. The caller defines what
 * to write and calls when the simulation has reached a time; a writer thread writes from snapshots.
 *
 * Folder (the case path with .out):
 *   maps.nc max.nc max_depth.tif ... arrival.tif duration.tif state.nc (last state, for restarts)
 *   bed.tif manning.tif model.gpkg gauges/NAME.csv sections/NAME.csv mass.csv run.json,
 *   and while it runs segments/ and checkpoints/.
 * A file that has its final name is complete. All calls are collective; rank 0 writes. */
#ifndef SPATE_RESULTS_RESULTS_H
#define SPATE_RESULTS_RESULTS_H

#include "base/context.h"
#include "io/raster.h"
#include "io/vector.h"
#include "results/folder/run_control.h"

typedef enum { RESULTS_NEW, RESULTS_OVERWRITE, RESULTS_RESUME } results_mode;

enum { MAP_DEPTH = 1u, MAP_LEVEL = 2u, MAP_VELOCITY = 4u };
enum {
    MAXIMUM_DEPTH = 1u,
    MAXIMUM_LEVEL = 2u,
    MAXIMUM_SPEED = 4u,
    MAXIMUM_HAZARD = 8u,
    MAXIMUM_ARRIVAL = 16u,
    MAXIMUM_DURATION = 32u,
    MAXIMUM_HAZARD_ARR = 64u,
    MAXIMUM_HAZARD_UK = 128u
};

typedef struct results_gauge {
    const char *name;
    int64_t i, j;
    double x, y; /* as given in the case */
} results_gauge;

typedef struct results_input {
    const char *file;
} results_input;

/* Borrowed for the life of the results. */
typedef struct results_plan {
    const char *folder;
    results_mode mode;
    const char *title;
    double start;      /* s since 1970 */
    double end;        /* s since start */
    raster_grid grid;  /* whole grid */
    double maps_every; /* s; 0: none. The first at 0, the last at the end */
    unsigned maps;     /* MAP_DEPTH | ... */
    unsigned maxima;   /* MAXIMUM_DEPTH | ...; 0: none */
    int no_geotiff;    /* maxima go to max.nc only */
    int as_asc;        /* rasters are ESRI ASCII grids, not GeoTIFFs */
    double wet_depth, duration_depth;
    double series_every;     /* s; gauges, sections, mass balance */
    double checkpoint_every; /* s of wall-clock time; 0: only on signals */
    int gauge_count, section_count, boundary_count, inflow_count;
    const results_gauge *gauges;
    const char *const *section_names, *const *boundary_names,
                                          *const *inflow_names; /* by number in sim */
    const char *resolved_json;                                  /* the case with all defaults */
    int input_count;
    const results_input *inputs; /* hashed into run.json */
    const vector_output *model;  /* layers of model.gpkg */
    int model_count;
    const float *manning; /* rank 0: nx * ny, NULL where the run has no map of it */
} results_plan;

typedef struct results results;

/* Makes or opens the folder and locks it (folder_lock.h). A folder that another run writes into is
 * SPATE_ERROR_OUTPUT, and the message names that run. The modes:
 *   NEW        an existing folder is SPATE_ERROR_OUTPUT; the message offers --resume and
 *              --overwrite.
 *   OVERWRITE  deletes only the files that its run.json lists.
 *   RESUME     compares the resolved case with the stored one (time.end, output, solver.backend
 *              may differ; other differences are listed and refused), loads the newest valid
 *              checkpoint into sim and cuts series and maps to its time.
 * *resumed: 1 if a checkpoint was loaded; 0 if there was none, so that the run starts at its
 * beginning; RESULTS_FINISHED, with *out NULL, if the run has finished before and nothing is left
 * to do. */
enum { RESULTS_FINISHED = 2 };
spate_status results_open(spate_context *ctx, spate_sim *sim, const results_plan *plan,
                          results **out, int *resumed);

/* The next time after t (s since start) at which results_write must be called; never past the
 * end. */
double results_next(const results *r, double t);
/* Copies what is due at the time of the simulation. Waits only while two copies are still
 * unwritten. */
spate_status results_write(results *r);
/* Whether checkpoint_every has passed since the last one (the same answer on all ranks). */
int results_checkpoint_due(results *r);
spate_status results_checkpoint(results *r);
/* What a viewer asks for (rank 0; CONTROL_NONE on the others). Not collective, as is the next. */
run_control results_control(const results *r);
/* Writes progress.json, on rank 0; a failure is no failure of the run. */
void results_progress(const results *r, const run_progress *p);
/* Waits for the writer and frees r, also after a failure; sim must still exist. done: assembles
 * maps.nc, writes maxima, state.nc and run.json, removes segments and checkpoints. Otherwise
 * (stopped, failed) everything is kept for --resume. */
spate_status results_close(results *r, int done);

/* Seconds the solver waited for the writer; bytes of maps, series and checkpoints written, on rank
 * 0. */
double results_waited(const results *r);
uint64_t results_bytes(const results *r);

#endif
