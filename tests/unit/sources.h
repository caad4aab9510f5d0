/* Shared by the tests of sources: a closed basin, and a run to its end. */
#ifndef TESTS_UNIT_SOURCES_H
#define TESTS_UNIT_SOURCES_H

#include <stdlib.h>

#include "api.h"

#define MUST(call) CHECK((call) == SPATE_OK)

static spate_context *ctx;

static inline double nothing(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return 0;
}

static inline double rough(double x, double y, void *user)
{
    (void)user;
    return 0.6 * sin(0.31 * x) * cos(0.23 * y) + 0.1 * sin(2.9 * x + 1.7 * y);
}

/* A basin with a bed and this depth of water. */
static inline spate_sim *basin(const spate_options *opt, spate_field_fn bed, double depth)
{
    spate_sim *sim = NULL;
    MUST(spate_sim_create(ctx, opt, &sim));
    MUST(spate_set_bed(sim, bed, NULL));
    MUST(spate_set_depth(sim, api_value, &depth));
    return sim;
}

static inline spate_stats stats_of(spate_sim *sim)
{
    spate_stats stats = {0};
    MUST(spate_get_stats(sim, &stats));
    return stats;
}

static inline double smallest_of(spate_sim *sim, const spate_options *opt, spate_field_name field)
{
    const size_t cells = (size_t)(opt->nx * opt->ny);
    double *values = malloc(cells * sizeof *values), least = INFINITY;
    MUST(spate_get_field(sim, field, values));
    for (size_t n = 0; n < cells; ++n)
        least = fmin(least, values[n]);
    free(values);
    return least;
}

static inline int run_tests(void (*all)(void))
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    all();
    spate_context_destroy(ctx);
    return check_done();
}

#endif
