/* Face codes of cells, and faces that are listed because a boundary, a crest or a section uses
 * them. */
#ifndef SPATE_BACKEND_COMMON_FACES_H
#define SPATE_BACKEND_COMMON_FACES_H

#include <stdint.h>

/* Codes of the west and south face of every cell, and whether the cell is active: one byte each. */
enum {
    FACE_WEST_CLOSED = 1u,  /* no flow: a wall unless claimed */
    FACE_WEST_CLAIMED = 2u, /* closed, and its flux comes from the list of faces */
    FACE_SOUTH_CLOSED = 4u,
    FACE_SOUTH_CLAIMED = 8u,
    CELL_INACTIVE = 16u,
    /* Not claimed: an outer face declared as a wall. Claimed: the slope continues outside. */
    FACE_WEST_WALLED = 32u,
    FACE_WEST_RUNS_ON = 32u,
    FACE_SOUTH_WALLED = 64u,
    FACE_SOUTH_RUNS_ON = 64u,
};

/* Faces whose flux does not follow from their two cells, and faces that are measured. */
typedef enum {
    FACE_OPEN,      /* coefficient: elevation of the ground at the face, if its slope went on */
    FACE_LEVEL,     /* value: level, relative to the datum; memory: slow velocity, if absorbing */
    FACE_WAVE,      /* value: level of the incoming wave; coefficient: still level */
    FACE_DISCHARGE, /* value: m2/s into the grid; depth: of the inflow, where it is given */
    FACE_NORMAL_DEPTH, /* coefficient: sqrt(slope) / n */
    FACE_OUTFALL,      /* a free overfall: outflow at critical depth */
    FACE_CREST,        /* inside the grid; coefficient: elevation of the crest */
    FACE_PROBE         /* measured only; coefficient: 1 or -1, the direction that counts */
} face_kind;

typedef struct boundary_face {
    int i, j;       /* the face is the west (axis x) or south (axis y) face of this cell */
    int8_t outward; /* 1: outside lies to the east or north; -1: to the west or south; 0: inside */
    uint8_t kind;   /* face_kind */
    int owner;      /* number of the boundary or section, -1 for none */
    double coefficient;
    double station;        /* level and wave: position between the series of several stations */
    double value[2];       /* of the stages of the step in progress */
    double depth[2];       /* discharge: m of the inflow; 0: that of the water inside */
    double stage_mass[2];  /* of the attempt: mass flux, m2/s, positive eastward/northward */
    double stage_speed[2]; /* absorbing: outward velocity at the face */
    double memory;         /* absorbing: the same, averaged over the boundary's absorbing time */
    double volume;         /* m3 that have left since the start (negative: entered), or passed */
    double entered;        /* m3 of it that came in */
    double shortfall;      /* m3 that were requested and not available */
    double flow;           /* m3/s of the last step, as volume */
} boundary_face;

/* Faces of one axis, sorted by row j, then i, probes last; rows run from 0 to ny (x: to ny - 1). */
typedef struct boundary_list {
    boundary_face *faces;
    int *row_start; /* ny + 2 entries */
    int count;
} boundary_list;

#endif
