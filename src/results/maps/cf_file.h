/* A NetCDF file that follows the CF-1.8 conventions, on the grid of the run: coordinates, time,
 * coordinate system, variables. Written under a temporary name. Only in builds with NetCDF; one
 * thread at a time. */
#ifndef SPATE_RESULTS_CF_FILE_H
#define SPATE_RESULTS_CF_FILE_H

#include "base/context.h"
#include "results/maps/tiles.h"
#include "results/results.h"

typedef struct cf_file {
    const results_plan *plan;
    tiling tiles;      /* chunks of the variables */
    int id;            /* NetCDF's; -1: closed */
    int dimensions[3]; /* time, y, x */
    int coordinates[3];
    int64_t frames; /* 0: no time */
    int crs;        /* variable; -1: none */
    char *path, *temporary;
} cf_file;

typedef struct cf_variable {
    const char *name, *standard_name, *long_name, *units; /* standard_name NULL: there is none */
    int bits;                                             /* 32 or 64 */
    int over_time;
    const char *flags; /* meanings of the values 1, 2, ..., separated by blanks; NULL: quantities */
} cf_variable;

extern const cf_variable cf_bed;

spate_status cf_create(spate_context *ctx, const char *file_name, const results_plan *plan,
                       int64_t frames, cf_file *f);
spate_status cf_define(spate_context *ctx, cf_file *f, const cf_variable *what, int *variable);
/* Ends the definitions and writes the coordinates; times: s since the start. */
spate_status cf_begin(spate_context *ctx, cf_file *f, const double *times);
/* The whole (first) frame of a variable; NaN becomes fill in place. */
spate_status cf_put_f32(spate_context *ctx, cf_file *f, int variable, float *values);
spate_status cf_put_f64(spate_context *ctx, cf_file *f, int variable, double *values);
/* Closes the file, which keeps its temporary name. */
spate_status cf_close(spate_context *ctx, cf_file *f);
/* Closes the file if it is open, waits for the disk, and renames it. */
spate_status cf_finish(spate_context *ctx, cf_file *f);
void cf_abandon(cf_file *f);
/* Turns NetCDF's error into a message; abandons the file. */
spate_status cf_failed(spate_context *ctx, cf_file *f, int error);

#endif
