/* Tides as a sum of constituents: level(t) = mean + sum of amplitude cos(2 pi t / period - phase),
 * t from the start of the run. */
#include <math.h>
#include <stdlib.h>

#include "model/forcing/forcing.h"

enum { SAMPLES_PER_PERIOD = 200, MOST_SAMPLES = 10 * 1000 * 1000 };
static const double full_circle = 6.283185307179586477;

static double level_at(const case_node *list, double mean, double t)
{
    double level = mean;
    for (int k = 0; k < case_count(list); ++k) {
        const case_node *c = case_at(list, k);
        const double phase = case_number(c, "phase") * (full_circle / 360);
        level +=
            case_number(c, "amplitude") * cos(full_circle * t / case_number(c, "period") - phase);
    }
    return level;
}

/* Linear interpolation between samples has an error of at most amplitude (2 pi / 200)^2 / 8 =
 * 1.2e-4 amplitude. The samples do not depend on the end of the run, so that a longer run has the
 * same ones. */
spate_status tide_series(model *m, const case_node *level, series *out)
{
    const case_node *list = case_get(level, "constituents");
    const double mean = case_number(level, "mean");
    double shortest = INFINITY;
    for (int k = 0; k < case_count(list); ++k)
        shortest = fmin(shortest, case_number(case_at(list, k), "period"));
    if (!(shortest > 0) || !isfinite(shortest))
        return case_fail(m->file, list, SPATE_ERROR_ARGUMENT,
                         "constituents need an amplitude, a period above zero and a phase each");
    const double step = shortest / SAMPLES_PER_PERIOD, samples = ceil(m->duration / step) + 1;
    if (samples > MOST_SAMPLES)
        return case_fail(m->file, list, SPATE_ERROR_ARGUMENT,
                         "a period of %g s is too short for a run of %g s", shortest, m->duration);
    *out = (series){.count = (int)samples,
                    .t = malloc((size_t)samples * sizeof(double)),
                    .value = malloc((size_t)samples * sizeof(double))};
    if (!out->t || !out->value) {
        series_free(out);
        return fail_memory(m->ctx, "no memory for a series");
    }
    for (int k = 0; k < out->count; ++k) {
        out->t[k] = k * step;
        out->value[k] = level_at(list, mean, out->t[k]);
    }
    return SPATE_OK;
}
