/* A built-in case: terrain, water, exact solution. `spate verify`, `spate run --case`, the tests
 * and the benchmarks use it. A case knows no scheme, backend or precision. Each family of cases
 * has a small file; cases/families.h lists all cases. */
#ifndef SPATE_CASES_CASE_H
#define SPATE_CASES_CASE_H

#include "schemes/force.h"
#include "spate/spate.h"

#define CASE_GRAVITY 9.81 /* m/s2, of every case */
#define CASE_PI 3.14159265358979323846

typedef struct case_state {
    double h, u, v;
} case_state;

/* How `spate verify` judges the case. The mass error is judged in every case. */
typedef enum {
    CASE_AT_REST,  /* hu and hv exactly zero, h unchanged to the bit */
    CASE_ORDER,    /* exact solution: L1 order on the finest pair of grids at least min_order */
    CASE_BOUND,    /* approximate reference: relative L1 error of h at most max_error */
    CASE_SYMMETRY, /* no exact solution: the eightfold symmetry of the square is kept to the bit */
    CASE_MIRRORS,  /* no exact solution: mirror images in x and in y agree to rounding */
    /* No exact solution: the image in the line y = height / 2, moved by half of the width between
     * periodic edges, agrees. Rounding may have grown (`growth`). */
    CASE_GLIDE,
    CASE_VOLUME, /* the rain that fell is on the grid within max_error (relative to the rain) */
    CASE_MASS    /* no solution, no symmetry: finite, no negative depth, and the mass error */
} case_judgement;

/* An edge with a given water level outside (m). The edge is a wall in `edges`. */
typedef struct case_sea {
    int edge; /* SPATE_WEST ... */
    double (*level)(double t);
} case_sea;

/* An edge with an inflow or an outflow. The edge is a wall in `edges`. */
typedef struct case_gate {
    int edge;                 /* SPATE_WEST ... */
    spate_boundary_kind kind; /* outfall or discharge */
    double q, froude; /* discharge: m2/s into the grid, and its Froude number; 0: subcritical */
} case_gate;

typedef struct builtin_case {
    const char *name;             /* "stoker_x": lower case, underscores */
    const char *title;            /* one line for a person */
    double x0, y0, width, height; /* m */
    double t_end;                 /* s; CASE_AT_REST runs VERIFY_REST_STEPS steps instead */
    /* Cells along x of each grid of `spate verify` (along y for strip 'y'), ended by 0. In the
     * other direction there are as many as make the cells nearly square. */
    int sizes[6];
    /* 'x': varies only along x, so that `spate verify` uses a strip a few cells wide; 'y': only
     * along y; 0: both. */
    char strip;
    int run_size; /* the size of `spate run --case` */
    spate_edge edges[4];
    spate_bed_model bed_model;
    spate_integrator integrator;
    spate_friction_law friction;
    double friction_coefficient, rain;
    double coriolis;      /* 1/s */
    double coriolis_beta; /* 1/(m s): a beta plane, see spate_options */
    double coriolis_y;    /* m */
    double viscosity;     /* m2/s; for schemes that have viscosity */
    /* The force of a manufactured solution on the momentum at a face (axis 0: along x), m2/s2;
     * NULL: none. Only schemes that can be forced (scheme_abilities.forced_on) run such a case. */
    scheme_force *force;
    int as_printed; /* time order 1: coefficients of the beginning of a step (solver.time_order) */
    const case_sea *sea; /* NULL: none */
    const case_gate *gates;
    int gate_count;
    /* Properties that decide which schemes the case judges and which order it expects
     * (scheme_claims). */
    int bore;           /* a strong shock moves through the grid */
    int fast;           /* supercritical flow, a strong shock or a moving film */
    int swift;          /* subcritical, with Froude numbers above 1/2 */
    int shore;          /* runs up and down dry ground */
    int shock;          /* subcritical, with a shock */
    int long_at_shores; /* too slow for the quick tests of implicit schemes */

    /* The last argument of every function below. Points to constants; cases may share it. */
    const void *data;
    /* Any of these may be NULL. The bed is then flat at 0, all cells are active, and the run
     * starts with the depth and the velocity of the exact solution at t = 0. */
    double (*bed)(double x, double y, const void *data);
    double (*level)(double x, double y, const void *data);
    double (*active)(double x, double y, const void *data);
    /* NULL where no solution is known; the state at t = 0 alone where the judgement needs none. */
    case_state (*exact)(double x, double y, double t, const void *data);

    case_judgement judgement;
    double min_order;      /* CASE_ORDER */
    int order_of_momentum; /* CASE_ORDER: judge the order of hu (h is trivial) */
    double max_error;      /* CASE_BOUND, CASE_VOLUME; the file of the case derives it */
    double growth;         /* CASE_GLIDE: of a disturbance until t_end, at most */
    /* CASE_BOUND: added to it for schemes of first order, which see depths up to half a cell away */
    double half_a_cell;
    /* Errors are measured where x of the cell centre (y for strip 'y') lies between these two;
     * both 0: everywhere. A window is for cases without a suitable boundary condition at their
     * ends: what starts at the ends does not reach the window before t_end. No other cells are
     * left out. At a shock L1 is judged and L-infinity reported. */
    double window_from, window_to;
} builtin_case;

/* All cases, ended by NULL. */
const builtin_case *const *builtin_cases(void);
/* The case with this name; NULL if there is none. */
const builtin_case *builtin_case_find(const char *name);

/* Whether `spate verify` judges this scheme by the case unless cases are named. NULL: the
 * default scheme. */
int builtin_case_judges(const builtin_case *c, const char *scheme);

/* Fills opt for a grid of `size` cells: defaults, grid, edges, physics. A strip is `rows` cells
 * wide; rows = 0 means the whole width of the case. */
void builtin_case_options(const builtin_case *c, int size, int rows, spate_options *opt);
/* Sets terrain, boundaries and water of a new simulation. Collective. */
spate_status builtin_case_apply(const builtin_case *c, spate_sim *sim);

#endif
