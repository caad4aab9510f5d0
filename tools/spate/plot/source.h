/* Where the maps of a picture come from: a results folder, a NetCDF file or a raster. */
#ifndef SPATE_TOOLS_PLOT_SOURCE_H
#define SPATE_TOOLS_PLOT_SOURCE_H

#include "field.h"
#include "overlay.h"
#include "program/tool.h"
#include "run_folder.h"
struct frames; /* view/frames.h */

typedef struct plot_source {
    spate_context *ctx;
    const char *file; /* as given */
    int is_folder;
    run_folder folder;        /* where is_folder */
    maps_file *maps, *maxima; /* NULL where there are none; a .nc file alone is `maps` */
    char title[200];
    double start; /* s since 1970, NaN: not known */
    double end;   /* s since start, NaN: not known */
    double wet_depth;
    field bed;           /* values NULL: there is none */
    struct frames *live; /* of a run that has not ended; NULL: it has, or nothing is there */
    int overlay_known;   /* it was read, or is not wanted */
    map_overlay overlay; /* of a folder with model.gpkg */
} plot_source;

spate_status source_open(spate_context *ctx, const char *file, plot_source *out);
void source_close(plot_source *s);

/* A variable of max.nc, maps.nc (frame), NAME.tif or NAME.asc, in this order. SPATE_ERROR_DATA
 * names the folder, what is missing and the key that adds it. */
spate_status source_read(plot_source *s, const char *name, int64_t frame, field *out);
int source_has(const plot_source *s, const char *name);
/* The run goes on, or was stopped before its end: most files are made when it ends. */
int source_unfinished(const plot_source *s);
/* Frames of maps.nc; 0: none. */
int64_t source_frames(const plot_source *s);
double source_time(const plot_source *s, int64_t frame);
/* What lies on the maps of a folder; empty where nothing is known. */
const map_overlay *source_overlay(plot_source *s);
/* Reads the bed where there is one on this grid. */
spate_status source_read_bed(plot_source *s, const raster_grid *grid);

#endif
