/* The fluxes of a half step of the ADI scheme, with or without limited outflow, and the depth they
 * leave. For every backend. */
#ifndef SPATE_BACKEND_ADI_FLOWS_H
#define SPATE_BACKEND_ADI_FLOWS_H

#include "backend/adi/view.h"
#include "physics/adi_outflow.h"

/* The fluxes of a half step, of two times each. */
typedef struct adi_flows {
    const real *along_old, *along_new, *across_old, *across_new;
    const real *share; /* of its outflow that a cell supplies; NULL: all of it */
    ptrdiff_t along, across;
} adi_flows;

SPATE_FN adi_flows adi_flows_of(const grid_part *part, const adi_view *v, int stage, int shared)
{
    const adi_flows f = {
        .along_old = v->p,
        .along_new = (const real *)part->field[stage == ADI_SWEEP_X ? ADI_P : ADI_Q][ADI_NEW],
        .across_old = v->q_before,
        .across_new = v->q,
        .share = shared ? (const real *)part->field[ADI_SHARES][0] : NULL,
        .along = v->along,
        .across = v->across};
    return f;
}

/* What the donor supplies of a flow through the back (low) face of cell o. */
SPATE_FN calc adi_given(const adi_flows *f, calc flow, ptrdiff_t o, ptrdiff_t step)
{
    return f->share ? flow * (calc)f->share[flow > C(0) ? o - step : o] : flow;
}

/* Sum of both times of the flux through the back face of a cell, and through its low face. */
SPATE_FN calc adi_flow_along(const adi_flows *f, ptrdiff_t o)
{
    return adi_given(f, (calc)f->along_old[o] + (calc)f->along_new[o], o, f->along);
}

SPATE_FN calc adi_flow_across(const adi_flows *f, ptrdiff_t o)
{
    return adi_given(f, (calc)f->across_old[o] + (calc)f->across_new[o], o, f->across);
}

SPATE_FN calc adi_depth_at(const adi_flows *f, const adi_view *v, ptrdiff_t o)
{
    return adi_moved((calc)v->h[o], adi_flow_along(f, o), adi_flow_along(f, o + f->along),
                     adi_flow_across(f, o), adi_flow_across(f, o + f->across), &v->k);
}

SPATE_FN adi_turnover adi_turnover_at(const adi_flows *f, const adi_view *v, ptrdiff_t o)
{
    return adi_turnover_of(adi_flow_along(f, o), adi_flow_along(f, o + f->along),
                           adi_flow_across(f, o), adi_flow_across(f, o + f->across), &v->k);
}

#endif
