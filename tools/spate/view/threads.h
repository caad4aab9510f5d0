/* A loop shared by a few threads that live no longer than it. */
#ifndef SPATE_VIEW_THREADS_H
#define SPATE_VIEW_THREADS_H

#include <stdint.h>

typedef void (*loop_body)(int64_t n, void *user);

/* Calls body for 0 ... count - 1 in any order; the caller's thread helps. Fewer threads where no
 * more can be had. */
void threads_loop(int threads, int64_t count, loop_body body, void *user);

#endif
