/* Bounds, containment, distances and copies of shapes. */
#include "io/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/edge.h"

bounds shape_bounds(const shape *s)
{
    bounds box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int n = 0; n < s->count; ++n) {
        for (int k = 0; k < s->paths[n].count; ++k) {
            const point p = s->paths[n].points[k];
            box.x0 = fmin(box.x0, p.x);
            box.y0 = fmin(box.y0, p.y);
            box.x1 = fmax(box.x1, p.x);
            box.y1 = fmax(box.y1, p.y);
        }
    }
    return box;
}

int shape_contains(const shape *polygon, double x, double y)
{
    if (polygon->kind != SHAPE_POLYGON)
        return 0;
    int inside = 0;
    for (int n = 0; n < polygon->count; ++n) {
        const path *ring = &polygon->paths[n];
        for (int k = 0; k < ring->count; ++k) {
            edge e;
            if (edge_between(ring->points[k], ring->points[(k + 1) % ring->count], &e))
                inside ^= edge_crossed(&e, x, y);
        }
    }
    return inside;
}

double path_length(const path *p)
{
    double length = 0;
    for (int k = 0; k + 1 < p->count; ++k)
        length += hypot(p->points[k + 1].x - p->points[k].x, p->points[k + 1].y - p->points[k].y);
    return length;
}

double path_height(const path *p, double along)
{
    double from = 0; /* of the segment */
    for (int k = 0; k + 1 < p->count; ++k) {
        const double length =
            hypot(p->points[k + 1].x - p->points[k].x, p->points[k + 1].y - p->points[k].y);
        if (along < from + length) {
            const double part = fmax(along - from, 0) / length;
            return p->z[k] + part * (p->z[k + 1] - p->z[k]);
        }
        from += length;
    }
    return p->z[p->count - 1];
}

static int same_point(point a, point b)
{
    return !(a.x < b.x || b.x < a.x || a.y < b.y || b.y < a.y);
}

int line_passes(const path *line, double x, double y, double reach, double *along)
{
    const int last = line->count - 2; /* segment */
    const int closed = line->count > 2 && same_point(line->points[0], line->points[last + 1]);
    const double slack = 1e-6 * reach; /* rounding at UTM coordinates must not decide at the ends */
    double nearest = INFINITY, travelled = 0;
    for (int k = 0; k <= last; ++k) {
        const point a = line->points[k], b = line->points[k + 1];
        const double length = hypot(b.x - a.x, b.y - a.y);
        if (!(length > 0))
            continue;
        const double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
        double foot = (x - a.x) * ux + (y - a.y) * uy;
        const int before = foot < -slack && k == 0 && !closed;
        const int beyond = foot > length + slack && k == last && !closed;
        if (!before && !beyond) {
            foot = fmin(fmax(foot, 0), length);
            const double distance = hypot(x - a.x - foot * ux, y - a.y - foot * uy);
            if (distance < nearest) {
                nearest = distance;
                *along = travelled + foot;
            }
        }
        travelled += length;
    }
    return nearest <= reach;
}

shape shape_copy(const shape *s)
{
    shape copy = {.kind = s->kind};
    if (s->count <= 0)
        return copy;
    copy.paths = calloc((size_t)s->count, sizeof *copy.paths);
    if (!copy.paths)
        return copy;
    for (int n = 0; n < s->count; ++n) {
        const size_t points = (size_t)s->paths[n].count;
        path *to = &copy.paths[copy.count++];
        if (!points)
            continue;
        to->points = malloc(points * sizeof *to->points);
        to->z = s->paths[n].z ? malloc(points * sizeof *to->z) : NULL;
        if (!to->points || (s->paths[n].z && !to->z)) {
            shape_free(&copy);
            return copy;
        }
        to->count = s->paths[n].count;
        memcpy(to->points, s->paths[n].points, points * sizeof *to->points);
        if (to->z)
            memcpy(to->z, s->paths[n].z, points * sizeof *to->z);
    }
    return copy;
}

void shape_free(shape *s)
{
    for (int n = 0; n < s->count; ++n) {
        free(s->paths[n].points);
        free(s->paths[n].z);
    }
    free(s->paths);
    s->paths = NULL;
    s->count = 0;
}
