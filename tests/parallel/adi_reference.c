/* Claims: on water without shores the lines of the fast backend, eliminated chunk by chunk, and
 * those of the plain oracle, eliminated from end to end, give the same flow to 1e-12 in f64 (1e-12
 * eps32 / eps64 = 5e-4 in f32): only roundings differ. At shores they may differ by more, where a
 * face opens a step earlier, and the torrents of the last scene (all boundaries and sources at
 * once) multiply roundings two- to threefold in every step: it is compared after two.
 *
 *   adi_reference [BACKEND [ISA]]    (cpu auto)
 *
 * The fast kernels of a GPU round otherwise too, in as many operations of a row: the same bounds.
 * Exits with 77 where there is no such backend. Of the CPU, too: the paper's way ("penta") in plain
 * loops, whose levels are unknowns; 1e-12 is what the paper asks of its variants. How far one line
 * may be off is derived and tested in tests/unit/adi_penta_*.c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"

static int failures;
static const char *backend = "cpu", *isa = "auto";

/* Largest difference over the largest value. */
static double apart(const scene *s, const double *a, const double *b, spate_field_name field)
{
    const double *x = scene_field(s, a, field), *y = scene_field(s, b, field);
    double most = 0, top = 0;
    for (int64_t n = 0; n < s->options.nx * s->options.ny; ++n) {
        most = fmax(most, fabs(x[n] - y[n]));
        top = fmax(top, fabs(x[n]));
    }
    return top > 0 ? most / top : most;
}

/* A line solver that is compared with the plain oracle. */
typedef struct way {
    const char *backend, *lines;
} way;

static void compare(spate_context *ctx, way tried, int variant, const char *precision,
                    int extrapolate, int64_t steps)
{
    static const spate_field_name fields[] = {SPATE_DEPTH, SPATE_MOMENTUM_X, SPATE_MOMENTUM_Y};
    spate_options wanted = {.precision = 64};
    spate_options_set_precision(&wanted, precision);
    const double bound = wanted.precision == 64 ? 1e-12 : 1e-12 * 0x1p29;
    double *values[2] = {NULL, NULL};
    spate_stats stats;
    scene s = scene_make(variant, wanted.precision);
    s.options.line_precision = wanted.line_precision;
    scene_use_scheme(&s, "adi");
    s.options.extrapolate = extrapolate;
    s.options.courant = 2;
    s.air = s.boundaries && (extrapolate || strcmp(backend, "cpu") == 0); /* GPUs: other rows */
    s.steps = steps;
    for (int k = 0; k < 2; ++k) {
        s.options.backend = k ? "reference" : tried.backend;
        s.options.isa = k ? "auto" : isa;
        s.options.lines = k ? "auto" : tried.lines;
        const spate_status status = scene_run(ctx, &s, &values[k], &stats);
        if (status != SPATE_OK) {
            printf("%s: %s\n", scene_name(variant), spate_message(ctx));
            exit(status == SPATE_ERROR_BACKEND ? 77 : 1);
        }
    }
    double worst = 0;
    for (int f = 0; f < 3; ++f)
        worst = fmax(worst, apart(&s, values[0], values[1], fields[f]));
    const int good = worst <= bound; /* false for NaN */
    printf("%s %s of %s: %s, %s, order %d: %.2e apart after %g s, %.2e is allowed\n",
           good ? "ok  " : "FAIL", tried.lines, tried.backend, scene_name(variant), precision,
           1 + extrapolate, worst, stats.t, bound);
    failures += !good;
    free(values[0]);
    free(values[1]);
}

int main(int argc, char **argv)
{
    static const char *const precisions[] = {"f32", "f64", "mixed"};
    spate_context *ctx;
    backend = argc > 1 ? argv[1] : backend;
    isa = argc > 2 ? argv[2] : isa;
    const int on_cpu = strcmp(backend, "cpu") == 0;
    const way ways[] = {{backend, "auto"}, {"reference", "penta"}};
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    for (int w = 0; w < 1 + on_cpu; ++w)
        for (int p = 0; p < 3; ++p)
            for (int extrapolate = 0; extrapolate < 2; ++extrapolate) {
                compare(ctx, ways[w], SCENE_LAKE, precisions[p], extrapolate, 20);
                compare(ctx, ways[w], SCENE_EVERYTHING, precisions[p], extrapolate, 2);
            }
    spate_context_destroy(ctx);
    return failures != 0;
}
