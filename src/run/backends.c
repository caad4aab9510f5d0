/* Which backend computes. */
#include "run/backends.h"

#include <string.h>

#include "backend/cuda_load.h"
#include "parallel/comm.h"
#include "schemes/scheme.h"

static int is(const char *name, const char *other)
{
    return strcmp(name, other) == 0;
}

static machine_share machine_of(const spate_context *ctx)
{
    return (machine_share){.rank = comm_local_rank(ctx->comm), .ranks = comm_local_size(ctx->comm)};
}

spate_status backend_check_scheme(spate_context *ctx, const spate_options *opt,
                                  const spate_backend *backend)
{
    const scheme_ops *scheme = opt->scheme ? scheme_find(opt->scheme) : NULL;
    if (!scheme || scheme->runs_on(backend))
        return SPATE_OK;
    return spate_fail(ctx, SPATE_ERROR_BACKEND,
                      "scheme \"%s\" has no kernels for the %s backend yet; use cpu", opt->scheme,
                      backend->name);
}

static spate_status try_cuda(spate_context *ctx, const spate_options *opt,
                             const spate_backend **out)
{
    if (opt->isa && (is(opt->isa, "base") || is(opt->isa, "avx2") || is(opt->isa, "avx512")))
        return spate_fail(ctx, SPATE_ERROR_BACKEND, "isa \"%s\" asks for kernels of the CPU",
                          opt->isa);
    if (!cuda_driver_present())
        return spate_fail(ctx, SPATE_ERROR_BACKEND,
                          "there is no NVIDIA driver on this machine (no libcuda.so.1)");
    SPATE_TRY(cuda_backend_on(ctx, &(device_list){.count = 0}, machine_of(ctx), out));
    return backend_check_scheme(ctx, opt, *out);
}

/* All ranks use the same kind of device: a mixed run would be as slow as its slowest rank. */
static void choose_auto(spate_context *ctx, const spate_options *opt, const spate_backend **out)
{
    if (comm_agree(ctx, try_cuda(ctx, opt, out)) == SPATE_OK)
        return;
    spate_log(ctx, SPATE_LOG_INFO, "the CPU computes: %s", spate_message(ctx));
    ctx->message[0] = '\0'; /* `auto` without a GPU is not an error */
    *out = &spate_backend_cpu;
}

spate_status backend_choose(spate_context *ctx, const spate_options *opt, const spate_backend **out)
{
    const char *name = opt->backend ? opt->backend : "(null)";
    device_list devices;
    if (is(name, "auto"))
        choose_auto(ctx, opt, out);
    else if (is(name, "cpu"))
        *out = &spate_backend_cpu;
    else if (is(name, "reference"))
        *out = &spate_backend_reference;
    else if (cuda_named(name, &devices)) {
        SPATE_TRY(cuda_backend_on(ctx, &devices, machine_of(ctx), out));
    } else
        return spate_fail(ctx, SPATE_ERROR_BACKEND,
                          "backend is \"%s\": use auto, cpu, reference, cuda, cuda:N for the "
                          "device N, or cuda:N,M for several",
                          name);
    return backend_check_scheme(ctx, opt, *out);
}
