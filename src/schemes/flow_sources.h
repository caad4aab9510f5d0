/* The sources of a flow, file by file: flow_sources.c (fields, rain, wind, account),
 * flow_rain_map.c, flow_inflows.c, flow_air.c (air pressure). */
#ifndef SPATE_SCHEMES_FLOW_SOURCES_H
#define SPATE_SCHEMES_FLOW_SOURCES_H

#include "schemes/flow.h"

/* ---- flow_sources.c ---- */

/* Which values a series may have, and what a message says of others. */
typedef struct series_limits {
    const char *what;
    double low, high;
    const char *advice;
} series_limits;

/* Replaces a table by a checked copy of a series; NULL: by an empty one. */
spate_status flow_replace_table(const flow *k, time_table *table, const spate_series *series,
                                const series_limits *limits);
double flow_largest_value(const time_table *table);
/* Every change of the sources ends here. It bounds the step by the fastest rise that they may
 * cause, and wakes all tiles. */
void flow_sources_changed(flow *k);

/* ---- flow_rain_map.c ---- */

/* Allocates the marks of forced tiles. 0: no memory. */
int flow_make_forced(grid_part *p);
/* Marks the tiles where inflows or the rain map act; returns the scaled sum of the map. */
exact_sum flow_mark_forced(grid_part *p);
void flow_rain_map_changed(void *self, double most);
void flow_rain_map_off(void *self);

/* ---- flow_inflows.c ---- */

spate_status flow_add_inflow(void *self, const char *name, const spate_series *discharge,
                             spate_field_fn share, void *user, int64_t *cells);
int flow_inflow_count(void *self);
void flow_inflow(void *self, int number, double *entered, double *shortfall);
/* Sum over the cells of an inflow on all ranks of one of their INFLOW_ values. Collective. */
double flow_inflow_sum(flow *k, int inflow, int value);
void flow_drop_inflows(flow *k);

/* ---- flow_air.c ---- */

/* The two maps of air pressure of a part, where they are not there yet. 0: no memory. */
int flow_air_make(flow *k, grid_part *part);
void flow_air_next(void *self);
void flow_air_changed(void *self, double t, int as_given);
void flow_air_off(void *self);
double flow_air_time(void *self);

#endif
