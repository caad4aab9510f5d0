/* What a scheme offers for sources of water and momentum. Fields (rain map, ground) are filled by
 * the run through scheme_ops.field once `need` has made them. */
#ifndef SPATE_SCHEMES_SOURCE_OPS_H
#define SPATE_SCHEMES_SOURCE_OPS_H

#include "base/context.h"

typedef enum { NEED_RAIN_MAP, NEED_GROUND, NEED_GREEN_AMPT, NEED_AIR } source_need;

/* Since the start, of all ranks: depths summed over cells, m, but for rain. */
typedef struct source_account {
    double rain;     /* m, on every active cell */
    double rain_map; /* from maps */
    double infiltrated;
    double entered, left; /* of inflows with a net gain, and with a net loss */
} source_account;

typedef struct source_ops {
    spate_status (*set_rain)(void *self, const spate_series *rain);
    spate_status (*set_wind)(void *self, const spate_series *east, const spate_series *north);
    /* Upper bound of the wind stress, m2/s2. */
    double (*wind_most)(void *self);
    /* Allocates the fields of a source that do not exist yet. Collective. */
    spate_status (*need)(void *self, source_need what);
    /* After the rain map was filled; most: its largest rate on all ranks. Collective. */
    void (*rain_map_changed)(void *self, double most);
    void (*rain_map_off)(void *self);
    /* air_next: the later map of air pressure becomes the earlier one, and the caller fills the
     * later one. air_changed then sets its time. as_given: levels at boundaries are not corrected
     * for air pressure (backend/adi/adi.h). air_time: of the later map, NaN if there is none.
     * Collective. */
    void (*air_next)(void *self);
    void (*air_changed)(void *self, double t, int as_given);
    void (*air_off)(void *self);
    double (*air_time)(void *self);
    /* Call when the ground is filled. */
    void (*ground_changed)(void *self);
    /* *cells: number of cells on all ranks; 0 is an error. Collective. */
    spate_status (*add_inflow)(void *self, const char *name, const spate_series *discharge,
                               spate_field_fn share, void *user, int64_t *cells);
    int (*inflow_count)(void *self);
    /* Depths summed over the cells of all ranks, m. Collective. */
    void (*inflow)(void *self, int inflow, double *entered, double *shortfall);
    /* Collective. */
    source_account (*account)(void *self);
} source_ops;

#endif
