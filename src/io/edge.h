/* The one rule for crossing an edge of a polygon, so that all tests for points inside agree. */
#ifndef SPATE_IO_EDGE_H
#define SPATE_IO_EDGE_H

#include <math.h>

#include "io/geometry.h"

typedef struct edge { /* low.y < high.y */
    point low, high;
} edge;

/* 0 if the edge is horizontal or has NaN: such edges are never crossed. Two polygons that share an
 * edge get the same points in the same order, so a point on it belongs to exactly one of them. */
static inline int edge_between(point a, point b, edge *out)
{
    if (!(a.y < b.y || b.y < a.y) || !isfinite(a.x + a.y + b.x + b.y))
        return 0;
    *out = a.y < b.y ? (edge){a, b} : (edge){b, a};
    return 1;
}

/* Whether the edge reaches y, and where: its lower end counts, its upper does not. */
static inline int edge_at(const edge *e, double y, double *x)
{
    if (y < e->low.y || y >= e->high.y)
        return 0;
    const double share = (y - e->low.y) / (e->high.y - e->low.y);
    *x = e->low.x + share * (e->high.x - e->low.x);
    return 1;
}

/* Whether the ray from (x, y) to the east crosses the edge. */
static inline int edge_crossed(const edge *e, double x, double y)
{
    double there = 0; /* gcc at -O1 does not see that it is always set before it is read */
    return edge_at(e, y, &there) && x < there;
}

#endif
