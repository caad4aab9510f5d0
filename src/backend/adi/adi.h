/* The kernel table of the ADI scheme. Flux p lies at the west face of a cell, q at its south face:
 *
 *     slot now      h^n, p^n, q^(n+1/2)
 *     slot 1 - now  h^(n+1) once it is known, p^(n-1), q^(n-1/2)
 *     slot 2        h^(n+1/2), p^(n+1), q^(n+3/2): written by the sweeps
 *
 * An accepted step swaps the fluxes of slots 2 and 1 - now, so that they end where the clock will
 * look for them. Stage 0 is the sweep along x, stage 1 the one along y. */
#ifndef SPATE_BACKEND_ADI_H
#define SPATE_BACKEND_ADI_H

#include "backend/adi/methods.h"
#include "backend/backend.h"

enum { ADI_NEW = STAGE_SLOT };
/* Passes of improve_shares before every cell is limited to the water it had. */
enum { ADI_SHARE_PASSES = 8 };
/* Rows of a line that are eliminated together, in bytes of values: 16 rows in f32, 8 in f64. The
 * bits of the result depend on it, so that it is the same on CPU and GPU (a chunk of a thread in
 * cuda/adi/fused_tile.cuh). */
enum { ADI_CHUNK_BYTES = 64 };

/* Findings of a sweep. The sweep along y also finds the largest depth, and the largest flow over
 * depth and cell size (both directions), 1/s. The rate of the next step follows from these. */
typedef struct adi_found {
    int64_t wrong; /* depths that are negative or NaN */
    double deepest, swiftest;
} adi_found;

/* Fields beside the common ones, and slots. */
enum {
    ADI_P = COMMON_FIELDS, /* flux at the west face */
    ADI_Q,                 /* at the south face */
    ADI_HALF_BEFORE,       /* h^(n-1/2) */
    ADI_SHARES,            /* of the outflow of a cell, what it can supply; slot 1: the next ones */
    ADI_FIELDS
};

/* What a part of the ADI scheme has beside its fields. */
typedef struct adi_part {
    double viscosity;       /* m2/s */
    double flood_depth;     /* m above which a face begins to flow */
    int extrapolated;       /* 1: second order in time */
    int ring[2];            /* 1: lines along x (y) are periodic, within this part */
    adi_line_method method; /* ADI_AUTO: the backend chooses */
    char refusal[160]; /* by prepare: why the method does not suit these lines; empty: it does */
    int faces[2];      /* unknowns of a line along x (y): one more than cells where the grid ends */
    adi_found found;   /* by the last sweep along y, of all parts of this process */
    int found_holds;   /* 1: depths and fluxes have not changed since */
    double dt_before;  /* length of the last step; 0: none yet, all fluxes are of one time */
    /* For manufactured solutions: what is added to the momentum at a face (axis 0: of p), m2/s2.
     * Used by the reference backend alone; NULL: nothing is added. */
    double (*force)(int axis, double x, double y, double t);
    /* Of steps that a device makes alone: solves a stage's rows, between make_rows and
     * store_solved_fluxes, on the stream of the part. */
    void (*solve)(void *lines, int stage);
    void *lines; /* the scheme's solvers of lines */
} adi_part;

SPATE_BOTH adi_part *adi_of(const grid_part *p)
{
    return (adi_part *)p->own;
}

/* Matrix rows first ... first + rows - 1 of some lines of a part: line[lane] is the row (column)
 * of its cells. Values are at [row * lanes + lane], calc. */
typedef struct adi_panel {
    const int64_t *line;
    int lanes, first, rows;
    void *a, *b, *c, *d;
    /* ADI_ROOM bytes that a thread keeps from call to call, zero at first. solve: number of the
     * sweep, from 1 on; what was kept of another sweep is not used. */
    void *room;
    int64_t solve;
} adi_panel;
enum { ADI_ROOM = 8192 };

/* New fluxes of some lines of a part, of faces first ... first + rows - 1: [row * pitch + lane],
 * calc. */
typedef struct adi_answers {
    const int64_t *line;
    int lanes, pitch, first, rows;
    int goes_on; /* 1: row `rows`, of the next face of the part, is there too */
    void *room;  /* as in adi_panel */
    int64_t solve;
    const void *fluxes;
} adi_answers;

typedef struct adi_kernels {
    scheme_kernels base;
    int mixed; /* 1: of PRECISION_MIXED */
    /* begin: chooses dt, and the values of boundaries and sources in the step. finish: accepts the
     * step or rejects it. */
    void (*begin)(grid_part *part);
    void (*finish)(grid_part *part);
    /* Matrix rows of the faces of a sweep. The ghost cells of all it reads are valid. */
    void (*rows)(const grid_part *part, int stage, const adi_panel *panel);
    /* The whole sweep of a part that has complete lines (but see sweeps); NULL: rows are solved by
     * solvers/. */
    void (*sweep)(grid_part *part, int stage);
    /* Stores new fluxes while they are in a cache, beginning at the end of a line, and computes
     * the depths of the cells between them (not in the launch). end_sweep: once the ghost cells of
     * the new fluxes are valid, computes the depths of the last cells of lines that go on in
     * another part, and records the flow through listed faces. */
    void (*store_fluxes)(const grid_part *part, int stage, const adi_answers *answers,
                         adi_found *found);
    void (*end_sweep)(grid_part *part, int stage, int goes_on, adi_found *found);
    /* Depths after a sweep from its fluxes, or from fluxes limited by shares; returns how many are
     * negative or NaN. Records the flow through listed faces. */
    int64_t (*depths)(grid_part *part, int stage, int shared);
    /* Shares: the fraction of its outflow that a cell supplies (physics/adi_outflow.h). begin: a
     * cell that would become negative (or every cell, with `all`) supplies at most the water it
     * had; others supply all. improve: with the shares of its neighbours a cell may pass on what
     * flows in. drain: scales the new fluxes. The ghost cells of the shares are valid. */
    void (*begin_shares)(grid_part *part, int stage, int all);
    void (*improve_shares)(grid_part *part, int stage);
    void (*drain)(grid_part *part, int stage);
    /* Rain, infiltration and inflows of the new state, and its rate; after the depths of
     * stage 1. */
    void (*sources)(grid_part *part);
    /* Times of fluxes. gather_time: sets all fluxes and depths to the present time. launch: q half
     * a step before and after, from the present one and the one that the launch sweep has found.
     * retime: for a step `ratio` times as long. */
    void (*gather_time)(grid_part *part);
    void (*launch)(grid_part *part);
    void (*retime)(grid_part *part, double ratio);
    /* Whether momentum at cells is not what the faces have; fluxes at faces from momentum at
     * cells. */
    int (*centre_changed)(grid_part *part);
    void (*to_faces)(grid_part *part);

    /* Devices with memory of their own alone; NULL elsewhere. Clock and dt_before of the image are
     * those of the device whenever a call returns. */
    /* make_rows: the rows of a sweep in four fields of the device, always the same ones; returns 0
     * if its memory is exhausted. store_solved_fluxes: stores the new fluxes, which a solver has
     * written to rows[3]. All on this stream. */
    int (*make_rows)(grid_part *part, int stage, void *rows[4]);
    void (*store_solved_fluxes)(grid_part *part, int stage);
    void *(*stream)(const grid_part *part);
    /* Stages that `sweep` can do for this part, as a set of 1 << stage; NULL: all. */
    unsigned (*sweeps)(const grid_part *part);
    /* For benchmarks: sets another solver of whole lines for new parts; NULL removes it. */
    void (*lend)(const adi_lent_solver *solver);
} adi_kernels;

#endif
