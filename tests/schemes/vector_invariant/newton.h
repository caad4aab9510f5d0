/* What the tests of vi-semi-implicit share. */
#ifndef TESTS_SCHEMES_VECTOR_INVARIANT_NEWTON_H
#define TESTS_SCHEMES_VECTOR_INVARIANT_NEWTON_H

#include "frame.h"
#include "schemes/vector_invariant_newton.h"

static inline const flow *flow_of(const spate_sim *sim)
{
    return sim->scheme;
}

static inline const vi_newton *newton_of(const spate_sim *sim)
{
    return vi_own_of(flow_of(sim))->newton;
}

/* As published: the paper's form and mass matrix. */
static inline spate_options implicit_options(int n)
{
    spate_options o = square_options("vi-semi-implicit", n);
    o.form = SPATE_FORM_PAPER;
    o.mass_matrix = SPATE_MASS_CONSISTENT;
    o.courant = 100;
    o.newton_tolerance = 1e-9;
    o.tolerance = 1e-10;
    return o;
}

static inline double *depths_of(spate_sim *sim, const spate_options *o)
{
    double *h = malloc(sizeof *h * (size_t)(o->nx * o->ny));
    ok(spate_get_field(sim, SPATE_DEPTH, h));
    return h;
}

/* h sqrt(sum of squares), the paper's norm. */
static inline double distance(const double *a, const double *b, const spate_options *o)
{
    double sum = 0;
    for (int64_t k = 0; k < o->nx * o->ny; ++k)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum * o->dx * o->dy);
}

#endif
