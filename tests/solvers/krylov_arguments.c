/* Claim: wrong options and arrays give a status and a message that names the cause. Random options
 * are either refused with a message or work: a solver never crashes and never answers wrongly. */
#include <stdlib.h>

#include "check.h"
#include "stencils.h"

static spate_context *ctx;

enum { NX = 40, NY = 20, VALUES = NX * NY };

static spate_krylov_options default_options(void)
{
    spate_krylov_options o;
    spate_krylov_options_default(&o);
    o.nx = NX;
    o.ny = NY;
    o.threads = 1;
    return o;
}

static void refused(const spate_krylov_options *o, spate_status wanted, const char *word)
{
    spate_krylov *k = (spate_krylov *)&ctx; /* anything but NULL */
    CHECK(spate_krylov_create(ctx, o, &k) == wanted);
    CHECK(k == NULL);
    CHECK_CONTAINS(spate_message(ctx), word);
}

#define REFUSE(change, word)                                                                       \
    do {                                                                                           \
        spate_krylov_options o = default_options();                                                \
        change;                                                                                    \
        refused(&o, SPATE_ERROR_ARGUMENT, word);                                                   \
    } while (0)

static void wrong_options_are_refused(void)
{
    REFUSE(o.nx = 0, "nx is 0");
    REFUSE(o.ny = -3, "ny is -3");
    REFUSE(o.nx = INT64_MAX, "nx is");
    REFUSE(o.points = 7, "points is 7");
    REFUSE(o.precision = 16, "precision is 16");
    REFUSE(o.method = "gmres", "cg-one-reduction");
    REFUSE(o.method = NULL, "method is NULL");
    REFUSE(o.preconditioner = "ilu", "spate_krylov_preconditioners");
    REFUSE(o.preconditioner = NULL, "preconditioner is NULL");
    REFUSE(o.backend = NULL, "backend is NULL");
    REFUSE(o.relative = -1, "relative is -1");
    REFUSE(o.relative = 1, "relative is 1");
    REFUSE(o.relative = NAN, "relative is");
    REFUSE(o.absolute = INFINITY, "absolute is inf");
    REFUSE(o.absolute = NAN, "absolute is");
    REFUSE(o.relative = 0, "nothing stops");
    REFUSE(o.iterations = -1, "iterations is -1");
    REFUSE(o.max_iterations = -5, "max_iterations is -5");
    REFUSE(o.polynomial = 65, "polynomial is 65");
    REFUSE(o.relaxation = 2, "relaxation is 2");
    REFUSE(o.relaxation = NAN, "relaxation is");
    REFUSE(o.threads = -1, "threads is -1");
    REFUSE(o.parts_x = 3, "parts_x is 3");
    REFUSE((o.parts_x = 3, o.parts_y = 1), "2 tiles");
    REFUSE(o.pitch = 39, "rows of 40");
    REFUSE(o.pitch = -1, "pitch is -1");
    REFUSE(o.memory = (spate_memory)7, "memory is 7");
    REFUSE((o.backend = "cpu", o.memory = SPATE_MEMORY_DEVICE), "device memory");
    spate_krylov_options o = default_options();
    o.backend = "metal";
    refused(&o, SPATE_ERROR_BACKEND, "metal");
}

/* ---- arrays ---- */

static spate_krylov *make(spate_krylov_options o)
{
    spate_krylov *k;
    if (spate_krylov_create(ctx, &o, &k) != SPATE_OK)
        abort();
    return k;
}

static double values[VALUES], zeros[VALUES];

static void matrix_refused(spate_krylov *k, spate_krylov_matrix m, const char *word)
{
    CHECK(spate_krylov_set_matrix(k, &m) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), word);
    CHECK(spate_krylov_setup(k) == SPATE_ERROR_ARGUMENT); /* there is no matrix now */
}

static void wrong_matrices_are_refused(void)
{
    spate_krylov_options nine = default_options();
    nine.points = 9;
    spate_krylov *k = make(default_options()), *k9 = make(nine);
    const char *odd = (const char *)values + 1;
    matrix_refused(k, (spate_krylov_matrix){.east = zeros, .north = zeros}, "centre or shift");
    matrix_refused(
        k, (spate_krylov_matrix){.centre = values, .shift = values, .east = zeros, .north = zeros},
        "not both");
    matrix_refused(k, (spate_krylov_matrix){.centre = values, .north = zeros}, "east");
    matrix_refused(k, (spate_krylov_matrix){.centre = values, .east = zeros}, "north");
    matrix_refused(
        k,
        (spate_krylov_matrix){.centre = values, .east = zeros, .north = zeros, .north_west = zeros},
        "5 points");
    matrix_refused(k9, (spate_krylov_matrix){.centre = values, .east = zeros, .north = zeros},
                   "north_east");
    matrix_refused(k, (spate_krylov_matrix){.centre = odd, .east = zeros, .north = zeros},
                   "misaligned");
    spate_krylov_destroy(k);
    spate_krylov_destroy(k9);
}

static void wrong_arrays_are_refused(void)
{
    spate_krylov *k = make(default_options());
    const spate_krylov_matrix m = {.centre = values, .east = zeros, .north = zeros};
    static double both[2 * VALUES];
    const void *b = both;
    void *x = both + VALUES;
    CHECK(spate_krylov_set_matrix(k, &m) == SPATE_OK && spate_krylov_setup(k) == SPATE_OK);
    CHECK(spate_krylov_solve(k, &b, &x) == SPATE_OK);
    x = both + VALUES - 1;
    CHECK(spate_krylov_solve(k, &b, &x) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "overlap");
    x = (char *)both + VALUES * sizeof(double) + 4;
    CHECK(spate_krylov_solve(k, &b, &x) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "misaligned");
    spate_krylov_destroy(k);
}

/* ---- operators ---- */

/* y = 4 p - neighbours + p: Helmholtz with levels of 0 around the grid. */
static void apply(void *user, int part, const void *p, void *y, int64_t pitch, void *stream)
{
    const spate_krylov *k = *(spate_krylov **)user;
    spate_krylov_part box;
    if (spate_krylov_get_part(k, part, &box) != SPATE_OK || stream)
        abort();
    for (int j = 0; j < box.ny; ++j)
        for (int i = 0; i < box.nx; ++i) {
            const double *v = (const double *)p + j * pitch + i;
            ((double *)y)[j * pitch + i] = 5 * v[0] - ((v[-1] + v[1]) + (v[-pitch] + v[pitch]));
        }
}

static void operators_replace_the_matrix(void)
{
    static const char *const names[] = {"none", "jacobi", "ssor", "chebyshev"};
    stencil s;
    CHECK(stencil_make(&s, STENCIL_DIRICHLET, NX, NY, 5, 1));
    for (int n = 0; n < VALUES; ++n)
        s.centre[n] += 1;
    stencil_manufacture(&s, NULL);
    for (int n = 0; n < 8; ++n) {
        spate_krylov_options o = default_options();
        spate_krylov_stats stats;
        const spate_krylov_matrix m = {.centre = s.centre, .east = s.east, .north = s.north};
        o.preconditioner = names[n / 2];
        o.method = spate_krylov_methods()[n % 2];
        spate_krylov *k = make(o);
        const void *b = s.b;
        void *x = s.x;
        CHECK(spate_krylov_set_operator(k, apply, &k) == SPATE_OK);
        if (n / 2 > 0) {
            CHECK(spate_krylov_setup(k) == SPATE_ERROR_ARGUMENT);
            CHECK_CONTAINS(spate_message(ctx), "made from the matrix");
            CHECK(spate_krylov_set_matrix(k, &m) == SPATE_OK);
        }
        CHECK(spate_krylov_setup(k) == SPATE_OK);
        CHECK(spate_krylov_solve(k, &b, &x) == SPATE_OK);
        spate_krylov_get_stats(k, &stats);
        CHECK(stats.iterations > 3);
        CHECK(stencil_residual(&s) <= 1.001e-6 * stats.right_hand_side);
        spate_krylov_destroy(k);
    }
    stencil_free(&s);
}

/* ---- compressed rows ---- */

static void compressed_rows_are_the_matrix(void)
{
    for (int points = 5; points <= 9; points += 4) {
        stencil s;
        stencil_solver open;
        spate_csr csr;
        static double v[VALUES];
        static long double y[VALUES];
        CHECK(stencil_make(&s, STENCIL_ISLANDS, NX, NY, points, 3));
        spate_krylov_options o = stencil_options(&s);
        o.parts_x = o.parts_y = 2;
        CHECK(stencil_open(ctx, &o, &s, &open) == SPATE_OK);
        CHECK(spate_krylov_export_csr(open.k, &csr) == SPATE_OK);
        CHECK(csr.rows == VALUES && csr.first[csr.rows] == csr.entries);
        for (int n = 0; n < VALUES; ++n)
            v[n] = draw_between(-1, 1);
        stencil_apply(&s, v, y);
        for (int64_t n = 0; n < csr.rows; ++n) {
            long double sum = 0, size = 0;
            for (int64_t e = csr.first[n]; e < csr.first[n + 1]; ++e) {
                CHECK(e == csr.first[n] || csr.column[e] > csr.column[e - 1]);
                CHECK(csr.value[e] != 0);
                sum += (long double)csr.value[e] * v[csr.column[e]];
                size += fabsl((long double)csr.value[e] * v[csr.column[e]]);
            }
            CHECK_NEAR(y[csr.row[n]], sum, 18 * 0x1p-64L * size); /* two orders of 9 terms */
        }
        spate_csr_free(&csr);
        CHECK(csr.row == NULL && csr.rows == 0);
        stencil_close(&open);
        stencil_free(&s);
    }
}

/* ---- random options ---- */

static int seldom(void)
{
    return draw_below(16) == 0;
}

static spate_krylov_options draw_options(void)
{
    static const char *const names[] = {"none", "jacobi", "chebyshev", "ssor", "ic", "nothing", ""};
    static const int64_t sizes[] = {1, 2, 7, 33, 40, 0, -1};
    static const int precisions[] = {32, 64, SPATE_KRYLOV_MIXED, 0, 48};
    static const double limits[] = {1e-6, 0, 1e-3, 0.5, -1, NAN, 2};
    spate_krylov_options o;
    spate_krylov_options_default(&o);
    o.nx = sizes[draw_below(seldom() ? 7 : 5)];
    o.ny = sizes[draw_below(seldom() ? 7 : 5)];
    o.points = seldom() ? draw_below(12) : 5 + 4 * draw_below(2);
    o.precision = precisions[draw_below(seldom() ? 5 : 3)];
    o.method = spate_krylov_methods()[draw_below(2)];
    o.preconditioner = names[draw_below(seldom() ? 7 : 5)];
    o.relative = limits[draw_below(seldom() ? 7 : 4)];
    o.absolute = limits[draw_below(seldom() ? 7 : 4)];
    o.iterations = seldom() ? draw_below(5) - 1 : 0;
    o.max_iterations = seldom() ? -1 : draw_below(200);
    o.warm_start = draw_below(2);
    o.true_residual = draw_below(2);
    o.log = draw_below(2);
    o.polynomial = seldom() ? draw_below(200) - 100 : draw_below(20);
    o.relaxation = seldom() ? draw_between(-1, 3) : draw_between(0.1, 1.9);
    o.threads = seldom() ? -1 : draw_below(3);
    o.parts_x = seldom() ? draw_below(4) - 1 : 0;
    o.parts_y = seldom() ? draw_below(4) - 1 : o.parts_x > 0;
    o.pitch = seldom() ? draw_below(60) : 0;
    return o;
}

/* Returns whether it was solved. */
static int try_options(const spate_krylov_options *o)
{
    stencil s;
    spate_krylov_stats stats;
    spate_krylov *k;
    const spate_status made = spate_krylov_create(ctx, o, &k);
    CHECK((made == SPATE_OK) == (k != NULL));
    spate_krylov_destroy(k);
    if (made != SPATE_OK) {
        CHECK(made == SPATE_ERROR_ARGUMENT && strlen(spate_message(ctx)) > 10);
        return 0;
    }
    CHECK(stencil_make(&s, STENCIL_HELMHOLTZ, (int)o->nx, (int)o->ny, o->points, 2));
    stencil_manufacture(&s, NULL);
    spate_krylov_options whole = *o;
    whole.pitch = o->nx;
    const spate_status status = stencil_solve(ctx, &whole, &s, &stats);
    const double limit = fmax(o->relative * stats.right_hand_side, o->absolute);
    CHECK(status == SPATE_OK || status == SPATE_ERROR_NOT_CONVERGED);
    if (status == SPATE_OK && o->iterations == 0)
        CHECK(stencil_residual(&s) <=
              limit + stencil_drift(&s, o->precision, stats.iterations, stencil_growth(&s)));
    stencil_free(&s);
    return status == SPATE_OK;
}

static void random_options_are_refused_or_work(void)
{
    int solved = 0, tried = 2000;
    for (int n = 0; n < tried; ++n) {
        const spate_krylov_options o = draw_options();
        solved += try_options(&o);
    }
    printf("  %d of %d solved\n", solved, tried);
    CHECK(solved > tried / 4 && solved < tried * 3 / 4); /* both are tried often */
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    for (int n = 0; n < VALUES; ++n)
        values[n] = 1;
    RUN(wrong_options_are_refused);
    RUN(wrong_matrices_are_refused);
    RUN(wrong_arrays_are_refused);
    RUN(operators_replace_the_matrix);
    RUN(compressed_rows_are_the_matrix);
    RUN(random_options_are_refused_or_work);
    spate_context_destroy(ctx);
    return check_done();
}
