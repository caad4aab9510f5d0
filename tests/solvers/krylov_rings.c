/* Claim: on a periodic grid, of odd or even size, the solver finds the known solution with every
 * preconditioner, in iterations and bits that do not depend on parts. */
#include <stdlib.h>

#include "base/memory.h"
#include "check.h"
#include "solvers/krylov/parts.h"
#include "spate/krylov.h"

static spate_context *ctx;

enum { MOST_PARTS = 6, FIELDS = 5, HALO = 2 };

/* The whole system, and its known solution. */
typedef struct ring_system {
    grid g;
    double *centre, *west, *south, *b, *known; /* couplings to the west and to the south */
} ring_system;

static double *values_of(const grid *g)
{
    double *v = calloc((size_t)(g->nx * g->ny), sizeof *v);
    if (!v)
        abort();
    return v;
}

/* Value (i, j), round the ring; 0 outside. */
static double at(const grid *g, const double *v, int64_t i, int64_t j)
{
    return grid_inside(g, &i, &j) ? v[j * g->nx + i] : 0;
}

/* A Helmholtz matrix of waves with this Courant number: the sum of a row is 1. shallow: the fraction
 * of faces with a hundredth of the depth. b = A x for a known x. */
static ring_system make_system(grid on, double courant, double shallow)
{
    ring_system s = {.g = on};
    const grid *g = &s.g;
    const int64_t nx = g->nx, ny = g->ny;
    s.centre = values_of(g), s.west = values_of(g), s.south = values_of(g);
    s.b = values_of(g), s.known = values_of(g);
    for (int64_t j = 0; j < ny; ++j)
        for (int64_t i = 0; i < nx; ++i) {
            const double c = courant * courant * (draw_unit() < shallow ? 0.01 : 1);
            s.west[j * nx + i] = i > 0 || g->periodic_x ? -c : 0;
            s.south[j * nx + i] = j > 0 || g->periodic_y ? -c : 0;
            s.known[j * nx + i] = draw_unit() - 0.5;
        }
    for (int64_t j = 0; j < ny; ++j)
        for (int64_t i = 0; i < nx; ++i) {
            const double w = s.west[j * nx + i], e = at(g, s.west, i + 1, j),
                         d = s.south[j * nx + i], u = at(g, s.south, i, j + 1);
            s.centre[j * nx + i] = 1 - (w + e + d + u);
            s.b[j * nx + i] = s.centre[j * nx + i] * at(g, s.known, i, j) +
                              w * at(g, s.known, i - 1, j) + e * at(g, s.known, i + 1, j) +
                              d * at(g, s.known, i, j - 1) + u * at(g, s.known, i, j + 1);
        }
    return s;
}

static void free_system(ring_system *s)
{
    free(s->centre), free(s->west), free(s->south), free(s->b), free(s->known);
}

/* ---- the solver on parts of a simulation ---- */

typedef struct part_fields {
    part_shape shape;
    box b;
    double *block[FIELDS];
} part_fields;

static double *first_cell(const part_fields *p, int field)
{
    return p->block[field] + part_origin(&p->shape);
}

static void make_part(part_fields *p, const ring_system *s, const partition *q, int n)
{
    const double *const whole[FIELDS] = {s->centre, s->west, s->south, s->b, s->known};
    p->shape = part_shape_of(q, &s->g, n, HALO, sizeof(double));
    p->b = partition_box(q, &s->g, n);
    for (int k = 0; k < FIELDS; ++k) {
        const size_t values = (size_t)p->shape.pitch * part_rows(&p->shape);
        p->block[k] = memory_alloc(values * sizeof(double));
        if (!p->block[k])
            abort();
        memset(p->block[k], 0, values * sizeof(double));
        for (int j = -HALO; j < p->b.ny + HALO && k < 4; ++j)
            for (int i = -HALO; i < p->b.nx + HALO; ++i)
                first_cell(p, k)[j * p->shape.pitch + i] =
                    at(&s->g, whole[k], p->b.i0 + i, p->b.j0 + j);
    }
}

/* x of the whole grid; freed by the caller. */
static double *gather(const part_fields *parts, int count, const grid *g)
{
    double *x = values_of(g);
    for (int n = 0; n < count; ++n)
        for (int j = 0; j < parts[n].b.ny; ++j)
            memcpy(x + (parts[n].b.j0 + j) * g->nx + parts[n].b.i0,
                   first_cell(&parts[n], 4) + j * parts[n].shape.pitch,
                   sizeof(double) * (size_t)parts[n].b.nx);
    return x;
}

static double *solve(const ring_system *s, const spate_krylov_options *o, int px, int py,
                     int *iterations)
{
    const part_device device = {.backend = &spate_backend_cpu, .isa = "auto"};
    const part_device *devices[MOST_PARTS];
    partition q = {0};
    part_fields fields[MOST_PARTS];
    kry_matrix m[MOST_PARTS];
    kry_array b[MOST_PARTS], x[MOST_PARTS];
    kry_solver *k = NULL;
    spate_krylov_stats stats = {0};
    CHECK(partition_create(ctx, &s->g, px, py, 1, HALO, &q) == SPATE_OK);
    for (int n = 0; n < px * py; ++n) {
        part_fields *p = &fields[n];
        devices[n] = &device;
        make_part(p, s, &q, n);
        m[n] = (kry_matrix){.centre = first_cell(p, 0),
                            .east = first_cell(p, 1) + 1,
                            .north = first_cell(p, 2) + p->shape.pitch,
                            .pitch = p->shape.pitch};
        b[n] = (kry_array){first_cell(p, 3), p->shape.pitch};
        x[n] = (kry_array){first_cell(p, 4), p->shape.pitch};
    }
    if (CHECK(kry_create_on(ctx, o, &s->g, &q, devices, &k) == SPATE_OK)) {
        CHECK(kry_use_matrix(k, m) == SPATE_OK);
        CHECK(spate_krylov_setup(k) == SPATE_OK);
        if (!CHECK(kry_solve_arrays(k, b, x) == SPATE_OK))
            printf("  %s: %s\n", o->preconditioner, spate_message(ctx));
    }
    spate_krylov_get_stats(k, &stats);
    *iterations = stats.iterations;
    double *answer = gather(fields, px * py, &s->g);
    spate_krylov_destroy(k);
    for (int n = 0; n < px * py; ++n)
        for (int f = 0; f < FIELDS; ++f)
            memory_free(fields[n].block[f]);
    partition_free(&q);
    return answer;
}

static double norm(const double *a, const double *b, size_t count)
{
    double sum = 0;
    for (size_t n = 0; n < count; ++n)
        sum += (a[n] - (b ? b[n] : 0)) * (a[n] - (b ? b[n] : 0));
    return sqrt(sum);
}

/* Rows sum to 1, so no eigenvalue is below 1, and |x - known| <= |b - A x|. */
static int solve_and_compare(const ring_system *s, const char *name, int px, int py)
{
    const size_t count = (size_t)(s->g.nx * s->g.ny);
    spate_krylov_options o;
    int iterations, other;
    spate_krylov_options_default(&o);
    o.nx = s->g.nx, o.ny = s->g.ny;
    o.preconditioner = name;
    o.relative = 1e-8;
    double *x = solve(s, &o, 1, 1, &iterations);
    CHECK(norm(x, s->known, count) <= 2 * o.relative * norm(s->b, NULL, count));
    if (px * py > 1 && strcmp(name, "ic") != 0) {
        double *y = solve(s, &o, px, py, &other);
        CHECK(other == iterations && memcmp(x, y, sizeof(double) * count) == 0);
        free(y);
    }
    free(x);
    return iterations;
}

static void every_preconditioner_goes_round(void)
{
    static const struct {
        grid g;
        int px, py;
    } grids[] = {{{101, 43, 1, 1, 0, 0, 1, 1}, 2, 3}, {{96, 40, 1, 1, 0, 0, 1, 1}, 2, 2},
                 {{97, 24, 1, 1, 0, 0, 1, 0}, 3, 1},  {{33, 41, 1, 1, 0, 0, 0, 1}, 1, 2},
                 {{4, 4, 1, 1, 0, 0, 1, 1}, 1, 1},    {{1, 37, 1, 1, 0, 0, 0, 1}, 1, 1}};
    for (size_t n = 0; n < sizeof grids / sizeof *grids; ++n)
        for (const char *const *name = spate_krylov_preconditioners(); *name; ++name) {
            ring_system s = make_system(grids[n].g, 5, 0.2);
            solve_and_compare(&s, *name, grids[n].px, grids[n].py);
            free_system(&s);
        }
}

/* Without the seam, A becomes M = A + C, where C couples the two sides of the seam. A coupling c has
 * c (a - b)^2 in A and c (a^2 + b^2) in M, so A <= 2 M. Waves of Courant number n have c = n^2 and
 * decay by e in n cells; values a = b at the seam then have an energy of at least n (a^2 + b^2) in
 * A, against n^2 (a^2 + b^2) of C, so M <= (1 + n) A. The condition grows by at most 2 (1 + n), and
 * iterations by its root. */
static void a_seam_costs_iterations(void)
{
    static const char *const names[] = {"rrb", "multigrid"};
    static const double courants[] = {5, 20, 50};
    for (int p = 0; p < 2; ++p)
        for (int k = 0; k < 3; ++k) {
            const grid closed = {.nx = 128, .ny = 129}, torus = {128, 129, 1, 1, 0, 0, 1, 1};
            ring_system walls = make_system(closed, courants[k], 0),
                        ring = make_system(torus, courants[k], 0);
            const int without = solve_and_compare(&walls, names[p], 1, 1),
                      with = solve_and_compare(&ring, names[p], 1, 1);
            printf("  %s, Courant number %g: %d iterations, %d without rings\n", names[p],
                   courants[k], with, without);
            CHECK(with <= without * sqrt(2 + 2 * courants[k]));
            free_system(&walls);
            free_system(&ring);
        }
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(every_preconditioner_goes_round);
    RUN(a_seam_costs_iterations);
    spate_context_destroy(ctx);
    return check_done();
}
