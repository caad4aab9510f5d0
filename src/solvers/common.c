#include "solvers/common.h"

#include <stdio.h>

#include "base/memory.h"
#include "base/threads.h"
#include "parallel/comm.h"

int64_t solver_common_divisor(int64_t a, int64_t b)
{
    while (b) {
        const int64_t t = a % b;
        a = b;
        b = t;
    }
    return a;
}

spate_status solver_check_pointer(spate_context *ctx, const char *name, int part, const void *p,
                                  size_t value_bytes)
{
    char of_part[32] = "";
    if (part >= 0)
        snprintf(of_part, sizeof of_part, " of part %d", part);
    if (!p)
        return fail_argument(ctx, "%s%s is NULL", name, of_part);
    if ((uintptr_t)p % value_bytes)
        return fail_argument(ctx, "%s%s is misaligned: address %p is not a multiple of %zu bytes",
                             name, of_part, p, value_bytes);
    return SPATE_OK;
}

int solver_same_on_ranks(spate_context *ctx, const double *values, int count)
{
    enum { AT_ONCE = 32 };
    int same = 1;
    for (int first = 0; first < count; first += AT_ONCE) {
        const int some = count - first < AT_ONCE ? count - first : AT_ONCE;
        double extremes[2 * AT_ONCE];
        for (int k = 0; k < some; ++k) {
            extremes[2 * k] = values[first + k];
            extremes[2 * k + 1] = -values[first + k];
        }
        comm_max(ctx->comm, extremes, 2 * some);
        for (int k = 0; k < some; ++k)
            same = same && extremes[2 * k] == -extremes[2 * k + 1];
    }
    return same;
}

double solver_min_over_ranks(spate_context *ctx, double mine)
{
    double most = -mine;
    comm_max(ctx->comm, &most, 1);
    return -most;
}

int solver_thread_range(int64_t items, int64_t *first, int64_t *end)
{
#ifdef _OPENMP
    const int64_t team = omp_get_num_threads();
#else
    const int64_t team = 1;
#endif
    const int thread = thread_number();
    *first = items * thread / team;
    *end = items * (thread + 1) / team;
    return thread;
}

void *solver_carve(block_carver *c, size_t bytes)
{
    char *at = c->base ? c->base + c->used : NULL;
    c->used += (bytes + SPATE_ALIGNMENT - 1) / SPATE_ALIGNMENT * SPATE_ALIGNMENT;
    return at;
}
