/* What the programs that compare a backend with the CPU share: --backend, --isa, and being skipped
 * where there is no such backend. */
#ifndef SPATE_TESTS_BACKEND_ARGS_H
#define SPATE_TESTS_BACKEND_ARGS_H

#include <stdio.h>
#include <string.h>

#include "spate/spate.h"
#include "spate/tridiag.h"

enum { TEST_SKIPPED = 77 };

/* The value after an option, or the fallback. */
static inline const char *argument(int argc, char **argv, const char *name, const char *fallback)
{
    for (int n = 1; n + 1 < argc; ++n)
        if (strcmp(argv[n], name) == 0)
            return argv[n + 1];
    return fallback;
}

static inline spate_status tell_backend(spate_context *ctx, spate_status status)
{
    if (status == SPATE_ERROR_BACKEND)
        printf("skipped: %s\n", spate_message(ctx));
    else if (status != SPATE_OK)
        printf("FAIL: %s\n", spate_message(ctx));
    return status;
}

/* Whether a line of one unknown can be solved; what happened is printed otherwise. */
static inline spate_status try_tridiag(spate_context *ctx, const char *backend)
{
    spate_tridiag_options o;
    spate_tridiag *t;
    spate_tridiag_options_default(&o);
    o.lines = (spate_lines){1, 1, {1, 1}, {1, 0}};
    o.backend = backend;
    const spate_status status = spate_tridiag_create(ctx, &o, &t);
    spate_tridiag_destroy(t);
    return tell_backend(ctx, status);
}

/* Whether a simulation of one cell can be made; what happened is printed otherwise. */
static inline spate_status try_backend(spate_context *ctx, const char *backend, const char *isa)
{
    spate_options o;
    spate_sim *sim;
    spate_options_default(&o);
    o.nx = o.ny = 1;
    o.dx = o.dy = 1;
    o.backend = backend;
    o.isa = isa;
    const spate_status status = spate_sim_create(ctx, &o, &sim);
    spate_sim_destroy(sim);
    return tell_backend(ctx, status);
}

#endif
