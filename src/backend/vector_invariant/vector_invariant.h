/* The kernel table of the vector-invariant schemes, which differ in their steps in time. Depth h
 * lies at cells, velocity u at the west face of a cell, v at its south face. Slots 0 and 1 hold two
 * times: of the leapfrog scheme the last two, which it needs both. The velocity of a closed face is
 * 0. */
#ifndef SPATE_BACKEND_VECTOR_INVARIANT_VECTOR_INVARIANT_H
#define SPATE_BACKEND_VECTOR_INVARIANT_VECTOR_INVARIANT_H

#include "backend/backend.h"
#include "backend/tridiag/cut.h"

/* A face sees corners one face away, and those see the cells around them. */
enum { VI_HALO = 2 };

enum {
    VI_U = COMMON_FIELDS, /* velocity at the west face */
    VI_V,                 /* at the south face */
    /* State between the stages of a step, or before it is filtered: */
    VI_BETWEEN_H,
    VI_BETWEEN_U,
    VI_BETWEEN_V,
    /* With a mass matrix: M u_t and M v_t. */
    VI_FORCE_X,
    VI_FORCE_Y,
    VI_SOLVED, /* with conjugate gradients: accelerations along x or y */
    VI_FIELDS,
    /* Implicit steps; what they iterate on is the state between: */
    VI_BASE_H = VI_FIELDS, /* x(n) and the explicit part of the step */
    VI_BASE_U,
    VI_BASE_V,
    VI_COUPLING_X, /* matrix couplings through the west and the south face */
    VI_COUPLING_Y,
    VI_CENTRE, /* of matrix rows */
    VI_RIGHT,  /* right-hand side */
    VI_CHANGE, /* h', its solution */
    VI_STEP_U, /* u', v' */
    VI_STEP_V,
    VI_IMPLICIT_FIELDS
};

/* A stage computes the rate of change of one state, and from that and a base another state.
 *
 *                read      base        written
 *   VI_FIRST     x(n)      x(n)        next
 *   VI_SECOND    next      x(n)        between
 *   VI_THIRD     between   x(n)        next
 *   VI_LEAP      x(n)      x(n-1)      x(n-1), which becomes next; with a filter: between
 *   VI_EXPLICIT  x(n)      x(n)        base: the explicit part of an implicit step
 *   VI_IMPLICIT  between   base        next: what `between` would be if it were the solution
 *   VI_AT_ONCE   x(n)      x(n)        next: the first three at once, with the same bits */
typedef enum {
    VI_FIRST,
    VI_SECOND,
    VI_THIRD,
    VI_LEAP,
    VI_EXPLICIT,
    VI_IMPLICIT,
    VI_AT_ONCE
} vi_stage;

/* What a part of these schemes has beside its fields. */
typedef struct vi_part {
    int form;            /* VI_ENSTROPHY ... of physics/vector_invariant.h */
    int leapfrog;        /* 0: Runge-Kutta steps alone */
    int lumped;          /* 0: accelerations are solved for, with the mass matrix, */
    int gradients;       /* by conjugate gradients; 0: by lines */
    double cfl_limit;    /* of linear waves */
    double filter;       /* strength, 0: none */
    double filter_share; /* of the middle level */
    int stage;           /* vi_stage in progress */
    int whole;           /* all stages are VI_AT_ONCE */
    /* Implicit steps: */
    int implicit;
    double alpha;        /* weight of the end of a step */
    double flow_courant; /* cells that the flow crosses in a step, at most */
    int inverts;         /* residuals of velocities are solved with the mass matrix */
    int constant_depth;  /* the matrix has one depth for all faces */
} vi_part;

SPATE_BOTH const vi_part *vi_of(const grid_part *p)
{
    return (const vi_part *)p->own;
}

/* Rows first ... first + rows - 1 of some lines of the mass matrix, counted from the first face of
 * the part along x (y: 0) or y (y: 1). */
typedef struct vi_panel {
    int y;
    const int64_t *line; /* row (column) of the part, for each of the lanes */
    int lanes, rows, first;
} vi_panel;

/* Sums over tiles, in any order. */
typedef struct vi_sum {
    exact_sum total;
    int outside; /* 1: some tile sum is NaN or too large */
} vi_sum;

/* Kernels of Newton's method. The residual of an iterate x is x minus what VI_IMPLICIT makes of
 * it. */
typedef struct vi_newton_kernels {
    /* x = x(n), in ghost cells too. Adds the squares of depths and of velocities, and the number of wet cells. */
    void (*guess)(grid_part *part, vi_sum *depths, vi_sum *velocities, vi_sum *cells);
    /* Couplings, with the depth of faces or with this one; then centres, from couplings with valid
     * ghost cells. */
    void (*couplings)(grid_part *part, double depth);
    void (*centres)(grid_part *part);
    /* With a mass matrix that is not solved for: velocities of slot next, from forces. */
    void (*unsolved)(grid_part *part);
    /* The right-hand side, from residuals whose ghost cells are valid. Adds their squares (physics/
     * vector_invariant_newton.h has `weight`), times scale. */
    void (*right)(grid_part *part, double weight, double scale, vi_sum *squares);
    /* u' and v' from h', whose ghost cells are valid; adds the increment to x. */
    void (*increase)(grid_part *part);
    /* Takes a fraction of it back. */
    void (*retreat)(grid_part *part, double fraction);
    /* The velocities of x are those of slot next; the rate of the new state. */
    void (*settle)(grid_part *part);
} vi_newton_kernels;

typedef struct vi_kernels {
    stage_kernels steps; /* stage takes a vi_stage; with a mass matrix it writes depth and forces */
    int takes_whole;     /* also VI_AT_ONCE, of a part that is the whole grid, with lumped mass */
    /* Of kernels that run on the host: matrix rows at [row * lanes + lane]; a, b and c may be NULL. */
    void (*mass_rows)(const grid_part *part, const vi_panel *panel, void *a, void *b, void *c,
                      void *d);
    /* New velocities from accelerations at [row * pitch + lane]. */
    void (*accelerate)(const grid_part *part, const vi_panel *panel, const void *x, int pitch);
    /* Of kernels on a device: the arrays a, b, c, d of the matrix rows of all lines, in its memory and
     * in the layout of a field. a, b and c are NULL unless `general`. d are the right-hand sides
     * when a stage has run, and the solution may take their place. 0: no memory. And the stream of
     * these kernels. */
    int (*line_arrays)(grid_part *part, int y, int general, void *arrays[4]);
    void *(*stream)(const grid_part *part);
    /* What makes velocities where lines are solved, in place of accelerate_all. */
    tri_cut_receiver (*line_receiver)(const grid_part *part, int y);
    /* Velocities of all west (y: south) faces from accelerations in the layout of a field. */
    void (*accelerate_all)(const grid_part *part, int y, const void *x);
    /* M p for all faces of a part: velocities along x or y. stream: that of a device, or NULL. */
    void (*mass_product)(const grid_part *part, int y, const void *p, void *product,
                         ptrdiff_t pitch, void *stream);
    /* Filters after VI_LEAP. The rim are the cells that other parts see as ghosts. */
    void (*filter)(grid_part *part, part_region region);
    /* Whether momentum at cells is not what the faces have; velocities at faces from momentum at
     * cells. */
    int (*centre_changed)(grid_part *part);
    void (*to_faces)(grid_part *part);
    const vi_newton_kernels *newton; /* NULL: there are no implicit steps */
} vi_kernels;

#endif
