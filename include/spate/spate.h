/* Spate: a shallow-water simulator. This is the whole interface for users of the library.
 *
 *     spate_context *ctx;  spate_sim *sim;
 *     spate_options opt;   spate_options_default(&opt);
 *     opt.nx = opt.ny = 200;  opt.dx = opt.dy = 5.0;
 *     spate_context_create(&ctx);
 *     spate_sim_create(ctx, &opt, &sim);
 *     spate_set_bed(sim, my_bed, NULL);
 *     spate_set_level(sim, my_level, NULL);
 *     spate_advance(sim, 60.0);
 *     spate_get_field(sim, SPATE_DEPTH, array_of_nx_times_ny);
 *     spate_sim_destroy(sim);  spate_context_destroy(ctx);
 *
 * Every function returns a spate_status; the sentence that explains a failure is spate_message(ctx).
 * Nothing here prints, exits or aborts. Units are SI; the bed is positive up; row 0 is in the south.
 * Under mpirun every call is collective: all ranks make the same calls in the same order.
 */
#ifndef SPATE_SPATE_H
#define SPATE_SPATE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum spate_status {
#define SPATE_STATUS(name, exit_code, text) SPATE_##name,
#include "spate/status_list.h"
#undef SPATE_STATUS
} spate_status;

const char *spate_status_text(spate_status status);
int spate_exit_code(spate_status status);
const char *spate_version(void);

/* ---- context: messages, log, the group of processes ---- */

typedef struct spate_context spate_context;
typedef enum { SPATE_LOG_INFO, SPATE_LOG_WARNING } spate_log_level;
typedef void (*spate_log_fn)(spate_log_level level, const char *text, void *user);

/* One process by itself. */
spate_status spate_context_create(spate_context **ctx);
/* Joins the other ranks if this process was started by mpirun; otherwise one process by itself.
 * At most one such context at a time; destroying it leaves MPI. */
spate_status spate_context_create_parallel(spate_context **ctx);
void spate_context_destroy(spate_context *ctx);
void spate_set_log(spate_context *ctx, spate_log_fn log, void *user);
/* The sentence about the last failure, "" if there was none. Owned by the context. */
const char *spate_message(const spate_context *ctx);
int spate_rank(const spate_context *ctx);
int spate_rank_count(const spate_context *ctx);

/* ---- a simulation ---- */

typedef struct spate_sim spate_sim;

typedef enum { SPATE_WALL, SPATE_OPEN, SPATE_PERIODIC } spate_edge;
enum { SPATE_WEST, SPATE_EAST, SPATE_SOUTH, SPATE_NORTH };

typedef enum {
    SPATE_BED_CELLS,   /* spate_set_bed is asked at cell centres: for a DEM */
    SPATE_BED_BILINEAR /* spate_set_bed is asked at cell corners: Kurganov & Petrova's bed */
} spate_bed_model;

typedef enum {
    SPATE_FRICTION_NONE,
    SPATE_FRICTION_MANNING, /* coefficient n in s/m^(1/3) */
    SPATE_FRICTION_CHEZY    /* coefficient C in m^(1/2)/s */
} spate_friction_law;

typedef enum { SPATE_EULER, SPATE_RK2 } spate_integrator;

typedef struct spate_options {
    int64_t nx, ny;       /* cells; must be set */
    double dx, dy;        /* m; must be set */
    double x0, y0;        /* the south-west corner of the grid, m */
    const char *scheme;   /* "kurganov" */
    const char *backend;  /* "auto", "cpu", "reference" */
    const char *isa;      /* cpu kernels: "auto", "base", "avx2", "avx512" */
    int precision;        /* bits of the stored state: 32 or 64 */
    int threads;          /* 0: all that OpenMP offers */
    int parts_x, parts_y; /* 0: one part per rank */
    spate_edge edges[4];  /* indexed by SPATE_WEST ... */
    spate_bed_model bed_model;
    spate_integrator integrator;
    spate_friction_law friction;
    double friction_coefficient; /* used where spate_set_friction was not called */
    double rain;                 /* m/s, everywhere, all the time */
    double gravity;              /* m/s2 */
    double cfl;                  /* Courant number of the cell speeds, at most 1/4 */
    double theta;                /* limiter, 1 (minmod) to 2 (sharp) */
    double dry_depth;            /* m; water no deeper than this does not move */
    double dt_max;               /* s; 0: no limit of its own */
    int skip_still; /* 1: tiles at rest (dry land, still water) cost nothing; the bits are the same */
} spate_options;

void spate_options_default(spate_options *opt);

spate_status spate_sim_create(spate_context *ctx, const spate_options *opt, spate_sim **sim);
void spate_sim_destroy(spate_sim *sim);

/* A quantity as a function of the place. Called for cell centres (corners for a bilinear bed) of
 * this rank's cells and their ghosts, from several threads at once. */
typedef double (*spate_field_fn)(double x, double y, void *user);

/* Order: active cells first (if any are not), then the bed, then the water. */
spate_status spate_set_active(spate_sim *sim, spate_field_fn nonzero_where_active, void *user);
spate_status spate_set_bed(spate_sim *sim, spate_field_fn bed, void *user);
/* Water up to this level wherever the bed is lower. A constant level is an exact lake at rest. */
spate_status spate_set_level(spate_sim *sim, spate_field_fn level, void *user);
spate_status spate_set_depth(spate_sim *sim, spate_field_fn depth, void *user);
/* Velocity; after the depth. Either may be NULL for zero. */
spate_status spate_set_velocity(spate_sim *sim, spate_field_fn u, spate_field_fn v, void *user);
spate_status spate_set_friction(spate_sim *sim, spate_field_fn coefficient, void *user);

/* Runs to t_end exactly, or for so many steps. */
spate_status spate_advance(spate_sim *sim, double t_end);
spate_status spate_advance_steps(spate_sim *sim, int64_t steps);

typedef enum {
    SPATE_DEPTH,
    SPATE_LEVEL,
    SPATE_BED,        /* as used: quantised, and the mean of the corners if bilinear */
    SPATE_MOMENTUM_X, /* h u, m2/s */
    SPATE_MOMENTUM_Y,
    SPATE_VELOCITY_X,
    SPATE_VELOCITY_Y,
    SPATE_ACTIVE /* 1 or 0 */
} spate_field_name;

/* Whole field, nx * ny values, row 0 in the south, on rank 0 (values may be NULL on others). */
spate_status spate_get_field(spate_sim *sim, spate_field_name field, double *values);

typedef enum {
    SPATE_SECTION_SETUP,
    SPATE_SECTION_STAGE,
    SPATE_SECTION_HALO,
    SPATE_SECTION_REDUCE,
    SPATE_SECTION_OUTPUT,
    SPATE_SECTION_COUNT
} spate_section;

typedef struct spate_stats {
    double t, dt;          /* time reached; last time step */
    int64_t steps, redone; /* accepted steps; attempts thrown away because of the face CFL */
    double volume;         /* m3 of water now */
    double initial_volume; /* when the run began */
    double entered, left;  /* m3 through open edges and rain */
    double mass_error;     /* (volume - initial - entered + left) / max(initial, entered) */
    double max_speed;      /* m/s, of the water that moves */
    double awake;          /* share of tiles that the last stage computed */
    int parts, threads;
    const char *backend, *isa;           /* in use */
    double bytes_per_cell;               /* memory of the state, terrain not counted */
    double seconds[SPATE_SECTION_COUNT]; /* wall time on this rank */
} spate_stats;

spate_status spate_get_stats(spate_sim *sim, spate_stats *stats);
const char *spate_section_name(spate_section section);

/* Called after every step; a result other than 0 stops the run with SPATE_STOPPED. Under mpirun all
 * ranks must give the same result. */
typedef int (*spate_observer_fn)(double t, double dt, int64_t step, void *user);
void spate_set_observer(spate_sim *sim, spate_observer_fn observer, void *user);

#ifdef __cplusplus
}
#endif
#endif
