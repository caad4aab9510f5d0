/* The shape of a square membrane under a load, from conjugate gradients alone: 4 u - (neighbours) =
 * load, and 0 at the frame. Build: cc membrane.c -lspate (see README.md). */
#include <math.h>
#include <stdio.h>

#include "spate/krylov.h"

enum { N = 255 };
static double centre[N][N], east[N][N], north[N][N], load[N][N], u[N][N];

int main(void)
{
    const double h = acos(-1.0) / (N + 1), bend = 8 * pow(sin(h / 2), 2);
    const spate_krylov_matrix m = {.centre = centre, .east = east, .north = north};
    const void *b = load;
    void *x = u;
    double error = 0;
    spate_context *ctx;
    spate_krylov *k;
    spate_krylov_options o;
    for (int j = 0; j < N; ++j)
        for (int i = 0; i < N; ++i) {
            centre[j][i] = 4;
            east[j][i] = i + 1 < N ? -1 : 0; /* no coupling out of the grid */
            north[j][i] = j + 1 < N ? -1 : 0;
            load[j][i] = bend * sin(h * (i + 1)) * sin(h * (j + 1)); /* bends it into a sine */
        }
    spate_krylov_options_default(&o);
    o.nx = o.ny = N;
    o.preconditioner = "ssor";
    o.relative = 1e-10;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    if (spate_krylov_create(ctx, &o, &k) != SPATE_OK ||
        spate_krylov_set_matrix(k, &m) != SPATE_OK || spate_krylov_setup(k) != SPATE_OK ||
        spate_krylov_solve(k, &b, &x) != SPATE_OK)
        fprintf(stderr, "%s\n", spate_message(ctx));
    for (int j = 0; j < N; ++j)
        for (int i = 0; i < N; ++i)
            error = fmax(error, fabs(u[j][i] - sin(h * (i + 1)) * sin(h * (j + 1))));
    /* The error is at most the residual over the smallest eigenvalue, which is `bend`; the norm of
     * the load is bend (N + 1) / 2. Rounding adds less. */
    printf("largest error %.1e (at most %.1e)\n", error, 2 * o.relative * (N + 1) / 2);
    spate_krylov_destroy(k);
    spate_context_destroy(ctx);
    return !(error <= 2 * o.relative * (N + 1) / 2);
}
