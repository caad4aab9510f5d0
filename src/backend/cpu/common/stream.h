/* Stores that bypass the caches, for results that are read again only after everything else: an
 * ordinary store reads its line from memory first. Knows bytes, not fields. */
#ifndef SPATE_BACKEND_CPU_COMMON_STREAM_H
#define SPATE_BACKEND_CPU_COMMON_STREAM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

enum { STREAM_LINE = 64 };

#if defined __AVX512F__
static inline void stream_line(char *to, const char *from)
{
    _mm512_stream_si512((void *)to, _mm512_loadu_si512((const void *)from));
}
#elif defined __AVX__
static inline void stream_line(char *to, const char *from)
{
    for (int k = 0; k < STREAM_LINE; k += 32)
        _mm256_stream_si256((void *)(to + k), _mm256_loadu_si256((const void *)(from + k)));
}
#elif defined __SSE2__
static inline void stream_line(char *to, const char *from)
{
    for (int k = 0; k < STREAM_LINE; k += 16)
        _mm_stream_si128((void *)(to + k), _mm_loadu_si128((const void *)(from + k)));
}
#else
static inline void stream_line(char *to, const char *from)
{
    memcpy(to, from, STREAM_LINE);
}
#endif

/* Copies to memory. Whole lines bypass the caches; what is before and behind them does not. */
static inline void stream_bytes(void *to, const void *from, size_t bytes)
{
    const size_t before = (0 - (uintptr_t)to) % STREAM_LINE;
    size_t k = before < bytes ? before : bytes;
    if (k) /* rows are aligned; to call memcpy for nothing takes as long as two lines */
        memcpy(to, from, k);
    for (; k + STREAM_LINE <= bytes; k += STREAM_LINE)
        stream_line((char *)to + k, (const char *)from + k);
    if (k < bytes)
        memcpy((char *)to + k, (const char *)from + k, bytes - k);
}

/* Before another thread may read what was streamed. */
static inline void stream_fence(void)
{
#ifdef __SSE2__
    _mm_sfence();
#endif
}

#endif
