/* Contexts: the group of processes that a simulation runs on. */
#include <stdlib.h>

#include "base/need.h"
#include "parallel/comm.h"
#include "run/sim.h"
#include "spate_config.h"

const char *spate_version(void)
{
    return SPATE_VERSION;
}

static spate_status context_create(spate_context **out, int join_mpirun)
{
    spate_context *ctx = calloc(1, sizeof *ctx);
    *out = ctx;
    if (!ctx)
        return SPATE_ERROR_MEMORY;
    ctx->comm = comm_create(join_mpirun);
    if (ctx->comm)
        return SPATE_OK;
    free(ctx);
    *out = NULL;
    return SPATE_ERROR_MEMORY;
}

spate_status spate_context_create(spate_context **ctx)
{
    SPATE_NEED_HANDLE(ctx);
    return context_create(ctx, 0);
}

spate_status spate_context_create_parallel(spate_context **ctx)
{
    SPATE_NEED_HANDLE(ctx);
    return context_create(ctx, 1);
}

void spate_context_destroy(spate_context *ctx)
{
    if (!ctx)
        return;
    comm_destroy(ctx->comm);
    free(ctx);
}

int spate_rank(const spate_context *ctx)
{
    return ctx ? comm_rank(ctx->comm) : 0;
}

int spate_rank_count(const spate_context *ctx)
{
    return ctx ? comm_size(ctx->comm) : 1;
}
