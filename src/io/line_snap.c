/* Snaps lines to the faces of a grid: a staircase from corner to corner, where each step goes to
 * the neighbouring corner that is nearer to the line. */
#include <math.h>
#include <stdlib.h>

#include "io/geometry.h"

typedef struct corner {
    long long i, j;
} corner;

typedef struct snapper {
    double dx, dy; /* m */
    double nx, ny;
    chain_face *faces;
    size_t count, room;
    corner at;
    int started; /* `at` is the current corner */
    int no_memory;
} snapper;

static void append(snapper *s, chain_face face)
{
    if (s->count) {
        const chain_face *last = &s->faces[s->count - 1];
        if (last->axis == face.axis && last->i == face.i && last->j == face.j) {
            /* A step back over the last face is a spur: both faces are removed. The same step
             * again, after the line left the grid, adds nothing. */
            s->count -= last->left_sign != face.left_sign;
            return;
        }
    }
    if (s->count == s->room) {
        const size_t room = s->room ? 2 * s->room : 64;
        chain_face *grown = realloc(s->faces, room * sizeof *grown);
        if (!grown) {
            s->no_memory = 1;
            return;
        }
        s->faces = grown;
        s->room = room;
    }
    s->faces[s->count++] = face;
}

/* The face from corner c to its neighbour (c.i + di, c.j + dj). For a step to the north or west,
 * positive flux (east or north) crosses from the left of the line to its right. */
static chain_face face_between(corner c, int di, int dj)
{
    return (chain_face){.i = di < 0 ? c.i - 1 : c.i,
                        .j = dj < 0 ? c.j - 1 : c.j,
                        .axis = di ? 1 : 0,
                        .left_sign = di < 0 || dj > 0 ? 1 : -1};
}

/* A segment in units of cells; its length, and that of the line before it, in metres. */
typedef struct segment {
    point a, b;
    double before, length;
} segment;

static double along(const snapper *s, const segment *g, const chain_face *face)
{
    const double mx = (double)face->i + (face->axis ? 0.5 : 0);
    const double my = (double)face->j + (face->axis ? 0 : 0.5);
    const double ex = (g->b.x - g->a.x) * s->dx, ey = (g->b.y - g->a.y) * s->dy;
    const double px = (mx - g->a.x) * s->dx, py = (my - g->a.y) * s->dy;
    const double share = (px * ex + py * ey) / (ex * ex + ey * ey);
    return g->before + fmin(fmax(share, 0), 1) * g->length;
}

/* Twice the area between the segment and the corner: a distance, in the same units for all
 * corners. */
static double off_line(const segment *g, double i, double j)
{
    return fabs((g->b.x - g->a.x) * (j - g->a.y) - (g->b.y - g->a.y) * (i - g->a.x));
}

/* Whether the next step goes along x. On a tie the southern corner is chosen, so that the reversed
 * line gets the same faces. */
static int step_along_x(const segment *g, corner at, corner to, int di, int dj)
{
    if (at.i == to.i || at.j == to.j)
        return at.j == to.j;
    const double by_x = off_line(g, (double)(at.i + di), (double)at.j);
    const double by_y = off_line(g, (double)at.i, (double)(at.j + dj));
    return by_x < by_y || (!(by_y < by_x) && dj > 0);
}

static void walk_to(snapper *s, const segment *g, corner to)
{
    const int di = to.i > s->at.i ? 1 : -1, dj = to.j > s->at.j ? 1 : -1;
    while ((s->at.i != to.i || s->at.j != to.j) && !s->no_memory) {
        const int x = step_along_x(g, s->at, to, di, dj);
        chain_face face = face_between(s->at, x ? di : 0, x ? 0 : dj);
        face.along = along(s, g, &face);
        append(s, face);
        if (x)
            s->at.i += di;
        else
            s->at.j += dj;
    }
}

/* Liang-Barsky against one pair of sides: keeps [*from, *to] of the segment p + t d. */
static int clip(double p, double d, double most, double *from, double *to)
{
    const double slack = 1e-6; /* of a cell: lines drawn on the edge of the grid are in it */
    const double low = -slack - p, high = most + slack - p;
    if (!(d < 0 || d > 0))
        return low <= 0 && 0 <= high;
    const double a = fmin(low / d, high / d), b = fmax(low / d, high / d);
    *from = fmax(*from, a);
    *to = fmin(*to, b);
    return *from <= *to;
}

static corner nearest_corner(const snapper *s, const segment *g, double t)
{
    const double x = g->a.x + t * (g->b.x - g->a.x), y = g->a.y + t * (g->b.y - g->a.y);
    return (corner){(long long)fmin(fmax(floor(x + 0.5), 0), s->nx),
                    (long long)fmin(fmax(floor(y + 0.5), 0), s->ny)};
}

static void follow(snapper *s, const segment *g)
{
    double from = 0, to = 1;
    if (!clip(g->a.x, g->b.x - g->a.x, s->nx, &from, &to) ||
        !clip(g->a.y, g->b.y - g->a.y, s->ny, &from, &to)) {
        s->started = 0;
        return;
    }
    if (!s->started || from > 0) /* the line begins, or comes in from outside */
        s->at = nearest_corner(s, g, from);
    walk_to(s, g, nearest_corner(s, g, to));
    s->started = !(to < 1);
}

chain_face *line_snap(const path *line, double x0, double y0, double dx, double dy, long long nx,
                      long long ny, size_t *count)
{
    snapper s = {.dx = dx, .dy = dy, .nx = (double)nx, .ny = (double)ny};
    double before = 0;
    for (int k = 0; k + 1 < line->count && !s.no_memory; ++k) {
        const point a = line->points[k], b = line->points[k + 1];
        const segment g = {{(a.x - x0) / dx, (a.y - y0) / dy},
                           {(b.x - x0) / dx, (b.y - y0) / dy},
                           before,
                           hypot(b.x - a.x, b.y - a.y)};
        if (g.length > 0 && isfinite(g.length)) {
            follow(&s, &g);
            before += g.length;
        }
    }
    if (s.no_memory)
        s.count = 0;
    *count = s.count;
    if (!s.count) {
        free(s.faces);
        return NULL;
    }
    return s.faces;
}
