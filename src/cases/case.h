/* A built-in case: terrain, water, exact solution. Used by `spate verify`, `spate run --case`, the
 * tests and the benchmarks. A case knows nothing of schemes, backends or precision. One small file
 * per family of cases; cases/registry.c lists them. */
#ifndef SPATE_CASES_CASE_H
#define SPATE_CASES_CASE_H

#include "schemes/force.h"
#include "spate/spate.h"

#define CASE_GRAVITY 9.81 /* m/s2, of every case */
#define CASE_PI 3.14159265358979323846

typedef struct case_state {
    double h, u, v;
} case_state;

/* How verify judges the case. Every kind also judges the mass error. */
typedef enum {
    CASE_AT_REST,  /* hu and hv exactly zero, h unchanged to the bit */
    CASE_ORDER,    /* exact solution: L1 order on the finest pair of grids at least min_order */
    CASE_BOUND,    /* reference with an error of its own: L1 of h (relative) at most max_error */
    CASE_SYMMETRY, /* no exact solution: the eightfold symmetry of the square kept to the bit */
    CASE_MIRRORS,  /* the mirror images in x and in y agree to rounding */
    CASE_VOLUME,   /* the rain that fell is on the grid within max_error (relative to the rain) */
    CASE_MASS      /* no solution, no symmetry: finite, no negative depth, and the mass error */
} case_judgement;

/* An edge with a level outside, m, over the flat bed at 0 or any other; the edge is a wall in `edges`. */
typedef struct case_sea {
    int edge; /* SPATE_WEST ... */
    double (*level)(double t);
} case_sea;

/* An edge through which water comes or goes; it is a wall in `edges`. */
typedef struct case_gate {
    int edge;                 /* SPATE_WEST ... */
    spate_boundary_kind kind; /* outfall or discharge */
    double q, froude; /* discharge: m2/s into the grid; its Froude number, 0 where slower than 1 */
} case_gate;

typedef struct spate_case {
    const char *name;             /* "stoker_x": lower case, underscores */
    const char *title;            /* one line for a person */
    double x0, y0, width, height; /* m */
    double t_end;                 /* s; CASE_AT_REST runs a number of steps instead */
    /* Cells along x of each grid of `verify` (along y for strip 'y'), ended by 0. The other
     * direction takes as many as make the cells nearly square. */
    int sizes[6];
    /* 'x': varies along x only, `verify` takes a strip a few cells wide; 'y' alike; 0: neither. */
    char strip;
    int run_size; /* as sizes, for `spate run` */
    spate_edge edges[4];
    spate_bed_model bed_model;
    spate_integrator integrator;
    spate_friction_law friction;
    double friction_coefficient, rain;
    double coriolis;  /* 1/s */
    double viscosity; /* m2/s: schemes that have it */
    /* What momentum at a face lacks of the solution (axis 0: along x), m2/s2; NULL: nothing. Only scheme "adi" on the backend
     * "reference" can be forced. */
    scheme_force *force;
    int as_printed; /* with coefficients of the beginning of a step, as the paper of "adi" has them */
    const case_sea *sea; /* NULL: none */
    const case_gate *gates;
    int gate_count;
    /* Faster than its waves somewhere, a shock, or a film that runs: only schemes that are made for it are judged. */
    int fast;
    int swift; /* slower than its waves, but with Froude numbers above 1/2: schemes that go upwind there are of first order */
    int shore; /* runs up and down dry ground */
    int shock; /* slow, with a shock */
    int long_at_shores; /* takes seconds where a scheme has to share out what films have: not among its quick tests */

    /* Handed to every function below; points to constants, may be shared. */
    const void *data;
    /* Any of these may be NULL: flat bed at 0, all active, and without a level the depth and the
     * velocity of the exact solution at t = 0. */
    double (*bed)(double x, double y, const void *data);
    double (*level)(double x, double y, const void *data);
    double (*active)(double x, double y, const void *data);
    /* State at the place and time; NULL where no solution is known. */
    case_state (*exact)(double x, double y, double t, const void *data);

    case_judgement judgement;
    double min_order;      /* CASE_ORDER */
    int order_of_momentum; /* CASE_ORDER: judge the order of hu (h is trivial) */
    double max_error;      /* CASE_BOUND, CASE_VOLUME: derived; the file says how */
    /* Errors are taken where the cell centre's x (y for strip 'y') lies between these two; both 0:
     * everywhere. For cases whose ends no boundary condition of ours can hold: what starts at the
     * ends does not reach the window before t_end. Otherwise no place is left out: at a shock L1
     * is judged and L-infinity reported. */
    double window_from, window_to;
} spate_case;

/* All cases, ended by NULL; and one by name, NULL if there is none. */
const spate_case *const *spate_cases(void);
const spate_case *spate_case_find(const char *name);

/* Whether `spate verify` judges this scheme by the case unless cases are named. NULL: the default scheme. */
int spate_case_suits(const spate_case *c, const char *scheme);

/* Fills opt for a grid of `size` cells: defaults, grid, edges, physics. Of a strip, `rows` cells
 * across; rows = 0 takes the whole width of the case, as `spate run` does. */
void spate_case_options(const spate_case *c, int size, int rows, spate_options *opt);
/* Terrain and water of a new simulation. Collective. */
spate_status spate_case_apply(const spate_case *c, spate_sim *sim);

#endif
