/* How the values of a kind of map follow from what the files hold. */
#ifndef SPATE_VIEW_PLANE_KINDS_H
#define SPATE_VIEW_PLANE_KINDS_H

#include <stddef.h>

#include "plot/kinds.h"

typedef struct plane_kind {
    enum { PLANE_BED, PLANE_DEPTH, PLANE_LEVEL, PLANE_SPEED, PLANE_HAZARD, PLANE_FILE } from;
    const map_kind *about; /* colours, words, variable */
} plane_kind;

/* 0: there is no such kind. */
int plane_kind_find(const char *name, plane_kind *out);
/* The n-th kind's name, NULL at the end. */
const char *plane_kind_name(int n);
int plane_kind_over_time(const plane_kind *k);
int plane_kind_classes(const plane_kind *k);
/* Dry cells count as zero when two runs are compared. */
int plane_kind_zero_where_dry(const plane_kind *k);

/* Values of one tile. Unused arrays are NULL; fill of the files is no value, and so is NaN in out. */
typedef struct plane_inputs {
    size_t n;
    const float *bed, *depth, *u, *v, *file;
    float wet_depth;
} plane_inputs;
void plane_kind_values(const plane_kind *k, const plane_inputs *in, float *out);

#endif
