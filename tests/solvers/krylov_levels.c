/* Claim: RRB solves lines exactly; RRB and multigrid are symmetric positive definite; their iteration
 * counts stay within fixed limits on every grid, with dry islands and with depths that jump by 10^6.
 * Usage: krylov_levels [LARGEST], the largest grid (2048 x 2048). */
#include <stdlib.h>

#include "basins.h"
#include "solvers/krylov/levels.h"

static spate_context *ctx;
static int largest = 2048;

static size_t count_of(const stencil *s)
{
    return (size_t)s->nx * (size_t)s->ny;
}

/* ---- lines: every elimination is exact ---- */

/* On a line no two eliminated nodes are coupled, so RRB is a factorisation: one iteration. What is
 * left is rounding: a direct solver of an M-matrix without cancellation has |r| <= k u |A| |x|, with
 * k the roundings of a row, about 20 on each of the levels. */
static void lines_need_one_iteration(void)
{
    static const int lengths[] = {1, 2, 3, 63, 64, 65, 129, 1000, 4099};
    for (size_t k = 0; k < 2 * sizeof lengths / sizeof *lengths; ++k) {
        const int n = lengths[k / 2], levels = 14;
        stencil s;
        spate_krylov_stats stats;
        CHECK(stencil_make(&s, STENCIL_RANDOM, k % 2 ? n : 1, k % 2 ? 1 : n, 5, 1));
        stencil_manufacture(&s, NULL);
        spate_krylov_options o = stencil_options(&s);
        o.preconditioner = "rrb";
        o.iterations = 1;
        memset(s.x, 0, sizeof *s.x * count_of(&s));
        CHECK(stencil_solve(ctx, &o, &s, &stats) == SPATE_OK);
        const double limit = 20 * levels * 0x1p-53 * stencil_norm(&s) * stencil_length(&s, s.x);
        if (!CHECK(stencil_residual(&s) <= limit))
            printf("  %d x %d: %.3e, at most %.3e\n", s.nx, s.ny, stencil_residual(&s), limit);
        stencil_free(&s);
    }
}

/* ---- symmetric positive definite ---- */

static double get(const kry_solver *s, const void *vector, ptrdiff_t k)
{
    return solver_value(kry_preconditioner_precision(s), vector, k);
}

/* Whether value (i, j) of a plane belongs to an unknown. */
static int exists(const kry_solver *s, int plane, int i, int j)
{
    if (s->parts[0].shape.planes == 1)
        return 1;
    return 2 * i + plane < s->grid.nx && 2 * j + plane < s->grid.ny;
}

/* z = M^-1 v for a vector of the space. */
static void apply(kry_solver *s, const double *v, double *z)
{
    const kry_shape *shape = &s->parts[0].shape;
    size_t n = 0;
    for (int pass = 0; pass < 2; ++pass) {
        n = 0;
        for (int plane = 0; plane < shape->planes; ++plane)
            for (int j = 0; j < shape->ny; ++j)
                for (int i = 0; i < shape->nx; ++i, ++n) {
                    const ptrdiff_t k = plane * shape->plane + j * shape->pitch + i;
                    if (pass)
                        z[n] = get(s, s->parts[0].z, k);
                    else if (kry_preconditioner_precision(s) == 32)
                        ((float *)s->parts[0].in)[k] = (float)v[n];
                    else
                        ((double *)s->parts[0].in)[k] = v[n];
                }
        s->scalars->state = KRY_RUNNING;
        if (!pass)
            s->preconditioner->apply(s);
    }
}

static size_t space_size(const kry_solver *s)
{
    const kry_shape *shape = &s->parts[0].shape;
    return (size_t)shape->planes * (size_t)shape->nx * (size_t)shape->ny;
}

static double *positive_vector(const kry_solver *s)
{
    const kry_shape *shape = &s->parts[0].shape;
    double *v = malloc(sizeof *v * space_size(s));
    size_t n = 0;
    for (int plane = 0; plane < shape->planes; ++plane)
        for (int j = 0; j < shape->ny; ++j)
            for (int i = 0; i < shape->nx; ++i)
                v[n++] = exists(s, plane, i, j) ? (double)(float)draw_between(0, 1) : 0;
    return v;
}

static double dot(const kry_solver *s, const double *a, const double *b)
{
    double sum = 0;
    for (size_t k = 0; k < space_size(s); ++k)
        sum += a[k] * b[k];
    return sum;
}

/* Couplings of an M-matrix and its coarse matrices are negative, and weights are positive. For
 * vectors without negative values both passes then add numbers of one sign, so every value of z has
 * a small relative error: at most 30 roundings on each level in each direction, and the products
 * with 64 rows at the end. x.M^-1 y and y.M^-1 x are sums of such values with weights of one sign. */
static double symmetry_bound(const kry_solver *s)
{
    const double u = kry_preconditioner_precision(s) == 32 ? 0x1p-24 : 0x1p-53;
    const kry_levels *levels = s->made;
    return 2 * (60 * levels->count + 2 * LEVEL_BOTTOM + 4) * u;
}

static void check_symmetry(stencil *m, const char *name, int precision)
{
    spate_krylov_options o = stencil_options(m);
    stencil_solver open;
    o.preconditioner = name;
    o.precision = precision;
    if (!CHECK(stencil_open(ctx, &o, m, &open) == SPATE_OK))
        return;
    kry_solver *s = open.k;
    double *x = positive_vector(s), *y = positive_vector(s);
    double *mx = malloc(sizeof *mx * space_size(s)), *my = malloc(sizeof *my * space_size(s));
    for (int k = 0; k < 3; ++k) {
        apply(s, x, mx);
        apply(s, y, my);
        const double xy = dot(s, x, my), yx = dot(s, y, mx);
        CHECK(xy > 0);
        if (!CHECK(fabs(xy - yx) <= symmetry_bound(s) * xy))
            printf("  %s f%d %d x %d: %.3e, at most %.3e\n", name, precision, m->nx, m->ny,
                   fabs(xy - yx) / xy, symmetry_bound(s));
        memcpy(x, my, sizeof *x * space_size(s)); /* smooth vectors, too */
    }
    /* Vectors of both signs, the roughest ones included: x.M^-1 x is far above rounding. */
    for (int k = 0; k < 5; ++k) {
        for (size_t n = 0; n < space_size(s); ++n)
            x[n] = x[n] == 0 ? 0 : k == 0 ? (n % 2 ? 1 : -1) : draw_between(-1, 1);
        apply(s, x, mx);
        CHECK(dot(s, x, mx) > 0);
    }
    free(x), free(y), free(mx), free(my);
    stencil_close(&open);
}

static void both_are_symmetric(void)
{
    static const char *const names[] = {"rrb", "multigrid"};
    static const int sizes[][2] = {{5, 3}, {33, 20}, {64, 64}, {101, 150}};
    for (int k = 0; k < 2; ++k)
        for (int n = 0; n < 4; ++n)
            for (int precision = 32; precision <= 64; precision += 32) {
                stencil five = basin_make(sizes[n][0], sizes[n][1], sloping_basin, 100, 1), nine;
                CHECK(stencil_make(&nine, STENCIL_HELMHOLTZ, sizes[n][0], sizes[n][1], 9, 5));
                check_symmetry(&five, names[k], precision);
                check_symmetry(&nine, names[k], precision);
                stencil_free(&five);
                stencil_free(&nine);
            }
}

/* ---- iteration counts ---- */

/* Iterations to a residual of 1e-6 of b, from zero. */
static int iterations_of(stencil *s, const char *name, int precision)
{
    spate_krylov_options o = stencil_options(s);
    spate_krylov_stats stats = {0};
    o.preconditioner = name;
    o.precision = precision;
    o.relative = 1e-6;
    o.true_residual = o.log = 0;
    o.max_iterations = 200;
    memset(s->x, 0, sizeof *s->x * count_of(s));
    if (!CHECK(stencil_solve(ctx, &o, s, &stats) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    return stats.iterations;
}

/* The limit: 14 at ratio 20, whatever the grid. */
static void rrb_needs_fourteen_iterations_at_ratio_20(void)
{
    static basin_depth *const depths[] = {flat_basin, sloping_basin, dry_islands};
    for (int n = 256; n <= largest; n *= 2)
        for (int k = 0; k < (n <= 512 ? 3 : 1); ++k) {
            stencil s = basin_make(n, n, depths[k], 400, 1);
            const int most = n <= 512 ? 3 : 1;
            for (int p = 0; p < most; ++p) {
                static const int precisions[] = {64, SPATE_KRYLOV_MIXED, 32};
                CHECK_AT_MOST("iterations of RRB", iterations_of(&s, "rrb", precisions[p]), 14);
            }
            stencil_free(&s);
        }
}

typedef struct problem {
    const char *name;
    basin_depth *depth;
    double weight, shift;
    int fixed; /* 1: edges, 2: one cell */
    int no_f32; /* depths of 10^6 with no level but that of shallow water around: f32 cannot hold it */
} problem;

/* Nine for Poisson and Helmholtz at any ratio, and no more where depths jump or cells are dry. */
static void multigrid_needs_nine_iterations(void)
{
    static const problem problems[] = {{"Poisson, fixed edges", flat_basin, 1, 0, 1, 0},
                                       {"Poisson, one fixed cell", flat_basin, 1, 0, 2, 0},
                                       {"ratio 1", sloping_basin, 1, 1, 0, 0},
                                       {"ratio 20", sloping_basin, 400, 1, 0, 0},
                                       {"ratio 100", flat_basin, 1e4, 1, 0, 0},
                                       {"ratio 1000", sloping_basin, 1e6, 1, 0, 0},
                                       {"dry islands, Poisson", dry_islands, 1, 0, 1, 0},
                                       {"dry islands, ratio 20", dry_islands, 400, 1, 0, 0},
                                       {"dry islands, ratio 1000", dry_islands, 1e6, 1, 0, 0},
                                       {"deep holes, Poisson", deep_holes, 1, 0, 1, 1},
                                       {"bars, ratio 100", shallow_bars, 1e4, 1, 0, 0},
                                       {"four quarters, Poisson", four_quarters, 1, 0, 1, 0}};
    static const int sizes[] = {64, 100, 257, 512};
    for (size_t k = 0; k < sizeof problems / sizeof *problems; ++k)
        for (int n = 0; n < 4 && sizes[n] <= largest; ++n) {
            const problem *p = &problems[k];
            stencil s = basin_make(sizes[n], sizes[n], p->depth, p->weight, p->shift);
            if (p->fixed == 1)
                basin_fix_edges(&s, p->weight);
            if (p->fixed == 2)
                s.centre[count_of(&s) / 3] += 1;
            const int precision = n % 2 && !p->no_f32 ? SPATE_KRYLOV_MIXED : 64;
            const int count = iterations_of(&s, "multigrid", precision);
            if (!CHECK(count <= 9) || n == 3)
                printf("  %s, %d x %d: %d iterations\n", p->name, s.nx, s.ny, count);
            stencil_free(&s);
        }
}

/* 9 points and operators of the caller stay on the grid, with the same limits. */
static void nine_points_need_no_more(void)
{
    for (int n = 65; n <= 260 && n <= largest; n += 65) {
        stencil s;
        CHECK(stencil_make(&s, STENCIL_HELMHOLTZ, n, n, 9, 20));
        stencil_manufacture(&s, NULL);
        CHECK_AT_MOST("iterations of RRB", iterations_of(&s, "rrb", 64), 14);
        CHECK_AT_MOST("iterations of multigrid", iterations_of(&s, "multigrid", 64), 9);
        stencil_free(&s);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        largest = atoi(argv[1]);
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(lines_need_one_iteration);
    RUN(both_are_symmetric);
    RUN(rrb_needs_fourteen_iterations_at_ratio_20);
    RUN(multigrid_needs_nine_iterations);
    RUN(nine_points_need_no_more);
    spate_context_destroy(ctx);
    return check_done();
}
