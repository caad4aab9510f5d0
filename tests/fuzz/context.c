/* Contexts without simulations (src/run/sim.c needs the solvers, which the readers do not). */
#include <stdlib.h>

#include "base/context.h"
#include "parallel/comm.h"

spate_status spate_context_create(spate_context **out)
{
    *out = calloc(1, sizeof **out);
    if (!*out || !((*out)->comm = comm_create(0)))
        abort();
    return SPATE_OK;
}

void spate_context_destroy(spate_context *ctx)
{
    if (ctx)
        comm_destroy(ctx->comm);
    free(ctx);
}

int spate_rank(const spate_context *ctx)
{
    return comm_rank(ctx->comm);
}
