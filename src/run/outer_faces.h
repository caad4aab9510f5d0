/* Visits of the faces between an active cell and outside, and of listed faces. */
#ifndef SPATE_RUN_OUTER_FACES_H
#define SPATE_RUN_OUTER_FACES_H

#include "run/sim.h"

typedef struct outer_face {
    spate_face face; /* as the user sees it */
    int part, i, j;  /* local indices: west (south) face of this cell */
    int inner_i, inner_j;
    int owned; /* this part keeps it (scheme_abilities.front_keeps_face) */
    uint8_t taken;
} outer_face;

/* Calls visit for every outer face of a local part, ghost cells included. Stops when it
 * returns 0. */
typedef int outer_face_fn(spate_sim *sim, const outer_face *face, void *user);
int outer_faces_visit(spate_sim *sim, int part, outer_face_fn *visit, void *user);

/* Visits the listed faces of a boundary (probes: of a section) on this rank. */
typedef void listed_face_fn(spate_sim *sim, int part, int axis, boundary_face *face, void *user);
void listed_faces_visit(spate_sim *sim, int owner, int probes, listed_face_fn *visit, void *user);

/* By axis, row, column. */
int spate_face_order(const void *a, const void *b);

#endif
