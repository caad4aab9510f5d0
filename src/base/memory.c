/* Aligned memory, huge pages advised, first touch in parallel. */
#define _DEFAULT_SOURCE
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#define HUGE_PAGE ((size_t)2 << 20)

static size_t round_up(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

void *memory_alloc(size_t bytes)
{
    const size_t unit = bytes >= HUGE_PAGE ? HUGE_PAGE : SPATE_ALIGNMENT;
    const size_t size = round_up(bytes ? bytes : 1, unit);
    if (size < bytes)
        return NULL;
    void *block = aligned_alloc(unit, size);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (block && unit == HUGE_PAGE)
        (void)madvise(block, size, MADV_HUGEPAGE); /* advice only: nothing fails without it */
#endif
    return block;
}

void memory_free(void *block)
{
    free(block);
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
