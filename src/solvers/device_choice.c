#include "solvers/device_choice.h"

#include <string.h>

#include "backend/cuda_load.h"
#include "base/context.h"
#include "parallel/comm.h"

/* Accepts "cuda" and "cuda:N": a solver works on one device. */
static int names_device(const char *backend, device_list *list)
{
    return cuda_named(backend, list) && list->count <= 1;
}

int device_wanted(const char *backend, spate_memory memory)
{
    device_list list;
    return names_device(backend, &list) ||
           (strcmp(backend, "auto") == 0 && memory == SPATE_MEMORY_DEVICE);
}

spate_status device_check(spate_context *ctx, const char *what, const char *backend,
                          spate_memory memory)
{
    const int cpu = strcmp(backend, "cpu") == 0;
    if (!cpu && strcmp(backend, "auto") != 0 && !device_wanted(backend, memory))
        return spate_fail(ctx, SPATE_ERROR_BACKEND,
                          "unknown backend \"%s\" for %s; use cpu, cuda, or cuda:N for device N",
                          backend, what);
    if (memory != SPATE_MEMORY_HOST && memory != SPATE_MEMORY_DEVICE)
        return fail_argument(ctx,
                             "memory is %d; it must be SPATE_MEMORY_HOST or SPATE_MEMORY_DEVICE",
                             (int)memory);
    if (cpu && memory == SPATE_MEMORY_DEVICE)
        return fail_argument(ctx, "backend \"cpu\" cannot access device memory");
    return SPATE_OK;
}

spate_status device_open(spate_context *ctx, const char *name, const spate_backend **backend)
{
    device_list list = {.count = 0};
    if (!names_device(name, &list))
        list.count = 0;
    const machine_share machine = {.rank = comm_local_rank(ctx->comm),
                                   .ranks = comm_local_size(ctx->comm)};
    return cuda_backend_on(ctx, &list, machine, backend);
}

spate_status device_status(spate_context *ctx, const tri_device *table)
{
    const char *error = table->error();
    return error ? spate_fail(ctx, SPATE_ERROR_BACKEND, "backend \"cuda\": %s", error) : SPATE_OK;
}
