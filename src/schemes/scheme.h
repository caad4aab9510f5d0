/* What a scheme is to the rest of Spate: a name, fields to fill, and an advance. A scheme orchestrates
 * kernels and exchanges for all parts of this rank; it knows no backend by name and no equation. */
#ifndef SPATE_SCHEMES_SCHEME_H
#define SPATE_SCHEMES_SCHEME_H

#include "backend/backend.h"
#include "base/timers.h"
#include "grid/faces.h"
#include "grid/grid.h"
#include "parallel/halo.h"
#include "parallel/state_stream.h"
#include "schemes/description.h"
#include "schemes/force.h"
#include "schemes/source_ops.h"

/* What the run gives a scheme; borrowed for its lifetime. */
typedef struct scheme_setup {
    spate_context *ctx;
    const spate_options *options;
    const grid *grid;
    const partition *partition;
    const part_device *devices;   /* of the local parts, in order */
    const spate_backend *backend; /* of the first of them */
    int threads;
    int first_part, part_count; /* of this rank */
    timers *timers;
} scheme_setup;

typedef struct scheme_progress {
    double t, dt;
    int64_t steps, redone;
    double awake;      /* share of this rank's tiles in the last stage */
    int64_t failed[2]; /* the cell where a step failed, -1 where none did; on every rank */
} scheme_progress;

/* What the guard of a run asks for (run/guard.c). */
typedef struct scheme_survey {
    double
        energy; /* m5/s2 of all ranks, over the density of water; heights are those above `lowest` */
    double speed;   /* the largest, m/s */
    double highest; /* level of water, relative to the datum, m; -INFINITY without any */
} scheme_survey;

typedef struct scheme_limits {
    double t_stop;
    int64_t steps; /* at most */
    spate_observer_fn observer;
    void *observer_user;
} scheme_limits;

typedef struct scheme_ops {
    const scheme_description *about;
    /* Whether a backend has kernels for it. */
    int (*runs_on)(const spate_backend *backend);
    /* Names of options.lines that a backend knows, or that any does (NULL), ended by NULL. NULL: it solves no lines, and
     * nobody asks. */
    const char *const *(*line_methods)(const spate_backend *backend);
    /* Whether it can solve lines of f64 of a state of f32 there. NULL: never. */
    int (*mixes)(const spate_backend *backend);
    /* Allocates the state of the local parts, all zero. Collective. */
    spate_status (*create)(const scheme_setup *setup, void **self);
    void (*destroy)(void *self);
    const part_shape *(*shape)(void *self, int local_part);
    /* Cell (0, 0) of a field of the current state; NULL where there is no memory. */
    void *(*field)(void *self, int local_part, int field);
    field_location (*location)(void *self, int field);
    double (*friction_strength)(const spate_options *options, double coefficient);
    const char *(*isa)(void *self);
    const char *(*lines)(void *self);     /* how they are solved, in use; NULL: it has none */
    double (*bytes_per_cell)(void *self); /* of the state, terrain not counted */
    /* Once the mask is known: closes faces, makes the boundary lists. */
    spate_status (*close_faces)(void *self);
    /* The listed faces of a part by axis (0: x), for adding to; faces_changed after codes or lists were
     * changed; boundaries: what the owners of the faces are, borrowed for the life of the scheme. */
    boundary_list *(*faces)(void *self, int local_part, int axis);
    void (*faces_changed)(void *self);
    void (*set_boundaries)(void *self, face_boundary *boundaries, int count);
    /* Once the state is filled, and again whenever it was changed from outside. Collective. */
    spate_status (*start)(void *self);
    spate_status (*advance)(void *self, const scheme_limits *limits);
    scheme_progress (*progress)(void *self);
    /* m of water over the active cells, summed over all ranks; m3 through outer faces since the start. */
    double (*depth_sum)(void *self);
    /* The cell of the whole grid whose waves bound the time step, the first in order of rows where
     * several do; -1, -1 where nothing moves. Collective. */
    void (*limiting_cell)(void *self, int64_t *i, int64_t *j);
    /* Largest speed on this rank, m/s; negative where the fields must be asked. */
    double (*fastest)(void *self);
    /* Until the call with count 0, `field` of the state of this part is only read at these cells. */
    void (*borrow_cells)(void *self, int local_part, const ptrdiff_t *offsets, int count);
    /* Fields of the state of now, in f32, that come to the host while steps go on. fields: a set of
     * 1 << shown_field. NULL: they do not, `field` has them. finish, from any thread and once, writes them,
     * rows `pitch` values apart. */
    void *(*copy_start)(void *self, int local_part, unsigned fields);
    void (*copy_finish)(void *self, void *copy, float *const to[SHOWN_FIELDS], ptrdiff_t pitch);
    void (*through)(void *self, double *entered, double *left);
    /* Water shallower than this (m) flows like a film, if at all. */
    double (*film)(void *self);
    /* lowest: bed, relative to the datum, m. Collective. */
    scheme_survey (*survey)(void *self, double lowest);
    /* The shortest step that flow of this speed on waves of that speed (m/s) asks for, s. */
    double (*least_dt)(void *self, double speed, double waves);
    /* Maxima of the states from now on, this one included. Collective. */
    spate_status (*track_maxima)(void *self, double wet_depth, double duration_depth);
    /* Names everything a later step needs, to save it or to load it (parallel/state_stream.h tells
     * how). After loading the next step is the one the saved run would have made. Collective. */
    spate_status (*persist)(void *self, state_stream *s);
    const source_ops *sources;
    /* Of a manufactured solution; returns 0 where the backend cannot be forced. NULL: no backend can. */
    int (*set_force)(void *self, scheme_force *force);
} scheme_ops;

/* ---- the registry (registry.c) ---- */

/* All schemes, ended by NULL. The first one is the default. */
const scheme_ops *const *scheme_list(void);
/* The scheme with this name; NULL if there is none. */
const scheme_ops *scheme_find(const char *name);
/* Adds a scheme to the list, for programs that bring their own. Returns 0 where the name is taken or the list is full.
 * Call it before any other function of Spate: the list is read without locks. */
int scheme_register(const scheme_ops *scheme);

/* The schemes with this ability (SCHEME_AIR ...) and, where key is not NULL, with this option, for a message: "adi" or
 * "toy", with the quotes. */
const char *scheme_names_with(unsigned ability, const char *key, char *text, size_t size);
/* The scheme that can be forced (scheme_abilities.forced_on); NULL if there is none. */
const scheme_ops *scheme_that_can_be_forced(void);

/* Stages of one step with these options. */
int scheme_stages(const scheme_ops *scheme, const spate_options *options);
/* The bed model, or the scheme's own where it lacks that one. Returns `model` where scheme is NULL. */
spate_bed_model scheme_bed_model(const scheme_ops *scheme, spate_bed_model model);

#endif
