/* A scheme as the rest of Spate sees it: a description, fields, and a function that advances them
 * in time. A scheme calls kernels and halo exchanges for all parts of this rank. It knows no
 * backend by name and no equation. */
#ifndef SPATE_SCHEMES_SCHEME_H
#define SPATE_SCHEMES_SCHEME_H

#include "backend/backend.h"
#include "base/timers.h"
#include "grid/faces.h"
#include "grid/grid.h"
#include "parallel/halo.h"
#include "parallel/repartition.h"
#include "parallel/state_stream.h"
#include "schemes/description.h"
#include "schemes/force.h"
#include "schemes/source_ops.h"

/* Arguments of scheme_ops.create. They must live as long as the scheme. */
typedef struct scheme_setup {
    spate_context *ctx;
    const spate_options *options;
    const grid *grid;
    const partition *partition;
    const part_device *devices;   /* of the local parts, in order */
    const spate_backend *backend; /* of the first of them */
    int threads;
    int first_part, part_count; /* of this rank */
    int movable; /* rows may move between the parts, each of which has a device of its own */
    timers *timers;
} scheme_setup;

typedef struct scheme_progress {
    double t, dt;
    int64_t steps, redone;
    double awake;      /* fraction of this rank's tiles that were computed in the last stage */
    int64_t failed[2]; /* the cell where a step failed, the same on every rank; -1: none */
} scheme_progress;

/* Extremes of the state, for the guard of a run (run/guard.c). */
typedef struct scheme_survey {
    double energy; /* of all ranks, over the density of water, m5/s2; heights count from `lowest` */
    double speed;  /* the largest, m/s */
    double highest; /* highest water level relative to the datum, m; -INFINITY without water */
} scheme_survey;

/* What a device has done since measure was called. */
typedef struct scheme_work {
    double seconds; /* of its kernels */
    double tiles;   /* that they computed, in all steps together */
} scheme_work;

/* Where the host has spent the steps that it made with devices, s. */
typedef struct scheme_split {
    int64_t steps;    /* attempts; those of a device alone do not count */
    double launch;    /* to launch what devices compute */
    double own;       /* to compute parts that are its own */
    double exchange;  /* to bring ghost cells on their way */
    double rows;      /* to wait for those of devices */
    double clock;     /* to wait for the clocks of devices after the last stage */
    double end;       /* to agree on the step, and to wait for devices that end it */
    int64_t measured; /* steps while `measure` was on, with the work of the devices in them */
} scheme_split;

typedef struct scheme_limits {
    double t_stop;
    int64_t steps; /* at most */
    spate_observer_fn observer;
    void *observer_user;
} scheme_limits;

typedef struct scheme_ops {
    const scheme_description *about;
    /* Whether the backend has kernels for this scheme. */
    int (*runs_on)(const spate_backend *backend);
    /* The names of options.lines that a backend has, ended by NULL; with NULL, those of all
     * backends. The function is NULL where the scheme solves no lines. */
    const char *const *(*line_methods)(const spate_backend *backend);
    /* Whether the backend can solve lines in f64 with a state in f32. NULL: none can. */
    int (*mixes)(const spate_backend *backend);
    /* Allocates the state of the local parts, all zero. Collective. */
    spate_status (*create)(const scheme_setup *setup, void **self);
    void (*destroy)(void *self);
    const part_shape *(*shape)(void *self, int local_part);
    /* Cell (0, 0) of a field of the current state. NULL: no memory, or there is no such field. */
    void *(*field)(void *self, int local_part, int field);
    /* Its address in the memory of the part's device, where the values of Q^n have arrived.
     * SPATE_ERROR_BACKEND where a part is computed on the host. */
    spate_status (*device_field)(void *self, int local_part, int field, const void **values);
    field_location (*location)(void *self, int field);
    /* The field of velocities at west (axis 0) or south faces of the current state, which the
     * run may fill after momentum at cells, and which then counts. NULL: momentum at cells is
     * all. */
    int (*face_velocity)(void *self, int axis);
    double (*friction_strength)(const spate_options *options, double coefficient);
    const char *(*isa)(void *self);
    const char *(*lines)(void *self);     /* how lines are solved; NULL: it solves none */
    double (*bytes_per_cell)(void *self); /* of the state, without terrain */
    /* Called when the mask of active cells is set. Closes faces and makes the boundary lists. */
    spate_status (*close_faces)(void *self);
    /* The listed faces of a part along an axis (0: x); the caller may add to them. faces_changed
     * must follow a change of lists or codes. The boundaries, which own the faces, must live as
     * long as the scheme. */
    boundary_list *(*faces)(void *self, int local_part, int axis);
    void (*faces_changed)(void *self);
    void (*set_boundaries)(void *self, face_boundary *boundaries, int count);
    /* Called when the state is filled, and again after the run has changed it. Collective. */
    spate_status (*start)(void *self);
    spate_status (*advance)(void *self, const scheme_limits *limits);
    scheme_progress (*progress)(void *self);
    /* Depths summed over the active cells of all ranks, m. */
    double (*depth_sum)(void *self);
    /* m3 through outer faces since the start. */
    void (*through)(void *self, double *entered, double *left);
    /* The cell of the grid whose waves limit the time step, the first in order of rows if there are
     * several; -1, -1 where nothing moves. Collective. */
    void (*limiting_cell)(void *self, int64_t *i, int64_t *j);
    /* Largest speed on this rank, m/s. Negative: not known, to be computed from the fields. */
    double (*fastest)(void *self);
    /* Until a call with count 0, fields of the state of this part are read only at these cells. */
    void (*borrow_cells)(void *self, int local_part, const ptrdiff_t *offsets, int count);
    /* Copies fields of the current state to the host, in f32, while steps go on. fields: bits
     * 1 << shown_field. copy_start returns NULL where that is not possible; then `field` has
     * them. copy_finish is called once, by any thread, and writes rows `pitch` values apart. */
    void *(*copy_start)(void *self, int local_part, unsigned fields);
    void (*copy_finish)(void *self, void *copy, float *const to[SHOWN_FIELDS], ptrdiff_t pitch);
    /* Water shallower than this (m) is a film, which hardly moves. */
    double (*film)(void *self);
    /* lowest: the lowest bed relative to the datum, m. Collective. */
    scheme_survey (*survey)(void *self, double lowest);
    /* The shortest step (s) that flow and waves of these speeds (m/s) require. */
    double (*least_dt)(void *self, double speed, double waves);
    /* Tracks maxima from the current state on. Collective. */
    spate_status (*track_maxima)(void *self, double wet_depth, double duration_depth);
    /* Fills the ghost cells of the state once more, for measurements. Collective. */
    void (*exchange)(void *self);
    /* What the halo exchanges of this rank have moved so far. */
    halo_counts (*exchanged)(void *self);
    /* Of all steps since the start, rejected ones included. NULL: it has none. */
    scheme_iterations (*iterations)(void *self);
    /* Lists everything that later steps need, to save or to load it (parallel/state_stream.h).
     * After loading, the next step has the bits of the next step of the saved run. Collective. */
    spate_status (*persist)(void *self, state_stream *s);
    /* The rest is for runs whose rows move between devices (setup.movable). Devices are numbered as
     * in setup.devices; `to` has the rows of each of them, empty where it pauses, and `next` is the
     * partition of those at work, from the south. Between steps, after start. */
    spate_status (*move_rows)(void *self, const partition *next, const row_range *to,
                              repartition_method method, repartition_count *done);
    /* Rows for which a device has memory. */
    row_range (*window)(void *self, int device);
    /* Begins or ends measuring. */
    void (*measure)(void *self, int on);
    scheme_work (*measured)(void *self, int device);
    /* Since the scheme was created. devices: what each has done while it was measured. */
    scheme_split (*split)(void *self, scheme_work *devices);
    /* Adds the tiles that the last stage computed to those of their tile row of the grid. Returns 0
     * if the device has failed. */
    int (*awake_rows)(void *self, double *rows);
    /* The same of a state that no step has seen: tiles with water, and where sources act. */
    void (*wet_rows)(void *self, double *rows);
    /* From here on a device needs so many seconds longer for a step of each tile that it computes
     * (options.tile_delays). */
    void (*hold_back)(void *self, int device, double tile_seconds);
    const source_ops *sources;
    /* Sets the force of a manufactured solution. Returns 0 where the backend cannot add one. NULL:
     * no backend can. */
    int (*set_force)(void *self, scheme_force *force);
} scheme_ops;

/* ---- the registry (registry.c) ---- */

/* All schemes, ended by NULL. The first one is the default. */
const scheme_ops *const *scheme_list(void);
/* The scheme with this name; NULL if there is none. */
const scheme_ops *scheme_find(const char *name);
/* Adds a scheme to the list, for programs that have their own. Returns 0 where the name exists or
 * the list is full. Must be called before any other function of Spate, because the list is read
 * without locks. */
int scheme_register(const scheme_ops *scheme);

#endif
