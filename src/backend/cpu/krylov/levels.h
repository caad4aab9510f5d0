/* What the kernels of RRB and multigrid on the CPU share. They are compiled for every precision and
 * instruction set. Knows one level of one part. */
#ifndef SPATE_BACKEND_CPU_KRYLOV_LEVELS_H
#define SPATE_BACKEND_CPU_KRYLOV_LEVELS_H

#include "backend/krylov/level_arithmetic.h"
#include "backend/krylov/level_kernels.h"

#define LEVEL_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* The threads that work on a level: waking them costs a microsecond or two. */
SPATE_FN int level_team(const level_part *l)
{
    return (int64_t)l->qx * l->qy >= 4096 ? l->threads : 1;
}

/* Row J of a plane, quad 0. */
SPATE_FN real *level_row(const level_part *l, int plane, ptrdiff_t J)
{
    return level_plane(l, plane) + J * l->quad_pitch;
}

/* A pass of set-up over all quads of a level, compiled for matrices of float and of double, and for
 * 5 and 9 points. */
#define LEVEL_SETUP(name, quad)                                                                    \
    static inline                                                                                  \
        __attribute__((always_inline)) void name##_row(const level_part *given,                    \
                                                       const level_matrix *m, ptrdiff_t J)         \
    {                                                                                              \
        const level_part l = *given;                                                               \
        _Pragma("omp simd") for (int I = 0; I < l.qx; ++I) quad(&l, m, I, J);                      \
    }                                                                                              \
    extern level_kernel LEVEL_SYMBOL(name);                                                        \
    void LEVEL_SYMBOL(name)(const level_part *l)                                                   \
    {                                                                                              \
        if (l->matrix.single && l->matrix.nine)                                                    \
            LEVEL_ROWS_OF_KIND(l, name##_row, 1, 1);                                               \
        else if (l->matrix.single)                                                                 \
            LEVEL_ROWS_OF_KIND(l, name##_row, 1, 0);                                               \
        else if (l->matrix.nine)                                                                   \
            LEVEL_ROWS_OF_KIND(l, name##_row, 0, 1);                                               \
        else                                                                                       \
            LEVEL_ROWS_OF_KIND(l, name##_row, 0, 0);                                               \
    }
#define LEVEL_ROWS_OF_KIND(l, row, is_single, is_nine)                                             \
    do {                                                                                           \
        level_matrix m = (l)->matrix;                                                              \
        m.single = is_single;                                                                      \
        m.nine = is_nine;                                                                          \
        _Pragma("omp parallel for schedule(static) num_threads(level_team(l))") for (int J = 0;    \
                                                                                     J < (l)->qy;  \
                                                                                     ++J)          \
            row(l, &m, J);                                                                         \
    } while (0)

#endif
