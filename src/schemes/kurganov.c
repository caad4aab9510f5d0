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

extern const scheme_description kurganov_about;

const scheme_ops scheme_kurganov = {
    .about = &kurganov_about,
    .runs_on = runs_on,
    .create = create,
    FLOW_OPS,
};
