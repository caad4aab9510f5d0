/* A boundary as a whole, and the levels and discharges of its faces in a step. f64 in every
 * precision; the same on every part and rank. */
#ifndef SPATE_BACKEND_FACE_BOUNDARY_H
#define SPATE_BACKEND_FACE_BOUNDARY_H

#include "backend/common/faces.h"
#include "backend/common/time_table.h"

/* One face of the cross-section of a boundary: its bed and its discharge at unit depth, length *
 * sqrt(slope) / n, or length * sqrt(g) where critical flow spreads the discharge. */
typedef struct section_cell {
    double bed, carries;
} section_cell;

typedef struct face_boundary {
    uint8_t kind; /* face_kind; a rating is FACE_DISCHARGE with a table of levels */
    const time_table
        *tables; /* one per station; of a discharge, the second is the inflow's level */
    int table_count;
    double datum, spacing; /* levels are stored relative to the datum, on this lattice */
    double ramp, ramp_from;
    double absorbing;            /* s; 0: the level is held */
    const section_cell *section; /* all faces, over all ranks */
    int section_count;
    double section_length; /* m */
    int critical;          /* 1: faces carry h^(3/2), critical flow; 0: h^(5/3), Manning's law */
    double
        froude_depth; /* depth of the inflow over q^(2/3), from its Froude number; 0: none given */
    const double *rating_level, *rating_discharge; /* outflow; NULL if none */
    int rating_count;
    int takes_water; /* a rating, or a discharge that is negative at some time */
    /* Of the step in progress. */
    double conveyance, mean_level; /* of Q^n, over all ranks; where takes_water */
    double discharge[2];           /* m3/s into the grid, by stage */
    double level[2];               /* that carries it; relative to the datum */
    double carried[2];             /* discharge at that level */
} face_boundary;

#endif
