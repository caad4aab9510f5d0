/* Aligned memory, huge pages advised, first touch in parallel. */
#define _DEFAULT_SOURCE
#include "base/memory.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#define HUGE_PAGE ((size_t)2 << 20)

static size_t round_up(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

/* If all fields began at the same offset of a huge page, they would map to the same few cache sets,
 * and a stencil over several of them would evict its own lines (one ADI sweep reads five fields and
 * writes two). So each large block begins a little later than the previous one: 78 cache lines, 14
 * modulo the 64 sets of a first-level cache. */
enum { STAGGER = 39 * SPATE_ALIGNMENT, STAGGERED = 32 };

static size_t next_lead(void)
{
    static atomic_uint count;
    return (size_t)STAGGER * (atomic_fetch_add(&count, 1) % STAGGERED);
}

/* The address of the block is stored before its first byte. */
static void **block_of(void *memory)
{
    return (void **)(void *)((char *)memory - SPATE_ALIGNMENT);
}

void *memory_alloc(size_t bytes)
{
    const int large = bytes >= HUGE_PAGE;
    const size_t unit = large ? HUGE_PAGE : SPATE_ALIGNMENT;
    const size_t lead = SPATE_ALIGNMENT + (large ? next_lead() : 0);
    const size_t size = round_up(bytes + lead, unit);
    if (size < bytes)
        return NULL;
    void *block = aligned_alloc(unit, size);
    if (!block)
        return NULL;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (large)
        (void)madvise(block, size, MADV_HUGEPAGE); /* advice only: nothing fails without it */
#endif
    void *const memory = (char *)block + lead;
    *block_of(memory) = block;
    return memory;
}

void memory_free(void *memory)
{
    if (memory)
        free(*block_of(memory));
}

double memory_available(void)
{
    double kilobytes = 0;
    FILE *file = fopen("/proc/meminfo", "r");
    if (!file)
        return 0;
    char line[128];
    while (fgets(line, sizeof line, file) && sscanf(line, "MemAvailable: %lf kB", &kilobytes) != 1)
        ;
    fclose(file);
    return 1024 * kilobytes;
}

double memory_cache_bytes(void)
{
    long bytes = 0;
#ifdef _SC_LEVEL3_CACHE_SIZE
    bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
#endif
    return bytes > 0 ? (double)bytes : 32 << 20;
}

size_t memory_pitch(size_t bytes)
{
    size_t pitch = round_up(bytes ? bytes : 1, SPATE_ALIGNMENT);
    /* Rows 4 KiB (or a multiple of 1 KiB) apart fall into the same few sets of an 8-way first-level
     * cache; one more line pair per row spreads them. */
    if (pitch % 1024 == 0)
        pitch += SPATE_ALIGNMENT;
    return pitch;
}

void memory_first_touch(void *block, size_t pitch, size_t rows)
{
    char *bytes = block;
#pragma omp parallel for schedule(static)
    for (size_t row = 0; row < rows; ++row)
        memset(bytes + row * pitch, 0, pitch);
}
