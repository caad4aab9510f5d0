/* What a scheme offers for sources of water and momentum. Fields (rain map, ground) are filled by the run
 * through scheme_ops.field once `need` has made them. */
#ifndef SPATE_SCHEMES_SOURCE_OPS_H
#define SPATE_SCHEMES_SOURCE_OPS_H

#include "base/context.h"

typedef enum { NEED_RAIN_MAP, NEED_GROUND, NEED_GREEN_AMPT, NEED_AIR } source_need;

/* Since the start, of all ranks: depths summed over cells, m, but for rain. */
typedef struct source_account {
    double rain;     /* m, on every active cell */
    double rain_map; /* from maps */
    double infiltrated;
    double entered, left; /* by inflows that brought, and by those that took water, net */
} source_account;

typedef struct source_ops {
    spate_status (*set_rain)(void *self, const spate_series *rain);
    spate_status (*set_wind)(void *self, const spate_series *east, const spate_series *north);
    /* No stress of the wind is larger, m2/s2. */
    double (*wind_most)(void *self);
    /* Makes the fields of a source where they are not there yet. Collective. */
    spate_status (*need)(void *self, source_need what);
    /* After the rain map was filled; most: its largest rate on all ranks. Collective. */
    void (*rain_map_changed)(void *self, double most);
    void (*rain_map_off)(void *self);
    /* The later map of the air becomes the earlier one, to be filled anew; after that, its time. as_given: of levels at
     * boundaries (backend/adi/adi.h). Collective. air_time: of the later map, NaN without. */
    void (*air_next)(void *self);
    void (*air_changed)(void *self, double t, int as_given);
    void (*air_off)(void *self);
    double (*air_time)(void *self);
    /* After the ground was filled. */
    void (*ground_changed)(void *self);
    /* *cells: of all ranks; none is an error. Collective. */
    spate_status (*add_inflow)(void *self, const char *name, const spate_series *discharge,
                               spate_field_fn share, void *user, int64_t *cells);
    int (*inflow_count)(void *self);
    /* Depths summed over the cells of all ranks, m. Collective. */
    void (*inflow)(void *self, int inflow, double *entered, double *shortfall);
    /* Collective. */
    source_account (*account)(void *self);
} source_ops;

#endif
