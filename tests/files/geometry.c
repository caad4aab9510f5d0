/* Claims about polygons, distances from lines, and chains of faces. */
#include "io/geometry.h"

#include <stdlib.h>

#include "check.h"

enum { MOST_POINTS = 64 };

typedef struct ring { /* a polygon of one ring with its own memory */
    point points[MOST_POINTS];
    path path;
    shape shape;
} ring;

static void ring_set(ring *r, int count)
{
    r->path = (path){count, r->points, NULL};
    r->shape = (shape){SHAPE_POLYGON, 1, &r->path};
}

static void ring_draw(ring *r, int count, double size)
{
    for (int n = 0; n < count; ++n)
        r->points[n] = (point){draw_between(0, size), draw_between(0, size)};
    ring_set(r, count);
}

static void a_square_with_a_hole_is_even_odd(void)
{
    point outer[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    point hole[] = {{4, 4}, {4, 6}, {6, 6}, {6, 4}, {4, 4}};
    path rings[] = {{4, outer, NULL}, {5, hole, NULL}};
    const shape s = {SHAPE_POLYGON, 2, rings};
    CHECK(shape_contains(&s, 2, 5));
    CHECK(!shape_contains(&s, 5, 5));
    CHECK(!shape_contains(&s, 12, 5));
    CHECK(!shape_contains(&s, -1, 5));
    const bounds b = shape_bounds(&s);
    CHECK(b.x0 == 0 && b.y0 == 0 && b.x1 == 10 && b.y1 == 10);
    shape copy = shape_copy(&s);
    CHECK(copy.count == 2 && copy.paths[1].count == 5 && copy.paths[1].points[2].x == 6);
    shape_free(&copy);
}

/* Points of rows tested one by one and together, also at whole numbers, where edges end. */
static long rows_that_differ(const prepared_polygon *p)
{
    enum { POINTS = 230 };
    double x[POINTS];
    uint8_t inside[POINTS];
    long wrong = 0;
    for (int k = 0; k < POINTS; ++k)
        x[k] = -5 + 0.5 * k;
    for (int row = 0; row < 220; ++row) {
        const double y = -5 + 0.5 * row;
        polygon_row(p, y, POINTS, x, inside);
        for (int k = 0; k < POINTS; ++k)
            wrong += polygon_contains(p, x[k], y) != inside[k];
    }
    return wrong;
}

static void prepared_polygons_answer_like_plain_ones(void)
{
    static ring rings[40];
    const shape *shapes[40];
    long wrong = 0, inside = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const int count = 1 + draw_below(40);
        for (int n = 0; n < count; ++n) {
            ring_draw(&rings[n], 3 + draw_below(n % 8 ? 6 : 60), n % 8 ? 10 : 100);
            const double x = draw_between(0, 90), y = draw_between(0, 90);
            for (int k = 0; k < rings[n].path.count && n % 8; ++k) {
                rings[n].points[k].x += x;
                rings[n].points[k].y = floor(rings[n].points[k].y + y); /* level edges, shared y */
            }
            shapes[n] = &rings[n].shape;
        }
        prepared_polygon *p = polygon_prepare(shapes, count);
        for (int k = 0; k < 2000; ++k) {
            const double x = draw_between(-5, 105);
            const double y = k % 2 ? draw_between(-5, 105) : draw_below(101);
            int plain = 0;
            for (int n = 0; n < count; ++n)
                plain |= shape_contains(shapes[n], x, y);
            wrong += plain != polygon_contains(p, x, y);
            inside += plain;
        }
        wrong += rows_that_differ(p);
        polygon_free(p);
    }
    CHECK(inside > 1000);
    CHECK_AT_MOST("different answers", wrong, 0);
}

static void no_polygon_contains_nothing(void)
{
    prepared_polygon *p = polygon_prepare(NULL, 0);
    CHECK(p && !polygon_contains(p, 0, 0));
    polygon_free(p);
    ring flat;
    ring_draw(&flat, 5, 10);
    for (int n = 0; n < 5; ++n)
        flat.points[n].y = n == 2 ? NAN : 3;
    const shape *shapes[] = {&flat.shape};
    p = polygon_prepare(shapes, 1);
    CHECK(p && !polygon_contains(p, 5, 3));
    polygon_free(p);
}

/* Cell centres on shared edges and corners: whole numbers, as drawn in a GIS with snapping. */
static void neighbours_share_no_point_and_leave_none(void)
{
    long wrong = 0;
    for (int trial = 0; trial < 100; ++trial) {
        const point middle = {10 + draw_below(20), 10 + draw_below(20)};
        const point corners[] = {{0, 0}, {40, 0}, {40, 40}, {0, 40}};
        ring fan[4];
        for (int n = 0; n < 4; ++n) {
            const int turn = draw_below(3);
            const point all[] = {corners[n], corners[(n + 1) % 4], middle};
            for (int k = 0; k < 3; ++k)
                fan[n].points[k] = all[trial % 2 ? (k + turn) % 3 : (5 - k - turn) % 3];
            ring_set(&fan[n], 3);
        }
        for (int y = 0; y < 40; ++y) {
            for (int x = 0; x < 40; ++x) {
                int claims = 0;
                for (int n = 0; n < 4; ++n)
                    claims += shape_contains(&fan[n].shape, x, y);
                wrong += claims != 1;
            }
        }
    }
    CHECK_AT_MOST("points claimed twice or never", wrong, 0);
}

static void mirrored_and_transposed_polygons_give_mirrored_masks(void)
{
    long wrong = 0;
    for (int trial = 0; trial < 50; ++trial) {
        ring plain, mirrored, transposed;
        ring_draw(&plain, 3 + draw_below(20), 50);
        mirrored = transposed = plain;
        for (int n = 0; n < plain.path.count; ++n) {
            mirrored.points[n].x = 50 - plain.points[n].x;
            transposed.points[n] = (point){plain.points[n].y, plain.points[n].x};
        }
        ring_set(&mirrored, plain.path.count);
        ring_set(&transposed, plain.path.count);
        for (int n = 0; n < 2500; ++n) {
            const double x = n % 50 + 0.5, y = n / 50 + 0.5;
            const int in = shape_contains(&plain.shape, x, y);
            wrong += in != shape_contains(&mirrored.shape, 50 - x, y);
            wrong += in != shape_contains(&transposed.shape, y, x);
        }
    }
    CHECK_AT_MOST("cells that differ", wrong, 0);
}

static void a_line_passes_beside_it_but_not_beyond_its_ends(void)
{
    point bend[] = {{500000, 0}, {500010, 0}, {500010, 0}, {500010, 20}};
    const path line = {4, bend, NULL};
    double along = -1;
    CHECK(line_passes(&line, 500005, 2, 2.5, &along));
    CHECK_NEAR(along, 5, 1e-9);
    CHECK(!line_passes(&line, 500005, 3, 2.5, &along));
    CHECK(!line_passes(&line, 499999.9, 0, 2.5, &along)); /* beyond the start */
    CHECK(line_passes(&line, 500000, 1, 2.5, &along));
    CHECK(line_passes(&line, 500011, -1, 2.5, &along)); /* outside of the bend */
    CHECK_NEAR(along, 10, 1e-9);
    CHECK(line_passes(&line, 500009, 15, 2.5, &along));
    CHECK_NEAR(along, 25, 1e-9);
    CHECK(!line_passes(&line, 500010, 20.1, 2.5, &along));
    CHECK_NEAR(path_length(&line), 30, 1e-9);
    point square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
    const path closed = {5, square, NULL};
    CHECK(line_passes(&closed, -0.1, -0.1, 0.2, &along));
    const path none = {0, NULL, NULL};
    CHECK(!line_passes(&none, 0, 0, 1, &along));
}

/* ---- chains ---- */

typedef struct corners {
    long long i, j;
} corners;

static corners face_end(const chain_face *f, int forward)
{
    const int rising = f->axis == 0 ? f->left_sign > 0 : f->left_sign < 0; /* north, east */
    const int far_end = rising == forward;
    return (corners){f->i + (f->axis == 1 && far_end), f->j + (f->axis == 0 && far_end)};
}

static const double DX = 5, DY = 4, X0 = 300000, Y0 = 5e6;
enum { NX = 60, NY = 80 };

static chain_face *snap(const path *line, size_t *count)
{
    return line_snap(line, X0, Y0, DX, DY, NX, NY, count);
}

static point inside_grid(void)
{
    return (point){X0 + draw_between(0, NX * DX), Y0 + draw_between(0, NY * DY)};
}

/* Corners start within half a cell of the line (|cross| <= S/2, S = |ex| + |ey| in cells), and a
 * step changes the signed cross product by |ey| one way or |ex| the other: the better of both stays
 * within. */
static void a_chain_is_connected_and_hugs_the_line(void)
{
    double worst = 0, flux_error = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        point ends[] = {inside_grid(), inside_grid()};
        const path line = {2, ends, NULL};
        size_t count;
        chain_face *chain = snap(&line, &count);
        const double ex = (ends[1].x - ends[0].x) / DX, ey = (ends[1].y - ends[0].y) / DY;
        const double ax = (ends[0].x - X0) / DX, ay = (ends[0].y - Y0) / DY;
        double before = -1, net = 0;
        for (size_t n = 0; n < count; ++n) {
            const corners a = face_end(&chain[n], 0), b = face_end(&chain[n], 1);
            if (n) {
                const corners last = face_end(&chain[n - 1], 1);
                CHECK(a.i == last.i && a.j == last.j);
            }
            const double cross = ex * ((double)b.j - ay) - ey * ((double)b.i - ax);
            worst = fmax(worst, fabs(cross) / (fabs(ex) + fabs(ey)));
            CHECK(chain[n].along >= before && chain[n].along <= path_length(&line));
            before = chain[n].along;
            net += chain[n].left_sign * (chain[n].axis == 0 ? 2.0 * DY : 3.0 * DX);
        }
        if (count) { /* a uniform flow (2, 3) across the chain, left to right: 2 Y - 3 X */
            const corners a = face_end(&chain[0], 0), b = face_end(&chain[count - 1], 1);
            CHECK(a.i == llround(ax) && a.j == llround(ay));
            const double x = (double)(b.i - a.i) * DX, y = (double)(b.j - a.j) * DY;
            flux_error = fmax(flux_error, fabs(net - (2 * y - 3 * x)));
        }
        free(chain);
    }
    CHECK_AT_MOST("distance, of the sum of the line's extents in cells", worst, 0.5 + 1e-9);
    CHECK_AT_MOST("error of the flux of uniform flow", flux_error, 0);
}

static int same_face(const chain_face *a, const chain_face *b)
{
    return a->i == b->i && a->j == b->j && a->axis == b->axis;
}

static void mirrored_transposed_and_reversed_lines_take_the_same_faces(void)
{
    long wrong = 0;
    for (int trial = 0; trial < 500; ++trial) {
        point plain[3], mirrored[3], transposed[3], reversed[3];
        for (int k = 0; k < 3; ++k) {
            plain[k] = (point){draw_between(0, 50), draw_between(0, 50)};
            mirrored[k] = (point){50 - plain[k].x, plain[k].y};
            transposed[k] = (point){plain[k].y, plain[k].x};
            reversed[2 - k] = plain[k];
        }
        size_t n0, n1, n2, n3;
        chain_face *a = line_snap(&(path){3, plain, NULL}, 0, 0, 1, 1, 50, 50, &n0);
        chain_face *m = line_snap(&(path){3, mirrored, NULL}, 0, 0, 1, 1, 50, 50, &n1);
        chain_face *t = line_snap(&(path){3, transposed, NULL}, 0, 0, 1, 1, 50, 50, &n2);
        chain_face *r = line_snap(&(path){3, reversed, NULL}, 0, 0, 1, 1, 50, 50, &n3);
        CHECK(n0 == n1 && n0 == n2 && n0 == n3);
        for (size_t k = 0; k < n0 && n0 == n1 && n0 == n2 && n0 == n3; ++k) {
            const chain_face e = {.i = a[k].axis ? 49 - a[k].i : 50 - a[k].i,
                                  .j = a[k].j,
                                  .axis = a[k].axis};
            const chain_face f = {.i = a[k].j, .j = a[k].i, .axis = !a[k].axis};
            wrong += !same_face(&e, &m[k]) || !same_face(&f, &t[k]);
            wrong +=
                !same_face(&a[k], &r[n0 - 1 - k]) || a[k].left_sign != -r[n0 - 1 - k].left_sign;
            wrong += m[k].left_sign != (a[k].axis ? -a[k].left_sign : a[k].left_sign);
        }
        free(a);
        free(m);
        free(t);
        free(r);
    }
    CHECK_AT_MOST("faces that differ", wrong, 0);
}

static void diagonals_are_the_same_in_both_directions(void)
{
    point to[] = {{0, 0}, {10, 10}}, back[] = {{10, 10}, {0, 0}};
    size_t n, m;
    chain_face *a = line_snap(&(path){2, to, NULL}, 0, 0, 1, 1, 10, 10, &n);
    chain_face *b = line_snap(&(path){2, back, NULL}, 0, 0, 1, 1, 10, 10, &m);
    CHECK(n == 20 && m == 20);
    for (size_t k = 0; k < 20 && n == 20 && m == 20; ++k)
        CHECK(same_face(&a[k], &b[19 - k]));
    free(a);
    free(b);
}

static void chains_stay_in_the_grid(void)
{
    size_t count;
    point out[] = {{X0 - 50, Y0 - 50}, {X0 - 50, Y0 + 500}};
    CHECK(!snap(&(path){2, out, NULL}, &count) && count == 0);
    point edge[] = {{X0, Y0}, {X0, Y0 + NY * DY}}; /* on the edge is in */
    chain_face *chain = snap(&(path){2, edge, NULL}, &count);
    CHECK(count == NY && chain[0].i == 0 && chain[0].axis == 0 && chain[0].left_sign == 1);
    free(chain);
    for (int trial = 0; trial < 1000; ++trial) {
        point wild[6];
        for (int k = 0; k < 6; ++k)
            wild[k] = (point){X0 + draw_between(-300, 600), Y0 + draw_between(-300, 600)};
        chain = snap(&(path){6, wild, NULL}, &count);
        for (size_t n = 0; n < count; ++n) {
            const chain_face *f = &chain[n];
            CHECK(f->i >= 0 && f->j >= 0 && f->i <= NX - f->axis && f->j <= NY - 1 + f->axis);
            CHECK(n == 0 || !same_face(f, f - 1));
            const double mx = X0 + DX * ((double)f->i + 0.5 * f->axis);
            const double my = Y0 + DY * ((double)f->j + 0.5 * !f->axis);
            double along, to_end = INFINITY;
            for (int k = 0; k < 6; ++k)
                to_end = fmin(to_end, hypot(mx - wild[k].x, my - wild[k].y));
            CHECK(to_end < DX + DY || line_passes(&(path){6, wild, NULL}, mx, my, DX + DY, &along));
        }
        free(chain);
    }
    point spike[] = {{X0, Y0 + 40}, {X0 + 100, Y0 + 40}, {X0, Y0 + 40}};
    CHECK(!snap(&(path){3, spike, NULL}, &count) && count == 0);
    point bad[] = {{X0, NAN}, {X0 + 100, Y0 + 40}, {INFINITY, Y0}};
    CHECK(!snap(&(path){3, bad, NULL}, &count));
}

int main(void)
{
    RUN(a_square_with_a_hole_is_even_odd);
    RUN(prepared_polygons_answer_like_plain_ones);
    RUN(no_polygon_contains_nothing);
    RUN(neighbours_share_no_point_and_leave_none);
    RUN(mirrored_and_transposed_polygons_give_mirrored_masks);
    RUN(a_line_passes_beside_it_but_not_beyond_its_ends);
    RUN(a_chain_is_connected_and_hugs_the_line);
    RUN(mirrored_transposed_and_reversed_lines_take_the_same_faces);
    RUN(diagonals_are_the_same_in_both_directions);
    RUN(chains_stay_in_the_grid);
    return check_done();
}
