/* Heat diffusion in a square by alternating implicit steps in x and y: lines of one array in both
 * directions, one matrix for all of them. Build: cc diffusion.c -lspate (see README.md). */
#include <math.h>
#include <stdio.h>

#include "spate/tridiag.h"

enum { N = 255, STEPS = 100 };
static double heat[N][N]; /* interior; the walls are at 0 */

/* A solver of (1 - r D) x = line for every line of `lines`; D is the second difference. */
static spate_tridiag *solver(spate_context *ctx, spate_lines lines, double r)
{
    spate_tridiag_options o;
    spate_tridiag *t;
    spate_tridiag_options_default(&o);
    o.matrix = SPATE_TRIDIAG_TOEPLITZ;
    o.lines = lines;
    const spate_toeplitz m = {1 + 2 * r, -r, -r, 1 + 2 * r, -r, -r, 1 + 2 * r};
    if (spate_tridiag_create(ctx, &o, &t) == SPATE_OK &&
        spate_tridiag_set_toeplitz(t, &m) == SPATE_OK && spate_tridiag_setup(t) == SPATE_OK)
        return t;
    fprintf(stderr, "%s\n", spate_message(ctx));
    spate_tridiag_destroy(t);
    return NULL;
}

int main(void)
{
    const double pi = acos(-1.0), r = 8; /* r = diffusivity dt / dx^2 */
    spate_context *ctx;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    spate_tridiag *x =
        solver(ctx, (spate_lines){.n = N, .stride = 1, .count = {N, 1}, .step = {N, 0}}, r);
    spate_tridiag *y =
        solver(ctx, (spate_lines){.n = N, .stride = N, .count = {N, 1}, .step = {1, 0}}, r);
    for (int j = 0; j < N; ++j)
        for (int i = 0; i < N; ++i)
            heat[j][i] = sin(pi * (i + 1) / (N + 1)) * sin(pi * (j + 1) / (N + 1));
    for (int k = 0; k < STEPS && x && y; ++k)
        if (spate_tridiag_solve_many(x, heat, heat) != SPATE_OK ||
            spate_tridiag_solve_many(y, heat, heat) != SPATE_OK)
            fprintf(stderr, "%s\n", spate_message(ctx));
    /* A sine keeps its shape: each of the 2 * STEPS solves divides it by 1 + 4 r sin^2(pi / 2 (N +
     * 1)), with a relative error of at most 6 * 3 roundings times the condition 1 + 4 r. */
    const double exact = pow(1 + 4 * r * pow(sin(pi / (2 * (N + 1))), 2), -2.0 * STEPS);
    const double error = fabs(heat[N / 2][N / 2] / exact - 1),
                 limit = 2 * STEPS * 18 * (1 + 4 * r) * 0x1p-53;
    printf("centre %.15f, exact %.15f: relative error %.1e (at most %.1e)\n", heat[N / 2][N / 2],
           exact, error, limit);
    spate_tridiag_destroy(x);
    spate_tridiag_destroy(y);
    spate_context_destroy(ctx);
    return !(error <= limit);
}
