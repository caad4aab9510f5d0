/* Vorticity dv/dx - du/dy of a Taylor-Green vortex by sixth-order compact differences. Prints its
 * error. cc vorticity.c -I spate/include -L spate/build -lspate -lm */
#include <math.h>
#include <spate/compact.h>
#include <stdio.h>

enum { N = 64 };
static double u[N][N], v[N][N], dudy[N][N], dvdx[N][N];

static spate_status differentiate(spate_context *ctx, int direction, double spacing, const void *f,
                                  void *g)
{
    spate_compact *c = NULL;
    spate_compact_options o;
    spate_compact_options_default(&o);
    o.scheme = "first-6";
    o.size[0] = o.size[1] = N; /* x is fastest */
    o.direction = direction;
    o.spacing = spacing;
    o.periodic = 1;
    spate_status status = spate_compact_create(ctx, &o, &c);
    if (status == SPATE_OK && (status = spate_compact_setup(c)) == SPATE_OK)
        status = spate_compact_apply(c, f, g); /* as often as wanted */
    spate_compact_destroy(c);
    return status;
}

int main(void)
{
    const double h = 2 * acos(-1) / N;
    double largest = 0;
    spate_context *ctx;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    for (int j = 0; j < N; ++j)
        for (int i = 0; i < N; ++i) {
            u[j][i] = cos(i * h) * sin(j * h);
            v[j][i] = -sin(i * h) * cos(j * h);
        }
    if (differentiate(ctx, 1, h, u, dudy) != SPATE_OK ||
        differentiate(ctx, 0, h, v, dvdx) != SPATE_OK)
        return fprintf(stderr, "%s\n", spate_message(ctx)), 1;
    for (int j = 0; j < N; ++j)
        for (int i = 0; i < N; ++i)
            largest = fmax(largest, fabs(dvdx[j][i] - dudy[j][i] + 2 * cos(i * h) * cos(j * h)));
    printf("largest error of the vorticity: %.3g\n", largest);
    spate_context_destroy(ctx);
    return 0;
}
