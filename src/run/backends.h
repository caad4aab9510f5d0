/* From the name of a backend to the backend. */
#ifndef SPATE_RUN_BACKENDS_H
#define SPATE_RUN_BACKENDS_H

#include "backend/backend.h"
#include "base/context.h"

/* "auto", "cpu", "reference", "cuda", "cuda:N" or "cuda:N,M,...". `auto` uses a GPU if every rank
 * has one, and otherwise logs why not. Collective. */
spate_status backend_choose(spate_context *ctx, const spate_options *opt,
                            const spate_backend **out);
/* Refuses a backend without kernels of the scheme. */
spate_status backend_check_scheme(spate_context *ctx, const spate_options *opt,
                                  const spate_backend *backend);

#endif
