/* Values of a field for the setters of spate.h: a function of the position, which is the public
 * interface, or whole rows. Rows are for callers with maps, where one call per value would take
 * most of the time. */
#ifndef SPATE_RUN_FIELD_SOURCE_H
#define SPATE_RUN_FIELD_SOURCE_H

#include "spate/spate.h"

/* Values i ... i + n - 1 of row j of the whole grid (of its corners, for a bilinear bed), never
 * beyond its edges. Threads may call it at once. */
typedef void row_source_fn(const void *user, int64_t i, int64_t j, int n, double *values);

typedef struct field_source {
    spate_field_fn at; /* NULL where there are rows */
    row_source_fn *row;
    void *user;
} field_source;

/* Like the functions spate_set_... of the same names. */
spate_status sim_set_active(spate_sim *sim, field_source nonzero_where_active);
spate_status sim_set_bed(spate_sim *sim, field_source bed);
spate_status sim_set_level(spate_sim *sim, field_source level);
spate_status sim_set_depth(spate_sim *sim, field_source depth);
/* depth: may be empty. */
spate_status sim_set_water(spate_sim *sim, field_source level, field_source depth);
spate_status sim_set_velocity(spate_sim *sim, field_source u, field_source v);
spate_status sim_set_friction(spate_sim *sim, field_source coefficient);
/* Empty: no rain map from now on. */
spate_status sim_set_rain_map(spate_sim *sim, field_source rain);

#endif
