/* The kernel table of the staggered scheme. Depth h lies at cells, velocity u at the west face of a
 * cell, v at its south face. Slots 0 and 1 hold two times in turn.
 *
 * The velocity of a closed face is 0. A claimed face (a boundary or a crest) has no velocity of its
 * own: there the fields of velocity hold the mass flux of the step, m2/s, which `faces` writes
 * before the step. Ghost cells get it by the exchange that follows. */
#ifndef SPATE_BACKEND_STAGGERED_STAGGERED_H
#define SPATE_BACKEND_STAGGERED_STAGGERED_H

#include "backend/backend.h"

/* The new v of a cell needs the new u of the row before (Sielecki's order), which needs u two rows
 * further away, and new depths, which need the fluxes of the cells around. Codes of faces are known
 * in all ghost cells but the outermost. */
enum { STAG_HALO = 4 };

enum {
    STAG_U = COMMON_FIELDS, /* velocity at the west face */
    STAG_V,                 /* at the south face */
    STAG_FIELDS
};

/* What a part of the staggered scheme has beside its fields. */
typedef struct stag_part {
    double viscosity;   /* m2/s */
    double flood_depth; /* m above which a face begins to flow */
    int advection;      /* STAG_LINEAR ... of physics/staggered_advection.h */
    int viscous;        /* STAG_INVISCID ... of physics/staggered_momentum.h */
    int sielecki;       /* 1: v follows from the new u */
} stag_part;

SPATE_BOTH const stag_part *stag_of(const grid_part *p)
{
    return (const stag_part *)p->own;
}

typedef struct staggered_kernels {
    stage_kernels steps;
    /* Mass fluxes of the listed faces in this step, after begin. Ghost cells are valid. */
    void (*faces)(grid_part *part);
    /* Whether momentum at cells is not what the faces have; velocities at faces from momentum at
     * cells. */
    int (*centre_changed)(grid_part *part);
    void (*to_faces)(grid_part *part);
} staggered_kernels;

#endif
