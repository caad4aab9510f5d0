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
    double state_bytes;      /* of all local parts */
    int64_t failed[2];       /* the cell where a step failed; -1 */
    ghost_box own_ghosts[8]; /* of a single part with periodic edges */
    int cells_borrowed;      /* the image of the state holds only the cells that were asked for */
    /* Sources: the tables that the parts share, and the largest rates, which bound the time step. */
    time_table rain, wind_x, wind_y;
    time_table *inflow_tables;
    int inflow_count;
    double rain_most, rain_map_most, inflow_most; /* m/s */
} kurganov;

/* ---- kurganov_memory.c ---- */

/* A zeroed field: cell (0, 0), or NULL. */
void *kurganov_make_field(const kurganov *k, const part_shape *shape, int value_bytes);
void kurganov_drop_field(const kurganov *k, const part_shape *shape, const void *field,
                         int value_bytes);
/* Fields that exist once for each slot of the state. first: that of slot 0. */
void *kurganov_make_slot(const kurganov *k, const kp_part *p, int slot, void *first,
                         int value_bytes);
void kurganov_drop_slot(const kurganov *k, const kp_part *p, int slot, const void *field,
                        int value_bytes);
/* Refuses what the machine cannot hold before any of it is taken. */
spate_status kurganov_check_memory(kurganov *k);
int kurganov_make_part(kurganov *k, kp_part *p); /* 0: no memory */
void kurganov_drop_part(const kurganov *k, kp_part *p);
/* Room for the maxima of all local parts. */
spate_status kurganov_make_maxima(kurganov *k);

/* ---- kurganov_images.c ---- */

/* These groups are about to be read in the image; threads may ask at once. */
void kurganov_use_image(const kurganov *k, kp_part *p, unsigned groups);
void kurganov_use_images(kurganov *k, unsigned groups); /* of all parts */
void kurganov_images_changed(kurganov *k, unsigned groups);
/* Before kernels run. */
spate_status kurganov_push_images(kurganov *k);
/* What went wrong on the device, if anything. */
spate_status kurganov_check_device(const kurganov *k);
unsigned kurganov_group_of_field(scheme_field which);
void kurganov_borrow_cells(void *self, int local_part, const ptrdiff_t *offsets, int count);
void *kurganov_copy_start(void *self, int local_part, unsigned fields);
void kurganov_copy_finish(void *self, void *copy, float *const to[SHOWN_FIELDS], ptrdiff_t pitch);

/* kurganov_sources.c */
extern const source_ops kurganov_sources;
void kurganov_drop_sources(kurganov *k);

#endif
