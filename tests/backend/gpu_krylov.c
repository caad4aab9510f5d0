/* Claim: on a GPU conjugate gradients with every preconditioner that it has give the bits of the CPU,
 * iteration by iteration: for one part, whose steps are taken on the device, and for several; with
 * arrays in host memory and in its own; and failures are the same.
 *
 *   gpu_krylov [--backend cuda]
 *   gpu_krylov --time N [--backend cuda]   times iterations on N x N unknowns instead
 *
 * Exits with 77 if there is no such backend. */
#include <stdlib.h>

#include "backend/krylov/device.h"
#include "backend_args.h"
#include "check.h"
#include "gpu_krylov.h"
#include "solvers/device_choice.h"
#include "solvers/stencils.h"

static spate_context *ctx;
static const char *backend;

static size_t count_of(const stencil *s)
{
    return (size_t)s->nx * (size_t)s->ny;
}

typedef struct answer {
    double *x, *log;
    int logged;
    spate_status status;
    spate_krylov_stats stats;
} answer;

static answer solve(stencil *s, const spate_krylov_options *o)
{
    answer a = {0};
    stencil_solver open;
    const double *log = NULL;
    for (size_t k = 0; k < count_of(s); ++k)
        s->x[k] = o->warm_start ? (double)(k % 7) : 0;
    a.status = stencil_open(ctx, o, s, &open);
    if (a.status == SPATE_OK)
        a.status = stencil_run(&open, s);
    spate_krylov_get_stats(open.k, &a.stats);
    if (open.k && spate_krylov_get_log(open.k, &log, &a.logged) != SPATE_OK)
        a.logged = 0;
    a.x = malloc(sizeof *a.x * count_of(s));
    a.log = malloc(sizeof *a.log * (size_t)(a.logged + 1));
    if (!a.x || !a.log)
        abort();
    memcpy(a.x, s->x, sizeof *a.x * count_of(s));
    if (a.logged > 0)
        memcpy(a.log, log, sizeof *a.log * (size_t)a.logged);
    stencil_close(&open);
    return a;
}

static void forget(answer *a)
{
    free(a->x);
    free(a->log);
}

/* The first iteration whose residual differs; -1: all are the same. */
static int first_difference(const answer *a, const answer *b)
{
    for (int k = 0; k < a->logged && k < b->logged; ++k)
        if (memcmp(&a->log[k], &b->log[k], sizeof(double)) != 0)
            return k;
    return a->logged == b->logged ? -1 : 0;
}

static void compare(stencil *s, spate_krylov_options o)
{
    o.backend = "cpu";
    answer here = solve(s, &o);
    o.backend = backend;
    answer there = solve(s, &o);
    const int differs = first_difference(&here, &there);
    const int same =
        here.status == there.status && here.stats.iterations == there.stats.iterations &&
        differs < 0 &&
        memcmp(&here.stats.true_residual, &there.stats.true_residual, sizeof(double)) == 0 &&
        memcmp(here.x, there.x, sizeof *here.x * count_of(s)) == 0;
    if (!CHECK(same))
        printf("  %s %s f%d, %d points, %d x %d parts: status %d and %d, %d and %d iterations, "
               "residual %d differs: %s\n",
               o.preconditioner, o.method, o.precision, o.points, o.parts_x, o.parts_y,
               (int)here.status, (int)there.status, here.stats.iterations, there.stats.iterations,
               differs, spate_message(ctx));
    forget(&here);
    forget(&there);
}

/* Whether the device has the preconditioner. */
static int is_there(const char *name)
{
    spate_krylov_options o;
    spate_krylov *k;
    spate_krylov_options_default(&o);
    o.nx = o.ny = 1;
    o.preconditioner = name;
    o.backend = backend;
    const spate_status status = spate_krylov_create(ctx, &o, &k);
    spate_krylov_destroy(k);
    if (status != SPATE_OK)
        CHECK_CONTAINS(spate_message(ctx), "CPU only");
    return status == SPATE_OK;
}

static void compare_all(stencil_kind kind, int nx, int ny, int points)
{
    static const int precisions[3] = {32, 64, SPATE_KRYLOV_MIXED};
    stencil s;
    int compared = 0;
    if (!CHECK(stencil_make(&s, kind, nx, ny, points, 2)))
        return;
    stencil_manufacture(&s, NULL);
    for (const char *const *name = spate_krylov_preconditioners(); *name; ++name)
        for (int k = 0; k < 6 && is_there(*name); ++k) {
            spate_krylov_options o = stencil_options(&s);
            o.preconditioner = *name;
            o.method = spate_krylov_methods()[k % 2];
            o.precision = precisions[k / 2];
            o.relative = o.precision == 32 ? 1e-3 : 1e-4;
            o.warm_start = k % 3 == 1;
            o.parts_x = o.parts_y = 1 + (k == 3 && nx > 64 && ny > 16);
            compare(&s, o);
            ++compared;
        }
    printf("  %d solves compared\n", compared);
    CHECK(compared >= 36);
    stencil_free(&s);
}

static void islands_of_five_points(void)
{
    compare_all(STENCIL_ISLANDS, 101, 70, 5);
}

static void random_matrices_of_nine_points(void)
{
    compare_all(STENCIL_RANDOM, 71, 45, 9);
}

static void small_and_thin_grids(void)
{
    compare_all(STENCIL_HELMHOLTZ, 1, 1, 5);
    compare_all(STENCIL_HELMHOLTZ, 1, 40, 9);
    compare_all(STENCIL_HELMHOLTZ, 33, 1, 5);
}

/* Levels too large for one block, which has the last ones. */
static void larger_levels(void)
{
    static const char *const names[] = {"rrb", "multigrid"};
    for (int k = 0; k < 8; ++k) {
        stencil s;
        CHECK(stencil_make(&s, STENCIL_ISLANDS, k < 4 ? 150 : 81, k < 4 ? 131 : 67, k < 4 ? 5 : 9,
                           2));
        stencil_manufacture(&s, NULL);
        spate_krylov_options o = stencil_options(&s);
        o.preconditioner = names[k % 2];
        o.precision = k / 2 % 2 ? SPATE_KRYLOV_MIXED : 64;
        o.relative = 1e-3;
        compare(&s, o);
        stencil_free(&s);
    }
}

/* More iterations than the host queues at first; a fixed number; a limit. */
static void long_solves_and_limits(void)
{
    stencil s;
    CHECK(stencil_make(&s, STENCIL_DIRICHLET, 65, 33, 5, 1));
    stencil_manufacture(&s, NULL);
    for (int k = 0; k < 4; ++k) {
        spate_krylov_options o = stencil_options(&s);
        o.method = spate_krylov_methods()[k % 2];
        o.relative = 1e-9;
        o.iterations = k / 2 ? 17 : 0;
        compare(&s, o);
        o.iterations = 0;
        o.max_iterations = 9;
        compare(&s, o);
    }
    stencil_free(&s);
}

static void failures_are_those_of_the_cpu(void)
{
    stencil s;
    spate_krylov_options o;
    CHECK(stencil_make(&s, STENCIL_NEUMANN, 45, 36, 5, 1));
    o = stencil_options(&s);
    o.max_iterations = 300;
    for (size_t k = 0; k < count_of(&s); ++k)
        s.b[k] = (double)(k % 5);
    for (int method = 0; method < 2; ++method) {
        o.method = spate_krylov_methods()[method];
        compare(&s, o); /* singular */
        CHECK_CONTAINS(spate_message(ctx), "singular");
    }
    for (size_t k = 0; k < count_of(&s); ++k)
        s.centre[k] -= 0.5;
    compare(&s, o);
    CHECK_CONTAINS(spate_message(ctx), "positive definite");
    s.b[77] = NAN;
    compare(&s, o);
    CHECK_CONTAINS(spate_message(ctx), "right-hand side");
    s.north[50] = INFINITY;
    compare(&s, o);
    CHECK_CONTAINS(spate_message(ctx), "(5, 1)");
    s.north[50] = -1;
    s.centre[99] = -3;
    compare(&s, o);
    CHECK_CONTAINS(spate_message(ctx), "(9, 2)");
    stencil_free(&s);
}

/* ---- arrays in the memory of the device ---- */

typedef struct on_device {
    const kry_device *device;
    void *field[5]; /* centre, east, north, b, x */
} on_device;

static void upload(const on_device *d, int n, const double *from, size_t count)
{
    d->device->copy(d->field[n], count * sizeof(double), from, count * sizeof(double),
                    count * sizeof(double), 1, NULL);
}

static void arrays_may_stay_on_the_device(void)
{
    const spate_backend *b;
    stencil s;
    on_device d = {0};
    spate_krylov *k;
    spate_csr csr;
    if (!CHECK(device_open(ctx, backend, &b) == SPATE_OK && b->krylov))
        return;
    d.device = b->krylov();
    CHECK(stencil_make(&s, STENCIL_ISLANDS, 75, 42, 5, 3));
    stencil_manufacture(&s, NULL);
    const double *const fields[5] = {s.centre, s.east, s.north, s.b, s.x};
    const size_t bytes = sizeof(double) * count_of(&s);
    for (int n = 0; n < 5; ++n) {
        d.field[n] = d.device->allocate(bytes, 1);
        upload(&d, n, fields[n], count_of(&s));
    }
    spate_krylov_options o = stencil_options(&s);
    o.backend = backend;
    o.memory = SPATE_MEMORY_DEVICE;
    o.preconditioner = "ssor";
    const spate_krylov_matrix m = {.centre = d.field[0], .east = d.field[1], .north = d.field[2]};
    const void *right = d.field[3];
    void *x, *other = d.device->allocate(bytes, 1);
    CHECK(spate_krylov_create(ctx, &o, &k) == SPATE_OK);
    CHECK(spate_krylov_set_matrix(k, &m) == SPATE_OK && spate_krylov_setup(k) == SPATE_OK);
    CHECK(spate_krylov_export_csr(k, &csr) == SPATE_OK && csr.rows == 75 * 42);
    spate_csr_free(&csr);
    o.backend = "cpu";
    o.memory = SPATE_MEMORY_HOST;
    CHECK(stencil_solve(ctx, &o, &s, NULL) == SPATE_OK);
    double *result = malloc(bytes);
    if (!result)
        abort();
    /* Recorded iterations serve again, and are recorded anew where x is another array. */
    for (int n = 0; n < 4; ++n) {
        x = n == 2 ? other : d.field[4];
        CHECK(spate_krylov_solve(k, &right, &x) == SPATE_OK);
        d.device->copy(result, bytes, x, bytes, bytes, 1, NULL);
        CHECK(memcmp(result, s.x, bytes) == 0);
        memset(result, 0, bytes);
        d.device->copy(x, bytes, result, bytes, bytes, 1, NULL);
    }
    spate_krylov_destroy(k);
    for (int n = 0; n < 5; ++n)
        d.device->release(d.field[n]);
    d.device->release(other);
    free(result);
    stencil_free(&s);
}

static void operators_of_the_caller(void)
{
    static double b[1200], here[1200], there[1200];
    const spate_backend *other;
    if (!CHECK(device_open(ctx, backend, &other) == SPATE_OK && other->krylov))
        return;
    for (int k = 0; k < 1200; ++k)
        b[k] = draw_between(-1, 1);
    for (int method = 0; method < 2; ++method) {
        const char *name = spate_krylov_methods()[method];
        const int first = gpu_krylov_operator(ctx, "cpu", &kry_device_cpu, name, b, here);
        const int second = gpu_krylov_operator(ctx, backend, other->krylov(), name, b, there);
        CHECK(first == second && first > 5);
        CHECK(memcmp(here, there, sizeof here) == 0);
    }
}

int main(int argc, char **argv)
{
    spate_krylov_options o;
    spate_krylov *k;
    backend = argument(argc, argv, "--backend", "cuda");
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    spate_krylov_options_default(&o);
    o.nx = o.ny = 1;
    o.backend = backend;
    const spate_status status = tell_backend(ctx, spate_krylov_create(ctx, &o, &k));
    spate_krylov_destroy(k);
    if (status != SPATE_OK)
        return status == SPATE_ERROR_BACKEND ? TEST_SKIPPED : 1;
    if (atoi(argument(argc, argv, "--time", "0")) > 0)
        return gpu_krylov_time(ctx, backend, atoi(argument(argc, argv, "--time", "0")));
    RUN(islands_of_five_points);
    RUN(random_matrices_of_nine_points);
    RUN(small_and_thin_grids);
    RUN(larger_levels);
    RUN(long_solves_and_limits);
    RUN(failures_are_those_of_the_cpu);
    RUN(arrays_may_stay_on_the_device);
    RUN(operators_of_the_caller);
    spate_context_destroy(ctx);
    return check_done();
}
