/* Common parts of the segment kernels: vectors of the instruction set, and symbol names. */
#ifndef SPATE_BACKEND_CPU_TRIDIAG_SEGMENTS_H
#define SPATE_BACKEND_CPU_TRIDIAG_SEGMENTS_H

#include <string.h>

#include "backend/tridiag/segments.h"
#include "base/real.h"

#define TRI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* A recurrence waits for its division, so two vectors alternate if there are registers for both. */
#if defined(__AVX512F__)
enum { SEG_VECTOR_BYTES = 64, SEG_VECTORS = 2 };
#elif defined(__AVX2__)
enum { SEG_VECTOR_BYTES = 32, SEG_VECTORS = 1 };
#else
enum { SEG_VECTOR_BYTES = 16, SEG_VECTORS = 1 };
#endif
enum { SEG_WIDTH = SEG_VECTOR_BYTES / (int)sizeof(real) };
typedef real seg_vector __attribute__((vector_size(SEG_VECTOR_BYTES)));

/* SEG_LANE: defined by a file whose loops go lane by lane. */
#ifndef SEG_LANE
#define SEG_VALUE seg_vector
#endif
#include "backend/tridiag/segment_ops.h"

/* Declares a kernel with the signature of its table entry. */
#define SEG_KERNEL(name)                                                                           \
    extern __typeof__(*((const tri_segment_kernels *)0)->name) TRI_SYMBOL(tri_##name)

#define SEG_INLINE static inline __attribute__((always_inline))

SEG_INLINE void seg_load(seg_vector *to, const real *from)
{
    memcpy(to, from, sizeof *to);
}

SEG_INLINE void seg_store(real *to, const seg_vector *from)
{
    memcpy(to, from, sizeof *from);
}

/* Row v of the values of all lanes. */
SEG_INLINE real *seg_row(void *values, int v, int lanes)
{
    return (real *)values + (ptrdiff_t)v * lanes;
}

SEG_INLINE const real *seg_row_in(const void *values, int v, int lanes)
{
    return (const real *)values + (ptrdiff_t)v * lanes;
}

/* Calls a function for groups of SEG_VECTORS vectors, then for the remaining vectors. */
#define SEG_FOR_GROUPS(lanes, call)                                                                \
    do {                                                                                           \
        int lane = 0;                                                                              \
        for (; lane + SEG_VECTORS * SEG_WIDTH <= (lanes); lane += SEG_VECTORS * SEG_WIDTH)         \
            call(SEG_VECTORS, lane);                                                               \
        for (; lane < (lanes); lane += SEG_WIDTH)                                                  \
            call(1, lane);                                                                         \
    } while (0)

/* Rows of arrays in memory are in different pages, which hardware does not prefetch. Into the
 * second-level cache, as in prefetch.h. */
SEG_INLINE void seg_ahead(const tri_chunk *chunk, const real *row, int lane)
{
    if (!chunk->far || lane > 0)
        return;
    /* The address may be behind the end of the array, where no pointer may point. */
    const uintptr_t at = (uintptr_t)row + (uintptr_t)(chunk->far * chunk->pitch) * sizeof(real);
    for (size_t byte = 0; byte < (size_t)chunk->lanes * sizeof(real); byte += 64)
        __builtin_prefetch((const void *)(at + byte), 0, 2);
}

#endif
