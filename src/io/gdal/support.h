/* Shared by the files of the plug-in: messages of GDAL, complete files, coordinate systems from
 * text. */
#ifndef SPATE_IO_GDAL_SUPPORT_H
#define SPATE_IO_GDAL_SUPPORT_H

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_string.h>
#include <gdal.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

#include "io/gdal_abi.h"

/* Between quiet_begin and quiet_end the first failure that GDAL reports on this thread goes into
 * `why` (warnings are dropped), drivers are registered and decompression uses all cores. */
typedef struct quiet {
    gdal_why *why;
    int failed;
    int own_threads;
} quiet;
void quiet_begin(quiet *q, gdal_why *why);
void quiet_end(quiet *q);

/* Sets the message; returns 0. */
int say(gdal_why *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Sets the message if there is none; returns 0. */
int say_if_silent(gdal_why *why, const char *sentence);

/* Writes FILE + ending and renames it when it is complete; 0 with a message on failure, and no file
 * is left. */
typedef int file_writer(const char *part, const void *work, gdal_why *why);
int write_whole(const char *file, const char *ending, file_writer *write, const void *work,
                gdal_why *why);

/* A CRS from "EPSG:27700" or WKT, x before y; NULL with a message. Free with
 * OSRDestroySpatialReference. */
OGRSpatialReferenceH srs_from_text(const char *crs, gdal_why *why);
/* Metres on an undefined plane: for files that need a system in a run without one. */
OGRSpatialReferenceH srs_of_plane(void);
/* A copy of the horizontal part, x before y. NULL for NULL and for the undefined systems of a
 * GeoPackage. */
OGRSpatialReferenceH srs_horizontal(OGRSpatialReferenceH srs);
/* "EPSG:27700" if it has a number; otherwise 0 and "". */
int srs_code(OGRSpatialReferenceH srs, char *out, size_t size);
double srs_metres(OGRSpatialReferenceH srs);

/* The functions of the table (gdal_abi.h). */
gdal_raster *plugin_raster_open(const char *file, int band, raster_info *info, gdal_why *why);
void plugin_raster_close(gdal_raster *r);
const char *plugin_raster_crs(const gdal_raster *r);
int plugin_raster_window(gdal_raster *r, long long i0, long long j0, long long nx, long long ny,
                         double *values, long long stride, gdal_why *why);
int plugin_raster_same_crs(gdal_raster *r, const char *crs, int *same, gdal_why *why);
int plugin_raster_locate(gdal_raster *r, const char *crs, size_t count, double *x, double *y,
                         gdal_why *why);
gdal_band_time *plugin_raster_times(const char *file, int *count, gdal_why *why);
int plugin_raster_bounds(gdal_raster *r, const char *crs, bounds *out, gdal_why *why);
int plugin_raster_head(const char *file, const raster_output *what, gdal_why *why);
int plugin_raster_write(const char *file, const raster_output *what, const float *values,
                        gdal_why *why);
void plugin_network(int allow);
int plugin_crs_describe(const char *crs, crs_info *out, gdal_why *why);
char *plugin_crs_wkt(const char *crs, gdal_why *why);
char *plugin_crs_in_metres(const char *crs, gdal_why *why);
int plugin_vector_read(const char *file, const char *layer, const char *crs, vector_layer *out,
                       gdal_why *note, gdal_why *why);
int plugin_vector_write(const char *file, const char *crs, const vector_output *layers, int count,
                        gdal_why *why);

#endif
