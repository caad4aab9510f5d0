/* cuSPARSE as a peer of the tridiagonal solvers on a GPU, loaded when it is asked for: nothing else needs it. */
#ifndef SPATE_BENCH_TRIDIAG_CUSPARSE_H
#define SPATE_BENCH_TRIDIAG_CUSPARSE_H

#include "bench/tridiag.h"

/* Loads the library and makes a handle on the device in use; 0 with a sentence in why. */
int cusparse_load(const char **why);

/* Of a line, as its documentation asks for. */
enum { CUSPARSE_LEAST_ROWS = 3 };

/* Lines as cuSPARSE takes them: contiguous, `stride` values from one to the next, or interleaved. */
typedef struct cusparse_lines {
    int precision, interleaved, n, lines, stride;
} cusparse_lines;
cusparse_lines cusparse_lines_of(const tridiag_setup *setup);

/* The routine for a setup, NULL where there is none: gtsv2StridedBatch for contiguous lines of general matrices,
 * gtsvInterleavedBatch (Thomas) for interleaved ones. */
const char *cusparse_routine(const tridiag_setup *setup);

/* Device pointers. arrays: a, b, c, x; x holds the right-hand side. The interleaved routine spoils all four. */
size_t cusparse_buffer_bytes(cusparse_lines lines, void *const arrays[4]);
/* Queues a solve; 0 where it was refused. */
int cusparse_solve(cusparse_lines lines, void *const arrays[4], void *buffer);
/* Solves are queued on this one from now on; NULL: the device's own. 0 where it was refused. */
int cusparse_use_stream(void *stream);
/* Until the device is idle; 0 where something failed. */
int cusparse_wait(void);

#endif
