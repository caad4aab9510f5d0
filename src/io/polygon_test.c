/* Tests whether prepared polygons contain a point, or the points of a row. */
#include <string.h>

#include "io/prepared_polygon.h"

int polygon_contains(const prepared_polygon *p, double x, double y)
{
    if (!(y >= p->y0 && y < p->y1))
        return 0;
    const int slab = polygon_slab(p, y);
    const size_t begin = p->slab_groups[slab];
    size_t low = begin, high = p->slab_groups[slab + 1];
    while (low < high) { /* the groups that begin at x or west of it */
        const size_t middle = low + (high - low) / 2;
        if (p->groups[middle].x0 <= x)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t n = low; n > begin && p->groups[n - 1].reach >= x; --n) {
        const group *g = &p->groups[n - 1];
        int inside = 0;
        for (size_t k = 0; g->x1 >= x && k < g->count; ++k)
            inside ^= edge_crossed(&p->edges[g->first + k], x, y);
        if (inside)
            return 1;
    }
    return 0;
}

/* ---- rows ---- */

/* How many of n ascending numbers are less than `limit` (or equal to it, if `or_equal`). */
static int64_t count_below(const double *x, int64_t n, double limit, int or_equal)
{
    int64_t low = 0, high = n;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (x[middle] < limit || (or_equal && x[middle] <= limit))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

enum { INSIDE = 1, CHANGES = 2 }; /* CHANGES: points west of this one cross one more edge */

/* Marks the points of a row inside one polygon: the ray from a point to the east crosses the edges
 * east of it. */
static void group_row(const prepared_polygon *p, const group *g, double y, int64_t n,
                      const double *x, uint8_t *inside)
{
    const int64_t first = count_below(x, n, g->x0, 0), beyond = count_below(x, n, g->x1, 1);
    int crossed = 0; /* by the ray of the current point, modulo 2 */
    for (size_t k = 0; k < g->count && first < beyond; ++k) {
        double there;
        if (!edge_at(&p->edges[g->first + k], y, &there))
            continue;
        const int64_t west = count_below(x, n, there, 0); /* points whose rays cross it */
        if (west >= beyond)
            crossed ^= 1;
        else if (west > first)
            inside[west] ^= CHANGES;
    }
    for (int64_t k = beyond - 1; k >= first; --k) {
        const int changes = inside[k] & CHANGES;
        inside[k] = (uint8_t)((inside[k] & INSIDE) | crossed);
        crossed ^= changes != 0;
    }
}

void polygon_row(const prepared_polygon *p, double y, int64_t n, const double *x, uint8_t *inside)
{
    memset(inside, 0, (size_t)n);
    if (!(y >= p->y0 && y < p->y1))
        return;
    const int slab = polygon_slab(p, y);
    for (size_t k = p->slab_groups[slab]; k < p->slab_groups[slab + 1]; ++k)
        group_row(p, &p->groups[k], y, n, x, inside);
}
