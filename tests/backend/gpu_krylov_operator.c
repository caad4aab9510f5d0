/* Solves with an operator of the caller, on a device or on the CPU. */
#include "check.h"
#include "gpu_krylov.h"

/* Helmholtz with levels of 0 around the grid, computed by the host: p comes with its ghosts. */
typedef struct host_operator {
    const kry_device *device;
    int nx, ny, calls;
} host_operator;

static void apply(void *user, int part, const void *p, void *y, int64_t pitch, void *stream)
{
    enum { MOST = 4096 };
    static double in[MOST], out[MOST];
    host_operator *h = user;
    const size_t row = sizeof(double) * (size_t)(h->nx + 2), own = sizeof(double) * (size_t)h->nx,
                 far = sizeof(double) * (size_t)pitch;
    CHECK(part == 0 && (h->device->own_memory || !stream));
    h->device->copy(in, row, (const double *)p - pitch - 1, far, row, (size_t)h->ny + 2, stream);
    for (int j = 0; j < h->ny; ++j)
        for (int i = 0; i < h->nx; ++i) {
            const double *v = in + (j + 1) * (h->nx + 2) + i + 1;
            out[j * h->nx + i] = 5 * v[0] - ((v[-1] + v[1]) + (v[-h->nx - 2] + v[h->nx + 2]));
        }
    h->device->copy(y, far, out, own, own, (size_t)h->ny, stream);
    ++h->calls;
}

/* Solves with the operator of a backend; x and the number of iterations. */
int gpu_krylov_operator(spate_context *ctx, const char *on, const kry_device *device,
                        const char *method, const double *b, double *x)
{
    host_operator h = {.device = device, .nx = 40, .ny = 30};
    spate_krylov_options o;
    spate_krylov_stats stats = {0};
    spate_krylov *k;
    const void *right = b;
    void *to = x;
    spate_krylov_options_default(&o);
    o.nx = h.nx;
    o.ny = h.ny;
    o.preconditioner = "none";
    o.method = method;
    o.backend = on;
    o.threads = 1;
    CHECK(spate_krylov_create(ctx, &o, &k) == SPATE_OK);
    CHECK(spate_krylov_set_operator(k, apply, &h) == SPATE_OK);
    CHECK(spate_krylov_setup(k) == SPATE_OK);
    CHECK(spate_krylov_solve(k, &right, &to) == SPATE_OK);
    spate_krylov_get_stats(k, &stats);
    CHECK(h.calls >= stats.iterations);
    spate_krylov_destroy(k);
    return stats.iterations;
}
