/* What the kernels of RRB and multigrid on the CPU share. They are compiled for every precision and
 * instruction set. Knows one level of one part. */
#ifndef SPATE_BACKEND_CPU_KRYLOV_LEVELS_H
#define SPATE_BACKEND_CPU_KRYLOV_LEVELS_H

#include "backend/krylov/level_arithmetic.h"

#define LEVEL_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* Whether a team of threads works on this level: waking it costs a microsecond or two. */
SPATE_FN int level_team(const level_part *l)
{
    return (int64_t)l->qx * l->qy >= 4096;
}

/* Row J of a plane, quad 0. */
SPATE_FN real *level_row(const level_part *l, int plane, ptrdiff_t J)
{
    return (real *)l->plane[plane] + J * l->quad_pitch;
}

/* The same of the planes of set-up. */
SPATE_FN real *exact_row(const level_part *l, int plane, ptrdiff_t J)
{
    return (real *)l->exact[plane] + J * l->exact_pitch;
}

#endif
