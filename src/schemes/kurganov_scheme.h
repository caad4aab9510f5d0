/* The Kurganov scheme's own data, shared by its files. */
#ifndef SPATE_SCHEMES_KURGANOV_SCHEME_H
#define SPATE_SCHEMES_KURGANOV_SCHEME_H

#include "backend/kurganov.h"
#include "schemes/scheme.h"

typedef struct kurganov {
    scheme_setup setup;
    const kp_kernels *kernels;
    kp_part *parts;
    part_shape *shapes;
    spate_clock *clocks;
    halo *halo;
    void **exchanged; /* field pointers of the exchange under way */
    int value_bytes;
    double state_bytes; /* of all local parts */
    int64_t failed[2];  /* the cell where a step failed; -1 */
    /* Sources: the tables that the parts share, and the largest rates, which bound the time step. */
    time_table rain, wind_x, wind_y;
    time_table *inflow_tables;
    int inflow_count;
    double rain_most, rain_map_most, inflow_most; /* m/s */
} kurganov;

/* A zeroed field: cell (0, 0), or NULL. */
void *kurganov_make_field(const kurganov *k, const part_shape *shape, int value_bytes);
void kurganov_drop_field(const kurganov *k, const part_shape *shape, const void *field,
                         int value_bytes);

/* kurganov_sources.c */
extern const source_ops kurganov_sources;
void kurganov_drop_sources(kurganov *k);

#endif
