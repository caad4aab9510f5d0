/* Converts a shape to a geometry of OGR. Polygons here are rings of equal rank (even-odd); OGR must
 * know which ring is a hole in which other ring. */
#include "vector_shape.h"

#include <stdlib.h>

#include "io/edge.h"

static int ring_contains(const path *ring, point p)
{
    int inside = 0;
    for (int k = 0; k < ring->count; ++k) {
        edge e;
        if (edge_between(ring->points[k], ring->points[(k + 1) % ring->count], &e))
            inside ^= edge_crossed(&e, p.x, p.y);
    }
    return inside;
}

static OGRGeometryH path_geometry(const path *p, OGRwkbGeometryType type)
{
    OGRGeometryH g = OGR_G_CreateGeometry(type);
    for (int n = 0; g && n < p->count; ++n)
        OGR_G_AddPoint_2D(g, p->points[n].x, p->points[n].y);
    if (g && type == wkbLinearRing)
        OGR_G_CloseRings(g);
    return g;
}

static int depth_of(const shape *s, int ring)
{
    int depth = 0;
    for (int n = 0; n < s->count; ++n)
        depth += n != ring && s->paths[ring].count &&
                 ring_contains(&s->paths[n], s->paths[ring].points[0]);
    return depth;
}

static void add_ring(OGRGeometryH polygon, const path *ring)
{
    OGRGeometryH g = path_geometry(ring, wkbLinearRing);
    if (g && OGR_G_AddGeometryDirectly(polygon, g) != OGRERR_NONE)
        OGR_G_DestroyGeometry(g);
}

static OGRGeometryH polygon_geometry(const shape *s, int outer, const int *depths)
{
    OGRGeometryH polygon = OGR_G_CreateGeometry(wkbPolygon);
    add_ring(polygon, &s->paths[outer]);
    for (int n = 0; n < s->count; ++n)
        if (depths[n] == depths[outer] + 1 && s->paths[n].count &&
            ring_contains(&s->paths[outer], s->paths[n].points[0]))
            add_ring(polygon, &s->paths[n]);
    return polygon;
}

static OGRGeometryH polygons_geometry(const shape *s)
{
    OGRGeometryH all = OGR_G_CreateGeometry(wkbMultiPolygon);
    int *depths = malloc(((size_t)s->count + 1) * sizeof *depths);
    for (int n = 0; depths && n < s->count; ++n)
        depths[n] = depth_of(s, n);
    for (int n = 0; depths && n < s->count; ++n)
        if (depths[n] % 2 == 0)
            OGR_G_AddGeometryDirectly(all, polygon_geometry(s, n, depths));
    free(depths);
    return all;
}

OGRGeometryH shape_geometry(const shape *s)
{
    if (s->kind == SHAPE_POLYGON)
        return polygons_geometry(s);
    OGRGeometryH all =
        OGR_G_CreateGeometry(s->kind == SHAPE_POINT ? wkbMultiPoint : wkbMultiLineString);
    for (int n = 0; n < s->count; ++n) {
        if (s->kind == SHAPE_LINE) {
            OGR_G_AddGeometryDirectly(all, path_geometry(&s->paths[n], wkbLineString));
            continue;
        }
        for (int k = 0; k < s->paths[n].count; ++k)
            OGR_G_AddGeometryDirectly(all, path_geometry(&(path){1, &s->paths[n].points[k], NULL},
                                                         wkbPoint));
    }
    return all;
}
