/* Forcing of a model: quantities against time, quantities over the grid, and the sources made of
 * them. */
#ifndef SPATE_MODEL_FORCING_H
#define SPATE_MODEL_FORCING_H

#include "io/series_file.h"
#include "model/cells/cells.h"
#include "model/model.h"
#include "model/places.h"

/* ---- against time ---- */

/* Reads a key that is a number or a file, against time. Files must cover the run; with `hold` (a
 * value is valid until the next time) they need only begin before it. */
spate_status forcing_series(model *m, const case_node *map, const char *key, unit_kind kind,
                            int hold, series *out);
/* The same for a map that is the series itself: {file, column, unit, scale, offset}. */
spate_status forcing_series_of_map(model *m, const case_node *map, unit_kind kind, series *out);
/* The same for a column of a file that several keys share. */
spate_status forcing_column(model *m, const case_quantity *q, const char *column, unit_kind kind,
                            int hold, series *out);
spate_status forcing_constant(model *m, double value, series *out);
/* Tide as a sum of constituents, sampled finely enough for linear interpolation. */
spate_status tide_series(model *m, const case_node *level, series *out);
spate_series series_view(const series *s, int hold);
/* The value at a time, interpolated as in the simulation. */
double series_at(const series *s, double t);
/* Lowest and highest value between the start and the end of the run. */
void series_range(const series *s, double duration, double *lowest, double *highest);

/* ---- over the grid ---- */

/* Reads a key that is a number or a raster, for the cells of this rank. It is an error if a raster
 * has no value in an active cell. */
spate_status forcing_map(model *m, const case_node *map, const char *key, unit_kind kind,
                         box_field *out);
/* A raster; factor converts its values to SI. where: for messages. */
typedef struct forcing_source {
    const case_node *where;
    const char *file;
    int band;
    double factor, offset;
} forcing_source;
spate_status forcing_raster(model *m, const forcing_source *source, box_field *out);

/* ---- sources ---- */
spate_status model_rain(model *m);
spate_status model_inflows(model *m);
spate_status model_infiltration(model *m);
spate_status model_wind(model *m);
void rain_schedule_free(struct rain_schedule *s);
spate_status model_air(model *m);
void air_schedule_free(struct air_schedule *s);

/* As model_next_change and model_apply_changes, for rain and air pressure. */
double rain_next_change(const model *m, double t);
spate_status rain_apply_changes(model *m, double t);
double air_next_change(const model *m, double t);
spate_status air_apply_changes(model *m, double t);

#endif
