/* Claims about a backend that may contract and approximate (docs/internals/cuda.md): one step
 * from the same state is the CPU's but for rounding, and over whole runs it is no further from the
 * CPU than f32 is from f64.
 *
 *   gpu_fast [--backend cuda] [--isa fast] [--scheme NAME] [--quick]
 *
 * Quick: whole runs end after an eighth of their time, where kernels of a CPU stand in for a GPU.
 * Exits with 77 where there is no such backend. */
#include "gpu_fast.h"

#include <string.h>

#include "backend_args.h"

int main(int argc, char **argv)
{
    fast_backend b = {.backend = argument(argc, argv, "--backend", "cuda"),
                      .isa = argument(argc, argv, "--isa", "fast"),
                      .scheme = argument(argc, argv, "--scheme", NULL)};
    for (int k = 1; k < argc; ++k)
        b.quick |= strcmp(argv[k], "--quick") == 0;
    if (spate_context_create(&b.ctx) != SPATE_OK)
        return 1;
    const spate_status status = try_backend(b.ctx, b.backend, b.isa);
    int failures = 0;
    if (status == SPATE_OK) {
        failures = fast_steps(&b) + fast_runs(&b);
        printf("%s (%s): %d failures\n", b.backend, b.isa, failures);
    }
    spate_context_destroy(b.ctx);
    if (status != SPATE_OK)
        return status == SPATE_ERROR_BACKEND ? TEST_SKIPPED : 1;
    return failures != 0;
}
