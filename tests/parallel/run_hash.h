/* Runs of which run_hash prints checksums. */
#ifndef SPATE_TESTS_PARALLEL_RUN_HASH_H
#define SPATE_TESTS_PARALLEL_RUN_HASH_H

#include <stdint.h>

#include "cases/case.h"
#include "scene.h"

typedef struct settings {
    const char *backend, *isa, *only, *weights;
    int parts[2], resumed, every;
} settings;

typedef struct checksums {
    uint32_t water, maxima, accounts;
} checksums;

/* Each fills the sums; rank 0 has them. */
spate_status run_case(spate_context *ctx, const settings *s, const builtin_case *c,
                      const spate_options *o, checksums *sums);
spate_status run_scene(spate_context *ctx, const settings *set, scene *s, checksums *sums);

#endif
