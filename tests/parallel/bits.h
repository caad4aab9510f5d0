/* A checksum of bits: FNV-1a, 64 bits wide (Fowler, Noll, Vo). */
#ifndef TESTS_PARALLEL_BITS_H
#define TESTS_PARALLEL_BITS_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_of(const void *data, size_t bytes)
{
    const unsigned char *p = data;
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t n = 0; n < bytes; ++n)
        h = (h ^ p[n]) * UINT64_C(1099511628211);
    return h;
}

#endif
