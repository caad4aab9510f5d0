/* The Kurganov scheme: depth and momentum at cells, explicit stages. */
#include "schemes/flow.h"

extern const scheme_description kurganov_about;

static const field_info fields[COMMON_FIELDS] = {CELL_STATE_ROWS(3), COMMON_FIELD_ROWS};

static const flow_kind kind = {
    .about = &kurganov_about,
    .fields = fields,
    .field_count = COMMON_FIELDS,
    .params = part_params_from,
    .attempt = flow_attempt_stages,
};

static int runs_on(const spate_backend *backend)
{
    return flow_has_kernels(&kind, backend);
}

static spate_status create(const scheme_setup *setup, void **self)
{
    return flow_create(&kind, setup, self);
}

const scheme_ops scheme_kurganov = {
    .about = &kurganov_about,
    .runs_on = runs_on,
    .create = create,
    FLOW_OPS,
};
