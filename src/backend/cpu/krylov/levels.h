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

/* A pass of set-up over all quads of a level. For quads inside the part it has no conditions, is
 * vectorised, and is compiled for 5 and 9 points and for matrices of float and of double. Only
 * level 0 has 5 points. Only in f32 it has a matrix of float; all other levels have double. Quads at
 * the edge of a part are few: one function serves all of them, which halves the time to compile. */
#define LEVEL_SETUP(name, quad)                                                                    \
    static __attribute__((noinline)) void name##_outer(const level_part *l, int I, ptrdiff_t J)    \
    {                                                                                              \
        level_matrix outer = l->matrix;                                                            \
        outer.single = SPATE_REAL_BITS == 32 && outer.single;                                      \
        outer.inner = 0;                                                                           \
        quad(l, &outer, I, J);                                                                     \
    }                                                                                              \
    static inline                                                                                  \
        __attribute__((always_inline)) void name##_row(const level_part *given, ptrdiff_t J,       \
                                                       int is_single, int is_nine)                 \
    {                                                                                              \
        const level_part l = *given;                                                               \
        const int edge = J == 0 || J == l.qy - 1 || l.qx < 3, first = edge ? l.qx : 1;             \
        level_matrix inner = given->matrix;                                                        \
        inner.single = is_single;                                                                  \
        inner.nine = is_nine;                                                                      \
        inner.inner = 1;                                                                           \
        for (int I = 0; I < first; ++I)                                                            \
            name##_outer(given, I, J);                                                             \
        _Pragma("omp simd") for (int I = first; I < l.qx - 1; ++I) quad(&l, &inner, I, J);         \
        if (!edge)                                                                                 \
            name##_outer(given, l.qx - 1, J);                                                      \
    }                                                                                              \
    extern level_kernel LEVEL_SYMBOL(name);                                                        \
    void LEVEL_SYMBOL(name)(const level_part *l)                                                   \
    {                                                                                              \
        const int single = SPATE_REAL_BITS == 32 && l->matrix.single;                              \
        _Pragma("omp parallel for schedule(static) num_threads(level_team(l))") for (int J = 0;    \
                                                                                     J < l->qy;    \
                                                                                     ++J)          \
        {                                                                                          \
            if (single && l->matrix.nine)                                                          \
                name##_row(l, J, 1, 1);                                                            \
            else if (single)                                                                       \
                name##_row(l, J, 1, 0);                                                            \
            else if (SPATE_REAL_BITS == 32 || l->matrix.nine)                                      \
                name##_row(l, J, 0, 1);                                                            \
            else                                                                                   \
                name##_row(l, J, 0, 0);                                                            \
        }                                                                                          \
    }

#endif
