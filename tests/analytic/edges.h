/* Shared by the tests of boundaries: a context, calls that must succeed, edges and the flow through
 * them. */
#ifndef TESTS_ANALYTIC_EDGES_H
#define TESTS_ANALYTIC_EDGES_H

#include <stdlib.h>

#include "check.h"
#include "spate/spate.h"

static spate_context *ctx;
static int west __attribute__((unused)) = SPATE_WEST; /* user of on_edge */

static inline void ok(spate_status status)
{
    if (status != SPATE_OK)
        printf("  %s\n", spate_message(ctx));
    CHECK(status == SPATE_OK);
}

/* The caller frees it. */
static inline double *field(spate_sim *sim, spate_field_name name, int64_t cells)
{
    double *values = malloc(sizeof *values * (size_t)cells);
    ok(spate_get_field(sim, name, values));
    return values;
}

static inline int on_edge(const spate_face *f, void *edge)
{
    return f->edge == *(const int *)edge;
}

static inline void add_discharge(spate_sim *sim, const char *name, int *edge,
                                 const spate_series *series, double slope)
{
    const spate_boundary b = {.name = name,
                              .kind = SPATE_BOUNDARY_DISCHARGE,
                              .takes = on_edge,
                              .user = edge,
                              .series = series,
                              .series_count = 1,
                              .slope = slope};
    ok(spate_add_boundary(sim, &b));
}

#endif
