/* A small array in four boxes, for tests of errors of compact differences over parts. */
#ifndef TESTS_SOLVERS_SMALL_BOXES_H
#define TESTS_SOLVERS_SMALL_BOXES_H

#include "check.h"
#include "spate/compact_distributed.h"

static spate_context *ctx;

enum { NX = 16, NY = 6, NZ = 4, VALUES = NX * NY * NZ, MOST = 8 };

static inline spate_compact_distributed_options default_options(void)
{
    spate_compact_distributed_options o;
    spate_compact_distributed_options_default(&o);
    o.scheme = "first-6";
    o.size[0] = NX;
    o.size[1] = NY;
    o.size[2] = NZ;
    o.threads = 1;
    return o;
}

static inline spate_compact_part part(int64_t x, int64_t nx, int64_t y, int64_t ny, int64_t z,
                                      int64_t nz)
{
    return (spate_compact_part){.first = {x, y, z}, .size = {nx, ny, nz}};
}

/* Two along x, one of them cut again along y. */
static inline int default_parts(spate_compact_part parts[MOST])
{
    parts[0] = part(0, 10, 0, 2, 0, NZ);
    parts[1] = part(10, 6, 0, 2, 0, NZ);
    parts[2] = part(0, 7, 2, 4, 0, NZ);
    parts[3] = part(7, 9, 2, 4, 0, NZ);
    return 4;
}

static double store[2][MOST][VALUES];
static const void *f[MOST];
static void *g[MOST];

static inline spate_compact_distributed *ready(const spate_compact_distributed_options *o)
{
    spate_compact_distributed *c = NULL;
    spate_compact_part parts[MOST];
    const int count = default_parts(parts);
    for (int k = 0; k < MOST; ++k) {
        f[k] = store[0][k];
        g[k] = store[1][k];
        for (int n = 0; n < VALUES; ++n)
            store[0][k][n] = sin(7.0 * k + n);
    }
    if (!CHECK(spate_compact_distributed_create(ctx, o, parts, count, &c) == SPATE_OK) ||
        !CHECK(spate_compact_distributed_setup(c) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    return c;
}

#endif
