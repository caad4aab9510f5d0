/* Whole runs: how far the other backend is from the CPU, beside how far f32 is from f64 on the CPU,
 * by quantiles over the cells. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpu_fast.h"
#include "scene.h"

/* Depths that count as wet for arrivals are exceeded clearly from here on, m (scene_run.c tracks
 * 0.01). */
#define CLEARLY_WET 0.02

/* The extremes are printed and not judged: one cell next to a threshold makes them. */
enum { QUANTILES = 4, JUDGED = 3 };
static const double quantiles[QUANTILES] = {0.5, 0.9, 0.99, 1};

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of |a - b| over the cells that get clearly wet in both and have a value in both, beyond what
 * rounding to storage alone may make of equal values: a unit in the last place, at most `unit`
 * times the value. */
static void distances(const scene *s, const double *a, const double *b, spate_field_name field,
                      double unit, double out[QUANTILES])
{
    const size_t cells = (size_t)(s->options.nx * s->options.ny);
    const double *x = scene_field(s, a, field), *y = scene_field(s, b, field);
    const double *deep_a = scene_field(s, a, SPATE_MAX_DEPTH),
                 *deep_b = scene_field(s, b, SPATE_MAX_DEPTH);
    double *all = calloc(cells, sizeof *all);
    size_t count = 0;
    for (size_t n = 0; all && n < cells; ++n)
        if (deep_a[n] > CLEARLY_WET && deep_b[n] > CLEARLY_WET && !isnan(x[n]) && !isnan(y[n]))
            all[count++] = fmax(fabs(x[n] - y[n]) - unit * fmax(fabs(x[n]), fabs(y[n])), 0);
    if (all)
        qsort(all, count, sizeof *all, by_size);
    for (int q = 0; q < QUANTILES; ++q)
        out[q] = count > 0 ? all[(size_t)(quantiles[q] * (double)(count - 1))] : NAN;
    free(all);
}

/* What times may differ by for the clock alone: dt is a Courant number over a rate, whose root,
 * quotient and sums leave up to 4 units of rounding, and all steps may err to the same side. */
static double clock_slack(const scene *s, spate_field_name field, int precision)
{
    return field == SPATE_ARRIVAL ? 4 * (precision == 32 ? FLT_EPSILON : DBL_EPSILON) * s->until
                                  : 0;
}

/* Both runs of a precision round by themselves. If the other is as near to the truth as the CPU's,
 * the two are apart by at most the sum of both distances: twice that of f32 and f64 on the CPU. */
#define APART 2

/* cpu: f32, f64; other: the same. A NaN fails. */
static int judge(const scene *s, double *const cpu[2], double *const other[2],
                 spate_field_name field, const char *what)
{
    double limit[QUANTILES];
    int failures = 0;
    distances(s, cpu[0], cpu[1], field, 0, limit);
    for (int p = 0; p < 2; ++p) {
        double far[QUANTILES];
        int ok = 1;
        distances(s, other[p], cpu[p], field, p == 0 ? FLT_EPSILON : DBL_EPSILON, far);
        for (int q = 0; q < JUDGED; ++q)
            ok &= far[q] <= APART * limit[q] + clock_slack(s, field, 32 * (p + 1));
        printf(
            "%s whole run, f%d, %s: median %.2g, 90 %% %.2g, 99 %% %.2g, all %.2g; f32 and f64 on "
            "the CPU: %.2g, %.2g, %.2g, %.2g\n",
            ok ? "ok  " : "FAIL", 32 * (p + 1), what, far[0], far[1], far[2], far[3], limit[0],
            limit[1], limit[2], limit[3]);
        failures += !ok;
    }
    return failures;
}

static int compare_run(const fast_backend *b, int variant, double until)
{
    double *values[2][2] = {{NULL}}; /* CPU, other; f32, f64 */
    spate_stats stats = {0};
    char what[80];
    int failures = 0;
    spate_status status = SPATE_OK;
    scene s = scene_make(variant, 32);
    spate_options usual;
    spate_options_default(&usual);
    if (b->scheme)
        scene_use_scheme(&s, b->scheme);
    /* Rounding decides at which iteration a solve ends: with the loose tolerance of the scenes, runs
     * would be apart by that tolerance. */
    s.options.tolerance = usual.tolerance;
    s.maxima = 1;
    s.until = until;
    for (int n = 0; n < 4 && status == SPATE_OK; ++n) {
        s.options.precision = 32 * (1 + n % 2);
        s.options.backend = n < 2 ? "cpu" : b->backend;
        s.options.isa = n < 2 ? "auto" : b->isa;
        status = scene_run(b->ctx, &s, &values[n / 2][n % 2], &stats);
    }
    if (status == SPATE_OK) {
        snprintf(what, sizeof what, "%s, %lld steps, largest depth (m)", scene_name(variant),
                 (long long)stats.steps);
        failures += judge(&s, values[0], values[1], SPATE_MAX_DEPTH, what);
        snprintf(what, sizeof what, "%s, arrival (s)", scene_name(variant));
        failures += judge(&s, values[0], values[1], SPATE_ARRIVAL, what);
    } else {
        printf("FAIL %s: %s\n", scene_name(variant), spate_message(b->ctx));
        failures = 1;
    }
    for (int n = 0; n < 4; ++n)
        free(values[n / 2][n % 2]);
    return failures;
}

int fast_runs(const fast_backend *b)
{
    static const struct {
        int variant;
        double until;
    } runs[] = {{SCENE_PATCHES, 20}, {SCENE_BOUNDARIES, 10}, {SCENE_SOURCES, 10}, {SCENE_STEEP, 5}};
    int failures = 0;
    for (size_t n = 0; n < sizeof runs / sizeof *runs; ++n)
        failures += compare_run(b, runs[n].variant, runs[n].until / (b->quick ? 8 : 1));
    return failures;
}
