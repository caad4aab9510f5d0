/* cuSPARSE as a peer of the tridiagonal solvers on a GPU, loaded when it is asked for: nothing else needs it. */
#ifndef SPATE_BENCH_TRIDIAG_CUSPARSE_H
#define SPATE_BENCH_TRIDIAG_CUSPARSE_H

#include "bench/tridiag.h"

/* Loads the library and makes a handle on the device in use; 0 with a sentence in why. */
int cusparse_load(const char **why);

/* The routine for a setup, NULL where there is none: gtsv2StridedBatch for contiguous lines of general matrices,
 * gtsvInterleavedBatch (Thomas) for interleaved ones. */
const char *cusparse_routine(const tridiag_setup *setup);

/* Device pointers. arrays: a, b, c, x; x holds the right-hand side. The interleaved routine spoils all four. */
size_t cusparse_buffer_bytes(const tridiag_setup *setup, void *const arrays[4]);
/* Queues a solve; 0 where it was refused. */
int cusparse_solve(const tridiag_setup *setup, void *const arrays[4], void *buffer);
/* Until the device is idle; 0 where something failed. */
int cusparse_wait(void);

#endif
