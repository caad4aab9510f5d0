/* Points, lines and polygons in the plane of the grid. Pure arithmetic: no files, no
 * projections. */
#ifndef SPATE_IO_GEOMETRY_H
#define SPATE_IO_GEOMETRY_H

#include <stddef.h>
#include <stdint.h>

typedef struct point {
    double x, y;
} point;

typedef struct path { /* a line, or a ring (last point joins the first) */
    int count;
    point *points;
    double *z; /* heights of the points, m; NULL: the line is flat */
} path;

typedef enum { SHAPE_POINT, SHAPE_LINE, SHAPE_POLYGON } shape_kind;

/* Points: one path of all points. Lines: one path each. Polygons: rings, holes included; inside is
 * by the even-odd rule over all rings. */
typedef struct shape {
    shape_kind kind;
    int count;
    path *paths;
} shape;

typedef struct bounds {
    double x0, y0, x1, y1;
} bounds;

bounds shape_bounds(const shape *s);
int shape_contains(const shape *polygon, double x, double y);
/* Polygons with their edges sorted by rows, so that testing many points is cheap: O(edges of that
 * row). */
typedef struct prepared_polygon prepared_polygon;
prepared_polygon *polygon_prepare(const shape *const *polygons,
                                  int count); /* union; NULL: out of memory */
int polygon_contains(const prepared_polygon *p, double x, double y);
/* The same for n points of a row, from west to east: each edge is visited once. */
void polygon_row(const prepared_polygon *p, double y, int64_t n, const double *x, uint8_t *inside);
void polygon_free(prepared_polygon *p);

/* Whether (x, y) lies within `reach` of the line and beside it: its foot falls on a segment (or on
 * the corner between two), not beyond an end. *along: distance of the foot from the start of the
 * line. */
int line_passes(const path *line, double x, double y, double reach, double *along);
double path_length(const path *p);
/* The height of a line at a distance from its start: linear between its points, constant beyond its
 * ends. */
double path_height(const path *p, double along);

/* The chain of grid faces that a line snaps to. It leads from the corner nearest the start of the
 * line to the corner nearest its end, face by face. It is connected, except where the line leaves
 * the grid and comes back, and has no face twice in a row. Corners are (i, j) of a grid with origin
 * (x0, y0) and spacing dx, dy, clipped to 0..nx, 0..ny. */
typedef struct chain_face {
    long long i, j;
    int axis;      /* 0: the west face of cell (i, j); 1: its south face */
    int left_sign; /* 1: positive flux (east/north) crosses the line from its left to its right */
    double along;  /* position on the line, m from its start */
} chain_face;
/* malloc'ed; NULL with *count = 0: outside, shorter than a face, or out of memory. */
chain_face *line_snap(const path *line, double x0, double y0, double dx, double dy, long long nx,
                      long long ny, size_t *count);

/* Has no paths if memory is exhausted. */
shape shape_copy(const shape *s);
void shape_free(shape *s);

#endif
