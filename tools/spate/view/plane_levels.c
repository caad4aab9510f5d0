/* Levels of detail of a plane, and the difference of two. */
#include "plane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "levels.h"
#include "threads.h"

/* ---- levels ---- */

typedef struct coarsening {
    map_level finer;
    int classes;
    int64_t nx;
    float *values;
    uint8_t *shares;
} coarsening;

static void coarsen_row(int64_t j, void *user)
{
    const coarsening *c = user;
    level_row(&c->finer, j, c->classes, c->values + j * c->nx, c->shares + j * c->nx);
}

static int coarsen(const plane_store *s, plane *p, int level)
{
    p->values[level] = memory_alloc(plane_cells(p, level) * sizeof(float));
    p->shares[level] = memory_alloc(plane_cells(p, level));
    if (!p->values[level] || !p->shares[level])
        return 0;
    coarsening c = {.finer = {.nx = p->nx[level - 1],
                              .ny = p->ny[level - 1],
                              .values = p->values[level - 1],
                              .shares = p->shares[level - 1]},
                    .classes = plane_kind_classes(&p->kind),
                    .nx = p->nx[level],
                    .values = p->values[level],
                    .shares = p->shares[level]};
    threads_loop(plane_threads(s, p), p->ny[level], coarsen_row, &c);
    return 1;
}

int plane_need_level(plane_store *s, plane *p, int level)
{
    if (p->values[level])
        return 1;
    if (!plane_need_cells(s, p, NULL))
        return 0;
    for (int n = 1; n < p->levels; ++n)
        if (!p->values[n] && !coarsen(s, p, n))
            return 0;
    p->made = p->levels;
    return 1;
}

/* ---- the difference of two runs ---- */

typedef struct subtraction {
    plane *p;
    const plane *a, *b;
    const raster_grid *grid, *other;
    int zero;
} subtraction;

static float difference(float a, float b, int zero)
{
    if (zero && isnan(a) != isnan(b))
        return isnan(a) ? -b : a;
    return a - b; /* NaN where either is */
}

static void subtract_row(int64_t j, void *user)
{
    const subtraction *d = user;
    const raster_grid *g = d->grid, *o = d->other;
    const double y = g->y0 + ((double)j + 0.5) * g->dy;
    const int64_t k = (int64_t)floor((y - o->y0) / o->dy);
    for (int64_t i = 0; i < g->nx; ++i) {
        const double x = g->x0 + ((double)i + 0.5) * g->dx;
        const int64_t n = (int64_t)floor((x - o->x0) / o->dx);
        const int inside = k >= 0 && k < o->ny && n >= 0 && n < o->nx;
        d->p->values[0][j * g->nx + i] = inside
                                             ? difference(d->a->values[0][j * g->nx + i],
                                                          d->b->values[0][k * o->nx + n], d->zero)
                                             : NAN;
    }
}

/* All cells of the same kind of one run; NULL: not to be had. */
static plane *cells_get(plane_store *s, run_view *run, const plane *of, int64_t frame)
{
    plane_name name = {.run = run, .frame = frame};
    memcpy(name.kind, of->name.kind, sizeof name.kind);
    plane *p = plane_get(s, &name, &of->kind);
    if (!p)
        return NULL;
    pthread_mutex_lock(&p->lock);
    const int ok = plane_need_cells(s, p, NULL);
    pthread_mutex_unlock(&p->lock);
    if (ok)
        return p;
    plane_put(s, p);
    return NULL;
}

int plane_subtract(plane_store *s, plane *p)
{
    subtraction d = {.p = p,
                     .grid = run_view_grid(p->name.run),
                     .other = run_view_grid(p->name.other),
                     .zero = plane_kind_zero_where_dry(&p->kind)};
    plane *a = cells_get(s, p->name.run, p, p->name.frame);
    plane *b = a ? cells_get(s, p->name.other, p, p->name.other_frame) : NULL;
    if (!p->values[0])
        p->values[0] = memory_alloc(plane_cells(p, 0) * sizeof(float));
    const int ok = a && b && p->values[0];
    d.a = a, d.b = b;
    if (ok) {
        const tiling *t = frames_tiling(run_view_frames(p->name.run));
        threads_loop(plane_threads(s, p), p->ny[0], subtract_row, &d);
        memset(p->decoded, 1, (size_t)(t->count_x * t->count_y));
    }
    if (a)
        plane_put(s, a);
    if (b)
        plane_put(s, b);
    return ok;
}
