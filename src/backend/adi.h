/* The kernel table of the ADI scheme. Its parts are those of all schemes (kurganov.h); p lies at the west face of a cell,
 * q at its south face, in the places of hu and hv:
 *
 *     state[now]      h^n, p^n, q^(n+1/2)
 *     state[1 - now]  h^(n+1) once it is known, p^(n-1), q^(n-1/2)
 *     state[2]        h^(n+1/2), p^(n+1), q^(n+3/2): written by the sweeps
 *
 * `accept` trades the fluxes of slots 2 and 1 - now, so that they end where the clock will look for them. Stage 0 is the
 * sweep along x, stage 1 the one along y. */
#ifndef SPATE_BACKEND_ADI_H
#define SPATE_BACKEND_ADI_H

#include "backend/adi_methods.h"
#include "backend/kurganov.h"

enum { ADI_NEW = KP_STAGE_SLOT };
/* A "precision" of kernel tables: fields of f32, rows and lines of f64. */
enum { ADI_F32C64 = 96 };

/* What a sweep found on its way; of the cells of a sweep along y alone: the largest depth, and the largest flow over depth
 * (both directions, over the size of cells), 1/s. The rate of the next step follows from these. */
typedef struct adi_found {
    int64_t wrong; /* depths below zero or no numbers */
    double deepest, swiftest;
} adi_found;

typedef struct adi_fields {
    void *half_before;        /* real: h^(n-1/2) */
    void *share, *share_next; /* real: of what would leave a cell, what may */
    void *centre[2];          /* real: hu and hv at cells, as last asked for */
    /* Pressure of the air as m of water (physics/adi.h): real at two times, between which it is a straight line; NULL
     * without. Ghosts are valid. levels_as_given: boundaries do not stand lower under it. */
    void *air[2];
    double air_time[2];
    int levels_as_given;
    int ring[2];            /* 1: lines along x (y) end where they begin */
    adi_line_method method; /* of lines, as asked for; ADI_AUTO: the backend chooses */
    adi_found found;        /* by the last sweep along y, of all parts of this process */
    int found_holds;        /* 1: depths and fluxes are still those it left */
    double dt_before; /* of the step that made the state; 0: none has, all fluxes are of one time */
    /* For manufactured solutions: what is added to the momentum at a face (axis 0: of p), m2/s2. The plain oracle alone
     * asks for it; NULL: nothing is. */
    double (*force)(int axis, double x, double y, double t);
    const struct adi_kernels *kernels;
    const kp_kernels *common; /* those of all schemes */
} adi_fields;

/* Rows first ... first + rows - 1 of some lines of a part: line[lane] is the row (column) of its cells. Where
 * values go: [row * lanes + lane], calc. */
typedef struct adi_panel {
    const int64_t *line;
    int lanes, first, rows;
    void *a, *b, *c, *d;
    void
        *room; /* ADI_ROOM bytes that a thread keeps from call to call, zero at first; NULL: none */
    int64_t solve; /* number of the sweep: what was kept of another is of no use */
} adi_panel;
enum { ADI_ROOM = 8192 };

/* New fluxes of some lines of a part, of faces first ... first + rows - 1: [row * pitch + lane], calc. */
typedef struct adi_answers {
    const int64_t *line;
    int lanes, pitch, first, rows;
    int goes_on; /* 1: row `rows` is that of the next face of the part */
    const void *fluxes;
} adi_answers;

typedef struct adi_kernels {
    const char *isa;
    int mixed; /* 1: of ADI_F32C64 */
    /* Chooses dt, and what boundaries and sources do in the step; accepts a step, or says that it failed. */
    void (*begin)(kp_part *part);
    void (*finish)(kp_part *part);
    /* Rows of the faces of a sweep. Ghosts of all it reads are valid. */
    void (*rows)(const kp_part *part, int stage, const adi_panel *panel);
    /* The whole sweep of a part that has all lines from end to end; NULL: rows are solved by solvers/. */
    void (*sweep)(kp_part *part, int stage);
    /* Takes new fluxes while they are in a cache, rows of a line from its end on, and makes the depths of the cells
     * between two of them (not in the launch). end_sweep: with the ghosts of the new fluxes the depths of the last cells,
     * where lines go on in another part; notes what flows through listed faces. */
    void (*take)(const kp_part *part, int stage, const adi_answers *answers, adi_found *found);
    void (*end_sweep)(kp_part *part, int stage, int goes_on, adi_found *found);
    /* Depths after a sweep from its fluxes, or from the shares of them; returns how many are below zero or no number.
     * What flows through listed faces is noted. */
    int64_t (*depths)(kp_part *part, int stage, int shared);
    /* Shares of what leaves cells. begin: a cell that would have less than nothing (or every cell) gives no more than it
     * had; others give all. improve: from the shares of the neighbours follows what flows in, and may flow on. drain:
     * scales the new fluxes. The ghosts of the shares are valid. */
    void (*begin_shares)(kp_part *part, int stage, int all);
    void (*improve_shares)(kp_part *part, int stage);
    void (*drain)(kp_part *part, int stage);
    /* Rain, ground and inflows of the new state, and its rate; after the depths of stage 1. */
    void (*sources)(kp_part *part);
    void (*scan)(kp_part *part); /* the rate of the state */
    double (*limiting)(const kp_part *part, int *i, int *j);
    /* Times of fluxes. gather_time: all of them, and all depths, are those of now. launch: q of half a step before and
     * after, from that of now and the one that the launch has found. retime: for a step that is `ratio` as long. */
    void (*gather_time)(kp_part *part);
    void (*launch)(kp_part *part);
    void (*retime)(kp_part *part, double ratio);
    /* hu and hv at cells from those of faces; whether they were changed since; faces from them. */
    void (*centre)(kp_part *part);
    int (*centre_changed)(kp_part *part);
    void (*to_faces)(kp_part *part);
    /* For benchmarks, NULL where there is none: NULL takes the solver back. */
    void (*lend)(const adi_lent_solver *solver);
} adi_kernels;

#endif
