/* Boundaries of the case file: their faces, what they impose, and checks against the water and
 * ground at the start. */
#ifndef SPATE_MODEL_BOUNDARIES_H
#define SPATE_MODEL_BOUNDARIES_H

#include "model/forcing/forcing.h"

typedef struct face_choice face_choice;
/* The outer faces that an entry of boundaries[] names by edge, line or polygon. */
spate_status face_choice_read(model *m, const case_node *entry, face_choice **out);
/* Sets stations along the line or edge, so that face_choice_station can interpolate. order[k]: the
 * number of the given station that comes k-th. */
spate_status face_choice_stations(model *m, const case_node *entry, face_choice *c,
                                  const double (*at)[2], int count, int *order);
int face_choice_has(const spate_face *face, void *choice);
double face_choice_station(const spate_face *face, void *choice);
void face_choice_free(face_choice *c);

/* What an entry of boundaries[] imposes. The draft owns the memory until the simulation has copied
 * it. */
typedef struct boundary_draft {
    spate_boundary boundary;
    series *series;
    spate_series *views;
    int series_count;
    double *rating; /* levels, then discharges */
} boundary_draft;
spate_status boundary_read(model *m, const case_node *entry, face_choice *faces, const char **kind,
                           boundary_draft *out);
void boundary_draft_free(boundary_draft *d);

/* The faces of a boundary of the simulation, malloc'ed and filled on rank 0; *count on all ranks.
 * Collective. The caller frees *faces after a failure too. */
spate_status boundary_faces_get(model *m, int boundary, spate_face **faces, int64_t *count);
/* The cell inside a boundary face. */
void face_inner_cell(const spate_face *face, int64_t cell[2]);

/* Warns if water at a level boundary differs from its level by more than 10 cm at the start. */
spate_status model_check_levels(model *m);
/* Warns of open boundaries on level or rising ground, where hardly any water leaves. */
spate_status model_check_open(model *m);

#endif
