/* Aligned memory and row pitches. Knows bytes and rows, not fields. */
#ifndef SPATE_BASE_MEMORY_H
#define SPATE_BASE_MEMORY_H

#include <stddef.h>

/* First interior values and scratch rows start on this many bytes. */
#define SPATE_ALIGNMENT 128

/* Uninitialised, aligned to SPATE_ALIGNMENT; large blocks lie on huge pages where the system
 * grants them, and begin in different sets of a cache. NULL when there is no memory. Released by
 * memory_free. */
void *memory_alloc(size_t bytes);
void memory_free(void *block);

/* Bytes that programs can get without swapping; 0 if unknown. Linux grants more memory than it has
 * and kills the process later, so check before a large allocation. */
double memory_available(void);

/* Bytes of the cache before memory, according to the system; where it does not say, 32 MiB. Other
 * cores or other guests of the machine may share it. */
double memory_cache_bytes(void);

/* Smallest pitch in bytes, at least `bytes` and a multiple of SPATE_ALIGNMENT, whose distance from
 * a power of two keeps the rows of a stencil out of one cache set. */
size_t memory_pitch(size_t bytes);

/* Zeroes `rows` rows of `pitch` bytes, each by the thread that will use it (first touch). Threads
 * get contiguous, equal blocks of rows, as in the kernels. */
void memory_first_touch(void *block, size_t pitch, size_t rows);

#endif
