/* The time of iterations on a device, beside its copy bandwidth. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "backend/krylov/device.h"
#include "gpu_krylov.h"
#include "solvers/device_choice.h"
#include "solvers/stencils.h"

static size_t count_of(const stencil *s)
{
    return (size_t)s->nx * (size_t)s->ny;
}

static int is_there(spate_context *ctx, const char *backend, const char *name)
{
    spate_krylov_options o;
    spate_krylov *k;
    spate_krylov_options_default(&o);
    o.nx = o.ny = 1;
    o.preconditioner = name;
    o.backend = backend;
    const spate_status status = spate_krylov_create(ctx, &o, &k);
    spate_krylov_destroy(k);
    return status == SPATE_OK;
}

typedef struct on_device {
    const kry_device *device;
    void *field[5]; /* centre, east, north, b, x */
} on_device;

/* Seconds of an iteration, from solves of two lengths; arrays stay on the device. */
static double iteration_seconds(spate_context *ctx, const on_device *d, spate_krylov_options o,
                                int fewer, int more)
{
    double seconds[2] = {INFINITY, INFINITY};
    const spate_krylov_matrix m = {.centre = d->field[0],
                                   .east = d->field[1],
                                   .north = d->field[2]};
    for (int n = 0; n < 2; ++n) {
        spate_krylov *k;
        spate_krylov_stats stats;
        const void *right = d->field[3];
        void *x = d->field[4];
        o.iterations = n ? more : fewer;
        if (spate_krylov_create(ctx, &o, &k) != SPATE_OK ||
            spate_krylov_set_matrix(k, &m) != SPATE_OK || spate_krylov_setup(k) != SPATE_OK) {
            printf("%s\n", spate_message(ctx));
            return NAN;
        }
        for (int turn = 0; turn < 4; ++turn) {
            if (spate_krylov_solve(k, &right, &x) != SPATE_OK)
                printf("%s\n", spate_message(ctx));
            spate_krylov_get_stats(k, &stats);
            seconds[n] = fmin(seconds[n], stats.solve_seconds);
        }
        spate_krylov_destroy(k);
    }
    return (seconds[1] - seconds[0]) / (more - fewer);
}

static void fill(const on_device *d, const stencil *s, int precision)
{
    const double *const fields[5] = {s->centre, s->east, s->north, s->b, s->x};
    const size_t count = count_of(s), bytes = precision == 32 ? sizeof(float) : sizeof(double);
    float *small = malloc(sizeof *small * count);
    if (!small)
        abort();
    for (int n = 0; n < 5; ++n) {
        for (size_t k = 0; k < count; ++k)
            small[k] = (float)fields[n][k];
        d->device->copy(d->field[n], count * bytes,
                        precision == 32 ? (const void *)small : fields[n], count * bytes,
                        count * bytes, 1, NULL);
    }
    free(small);
}

int gpu_krylov_time(spate_context *ctx, const char *backend, int n)
{
    static const int precisions[3] = {64, 32, SPATE_KRYLOV_MIXED};
    const spate_backend *b;
    stencil s;
    on_device d = {0};
    if (device_open(ctx, backend, &b) != SPATE_OK ||
        !stencil_make(&s, STENCIL_HELMHOLTZ, n, n, 5, 20))
        return 1;
    d.device = b->krylov();
    stencil_manufacture(&s, NULL);
    for (int k = 0; k < 5; ++k)
        d.field[k] = d.device->allocate(sizeof(double) * count_of(&s), 1);
    const double copy =
        b->copy_bandwidth ? b->copy_bandwidth(b, sizeof(double) * (double)count_of(&s)) : NAN;
    printf("%d x %d unknowns, copy %.0f GB/s\n", n, n, copy * 1e-9);
    for (const char *const *name = spate_krylov_preconditioners(); *name; ++name)
        for (int k = 0; k < 6 && is_there(ctx, backend, *name); ++k) {
            spate_krylov_options o = stencil_options(&s);
            o.backend = backend;
            o.memory = SPATE_MEMORY_DEVICE;
            o.preconditioner = *name;
            o.method = spate_krylov_methods()[k % 2];
            o.precision = precisions[k / 2];
            o.log = o.true_residual = 0;
            o.pitch = 0;
            fill(&d, &s, o.precision);
            const double seconds = iteration_seconds(ctx, &d, o, 8, 72);
            const double floor =
                13.0 * (double)count_of(&s) * (o.precision == 32 ? sizeof(float) : sizeof(double));
            printf("%-13s %-17s f%d: %9.1f us per iteration, %5.0f GB/s by 13 values: %5.1f %% of "
                   "copy\n",
                   *name, o.method, o.precision, seconds * 1e6, floor / seconds * 1e-9,
                   100 * floor / seconds / copy);
        }
    for (int k = 0; k < 5; ++k)
        d.device->release(d.field[k]);
    stencil_free(&s);
    return 0;
}
