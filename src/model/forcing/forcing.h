/* Shared by the steps of model_build that set up forcing: places of errors, series, maps, chosen faces. */
#ifndef SPATE_MODEL_FORCING_H
#define SPATE_MODEL_FORCING_H

#include "io/series_file.h"
#include "model/model.h"
#include "model/places.h"

/* Puts the place of the case file in front of the sentence that the library kept; passes SPATE_OK. */
spate_status model_at(const model *m, const case_node *where, spate_status status);

/* ---- against time ---- */

/* The value of a key that is a number or a file, against time. Files must cover the run, or begin before
 * it where a value holds until the next time. */
spate_status forcing_series(model *m, const case_node *map, const char *key, unit_kind kind,
                            int hold, series *out);
/* The same for a map that is the series itself: {file, column, unit, scale, offset}. */
spate_status forcing_series_of_map(model *m, const case_node *map, unit_kind kind, series *out);
/* The same for a column of a file that several keys share. */
spate_status forcing_column(model *m, const case_quantity *q, const char *column, unit_kind kind,
                            int hold, series *out);
spate_status forcing_constant(model *m, double value, series *out);
spate_series series_view(const series *s, int hold);
/* The value at a time, as the core sees it between two times of an interpolated series. */
double series_at(const series *s, double t);
/* Lowest and highest value between the start and the end of the run. */
void series_range(const series *s, double duration, double *lowest, double *highest);

/* ---- over the grid ---- */

/* The value of a key that is a number or a raster, for the cells of this rank. A raster without a value
 * in an active cell is an error. */
spate_status forcing_map(model *m, const case_node *map, const char *key, unit_kind kind,
                         box_field *out);
/* A raster; factor turns its values into SI. where: for messages. */
typedef struct forcing_source {
    const case_node *where;
    const char *file;
    int band;
    double factor, offset;
} forcing_source;
spate_status forcing_raster(model *m, const forcing_source *source, box_field *out);

/* ---- boundaries ---- */

typedef struct face_choice face_choice;
/* The outer faces that an entry of boundaries[] names by edge, line or polygon. */
spate_status face_choice_read(model *m, const case_node *entry, face_choice **out);
/* Stations along the line or the edge, so that face_choice_station can interpolate. order[k]: which of the
 * given ones comes k-th. */
spate_status face_choice_stations(model *m, const case_node *entry, face_choice *c,
                                  const double (*at)[2], int count, int *order);
int face_choice_takes(const spate_face *face, void *choice);
double face_choice_station(const spate_face *face, void *choice);
void face_choice_free(face_choice *c);

/* What an entry of boundaries[] imposes; its memory is the draft's until the core has copied it. */
typedef struct boundary_draft {
    spate_boundary boundary;
    series *series;
    spate_series *views;
    int series_count;
    double *rating; /* levels, then discharges */
} boundary_draft;
spate_status boundary_read(model *m, const case_node *entry, face_choice *faces, const char **kind,
                           boundary_draft *out);
void boundary_draft_free(boundary_draft *d);
/* Sum of constituents, sampled finely enough for straight lines between. */
spate_status tide_series(model *m, const case_node *level, series *out);

/* Warns where water stands more than 10 cm off a level boundary at the start. */
spate_status model_check_levels(model *m);
/* Warns of open boundaries on level or rising ground, which let hardly any water out. */
spate_status model_check_open(model *m);

/* ---- sources ---- */
spate_status model_rain(model *m);
spate_status model_inflows(model *m);
spate_status model_infiltration(model *m);
spate_status model_wind(model *m);
void rain_schedule_free(struct rain_schedule *s);
spate_status model_air(model *m);
void air_schedule_free(struct air_schedule *s);

/* Of what changes with rasters, each on its own: as model_next_change and model_apply_changes. */
double rain_next_change(const model *m, double t);
spate_status rain_apply_changes(model *m, double t);
double air_next_change(const model *m, double t);
spate_status air_apply_changes(model *m, double t);

#endif
