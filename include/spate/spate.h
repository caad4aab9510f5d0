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
 * Every function returns a spate_status; the sentence that explains a failure is
 * spate_message(ctx). Nothing here prints, exits, aborts, handles signals or changes settings of
 * OpenMP. Strings are copied. Units are SI; the bed is positive up; row 0 is in the south. Under
 * mpirun every call is collective: all ranks make the same calls in the same order.
 *
 * spate/case.h runs case files. spate/tridiag.h, compact.h and krylov.h are solvers of their own.
 *
 * Structures of options begin with their size. spate_..._options_default sets it, and functions
 * that take options use defaults for what lies beyond it: a program built with an older header
 * works with a newer library of the same soname.
 */
#ifndef SPATE_SPATE_H
#define SPATE_SPATE_H

#include <stddef.h>
#include <stdint.h>

#include "spate/export.h"

SPATE_PUBLIC_BEGIN

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
/* Joins the other ranks if this process was started by mpirun; otherwise one process by itself. MPI
 * is initialised if nobody did, and then finalised with the last of these contexts. */
spate_status spate_context_create_parallel(spate_context **ctx);
/* The ranks of a communicator of the caller, who has initialised MPI, with MPI_THREAD_FUNNELED or
 * more where threads compute. communicator: MPI_Comm_c2f of an MPI_Comm, an integer of Fortran, or
 * py2f() of mpi4py. It is duplicated. All ranks of it must call this.
 * SPATE_ERROR_ARGUMENT: MPI is not running, or the library was built without it or with another
 * MPI. */
spate_status spate_context_create_mpi(int communicator, spate_context **ctx);
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

/* Scheme "staggered": advection of velocity, order of a step, and flow along walls with viscosity. */
typedef enum {
    SPATE_ADVECT_NONE,
    SPATE_ADVECT_ENERGY,    /* keeps the energy head */
    SPATE_ADVECT_MOMENTUM,  /* keeps momentum */
    SPATE_ADVECT_AUTOMATIC, /* energy where flow accelerates, momentum elsewhere */
    SPATE_ADVECT_CENTRAL,   /* central along, second-order upwind across */
    SPATE_ADVECT_LIMITED    /* momentum, of second order */
} spate_advection;
typedef enum { SPATE_HANSEN, SPATE_SIELECKI } spate_ordering;
typedef enum { SPATE_FREE_SLIP, SPATE_NO_SLIP } spate_slip;

/* Scheme "semi-implicit": transport of velocity, wetting and drying, what follows a failed
 * solve. */
typedef enum {
    SPATE_TRANSPORT_EXPLICIT,   /* one pass; the flow bounds the time step */
    SPATE_TRANSPORT_SUBSTEPPED, /* as many passes as the flow needs */
    SPATE_TRANSPORT_LAGRANGIAN  /* along the paths that water takes */
} spate_transport;
typedef enum {
    SPATE_DRYING_NEWTON, /* the water in a cell is never negative: Newton's method */
    SPATE_DRYING_MASKS   /* cells are as wet as at the beginning of a step: one linear system */
} spate_drying;
typedef enum { SPATE_FAILED_SOLVE_STOPS, SPATE_FAILED_SOLVE_HALVES } spate_failed_solve;

/* Schemes "vi-leapfrog", "vi-rk3" and "vi-semi-implicit": what the averages of the rotation term keep, and the mass
 * matrix of velocities. */
typedef enum {
    SPATE_FORM_ENSTROPHY, /* energy and potential enstrophy (Arakawa & Lamb 1981) */
    SPATE_FORM_ENERGY,    /* energy (Sadourny 1975) */
    SPATE_FORM_PAPER      /* potential enstrophy (Saunders 2014) */
} spate_form;
typedef enum {
    SPATE_MASS_LUMPED,
    SPATE_MASS_CONSISTENT, /* (1, 4, 1) / 6 along the velocity, solved directly */
    SPATE_MASS_CG          /* the same, solved by conjugate gradients to options.tolerance */
} spate_mass_matrix;

/* Scheme "vi-semi-implicit": depths of faces and mass matrix in the matrix of Newton's method, and
 * whether increments are halved while the residual grows. */
typedef enum { SPATE_NEWTON_PRESENT, SPATE_NEWTON_CONSTANT } spate_newton_depth;
typedef enum { SPATE_NEWTON_LUMPED, SPATE_NEWTON_CONSISTENT } spate_newton_mass;
typedef enum { SPATE_LINE_SEARCH, SPATE_NO_LINE_SEARCH } spate_line_search;

/* What skip_still skips. The two latter are those of Skevik (2014), for comparison; same bits. */
typedef enum {
    SPATE_SKIP_TILES,       /* tiles at rest, dry or wet */
    SPATE_SKIP_EARLY_EXIT,  /* dry tiles among dry ones; their cells are still updated */
    SPATE_SKIP_BOUNDING_BOX /* what is outside one box around the wet cells of a part */
} spate_skip;

/* Several devices: rows of cells divided by part_weights or equally, by a short trial of each device
 * at the start, or so and again while the run goes on. */
typedef enum {
    SPATE_TUNE_OFF,
    SPATE_TUNE_START,
    SPATE_TUNE_DYNAMIC,
    /* Dynamic where `devices` names several, for one process, and no other option divides the rows;
     * start where rows of the scheme cannot move or exchange_every is above 1; else off. */
    SPATE_TUNE_AUTO
} spate_tuning_mode;
/* What a repartition copies: rows that change owner, or everything through a buffer for the whole
 * grid, as in Skevik (2014), for comparison. */
typedef enum { SPATE_MOVE_ROWS, SPATE_MOVE_ALL } spate_move;

/* The clock of tuning, which tests replace. `measured` is what the wall clock says. */
typedef struct spate_tuning_clock {
    double (*now)(void *user); /* s since some moment: for what tuning itself takes */
    /* Seconds that device number `device` (in the order of options.devices) has needed for steps
     * that computed so many tiles altogether. */
    double (*spent)(void *user, int device, double tiles, double measured);
    /* Seconds that these steps have taken, when each device has needed so many. */
    double (*wall)(void *user, const double *seconds, int devices, double measured);
    void *user;
    /* Seconds of a trial of a choice, "threads" or "exchange_every", with this value; "sharing": what
     * a step of so many devices takes beyond the slowest of them. NULL: that is nothing. */
    double (*tried)(void *user, const char *choice, int value, double measured);
} spate_tuning_clock;

typedef struct spate_options {
    size_t struct_size; /* of this structure; spate_options_default sets it */
    int64_t nx, ny;     /* cells; must be set */
    double dx, dy;      /* m; must be set */
    double x0, y0;      /* the south-west corner of the grid, m */
    const char
        *scheme; /* "kurganov" (explicit, for floods), "adi" (implicit, for coasts and lakes),
                  * "staggered" (explicit, for waves, tides and floods), "semi-implicit" (as
                  * staggered, in long time steps), "vi-leapfrog", "vi-rk3" (explicit, for rotating
                  * water that stays wet) */
    const char *backend;  /* "auto", "cpu", "reference", "cuda", "cuda:N", "cuda:N,M" */
    const char *isa;      /* "auto"; cpu: "base", "avx2", "avx512"; cuda: "fast", "strict" */
    int precision;        /* bits of the stored state: 32 or 64 */
    int line_precision;   /* "adi": bits of line solves; 0: those of the state. 64 with 32 */
    int threads;          /* 0: all that OpenMP offers; with tune, as many as a trial finds best */
    int parts_x, parts_y; /* 0: one part per rank and device */
    /* Sizes of the parts relative to one another, rounded to tiles: "3,1" for two rows of parts
     * (columns where parts_y is 1), "2,1x1,3" for 2 columns and 2 rows. NULL: equal parts. Without
     * parts_x and parts_y it also sets the number of parts. */
    const char *part_weights;
    /* Devices that share the run: "cpu:avx2,cpu:base", "cpu,cuda:0". The parts of a process are
     * divided among them in order. In place of backend and isa, which must be "auto". NULL: those
     * of backend. */
    const char *devices;
    spate_edge edges[4]; /* indexed by SPATE_WEST ... */
    spate_bed_model bed_model;
    spate_integrator integrator;
    spate_friction_law friction;
    double friction_coefficient; /* used where spate_set_friction was not called */
    double rain;                 /* m/s, everywhere, all the time */
    double coriolis;             /* f = 2 omega sin(latitude), 1/s */
    /* On a beta plane f is coriolis + coriolis_beta (y - coriolis_y). */
    double coriolis_beta; /* 1/(m s); 0: the same f everywhere */
    double coriolis_y;    /* m */
    double gravity;       /* m/s2 */
    /* Courant number of both directions together, dt ((|u| + c)/dx + (|v| + c)/dy); 0: 0.9 with
     * SPATE_RK2, 0.9 / (2 + theta) with SPATE_EULER, which allows 1 / (1 + theta/2) in deep slow
     * water. */
    double cfl;
    double theta;     /* limiter, 1 (minmod) to 2 (sharp) */
    double dry_depth; /* m; water no deeper than this does not move */
    double dt_max;    /* s; 0: no limit of its own */
    /* "adi" alone: */
    double
        courant; /* sqrt(g h) dt / cell of the deepest water, at most 100; dt_max bounds dt too */
    double viscosity; /* of eddies, m2/s; also of "staggered" */
    /* m of water above which a face begins to flow. "adi": it stops at half of it; 0: 0.01.
     * "staggered": it stops at dry_depth; 0: twice that. */
    double flood_depth;
    int extrapolate; /* 1: second order in time; 0: coefficients as in the paper, first order */
    /* How lines are solved: "auto", "cut"; on a GPU also "fused" and, as in the paper, "s1", "s14",
     * "s2-pcr", "s2-cr-pcr", which round otherwise; in plain loops "penta", as s14. */
    const char *lines;
    /* "staggered" alone: */
    spate_advection advection;
    spate_ordering ordering;
    spate_slip slip;
    /* "semi-implicit" alone; it also has courant, viscosity, slip, flood_depth (0: 0.001) and
     * advection. */
    double implicitness; /* theta: 0.5 (Crank-Nicolson) to 1 (backward Euler) */
    spate_transport transport;
    spate_drying drying;
    spate_failed_solve failed_solve;
    const char *preconditioner; /* a name from spate_krylov_preconditioners (spate/krylov.h) */
    double tolerance;           /* of the residual, relative to the right-hand side */
    int max_iterations;         /* of a solve, less 1 */
    /* The vector-invariant schemes: */
    spate_form form;
    spate_mass_matrix mass_matrix;
    /* "vi-leapfrog": strength of the filter of Robert, Asselin and Williams, 0 to 1, and the
     * part of it that the middle time level gets, 0.5 to 1. */
    double filter, filter_share;
    /* "vi-semi-implicit"; it also has courant, preconditioner, tolerance, max_iterations,
     * failed_solve, form, mass_matrix and dry_depth. */
    double alpha;            /* weight of the end of a step: 0.5 to 1 */
    double newton_tolerance; /* of the residual, relative to that of the first iterate */
    int newton_iterations;   /* exactly so many, without a test; 0: by newton_tolerance */
    int newton_most;         /* iterations after which a step has failed, less 1 */
    int solve_iterations;    /* of conjugate gradients, exactly; 0: by tolerance */
    spate_newton_depth newton_depth;
    spate_newton_mass newton_mass;
    spate_line_search line_search;
    int skip_still; /* 1: tiles at rest (dry land, still water) cost nothing; same bits */
    spate_skip skip;
    /* Steps from one exchange of states between parts to the next. Above 1, every part computes as many
     * more cells of its neighbours as keep its own right; same bits. "kurganov" and "staggered". 0:
     * 1, or with SPATE_TUNE_START as many as trials of all devices together find best. */
    int exchange_every;
    double
        exchange_delay; /* s that every exchange takes longer: for experiments with slow networks */
    spate_tuning_mode tune;
    spate_move move;
    int64_t tune_every; /* steps between looks at the balance; 0: chosen while the run goes on */
    int tune_keep;      /* 1: choices are read from and kept in the user's cache folder */
    const spate_tuning_clock *tuning_clock; /* NULL: wall time */
    /* s that each device, in the order of `devices`, needs longer for a step of each tile that it
     * computes: "0,2e-6". For experiments with slower devices; schemes whose rows can move. NULL: as
     * fast as they are. */
    const char *tile_delays;
} spate_options;

void spate_options_default_sized(spate_options *opt, size_t size);
static inline void spate_options_default(spate_options *opt)
{
    spate_options_default_sized(opt, sizeof *opt);
}
/* Both precisions by one name: "f32", "f64", or "mixed" for a state of 32 bits with lines of 64.
 * Returns 0 for another name, and changes nothing. */
int spate_options_set_precision(spate_options *opt, const char *name);
const char *spate_options_precision(const spate_options *opt);

spate_status spate_sim_create(spate_context *ctx, const spate_options *opt, spate_sim **sim);
void spate_sim_destroy(spate_sim *sim);
/* The cells this rank asks for when fields are filled, its ghosts included: [i0, i1) x [j0, j1)
 * within the grid. A rank that reads data needs no more than this. */
void spate_get_local_box(const spate_sim *sim, int64_t *i0, int64_t *j0, int64_t *i1, int64_t *j1);

/* A quantity as a function of the place. Called for cell centres (corners for a bilinear bed) of
 * this rank's cells and their ghosts, from several threads at once. */
typedef double (*spate_field_fn)(double x, double y, void *user);

/* Order: active cells first (if any are not), then the bed, then the water. */
spate_status spate_set_active(spate_sim *sim, spate_field_fn nonzero_where_active, void *user);
spate_status spate_set_bed(spate_sim *sim, spate_field_fn bed, void *user);
/* Water up to this level wherever the bed is lower. A constant level is an exact lake at rest. */
spate_status spate_set_level(spate_sim *sim, spate_field_fn level, void *user);
spate_status spate_set_depth(spate_sim *sim, spate_field_fn depth, void *user);
/* Both at once: as spate_set_level where the level is a number, as spate_set_depth where it
 * is NaN. */
spate_status spate_set_water(spate_sim *sim, spate_field_fn level, spate_field_fn depth,
                             void *user);
/* Velocity; after the depth. Either may be NULL for zero. */
spate_status spate_set_velocity(spate_sim *sim, spate_field_fn u, spate_field_fn v, void *user);
spate_status spate_set_friction(spate_sim *sim, spate_field_fn coefficient, void *user);

/* ---- forcing: after the bed, before the first step ---- */

/* A quantity against time (s since the start of the run), copied. Between two times the value is
 * interpolated, or holds until the next time; before the first and after the last it
 * is constant. */
typedef struct spate_series {
    int count;
    const double *t, *value;
    int hold;
} spate_series;

/* A face between an active cell and outside: its middle, its direction, and what is outside. */
typedef struct spate_face {
    int64_t i, j; /* the face is the west (axis 0) or south (axis 1) face of this cell */
    int axis;
    int outward; /* 1: outside lies to the east or north; -1: to the west or south */
    /* SPATE_WEST ... where the inner cell lies in the first or last column or row that has active
     * cells, and outside is beyond it; -1 elsewhere */
    int edge;
    double x, y;
    double bed; /* of the inner cell, m */
} spate_face;

typedef enum {
    SPATE_BOUNDARY_WALL,         /* claims faces so that no other boundary may have them */
    SPATE_BOUNDARY_OPEN,         /* the stream runs on as it comes; nothing comes back */
    SPATE_BOUNDARY_LEVEL,        /* series: level, m; flow both ways */
    SPATE_BOUNDARY_WAVE,         /* series: level of the wave that comes in, m; others leave */
    SPATE_BOUNDARY_DISCHARGE,    /* series: m3/s into the grid; negative takes water out */
    SPATE_BOUNDARY_NORMAL_DEPTH, /* outflow as in uniform flow down `slope` */
    SPATE_BOUNDARY_RATING,       /* outflow from a table of level and discharge */
    SPATE_BOUNDARY_OUTFALL       /* free overfall at critical depth; nothing comes in */
} spate_boundary_kind;

typedef struct spate_boundary {
    const char *name;
    spate_boundary_kind kind;
    /* Which outer faces: nonzero where the boundary takes the face. Asked for this rank's faces and
     * its ghosts', so the answer must depend on the face alone. */
    int (*takes)(const spate_face *face, void *user);
    /* Level and wave with several stations: 0 at the first series, 1 at the second, values between
     * interpolate. NULL: the first series everywhere. */
    double (*station)(const spate_face *face, void *user);
    void *user;
    /* Level and wave: one, or one per station. Discharge: m3/s; a second one gives the level (m) of
     * the water that comes in, which counts where it makes the inflow supercritical. */
    const spate_series *series;
    int series_count;
    /* Discharge: Froude number of the inflow, above 1; 0: as deep as the water inside. */
    double froude;
    /* Discharge, normal depth: energy slope. Of a discharge it may be 0: it is then spread over the
     * section as critical flow would be, by h^(3/2), as it is wherever there is no roughness. */
    double slope;
    double roughness; /* discharge, normal depth: Manning n where the run has no friction map */
    double
        absorbing; /* level: waves from inside that are shorter than this, s, leave; 0: reflected */
    double still;  /* wave: level of still water, m */
    double ramp; /* s over which level and discharge go from the state at the start to the series */
    const double *rating_level, *rating_discharge; /* rising */
    int rating_count;
} spate_boundary;

typedef struct spate_boundary_stats {
    int64_t faces;
    double entered, left; /* m3 since the start */
    double shortfall;     /* m3 that a negative discharge or a rating asked for and did not get */
    double flow;          /* m3/s into the grid in the last step */
} spate_boundary_stats;

/* Boundaries are numbered from 0 in the order of the calls. No face, or a face that another
 * boundary has, is SPATE_ERROR_ARGUMENT with its place in the message. Edges that options.edges
 * made open or periodic cannot be taken. */
spate_status spate_add_boundary(spate_sim *sim, const spate_boundary *boundary);
spate_status spate_get_boundary(spate_sim *sim, int boundary, spate_boundary_stats *stats);
/* Its faces in order of rows, axis 0 first; on rank 0, at most `most` of them. */
spate_status spate_get_boundary_faces(spate_sim *sim, int boundary, spate_face *faces,
                                      int64_t most);
/* Every outer face that no boundary took: walls. Same order. *count on rank 0. */
spate_status spate_get_wall_faces(spate_sim *sim, spate_face *faces, int64_t most, int64_t *count);

/* Faces inside the grid, by cell and axis as in spate_face. All ranks give the whole list. */
typedef struct spate_crest {
    int64_t i, j;
    int axis;
    double crest; /* m: a wall up to here, a weir above; INFINITY: a wall of any height */
} spate_crest;
/* Crests below both neighbouring beds have no effect. Replaces the crests set before. */
spate_status spate_set_crests(spate_sim *sim, const spate_crest *crests, int64_t count);

typedef struct spate_section_face {
    int64_t i, j;
    int axis;
    int sign; /* 1: water going east or north counts as positive */
} spate_section_face;
/* Volume through a chain of faces, from the scheme's own fluxes. Numbered from 0. */
spate_status spate_add_section(spate_sim *sim, const spate_section_face *faces, int64_t count);
spate_status spate_get_section(spate_sim *sim, int section,
                               double *volume); /* m3 since the start */

/* Rain on every active cell, m/s; what falls in a step is the integral of the series.
 * NULL: none. */
spate_status spate_set_rain(spate_sim *sim, const spate_series *rain);
/* Rain that differs from place to place, m/s, added to the series; may be given anew at any time
 * (rasters hold until the next one). NULL: none from now on. */
spate_status spate_set_rain_map(spate_sim *sim, spate_field_fn rain, void *user);

/* Water let in (or taken out, where negative) over cells: series m3/s; share: nonzero where the
 * cell takes part. *cells and *area (m2) of all ranks; no cell is an error. Numbered from 0. */
spate_status spate_add_inflow(spate_sim *sim, const char *name, const spate_series *discharge,
                              spate_field_fn share, void *user, int64_t *cells, double *area);
typedef struct spate_inflow_stats {
    double entered;   /* m3 net since the start */
    double shortfall; /* m3 that a sink asked for and did not get */
} spate_inflow_stats;
spate_status spate_get_inflow(spate_sim *sim, int inflow, spate_inflow_stats *stats);

/* Water lost into the ground, never more than there is. Constant: conductivity is the rate and the
 * two others are NULL. Green-Ampt: suction head (m) and moisture deficit (0 to 1) too. */
spate_status spate_set_infiltration(spate_sim *sim, spate_field_fn conductivity,
                                    spate_field_fn suction, spate_field_fn deficit, void *user);

/* Wind stress over the density of water, m2/s2, towards east and north. */
spate_status spate_set_wind(spate_sim *sim, const spate_series *east, const spate_series *north);

/* Scheme "adi": air pressure at sea level over the density of water, m2/s2 (101.325 is that of
 * 101325 Pa on water of 1000 kg/m3). A map of time t, which is after that of the map before: two
 * are kept, and between their times it is a straight line; before and after it stays. Water is
 * pushed by -h times its gradient: at rest it stands lower by (pressure - reference) / g. So it
 * does where a boundary gives its level, which is told for the pressure `reference`; NaN: levels of
 * boundaries are those of the water as it stands. The same in every call. NULL: none from
 * now on. */
spate_status spate_set_air_pressure(spate_sim *sim, spate_field_fn pressure, void *user, double t,
                                    double reference);

/* From now on, at every step: largest depth, speed and depth times speed (speed and the product
 * where the depth is at least wet_depth), when a cell that is dry now (below wet_depth) first
 * reached wet_depth, and for how long it was deeper than duration_depth. */
spate_status spate_track_maxima(spate_sim *sim, double wet_depth, double duration_depth);

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
    SPATE_ACTIVE, /* 1 or 0 */
    /* With spate_track_maxima: */
    SPATE_MAX_DEPTH,
    SPATE_MAX_LEVEL, /* NaN where it never was wet_depth deep */
    SPATE_MAX_SPEED,
    SPATE_MAX_HAZARD,  /* depth times speed at one moment, m2/s */
    SPATE_ARRIVAL,     /* s since the start; NaN where wet at the start or never */
    SPATE_DURATION,    /* s */
    SPATE_INFILTRATED, /* m; with infiltration */
    /* With spate_track_maxima: classes of hazard from the largest depth, speed and product
     * (src/physics/hazard.h has the limits); NaN where the water never was wet_depth deep. */
    SPATE_HAZARD_ARR, /* 1 to 6: H1 to H6 of Australian Rainfall and Runoff */
    SPATE_HAZARD_UK,  /* 1 low, 2 moderate, 3 significant, 4 extreme: the British rating */
    SPATE_FRICTION    /* coefficient of the law of options.friction; to be set, not read */
} spate_field_name;

/* Whole field, nx * ny values, row 0 in the south, on rank 0 (values may be NULL on others). */
spate_status spate_get_field(spate_sim *sim, spate_field_name field, double *values);
/* The same in single precision, at half the memory and traffic: for maps. */
spate_status spate_get_field_f32(spate_sim *sim, spate_field_name field, float *values);

/* ---- fields as arrays of the caller ---- */

/* Which memory arrays of solvers are in: of the host, or of the device of a backend. */
typedef enum { SPATE_MEMORY_HOST, SPATE_MEMORY_DEVICE } spate_memory;

/* Values of cells [i0, i0 + nx) x [j0, j0 + ny) of the grid: that of cell (i0 + i, j0 + j) is at
 * values + i step_x + j step_y, counted in values. Steps may be negative. */
typedef struct spate_array {
    void *values;           /* of cell (i0, j0) */
    int precision;          /* 32 (float) or 64 (double) */
    int64_t step_x, step_y; /* both 0: packed rows, 1 and nx */
    int64_t i0, j0;
    int64_t nx, ny; /* both 0: all cells of the grid beyond i0 and j0 */
} spate_array;

/* As spate_set_active, spate_set_bed, spate_set_level, spate_set_depth, spate_set_friction:
 * SPATE_ACTIVE, SPATE_BED, SPATE_LEVEL, SPATE_DEPTH or SPATE_FRICTION. A bilinear bed has
 * (nx + 1) x (ny + 1) corners in place of cells. An array must have at least the cells of
 * spate_get_local_box; each rank gives its own. Values are copied. */
spate_status spate_set_array(spate_sim *sim, spate_field_name field, const spate_array *array);
/* As spate_set_velocity, at cell centres; after the depth. Either may be NULL for zero. */
spate_status spate_set_velocity_arrays(spate_sim *sim, const spate_array *u, const spate_array *v);
/* As spate_set_rain_map. */
spate_status spate_set_rain_array(spate_sim *sim, const spate_array *rain);
/* Values of these cells on rank 0; other ranks give NULL or an array that is not touched, of the
 * same cells. */
spate_status spate_get_array(spate_sim *sim, spate_field_name field, const spate_array *array);

/* Where a simulation has a field itself, in the memory of the host, for reading without a copy. */
typedef struct spate_view {
    const void *values; /* of cell (i0, j0); cells of a row are side by side */
    int precision;      /* 32 or 64 */
    int64_t pitch;      /* values from row to row */
    int64_t i0, j0, nx, ny;
} spate_view;
/* Of part n = 0 ... spate_part_count - 1 of this process: SPATE_DEPTH, SPATE_MOMENTUM_X or
 * SPATE_MOMENTUM_Y. Valid until the next call that changes or advances the simulation; where rows
 * move between devices (SPATE_TUNE_DYNAMIC), spate_get_stats before the first step is one, too. Not
 * collective. */
spate_status spate_get_view(spate_sim *sim, spate_field_name field, int n, spate_view *view);
/* The same in the memory of the GPU that computes the part: values is an address there, and what was
 * computed has arrived. SPATE_ERROR_BACKEND where a part is computed on the host. */
spate_status spate_get_device_view(spate_sim *sim, spate_field_name field, int n, spate_view *view);
int spate_part_count(const spate_sim *sim);

/* Depth and velocities of this moment while the simulation goes on: values[n] holds what
 * spate_get_field_f32 gives of fields[n] once spate_frame_wait has returned. On one rank with a GPU
 * nothing else waits for the copy; elsewhere, and for other fields, it is made at once and *frame
 * is NULL. */
typedef struct spate_frame spate_frame;
spate_status spate_frame_start(spate_sim *sim, int count, const spate_field_name *fields,
                               float *const *values, spate_frame **frame);
/* From any thread, once, before the simulation is destroyed; frees the frame. A message goes to ctx
 * (may be NULL), which is the thread's own. A frame that is NULL is fine. Not collective. */
spate_status spate_frame_wait(spate_frame *frame, spate_context *ctx);
/* Values of some cells, on every rank: cells[n] = {i, j}; values[n] = {bed, level, depth, u, v}.
 * Cells that are not active give NaN. */
spate_status spate_get_cells(spate_sim *sim, int64_t count, const int64_t (*cells)[2],
                             double (*values)[5]);
/* The cell whose waves set the time step, on every rank; -1, -1 where nothing is wet. */
spate_status spate_get_limiting_cell(spate_sim *sim, int64_t *i, int64_t *j);

/* ---- the whole state, for checkpoints ---- */

/* The state as a stream of bytes on rank 0, the same for any parts, ranks and threads; a run that
 * loads it continues to the bit. Before loading, the run must be set up as the one that saved (bed,
 * friction, forcing); what does not fit is SPATE_ERROR_DATA. write and read return nonzero on
 * success and are called on rank 0 only, in pieces of at most some megabytes. After a load that
 * failed the water is of no use until it is set or loaded again. */
typedef int (*spate_write_fn)(const void *bytes, uint64_t count, void *user);
typedef int (*spate_read_fn)(void *bytes, uint64_t count, void *user);
spate_status spate_save(spate_sim *sim, spate_write_fn write, void *user);
spate_status spate_load(spate_sim *sim, spate_read_fn read, void *user);

typedef enum {
    SPATE_SECTION_SETUP,
    SPATE_SECTION_STAGE,
    SPATE_SECTION_HALO,
    SPATE_SECTION_REDUCE,
    SPATE_SECTION_OUTPUT,
    SPATE_SECTION_COUNT
} spate_section;

typedef struct spate_stats {
    double t, dt;             /* time reached; last time step */
    int64_t steps, redone;    /* accepted steps; attempts thrown away because of the face CFL */
    double volume;            /* m3 of water now */
    double initial_volume;    /* when the run began */
    double entered, left;     /* m3 through boundaries, rain, inflows and infiltration */
    double rain, infiltrated; /* m3 since the start, parts of entered and left */
    double mass_error;        /* (volume - initial - entered + left) / max(initial, entered) */
    double max_speed;         /* m/s, of the water that moves */
    double awake;             /* share of tiles that the last stage computed */
    int parts, threads;
    int threads_busy;          /* of them, with steps: 1 where a GPU computes */
    const char *backend, *isa; /* in use; of a run with `devices`: their list, the first one's */
    const char *lines;         /* how they are solved; NULL: the scheme has none */
    double bytes_per_cell;     /* memory of the state, terrain not counted */
    double seconds[SPATE_SECTION_COUNT]; /* wall time on this rank */
} spate_stats;

spate_status spate_get_stats(spate_sim *sim, spate_stats *stats);
const char *spate_section_name(spate_section section);

/* ---- tuning: several devices ---- */

enum { SPATE_MOST_DEVICES = 16 };

/* A look at the balance. */
typedef struct spate_tuning_look {
    double t;                           /* s of simulated time */
    int64_t steps;                      /* made so far */
    double wall;                        /* s since the first step, by the clock of tuning */
    double rate;                        /* cells of the grid per second since the look before */
    double share[SPATE_MOST_DEVICES];   /* of the rows, after it */
    double seconds[SPATE_MOST_DEVICES]; /* a step of each device has taken */
    double imbalance;                   /* of the slowest device over the mean, less 1 */
    int64_t next;                       /* steps until the next look */
    double measure, decide, move;       /* s that the look has cost */
    int64_t rows;                       /* that have changed owner */
    int action; /* 0: none, 1: cuts moved, 2: a device dropped, 3: tried again, 4: returned */
    int device; /* of action 2 to 4 */
} spate_tuning_look;

typedef struct spate_tuning {
    spate_tuning_mode mode;
    int devices;
    const char *device[SPATE_MOST_DEVICES]; /* as options.devices names it */
    double share[SPATE_MOST_DEVICES];       /* of the rows, now; 0: dropped */
    double rate[SPATE_MOST_DEVICES];        /* tiles per second */
    int remembered;                         /* 1: start rates are from the cache folder */
    double trial;                           /* s that the trial took */
    double measure, decide, move;           /* s of all looks */
    int64_t looks, moves, rows, bytes;      /* of them: moves, rows moved, bytes copied */
    int64_t interval;                       /* steps between looks, now */
    /* The looks, oldest first; of a long run every second, fourth ... one. Valid until the next step. */
    const spate_tuning_look *look;
    int look_count;
    int threads, exchange_every; /* chosen by trials; 0: not chosen, see the options */
} spate_tuning;

/* "off", "start" or "dynamic". Returns 0 for another word, and changes nothing. */
int spate_tuning_mode_of(const char *word, spate_tuning_mode *mode);
const char *spate_tuning_word(spate_tuning_mode mode);
spate_status spate_get_tuning(spate_sim *sim, spate_tuning *tuning);
/* Divides the rows anew, now: `cuts` has devices + 1 rows of the grid in ascending order, from 0 to
 * ny, on borders of tiles (8 rows). A device without rows pauses. The result of a run does not
 * depend on it. For tests and measurements. */
spate_status spate_repartition(spate_sim *sim, const int64_t *cuts);

/* Called after every step; by backends that step without the host (cuda) some twenty times a second
 * and after the last step of an advance. A result other than 0 stops the run with SPATE_STOPPED.
 * Under mpirun all ranks must return the same result. */
typedef int (*spate_observer_fn)(double t, double dt, int64_t step, void *user);
void spate_set_observer(spate_sim *sim, spate_observer_fn observer, void *user);

SPATE_PUBLIC_END
#endif
