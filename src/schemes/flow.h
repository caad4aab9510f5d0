/* What schemes have in common: parts stepped in attempts, with the sources, boundaries, maxima,
 * checkpoints and device copies that all of them share. A scheme is a flow_kind: its fields, its
 * parameters, and how a step is attempted; its scheme_ops are FLOW_OPS and a create of its own. */
#ifndef SPATE_SCHEMES_FLOW_H
#define SPATE_SCHEMES_FLOW_H

#include "backend/backend.h"
#include "schemes/flow_params.h"
#include "schemes/scheme.h"

typedef struct flow flow;
typedef struct flow_zones flow_zones;

/* Any but about, fields, params and attempt may be NULL. */
typedef struct flow_kind {
    const scheme_description *about;
    const field_info *fields; /* field_count rows, by number */
    int field_count;
    int most_exchanged; /* fields that one exchange carries; 0: STATE_VARIABLES */
    part_params (*params)(const spate_options *options);
    /* The kernels, where the backends do not list the scheme: a program has registered it. */
    const scheme_kernels *(*kernels)(const spate_backend *backend, int precision, const char *isa);
    /* Precision of its kernel tables; NULL: that of the options. */
    int (*precision)(const spate_options *options);
    /* Memory of kernels beside the fields, bytes. */
    double (*extra_bytes)(const flow *k, const part_shape *shape);
    /* Before parts are made: what the kernels' prepare needs of the scheme (part->own). 0: no
     * memory. */
    int (*create_part)(flow *k, int local_part);
    /* Reports why a part could not be created; NULL: no memory. */
    spate_status (*create_failed)(const flow *k);
    /* After the parts are created, and before they are destroyed. */
    spate_status (*create)(flow *k);
    void (*destroy)(flow *k);
    /* Refuses a state from outside, before start. Collective. */
    spate_status (*check_state)(flow *k);
    /* Called when the state is filled or changed from outside. */
    void (*start)(flow *k);
    /* One attempt at a step. The clocks record whether it was accepted. Collective. */
    spate_status (*attempt)(flow *k);
    /* What a later step needs beside the fields and the clock. */
    spate_status (*persist)(flow *k, state_stream *s);
    /* A saved state has been loaded and pushed. */
    void (*loaded)(flow *k);
    /* Whether the host must make the next attempt, in a run that the device could
     * continue alone. */
    int (*needs_host)(const flow *k);
    /* As in scheme_ops; NULL: those of an explicit scheme. */
    double (*least_dt)(const grid_part *part, double speed, double waves);
    double (*film)(const grid_part *part);
} flow_kind;

/* A device that is held back in proportion to its work (flow_hold.c). */
typedef struct flow_held {
    double tile_seconds; /* of a step, for each tile; 0: not held back */
    double ready;        /* when it has done, by timers_now, where the host computes for it */
} flow_held;

struct flow {
    const flow_kind *kind;
    void *own; /* the kind's */
    scheme_setup setup;
    /* All parts, those without rows last: setup.part_count are those with rows. */
    int part_total;
    row_range *windows;  /* rows that the part of each device has memory for, by device */
    scheme_work *work;   /* by device, while it is measured */
    scheme_work *worked; /* the same, of all earlier measurements together */
    scheme_split split;
    int splitting;   /* the step under way counts in it */
    double lapped;   /* up to when it has been split */
    flow_held *held; /* by device */
    int some_held;   /* some device is held back */
    int *order;      /* parts in the order in which kernels are launched */
    int measuring;
    double since;                 /* when the kernels of a part were launched */
    const common_kernels *copier; /* of parts that are copied in the background */
    grid_part *parts;             /* behind part_total, up to part_end, are ghost zones */
    spate_clock *clocks;
    int part_end;
    flow_zones *zones; /* NULL: none (schemes/flow_zones.h) */
    halo *halo;
    int value_bytes;
    double state_bytes;      /* of all local parts */
    int64_t failed[2];       /* the cell where a step failed; -1 */
    ghost_box own_ghosts[8]; /* of a single part with periodic edges */
    int cells_borrowed;      /* the image of the state holds only the requested cells */
    /* Sources: the tables that the parts share, and the largest rates, which bound the
     * time step. */
    time_table rain, wind_x, wind_y;
    time_table *inflow_tables;
    int inflow_count;
    double rain_most, rain_map_most, inflow_most; /* m/s */
};

/* Parts that make steps, from the first one: those with rows, and ghost zones. There are no zones
 * where some part has no rows. */
static inline int flow_stepped(const flow *k)
{
    return k->zones ? k->part_end : k->setup.part_count;
}

/* ---- flow.c ---- */

spate_status flow_create(const flow_kind *kind, const scheme_setup *setup, void **self);
/* Whether the backend has kernels of the scheme. */
int flow_has_kernels(const flow_kind *kind, const spate_backend *backend);
/* Ghosts of a single part that are its own cells. */
void flow_link_ghosts(flow *k);
/* Whether the device can continue by itself: one part without neighbours. */
int flow_runs_alone(const flow *k);
/* The rest of scheme_ops. */
void flow_destroy(void *self);
const part_shape *flow_shape(void *self, int local_part);
void *flow_field(void *self, int local_part, int field);
spate_status flow_device_field(void *self, int local_part, int field, const void **values);
field_location flow_location(void *self, int field);
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
/* Fills the ghost cells of these fields. Does not wait if there are no other ranks or devices. */
void flow_exchange(flow *k, const halo_field *fields, int count);
/* scheme_ops.exchange and exchanged. */
void flow_exchange_state(void *self);
halo_counts flow_exchanged(void *self);
/* Sets every clock to the largest rates of all parts of all ranks. */
void flow_reduce_rates(flow *k);
/* Sums the conveyance of the boundaries that take water out, over all parts of all ranks. */
void flow_reduce_conveyance(flow *k);
/* Waits for the clocks of all devices, which work in parallel until here. */
void flow_await_clocks(flow *k);
/* flow_kind.attempt of a scheme whose state is depth and momentum at cells and whose kernels are
 * stage_kernels. */
spate_status flow_attempt_stages(flow *k);
/* Begin and end of a step, and one stage, in all parts, whose kernels are stage_kernels. At the end
 * the clocks are known. */
void flow_begin_parts(flow *k);
void flow_finish_parts(flow *k);
void flow_run_stage(flow *k, part_region region, int stage);
/* Raises the maxima to Q^n in all parts. */
void flow_raise_maxima(flow *k, grid_part *p, int begin);
/* In all parts, after a step. */
void flow_raise_all_maxima(flow *k);

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

/* Allocates a field of a part, zeroed, in all its slots. Returns 1 if it exists now. */
int flow_make_field(flow *k, grid_part *p, int field);
void flow_drop_field(flow *k, grid_part *p, int field);
/* Bytes of a field in the memory of its device. */
double flow_field_bytes(const grid_part *p, int field);
/* Free memory of the devices of the local parts, in bytes; 0 if unknown. */
double flow_available(const flow *k);
/* Fails before any allocation if the memory does not suffice. */
spate_status flow_check_memory(flow *k);
int flow_make_part(flow *k, grid_part *p); /* 0: no memory */
void flow_drop_part(flow *k, grid_part *p);
/* Allocates the maxima of all local parts. */
spate_status flow_make_maxima(flow *k);

/* ---- flow_images.c: parts with a copy on a device ---- */

/* Call before the image is read: updates these groups in it. */
void flow_use_image(const flow *k, grid_part *p, unsigned groups);
void flow_use_images(flow *k, unsigned groups);
/* Call after these groups were changed in the image. */
void flow_images_changed(flow *k, unsigned groups);
/* Copies the changes of a part to its device. 0: no memory there. */
int flow_push_image(grid_part *p);
/* Call before kernels run: copies the changes to the devices. */
spate_status flow_push_images(flow *k);
spate_status flow_check_device(const flow *k);
/* Computes momentum at cells from the state, where it is not part of it. */
void flow_show(grid_part *p);
void flow_borrow_cells(void *self, int local_part, const ptrdiff_t *offsets, int count);
void *flow_copy_start(void *self, int local_part, unsigned fields);
void flow_copy_finish(void *self, void *copy, float *const to[SHOWN_FIELDS], ptrdiff_t pitch);

/* ---- flow_sources.c ---- */

extern const source_ops flow_sources;
void flow_drop_sources(flow *k);

/* ---- flow_rows.c and flow_work.c: rows that move between parts, and what parts cost ---- */

/* Decides for how many rows each part gets memory. */
spate_status flow_choose_windows(flow *k);
/* A part is created with the shape of all its memory, and then gets the rows it has at first. */
void flow_widen_part(flow *k, int n);
void flow_narrow_part(flow *k, int n);
/* The number of the device of a part. */
int flow_device_of(const flow *k, const grid_part *p);
void flow_order_parts(flow *k);
/* The n-th part to be launched: those that compute beside the host come first. */
grid_part *flow_launched(flow *k, int n);
/* Around the kernels of a stage of a part, and after all clocks of a step are known. */
void flow_work_begin(flow *k, grid_part *p);
void flow_work_end(flow *k, grid_part *p);
void flow_count_work(flow *k);
/* Of a device that has made steps alone. */
void flow_count_alone(flow *k, double seconds, int64_t steps);
spate_status flow_move_rows(void *self, const partition *next, const row_range *to,
                            repartition_method method, repartition_count *done);
row_range flow_window(void *self, int device);
void flow_measure(void *self, int on);
scheme_work flow_measured(void *self, int device);
scheme_split flow_split(void *self, scheme_work *devices);
/* At the begin of a step, and where something of it has ended: the time since the lap before. */
void flow_split_begin(flow *k);
void flow_split_lap(flow *k, double *sum);
int flow_awake_rows(void *self, double *rows);
void flow_wet_rows(void *self, double *rows);

/* ---- flow_hold.c: devices that are held back ---- */

void flow_hold_back(void *self, int device, double tile_seconds);
/* After the kernels of a stage of a part, in a region. computed: tiles of the stage before it. */
void flow_hold(flow *k, grid_part *p, part_region region, int64_t computed);
/* Waits for the devices that the host computes for. */
void flow_await_held(flow *k);

#define FLOW_OPS                                                                                   \
    .destroy = flow_destroy, .shape = flow_shape, .field = flow_field,                             \
    .device_field = flow_device_field, .location = flow_location,                                  \
    .friction_strength = part_friction_strength, .isa = flow_isa,                                  \
    .bytes_per_cell = flow_bytes_per_cell, .close_faces = flow_close_faces, .faces = flow_faces,   \
    .faces_changed = flow_faces_changed, .set_boundaries = flow_set_boundaries,                    \
    .start = flow_start, .advance = flow_advance, .exchange = flow_exchange_state,                 \
    .exchanged = flow_exchanged, .progress = flow_progress, .depth_sum = flow_depth_sum,           \
    .fastest = flow_fastest, .borrow_cells = flow_borrow_cells, .copy_start = flow_copy_start,     \
    .copy_finish = flow_copy_finish, .through = flow_through, .film = flow_film,                   \
    .survey = flow_survey, .least_dt = flow_least_dt, .limiting_cell = flow_limiting_cell,         \
    .track_maxima = flow_track_maxima, .persist = flow_persist, .move_rows = flow_move_rows,       \
    .window = flow_window, .measure = flow_measure, .measured = flow_measured,                     \
    .split = flow_split, .awake_rows = flow_awake_rows, .wet_rows = flow_wet_rows,                 \
    .hold_back = flow_hold_back, .sources = &flow_sources

#endif
