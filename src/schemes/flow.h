/* What schemes have in common: parts with depth and two momenta, stepped in stages, with the sources, boundaries,
 * maxima and checkpoints that all of them share. A scheme is a flow_kind: which kernels, which parameters, and how a step
 * is attempted; its scheme_ops are FLOW_OPS and a create of its own. */
#ifndef SPATE_SCHEMES_FLOW_H
#define SPATE_SCHEMES_FLOW_H

#include "backend/backend.h"
#include "schemes/flow_params.h"
#include "schemes/scheme.h"

typedef struct flow flow;

/* Any but kernels, params and attempt may be NULL. */
typedef struct flow_kind {
    const char *name;
    /* Of the run's backend, precision and isa; NULL where there are none. */
    const kurganov_kernels *(*kernels)(flow *k);
    part_params (*params)(const spate_options *options);
    /* Asks flow_make_field for the fields of its own that kernels see: they are counted, not made. */
    void (*count_fields)(const flow *k, const part_shape *shape);
    /* Once the parts are there; and before they go. */
    spate_status (*create)(flow *k);
    void (*destroy)(flow *k);
    /* The state was changed from outside, or made. */
    void (*start)(flow *k);
    /* One attempt at a step; the clocks say whether it was accepted. Collective. */
    spate_status (*attempt)(flow *k);
    /* hu or hv at cells, to read and to change before a start, where the state has them at other places. */
    void *(*momentum)(flow *k, int local_part, int axis);
    /* What a later step needs beside the common. */
    spate_status (*persist)(flow *k, state_stream *s);
    /* A saved state is where kernels see it. */
    void (*loaded)(flow *k);
    /* Of a run that a backend could go on with by itself: whether the next attempt must be made from here. */
    int (*needs_host)(const flow *k);
    /* As in scheme_ops; NULL: that of an explicit scheme. */
    double (*least_dt)(const part_params *p, double speed, double waves);
} flow_kind;

struct flow {
    const flow_kind *kind;
    void *own; /* the kind's */
    scheme_setup setup;
    const kurganov_kernels *kernels;
    grid_part *parts;
    part_shape *shapes;
    spate_clock *clocks;
    halo *halo;
    void **exchanged; /* field pointers of the exchange under way */
    int value_bytes;
    double state_bytes;      /* of all local parts */
    double *counted;         /* not NULL: fields are counted here, bytes, and not made */
    int64_t failed[2];       /* the cell where a step failed; -1 */
    ghost_box own_ghosts[8]; /* of a single part with periodic edges */
    int cells_borrowed;      /* the image of the state holds only the cells that were asked for */
    /* Sources: the tables that the parts share, and the largest rates, which bound the time step. */
    time_table rain, wind_x, wind_y;
    time_table *inflow_tables;
    int inflow_count;
    double rain_most, rain_map_most, inflow_most; /* m/s */
};

/* ---- flow.c ---- */

spate_status flow_create(const flow_kind *kind, const scheme_setup *setup, void **self);
/* Whether the backend can go on by itself: one part, and nobody beside it. */
int flow_runs_alone(const flow *k);
/* The rest of scheme_ops. */
void flow_destroy(void *self);
const part_shape *flow_shape(void *self, int local_part);
void *flow_field(void *self, int local_part, scheme_field which);
field_location flow_location(void *self, scheme_field which);
const char *flow_isa(void *self);
double flow_bytes_per_cell(void *self);
boundary_list *flow_faces(void *self, int local_part, int axis);
void flow_faces_changed(void *self);
void flow_set_boundaries(void *self, face_boundary *boundaries, int count);
spate_status flow_close_faces(void *self);
spate_status flow_start(void *self);
spate_status flow_track_maxima(void *self, double wet_depth, double duration_depth);
spate_status flow_persist(void *self, state_stream *s);

/* ---- flow_step.c ---- */

spate_status flow_advance(void *self, const scheme_limits *limits);
/* An attempt of stages that follow one another, each after an exchange of the state it reads. */
spate_status flow_attempt_stages(flow *k);
/* Gives every clock the largest rates of all parts of all ranks. */
void flow_reduce_rates(flow *k);
/* What stands at the boundaries that take water out, over all parts of all ranks. */
void flow_reduce_conveyance(flow *k);
/* Devices work side by side until here. */
void flow_await_clocks(flow *k);

/* ---- flow_account.c ---- */

scheme_progress flow_progress(void *self);
double flow_fastest(void *self);
double flow_depth_sum(void *self);
void flow_through(void *self, double *entered, double *left);
double flow_film(void *self);
scheme_survey flow_survey(void *self, double lowest);
double flow_least_dt(void *self, double speed, double waves);
void flow_limiting_cell(void *self, int64_t *i, int64_t *j);

/* ---- flow_memory.c ---- */

/* A zeroed field: cell (0, 0), or NULL. While fields are counted, some address that nobody must use. */
void *flow_make_field(const flow *k, const part_shape *shape, int value_bytes);
void flow_drop_field(const flow *k, const part_shape *shape, const void *field, int value_bytes);
/* Fields that exist once for each slot of the state. first: that of slot 0. */
void *flow_make_slot(const flow *k, const grid_part *p, int slot, void *first, int value_bytes);
void flow_drop_slot(const flow *k, const grid_part *p, int slot, const void *field, int value_bytes);
/* Refuses what the machine cannot hold before any of it is taken. */
spate_status flow_check_memory(flow *k);
int flow_make_part(flow *k, grid_part *p); /* 0: no memory */
void flow_drop_part(const flow *k, grid_part *p);
/* Room for the maxima of all local parts. */
spate_status flow_make_maxima(flow *k);

/* ---- flow_images.c ---- */

/* These groups are about to be read in the image; threads may ask at once. */
void flow_use_image(const flow *k, grid_part *p, unsigned groups);
void flow_use_images(flow *k, unsigned groups); /* of all parts */
void flow_images_changed(flow *k, unsigned groups);
/* Before kernels run. */
spate_status flow_push_images(flow *k);
/* What went wrong on the device, if anything. */
spate_status flow_check_device(const flow *k);
unsigned flow_group_of_field(scheme_field which);
void flow_borrow_cells(void *self, int local_part, const ptrdiff_t *offsets, int count);
void *flow_copy_start(void *self, int local_part, unsigned fields);
void flow_copy_finish(void *self, void *copy, float *const to[SHOWN_FIELDS], ptrdiff_t pitch);

/* ---- flow_sources.c ---- */

extern const source_ops flow_sources;
void flow_drop_sources(flow *k);

/* All of scheme_ops but about, runs_on and create. */
#define FLOW_OPS                                                                                   \
    .destroy = flow_destroy, .shape = flow_shape, .field = flow_field, .location = flow_location,  \
    .friction_strength = part_friction_strength, .isa = flow_isa,                                    \
    .bytes_per_cell = flow_bytes_per_cell, .close_faces = flow_close_faces, .faces = flow_faces,   \
    .faces_changed = flow_faces_changed, .set_boundaries = flow_set_boundaries,                    \
    .start = flow_start, .advance = flow_advance, .progress = flow_progress,                       \
    .depth_sum = flow_depth_sum, .fastest = flow_fastest, .borrow_cells = flow_borrow_cells,       \
    .copy_start = flow_copy_start, .copy_finish = flow_copy_finish, .through = flow_through,       \
    .film = flow_film, .survey = flow_survey, .least_dt = flow_least_dt,                           \
    .limiting_cell = flow_limiting_cell, .track_maxima = flow_track_maxima,                        \
    .persist = flow_persist, .sources = &flow_sources

#endif
