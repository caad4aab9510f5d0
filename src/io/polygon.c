/* Prepares polygons for many point tests. Edges are sorted into slabs of y. Within a slab they are
 * grouped by polygon, and the groups are sorted from west to east, so that a test visits only the
 * polygons around the point. */
#include <math.h>
#include <stdlib.h>

#include "io/prepared_polygon.h"

enum { MOST_SLABS = 1 << 16 };

typedef struct located { /* an edge and its slab */
    edge edge;
    int slab, polygon;
} located;

/* Visits every edge that is not horizontal. */
typedef struct edge_walk {
    prepared_polygon *p;
    size_t edges, copies;
    double heights; /* sum */
    located *into;  /* NULL: only count the copies */
} edge_walk;

static void walk_measure(edge_walk *w, const edge *e)
{
    w->p->y0 = fmin(w->p->y0, e->low.y);
    w->p->y1 = fmax(w->p->y1, e->high.y);
    w->heights += e->high.y - e->low.y;
    ++w->edges;
}

static void walk_place(edge_walk *w, const edge *e, int polygon)
{
    const int last = polygon_slab(w->p, e->high.y);
    for (int slab = polygon_slab(w->p, e->low.y); slab <= last; ++slab) {
        if (w->into)
            w->into[w->copies] = (located){*e, slab, polygon};
        ++w->copies;
    }
}

static void walk(edge_walk *w, const shape *const *polygons, int count, int measure)
{
    for (int s = 0; s < count; ++s) {
        if (polygons[s]->kind != SHAPE_POLYGON)
            continue;
        for (int n = 0; n < polygons[s]->count; ++n) {
            const path *ring = &polygons[s]->paths[n];
            for (int k = 0; k < ring->count; ++k) {
                edge e;
                if (!edge_between(ring->points[k], ring->points[(k + 1) % ring->count], &e))
                    continue;
                if (measure)
                    walk_measure(w, &e);
                else
                    walk_place(w, &e, s);
            }
        }
    }
}

static int by_slab_and_polygon(const void *a, const void *b)
{
    const located *l = a, *r = b;
    if (l->slab != r->slab)
        return l->slab < r->slab ? -1 : 1;
    return (l->polygon > r->polygon) - (l->polygon < r->polygon);
}

static int from_west(const void *a, const void *b)
{
    const group *l = a, *r = b;
    return (l->x0 > r->x0) - (l->x0 < r->x0);
}

/* Puts sorted edges into groups. The order of edges within a group does not matter, since only
 * their number counts. */
static void gather_groups(prepared_polygon *p, const located *sorted, size_t copies)
{
    size_t groups = 0;
    int slab = -1;
    for (size_t n = 0; n < copies; ++n) {
        const located *at = &sorted[n];
        const edge *e = &at->edge;
        const int new_group =
            n == 0 || at->slab != sorted[n - 1].slab || at->polygon != sorted[n - 1].polygon;
        while (slab < at->slab)
            p->slab_groups[++slab] = groups;
        if (new_group)
            p->groups[groups++] = (group){.x0 = INFINITY, .x1 = -INFINITY, .first = n};
        group *g = &p->groups[groups - 1];
        g->x0 = fmin(g->x0, fmin(e->low.x, e->high.x));
        g->x1 = fmax(g->x1, fmax(e->low.x, e->high.x));
        ++g->count;
        p->edges[n] = *e;
    }
    while (slab < p->slabs)
        p->slab_groups[++slab] = groups;
}

static void sort_slabs(prepared_polygon *p)
{
    for (int slab = 0; slab < p->slabs; ++slab) {
        group *first = p->groups + p->slab_groups[slab];
        const size_t count = p->slab_groups[slab + 1] - p->slab_groups[slab];
        if (!count)
            continue;
        qsort(first, count, sizeof *first, from_west);
        double reach = -INFINITY;
        for (size_t n = 0; n < count; ++n)
            first[n].reach = reach = fmax(reach, first[n].x1);
    }
}

static int fill(prepared_polygon *p, edge_walk *w, const shape *const *polygons, int count)
{
    p->slab_groups = malloc(((size_t)p->slabs + 1) * sizeof *p->slab_groups);
    p->groups = malloc((w->copies + 1) * sizeof *p->groups);
    p->edges = malloc((w->copies + 1) * sizeof *p->edges);
    located *sorted = malloc((w->copies + 1) * sizeof *sorted);
    const int ok = p->slab_groups && p->groups && p->edges && sorted;
    if (ok) {
        w->into = sorted;
        w->copies = 0;
        walk(w, polygons, count, 0);
        qsort(sorted, w->copies, sizeof *sorted, by_slab_and_polygon);
        gather_groups(p, sorted, w->copies);
        sort_slabs(p);
    }
    free(sorted);
    return ok;
}

prepared_polygon *polygon_prepare(const shape *const *polygons, int count)
{
    prepared_polygon *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->y0 = INFINITY;
    p->y1 = -INFINITY;
    edge_walk w = {.p = p};
    walk(&w, polygons, count, 1);
    const double height = p->y1 - p->y0;
    /* About as many slabs as edges, but at most eight copies of the average edge. */
    double slabs = fmin((double)w.edges, MOST_SLABS);
    if (w.edges)
        slabs = fmax(1, fmin(slabs, 8 * (double)w.edges * height / w.heights));
    p->slabs = slabs >= 1 ? (int)slabs : 1;
    p->per_slab = w.edges ? height / p->slabs : 1;
    walk(&w, polygons, count, 0);
    if (!fill(p, &w, polygons, count)) {
        polygon_free(p);
        return NULL;
    }
    return p;
}

void polygon_free(prepared_polygon *p)
{
    if (!p)
        return;
    free(p->slab_groups);
    free(p->groups);
    free(p->edges);
    free(p);
}
