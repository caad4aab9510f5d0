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

#include "backend/adi/methods.h"
#include "backend/kurganov/kurganov.h"

enum { ADI_NEW = STAGE_SLOT };
/* A "precision" of kernel tables: fields of f32, rows and lines of f64. */
enum { ADI_F32C64 = 96 };
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

typedef struct adi_part {
    void *half_before;        /* real: h^(n-1/2) */
    void *share, *share_next; /* real: of what would leave a cell, what may */
    void *centre[2];          /* real: hu and hv at cells, as last asked for */
    int centred;              /* they are those of now */
    double shown_dry_depth;   /* m: shallower water is shown without velocity */
    /* Pressure of the air as m of water (adi_view.h): real at two times, between which it is a straight line; NULL
     * without. Ghosts are valid. levels_as_given: boundaries do not stand lower under it. */
    void *air[2];
    double air_time[2];
    int levels_as_given;
    void *before[2]; /* real: images of p^(n-1) and q^(n-1/2), where the image has one slot */
    int ring[2];     /* 1: lines along x (y) end where they begin */
    adi_line_method method; /* of lines, as asked for; ADI_AUTO: the backend chooses */
    char refusal[160]; /* by prepare: why the method does not take these lines; empty: it does */
    int faces[2]; /* of the part on a line along x (y): one more than cells where the grid ends */
    adi_found found;  /* by the last sweep along y, of all parts of this process */
    int found_holds;  /* 1: depths and fluxes are still those it left */
    double dt_before; /* of the step that made the state; 0: none has, all fluxes are of one time */
    /* For manufactured solutions: what is added to the momentum at a face (axis 0: of p), m2/s2. The plain oracle alone
     * asks for it; NULL: nothing is. */
    double (*force)(int axis, double x, double y, double t);
    const struct adi_kernels *kernels;
    const kurganov_kernels *common; /* those of all schemes */
    void *work;               /* the backend's own */
    void *lines;              /* the scheme's: of solvers/ */
} adi_part;

/* Fields by what they are now, whatever slot they are in. */
typedef enum adi_field {
    ADI_DEPTH_NOW,
    ADI_FLUX_X_NOW,
    ADI_FLUX_Y_NOW,
    ADI_DEPTH_HALF,
    ADI_FLUX_X_NEW,
    ADI_FLUX_Y_NEW,
    ADI_FLUX_X_BEFORE,
    ADI_FLUX_Y_BEFORE,
    ADI_HALF_BEFORE,
    ADI_SHARE,
    ADI_CENTRE_X,
    ADI_CENTRE_Y
} adi_field;

SPATE_BOTH void *adi_field_of(const grid_part *p, int field)
{
    void *const *now = p->state[p->clock->now], *const *before = p->state[1 - p->clock->now];
    switch (field) {
    case ADI_DEPTH_NOW: return now[FIELD_DEPTH];
    case ADI_FLUX_X_NOW: return now[ADI_P];
    case ADI_FLUX_Y_NOW: return now[ADI_Q];
    case ADI_DEPTH_HALF: return p->field[FIELD_DEPTH][ADI_NEW];
    case ADI_FLUX_X_NEW: return p->field[ADI_P][ADI_NEW];
    case ADI_FLUX_Y_NEW: return p->field[ADI_Q][ADI_NEW];
    case ADI_FLUX_X_BEFORE: return before[ADI_P];
    case ADI_FLUX_Y_BEFORE: return before[ADI_Q];
    case ADI_HALF_BEFORE: return p->field[ADI_HALF_BEFORE][0];
    case ADI_SHARE: return p->field[ADI_SHARES][0];
    case ADI_CENTRE_X: return p->field[FIELD_MOMENTUM_X + 0][0];
    case ADI_CENTRE_Y: return p->field[FIELD_MOMENTUM_X + 1][0];
    default: return NULL;
    }
}

/* Fields that mirrored backends bring to the image, or to the device. */
enum { ADI_BRING_CENTRE = 1u, ADI_BRING_PAST = 2u };

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

typedef void adi_solve_fn(void *user, int stage);

typedef struct adi_kernels {
    const char *isa;
    int mixed; /* 1: of ADI_F32C64 */
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
    void (*scan)(grid_part *part); /* the rate of the state */
    double (*limiting)(const grid_part *part, int *i, int *j);
    /* Times of fluxes. gather_time: all of them, and all depths, are those of now. launch: q of half a step before and
     * after, from that of now and the one that the launch has found. retime: for a step that is `ratio` as long. */
    void (*gather_time)(grid_part *part);
    void (*launch)(grid_part *part);
    void (*retime)(grid_part *part, double ratio);
    /* hu and hv at cells from those of faces; whether they were changed since; faces from them. */
    void (*centre)(grid_part *part);
    int (*centre_changed)(grid_part *part);
    void (*to_faces)(grid_part *part);

    /* Mirrored backends alone; NULL elsewhere. Clock and times (dt_before) of the image are those of the device whenever a
     * call returns. */
    /* Memory of its own, after the common kernels have prepared the part; 0: no memory, or refusal says why. */
    int (*prepare)(grid_part *part);
    void (*dispose)(grid_part *part);
    /* The common push. */
    int (*push)(grid_part *part);
    /* A field in the memory that kernels see, for exchanges. */
    void *(*field)(const grid_part *part, adi_field which);
    /* Sets of ADI_BRING_...; to_image: from the device. The centre of an image that was never pushed is its own. */
    void (*bring)(grid_part *part, unsigned fields, int to_image);
    /* Between on = 1 and on = 0 common kernels see momentum at cells in place of fluxes, and the dry depth that the image
     * has at each of the two. */
    void (*present)(grid_part *part, int on);
    void (*maxima)(grid_part *part, int begin_anew);
    /* Rows of a sweep in four fields of the device, always the same ones; 0: no memory there. take_fluxes: rows[3] has
     * become what solves them. All on this stream. */
    int (*make_rows)(grid_part *part, int stage, void *rows[4]);
    void (*take_fluxes)(grid_part *part, int stage);
    void *(*stream)(const grid_part *part);
    /* Which sweeps of this part `sweep` can do, as a set of 1 << stage; NULL: all. */
    unsigned (*sweeps)(const grid_part *part);
    /* As in kurganov.h, of a part whose fluxes have two times. solve: between make_rows and take_fluxes, on the stream, for
     * a part for which sweep cannot; it may be called once for many steps. */
    void (*advance)(grid_part *part, int64_t steps, adi_solve_fn *solve, void *user);
    /* For benchmarks: a solver of whole lines for new parts; NULL takes it back. */
    void (*lend)(const adi_lent_solver *solver);
} adi_kernels;

#endif
