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

/* The context owns the group; without one the status is `missing`. */
static spate_status context_create(comm *group, spate_status missing, spate_context **out)
{
    *out = group ? calloc(1, sizeof **out) : NULL;
    if (*out)
        (*out)->comm = group;
    else
        comm_destroy(group);
    return *out ? SPATE_OK : group ? SPATE_ERROR_MEMORY : missing;
}

spate_status spate_context_create(spate_context **ctx)
{
    SPATE_NEED_HANDLE(ctx);
    return context_create(comm_create(0), SPATE_ERROR_MEMORY, ctx);
}

spate_status spate_context_create_parallel(spate_context **ctx)
{
    SPATE_NEED_HANDLE(ctx);
    return context_create(comm_create(1), SPATE_ERROR_MEMORY, ctx);
}

spate_status spate_context_create_mpi(int communicator, spate_context **ctx)
{
    SPATE_NEED_HANDLE(ctx);
    return context_create(comm_create_in(communicator), SPATE_ERROR_ARGUMENT, ctx);
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
