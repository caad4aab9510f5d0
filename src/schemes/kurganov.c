/* The Kurganov scheme: explicit stages, each after an exchange. */
#include "schemes/flow.h"

static const kurganov_kernels *kernels(flow *k)
{
    const spate_options *o = k->setup.options;
    return k->setup.backend->kurganov(o->precision, o->isa);
}

static int runs_on(const spate_backend *backend)
{
    return backend->kurganov != NULL;
}

static const flow_kind kind = {
    .name = "kurganov",
    .kernels = kernels,
    .params = part_params_from,
    .attempt = flow_attempt_stages,
};

static spate_status create(const scheme_setup *setup, void **self)
{
    return flow_create(&kind, setup, self);
}

const scheme_ops scheme_kurganov = {
    .name = "kurganov",
    .advice = "Look at the bed and the boundaries near it, or use a smaller cfl.",
    .can = {.face_kinds = SCHEME_ALL_FACES,
            .fast_inflow = 1,
            .bed_models = 1u << SPATE_BED_CELLS | 1u << SPATE_BED_BILINEAR,
            .least_ring = 1},
    .runs_on = runs_on,
    .create = create,
    FLOW_OPS,
};
