/* A simulation: the grid, its partition, a scheme, and the elevations' lattice. The only folder
 * that implements include/spate/spate.h. */
#ifndef SPATE_RUN_SIM_H
#define SPATE_RUN_SIM_H

#include "base/cores.h"
#include "base/need.h"
#include "base/timers.h"
#include "grid/lattice.h"
#include "run/devices.h"
#include "schemes/scheme.h"

/* A boundary of the user, with the memory that it owns. */
typedef struct sim_boundary {
    char *name;
    spate_boundary_kind kind;
    int64_t faces;
    time_table *tables;
    section_cell *section;
    double *rating; /* levels, then discharges */
} sim_boundary;

/* Figures that need a loop over all cells. They are kept until the state changes, because several
 * reports use them. */
typedef struct sim_figures {
    int known;
    int64_t steps; /* the step at which they were computed */
    double volume, fastest;
} sim_figures;

/* What the bounds of a run are measured from (run/guard.h): the initial state and the last checks.
 * All f64, for checkpoints. Elevations are relative to the datum. */
typedef struct sim_guard {
    double lowest, highest_bed, least_friction;
    double highest;       /* level that drives the run */
    double still;         /* level of the water at the start */
    double initial_speed; /* m/s */
    double energy;        /* of the start, m5/s2 */
    double t_begun;
    double t_window, steps_window,
        cuts;             /* start of the counting window; steps in it that were cut short */
    double steps_checked; /* at the last check */
    double stopped;       /* 1: the state is beyond a bound */
} sim_guard;

typedef struct sim_tuning sim_tuning; /* run/tuning.h */

struct spate_sim {
    spate_context *ctx;
    spate_options options;
    char *option_texts; /* that the options point to; owned */
    grid grid;
    partition partition;
    device_set device_set;        /* of this process */
    part_device *devices;         /* of the local parts, in order */
    const spate_backend *backend; /* of the first of them */
    const scheme_ops *ops;
    void *scheme;
    int device_count; /* of them; parts without rows pause */
    int first_part, part_count, threads;
    int loop_threads;   /* of loops outside the kernels */
    sim_tuning *tuning; /* NULL: off */
    lattice lattice;
    int64_t active_first[2],
        active_last[2]; /* columns and rows that have active cells, of all ranks */
    int has_bed, has_friction_map;
    double wet_depth; /* of the maxima, m; 0 where none are tracked */
    int started;      /* the scheme has scanned the current state */
    double initial_volume, entered_before, left_before; /* at the start */
    source_account sources_before;
    double active_area; /* m2 that rain falls on */
    sim_boundary *boundaries;
    face_boundary *face_boundaries; /* the same, for the scheme */
    int boundary_count, section_count;
    spate_observer_fn observer;
    void *observer_user;
    sim_figures figures;
    sim_guard guard;
    int forced; /* by a manufactured solution: bounds do not apply */
    timers timers;
};

/* Begins a public function: its loops have the threads of the run, and the caller's number of
 * OpenMP is back when it returns. */
#define SIM_ENTER(sim)                                                                             \
    SPATE_NEED_HANDLE(sim);                                                                        \
    CORES_ENTER((sim)->loop_threads)

/* Elevations, depths, speeds and friction coefficients beyond this are mistakes; within it nothing
 * overflows in f32. */
#define SPATE_LARGEST_INPUT 1e6

/* Marks all cells of the grid as active and all ghost cells beyond it as inactive. */
void sim_mark_outside(spate_sim *sim);
/* Finds active_first and active_last from the codes of the cells. Collective. */
void sim_find_extent(spate_sim *sim);
/* Area of the active cells of all ranks, m2. Collective. */
double sim_active_area(spate_sim *sim);

/* The options of a caller over the defaults, with strings in memory of their own, *texts. */
spate_status options_copy(spate_context *ctx, const spate_options *options, spate_options *copy,
                          char **texts);
/* Checks every option; the message names the one that is wrong. */
spate_status options_check(spate_context *ctx, const spate_options *opt);

/* Passes the state to the scheme if it was changed since the last call. Collective. */
spate_status sim_start(spate_sim *sim);

/* The figures of the current state. The scheme must have been started. Collective. */
const sim_figures *figures_now(spate_sim *sim);

/* One value of a field of the run's precision. */
double value_get(const spate_sim *sim, const void *field, ptrdiff_t offset);

/* Volumes (m3) of the sources since the start of the run. Collective. */
void account_for_sources(spate_sim *sim, spate_stats *stats);

/* Bed of a cell relative to the datum. */
double bed_of_cell(const spate_sim *sim, int local_part, int i, int j);

/* Sets the force of a manufactured solution. Fails where the scheme or its backend does not support
 * one. */
spate_status sim_set_force(spate_sim *sim, scheme_force *force);

/* Boundaries: levels from which ramps begin, once the water is there; memory. */
spate_status boundaries_start(spate_sim *sim);
void boundaries_free(spate_sim *sim);

#endif
