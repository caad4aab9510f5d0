/* Making a boundary (boundaries.c): its checks, its faces and the cross-section of a discharge. */
#ifndef SPATE_RUN_BOUNDARIES_H
#define SPATE_RUN_BOUNDARIES_H

#include "run/sim.h"

/* What the faces of a boundary of this kind are to the scheme. */
face_kind boundary_face_kind(spate_boundary_kind kind);

/* ---- boundary_checks.c ---- */

/* Refuses a boundary that is incomplete, contradicts itself, or that the scheme does not know. */
spate_status boundary_check(spate_sim *sim, const spate_boundary *b);
/* Refuses an inflow whose level lies at or below the beds of all its faces: no water
 * could enter. */
spate_status boundary_check_inflow_level(spate_sim *sim, const spate_boundary *b,
                                         const face_boundary *faces);

/* ---- boundary_faces.c ---- */

/* Lists the outer faces that boundary `number` claims. *count: on all ranks. *smooth: those of a
 * discharge without roughness or slope, which cannot be spread by Manning's law. Collective. */
spate_status boundary_claim_faces(spate_sim *sim, const spate_boundary *b, int number,
                                  int64_t *count, int64_t *smooth);

/* ---- boundary_section.c ---- */

/* Makes the cross-section of a discharge or rating: all its faces, alike on all ranks. Every rank
 * calls it; the caller agrees on the status. */
spate_status boundary_make_section(spate_sim *sim, int number);

#endif
