/* Polygons prepared for many point tests: made by polygon.c, used by polygon_test.c. */
#ifndef SPATE_IO_PREPARED_POLYGON_H
#define SPATE_IO_PREPARED_POLYGON_H

#include "io/edge.h"
#include "io/geometry.h"

typedef struct group { /* the edges of one polygon in one slab */
    double x0, x1;
    double reach; /* largest x1 of this group and those before it in the slab */
    size_t first, count;
} group;

struct prepared_polygon {
    double y0, y1, per_slab;
    int slabs;
    size_t *slab_groups; /* slabs + 1: where the groups of a slab begin */
    group *groups;
    edge *edges;
};

/* The slab of a y within the polygons. */
static inline int polygon_slab(const prepared_polygon *p, double y)
{
    const double n = floor((y - p->y0) / p->per_slab);
    return n < 0 ? 0 : n >= p->slabs ? p->slabs - 1 : (int)n;
}

#endif
