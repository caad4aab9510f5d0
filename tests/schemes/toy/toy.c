/* The toy scheme: its fields, its description, and which kernels it has. */
#include "schemes/flow.h"

extern const stage_kernels toy_kernels_cpu;

/* Q^n and Q^(n+1): no stage lies between. */
static const field_info fields[COMMON_FIELDS] = {CELL_STATE_ROWS(2), COMMON_FIELD_ROWS};

static const scheme_option options[] = {
    {SCHEME_OPTION(SCHEME_NUMBER, dry_depth, "dry-depth", dry_depth),
     SCHEME_RANGE(UNIT_LENGTH, 1e-7, 1), SCHEME_DEFAULT(1e-5, " m"),
     .help = "Water no deeper than this does not move."},
    {.key = NULL},
};

static const scheme_description about = {
    .name = "toy",
    .summary = "explicit and of first order, an example",
    .page = "tests/schemes/toy/toy.md",
    .advice = "Look at the bed and the boundaries near it.",
    .halo_width = 1,
    .options = options,
    .can = {.has = SCHEME_F64, .bed_models = 1u << SPATE_BED_CELLS, .least_ring = 1},
    .claims = {.fast_flow = 1,
               .order = SCHEME_FIRST_ORDER,
               .swift = SCHEME_ANY_ORDER,
               .shore = SCHEME_ANY_ORDER,
               .shock = SCHEME_ANY_ORDER},
};

/* A scheme in src/ has a row in the list of each backend (src/backend/NAME/backend.c) instead. */
static const scheme_kernels *kernels(const spate_backend *backend, int precision, const char *isa)
{
    (void)isa;
    return backend == &spate_backend_cpu && precision == 64 ? &toy_kernels_cpu.base : NULL;
}

static const flow_kind kind = {
    .about = &about,
    .fields = fields,
    .field_count = COMMON_FIELDS,
    .params = part_params_from,
    .kernels = kernels,
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

const scheme_ops scheme_toy = {.about = &about, .runs_on = runs_on, .create = create, FLOW_OPS};
