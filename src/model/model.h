/* Makes a simulation from a case file: reads the inputs, sets up the grid, terrain, water and
 * forcing, and keeps what `spate check`, model.gpkg and the log report. */
#ifndef SPATE_MODEL_MODEL_H
#define SPATE_MODEL_MODEL_H

#include "casefile/casefile.h"
#include "io/raster.h"
#include "io/vector.h"
#include "results/results.h"
#include "run/field_source.h"

/* Values of a box of cells of this rank, halo included. */
typedef struct box_field {
    int64_t i0, j0, nx, ny; /* the box, clipped to the grid */
    double x0, y0, dx, dy;  /* of the whole grid */
    double *values;         /* row-major, row j0 first */
} box_field;
/* The value of the cell that contains (x, y): a spate_field_fn whose user is the box_field. */
double box_field_at(double x, double y, void *box);
/* The same by rows, for a field_source. */
void box_field_row(const void *box, int64_t i, int64_t j, int n, double *values);
field_source box_field_source(box_field *box);

typedef struct model_gauge {
    char *name;
    double x, y;
    int64_t i, j;
    const case_node *node;
    const char *observed; /* file, NULL if none */
} model_gauge;

typedef struct model_section {
    char *name;
    spate_section_face *faces;
    int64_t count;
} model_section;

typedef struct model_boundary {
    char *name;
    const char *kind; /* "discharge" */
    const case_node *node;
    struct face_choice *faces; /* owned; see model/boundaries/boundaries.h */
    double lowest, highest;    /* of the series during the run; NaN: no series */
    double *start_values;      /* of each series at the start; owned */
    int series_count;
    double ramp;
} model_boundary;

typedef struct model_inflow {
    int64_t cells;
    double area;            /* m2 */
    double lowest, highest; /* m3/s */
    const case_node *node;
} model_inflow;

/* How the working bed differs from the DEM; see model_measure_departure. */
typedef struct bed_departure {
    double largest, mean; /* m */
    double x, y;          /* of the largest */
    int64_t filled;       /* NoData cells filled with a level */
} bed_departure;

typedef struct model {
    spate_context *ctx;
    casefile *file; /* owned */
    spate_sim *sim;
    spate_options options;
    double start, duration; /* s since 1970; s */
    raster_grid grid;       /* whole; grid.crs is crs_text, or "" */
    char *crs_text;         /* owned */
    box_field bed;          /* of this rank; NaN in inactive cells */
    uint8_t *active;        /* of the same cells; 0: inactive */
    box_field manning;      /* values NULL: it is one number */
    double manning_number;
    spate_crest *crests;
    const char **crest_names; /* of the walls, "" where one has none; owned by the case */
    int64_t crest_count;
    int64_t blocked; /* cells of all ranks with data that terrain.blocked made inactive */
    bed_departure departure;
    int gauge_count, section_count, boundary_count, inflow_count;
    model_gauge *gauges;
    model_section *sections;
    model_boundary *boundaries;
    char **inflow_names;
    model_inflow *inflows;
    struct rain_schedule *rain_maps; /* rasters against time; NULL: none */
    struct air_schedule *air_maps;   /* the same for air pressure */
    double rain_total;               /* m over the run; for rasters the mean, NaN until measured */
    char **inputs;                   /* every file read, once, for the hashes */
    int input_count;
} model;

/* Reads everything and makes a simulation at its start. On success the model owns the case file.
 * Collective. */
spate_status model_build(spate_context *ctx, casefile *file, model **out);
void model_free(model *m);
/* Remembers an input file. */
spate_status model_used_file(model *m, const char *file);
/* Puts the place in the case file before the message in the context; passes SPATE_OK. */
spate_status model_at(const model *m, const case_node *where, spate_status status);

/* ---- steps of model_build, in order ---- */
spate_status model_times(model *m);      /* time.start, time.end */
spate_status model_grid(model *m);       /* grid and solver options; makes the simulation */
spate_status model_terrain(model *m);    /* layers, NoData, area, blocked: active cells and bed */
spate_status model_crests(model *m);     /* walls */
spate_status model_friction(model *m);   /* manning */
spate_status model_boundaries(model *m); /* needs the bed */
spate_status model_water(model *m);      /* initial: needs the boundaries (connected_to) */
spate_status model_sources(model *m);    /* rain, inflows, infiltration, wind */
spate_status model_gauges(model *m);
spate_status model_sections(model *m);

/* Compares the bed with the DEM pixel under the centre of each cell: m->departure. For `spate
 * check`: reads the layers again. Collective. */
spate_status model_measure_departure(model *m);

/* Reads the rain rasters of the whole run: m->rain_total, the mean over the active cells. For
 * `spate check`. Collective. */
spate_status model_measure_rain(model *m);

/* Rain rasters are valid until the next one; air pressure is linear in time between rasters. The
 * time of the next raster after t, and its application at t. */
double model_next_change(const model *m, double t);
spate_status model_apply_changes(model *m, double t);

#endif
