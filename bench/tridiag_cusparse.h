/* cuSPARSE as a peer of the tridiagonal solvers on a GPU, loaded when a benchmark wants it. */
#ifndef SPATE_BENCH_TRIDIAG_CUSPARSE_H
#define SPATE_BENCH_TRIDIAG_CUSPARSE_H

#include "bench/tridiag.h"

/* Loads the library and makes a handle on the device in use; 0 with the reason in why. */
int cusparse_load(const char **why);

/* Rows of a line at least, by its documentation. */
enum { CUSPARSE_LEAST_ROWS = 3 };

/* Lines as cuSPARSE solves them: contiguous, `stride` values from one to the next,
 * or interleaved. */
typedef struct cusparse_lines {
    int precision, interleaved, n, lines, stride;
} cusparse_lines;
cusparse_lines cusparse_lines_of(const tridiag_setup *setup);

/* Whether its routines solve such lines; they may be contiguous or interleaved. */
int cusparse_suits(const tridiag_setup *setup);

/* Device pointers. arrays: a, b, c, x; x holds the right-hand side. The interleaved routine
 * overwrites all four. */
size_t cusparse_buffer_bytes(cusparse_lines lines, void *const arrays[4]);
/* Queues a solve; 0 where it was refused. */
int cusparse_solve(cusparse_lines lines, void *const arrays[4], void *buffer);
/* Solves are queued on this stream from now on; NULL: the default one. 0 where it was refused. */
int cusparse_use_stream(void *stream);
/* Until the device is idle; 0 where something failed. */
int cusparse_wait(void);

#endif
