/* The kernel table of the ADI scheme. Flux p lies at the west face of a cell, q at its south face:
 *
 *     slot now      h^n, p^n, q^(n+1/2)
 *     slot 1 - now  h^(n+1) once it is known, p^(n-1), q^(n-1/2)
 *     slot 2        h^(n+1/2), p^(n+1), q^(n+3/2): written by the sweeps
 *
 * An accepted step swaps the fluxes of slots 2 and 1 - now, so that they end where the clock will look for
 * them. Stage 0 is the sweep along x, stage 1 the one along y. */
#ifndef SPATE_BACKEND_ADI_H
#define SPATE_BACKEND_ADI_H

#include "backend/adi/methods.h"
#include "backend/backend.h"

enum { ADI_NEW = STAGE_SLOT };
/* Passes that let water flow on through cells which would run dry, before all cells are held to what they had. */
enum { ADI_SHARE_PASSES = 8 };
/* Of the rows of a line that are eliminated in one go, in bytes of values: 16 in f32, 8 in f64. Part of the answer's bits:
 * what a thread of a GPU takes (adi_fused_tile.cuh), and the CPU with it. */
enum { ADI_CHUNK_BYTES = 64 };

/* What a sweep found on its way; of the cells of a sweep along y alone: the largest depth, and the largest flow over depth
 * (both directions, over the size of cells), 1/s. The rate of the next step follows from these. */
typedef struct adi_found {
    int64_t wrong; /* depths below zero or no numbers */
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
    int ring[2];            /* 1: lines along x (y) end where they begin */
    adi_line_method method; /* of lines, as asked for; ADI_AUTO: the backend chooses */
    char refusal[160]; /* by prepare: why the method does not suit these lines; empty: it does */
    int faces[2]; /* of the part on a line along x (y): one more than cells where the grid ends */
    adi_found found;  /* by the last sweep along y, of all parts of this process */
    int found_holds;  /* 1: depths and fluxes are still those it left */
    double dt_before; /* of the step that made the state; 0: none has, all fluxes are of one time */
    /* For manufactured solutions: what is added to the momentum at a face (axis 0: of p), m2/s2. Used by
     * the reference backend alone; NULL: nothing is added. */
    double (*force)(int axis, double x, double y, double t);
    /* Of steps that a device makes alone: solves a stage's rows, between make_rows and take_fluxes, on the
     * stream of the part. */
    void (*solve)(void *lines, int stage);
    void *lines; /* the scheme's solvers of lines */
} adi_part;

SPATE_BOTH adi_part *adi_of(const grid_part *p)
{
    return (adi_part *)p->own;
}

/* Rows first ... first + rows - 1 of some lines of a part: line[lane] is the row (column) of its cells. Where
 * values go: [row * lanes + lane], calc. */
typedef struct adi_panel {
    const int64_t *line;
    int lanes, first, rows;
    void *a, *b, *c, *d;
    /* ADI_ROOM bytes that a thread keeps from call to call, zero at first; number of the sweep, from 1 on: what was kept of
     * another is of no use. */
    void *room;
    int64_t solve;
} adi_panel;
enum { ADI_ROOM = 8192 };

/* New fluxes of some lines of a part, of faces first ... first + rows - 1: [row * pitch + lane], calc. */
typedef struct adi_answers {
    const int64_t *line;
    int lanes, pitch, first, rows;
    int goes_on; /* 1: row `rows` is that of the next face of the part */
    void *room;  /* as in adi_panel */
    int64_t solve;
    const void *fluxes;
} adi_answers;

typedef struct adi_kernels {
    scheme_kernels base;
    int mixed; /* 1: of PRECISION_MIXED */
    /* Chooses dt, and what boundaries and sources do in the step; accepts a step, or says that it failed. */
    void (*begin)(grid_part *part);
    void (*finish)(grid_part *part);
    /* Rows of the faces of a sweep. Ghosts of all it reads are valid. */
    void (*rows)(const grid_part *part, int stage, const adi_panel *panel);
    /* The whole sweep of a part that has all lines from end to end (but see sweeps); NULL: rows are solved by solvers/. */
    void (*sweep)(grid_part *part, int stage);
    /* Takes new fluxes while they are in a cache, rows of a line from its end on, and makes the depths of the cells
     * between two of them (not in the launch). end_sweep: with the ghosts of the new fluxes the depths of the last cells,
     * where lines go on in another part; notes what flows through listed faces. */
    void (*take)(const grid_part *part, int stage, const adi_answers *answers, adi_found *found);
    void (*end_sweep)(grid_part *part, int stage, int goes_on, adi_found *found);
    /* Depths after a sweep from its fluxes, or from the shares of them; returns how many are below zero or no number.
     * What flows through listed faces is noted. */
    int64_t (*depths)(grid_part *part, int stage, int shared);
    /* Shares of what leaves cells. begin: a cell that would have less than nothing (or every cell) gives no more than it
     * had; others give all. improve: from the shares of the neighbours follows what flows in, and may flow on. drain:
     * scales the new fluxes. The ghosts of the shares are valid. */
    void (*begin_shares)(grid_part *part, int stage, int all);
    void (*improve_shares)(grid_part *part, int stage);
    void (*drain)(grid_part *part, int stage);
    /* Rain, ground and inflows of the new state, and its rate; after the depths of stage 1. */
    void (*sources)(grid_part *part);
    /* Times of fluxes. gather_time: all of them, and all depths, are those of now. launch: q of half a step before and
     * after, from that of now and the one that the launch has found. retime: for a step that is `ratio` as long. */
    void (*gather_time)(grid_part *part);
    void (*launch)(grid_part *part);
    void (*retime)(grid_part *part, double ratio);
    /* Whether momentum at cells is not what the faces have; fluxes at faces from momentum at cells. */
    int (*centre_changed)(grid_part *part);
    void (*to_faces)(grid_part *part);

    /* Devices with memory of their own alone; NULL elsewhere. Clock and dt_before of the image are those of
     * the device whenever a call returns. */
    /* Rows of a sweep in four fields of the device, always the same ones; 0: no memory there. take_fluxes: rows[3] has
     * become what solves them. All on this stream. */
    int (*make_rows)(grid_part *part, int stage, void *rows[4]);
    void (*take_fluxes)(grid_part *part, int stage);
    void *(*stream)(const grid_part *part);
    /* Which sweeps of this part `sweep` can do, as a set of 1 << stage; NULL: all. */
    unsigned (*sweeps)(const grid_part *part);
    /* For benchmarks: a solver of whole lines for new parts; NULL takes it back. */
    void (*lend)(const adi_lent_solver *solver);
} adi_kernels;

#endif
