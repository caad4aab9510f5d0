/* Copies into shared memory that a thread of a kernel does not wait for, on a CPU. */
#include "host_copies.h"
#include "backend/cuda/tridiag_launch.cuh"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

void host_copy_async(void *to, const void *from, size_t bytes)
{
    if ((uintptr_t)to % bytes || (uintptr_t)from % bytes) {
        fprintf(stderr, "host_cuda: a copy of %zu bytes from %p to %p\n", bytes, from, to);
        abort();
    }
    host_copies_of_thread().back().push_back({to, from, bytes});
}

void tri_copy_group(void)
{
    host_copies_of_thread().emplace_back();
}

/* As late as allowed. */
void host_copy_wait(int but)
{
    host_copies &groups = host_copies_of_thread();
    while ((int)groups.size() - 1 > but) {
        for (const host_copy &c : groups.front())
            memcpy(c.to, c.from, c.bytes);
        groups.erase(groups.begin());
    }
}
