/* Reads maps.nc, max.nc and state.nc for plot, compare, info and warm starts. Any NetCDF file with
 * (y, x) or (time, y, x) variables on regular coordinates can be opened too. In a build without
 * NetCDF opening is SPATE_ERROR_DATA, and the message names what to install.
 *
 *     maps_file *f;
 *     SPATE_TRY(maps_open(ctx, "flood.out/maps.nc", &f));
 *     const maps_info *info = maps_get_info(f);
 *     int depth = maps_find(f, "depth");
 *     SPATE_TRY(maps_read(f, depth, info->frames - 1, values));   (NaN where there is no value)
 *     maps_close(f);
 *
 * Variables of maps.nc: bed (no time), depth, level, u, v as the case asked for. max.nc: bed,
 * max_depth, max_level, max_speed, max_hazard, arrival (s since the start), duration (s). state.nc:
 * see below. Not thread-safe, because NetCDF is not: do not call while a writer of results.h is
 * running. */
#ifndef SPATE_RESULTS_MAPS_FILE_H
#define SPATE_RESULTS_MAPS_FILE_H

#include "base/context.h"
#include "io/raster.h"

typedef struct maps_file maps_file;

typedef struct maps_variable {
    char name[64], long_name[128], units[32];
    int over_time; /* 0: (y, x), the same in all frames */
} maps_variable;

typedef struct maps_info {
    raster_grid grid; /* crs: "EPSG:27700", "" if the file has none or only WKT */
    const char *wkt;  /* of the CRS, "" if none */
    const char *title;
    double start;        /* of the run, s since 1970; NaN where the file has no time */
    int64_t frames;      /* 0: no time */
    const double *times; /* s since start */
    int variable_count;
    const maps_variable *variables;
} maps_info;

/* SPATE_ERROR_DATA with the file's name if it is not such a file. */
spate_status maps_open(spate_context *ctx, const char *file, maps_file **out);
const maps_info *maps_get_info(const maps_file *f);
int maps_find(const maps_file *f, const char *name); /* -1 if there is none */
/* A whole frame, nx * ny, row 0 in the south whatever the file's order; NaN where there is no
 * value. */
spate_status maps_read(maps_file *f, int variable, int64_t frame, float *values);
/* Cells [i0, i0 + nx) x [j0, j0 + ny) in double precision: a rank reads only its part. */
spate_status maps_read_box(maps_file *f, int variable, int64_t frame, int64_t i0, int64_t j0,
                           int64_t nx, int64_t ny, double *values);
void maps_close(maps_file *f);

/* The last state of a finished run, for `initial: {from: other.out}`. A finished run leaves
 * state.nc with bed, depth, u, v at its end as f64, so that a warm start loses nothing (*frame is
 * 0). If it is missing, the last frame of maps.nc is used, in f32 and with a warning; it must have
 * depth, and has u and v only if the case mapped velocity (see maps_find). SPATE_ERROR_DATA if the
 * folder holds neither; the message says what to do. Not collective: every rank may open it and
 * read its box. */
spate_status results_last_state(spate_context *ctx, const char *folder, maps_file **out,
                                int64_t *frame);

#endif
