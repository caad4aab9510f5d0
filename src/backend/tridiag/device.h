/* Tridiagonal solvers of a device with its own memory: the interface between solvers/tridiag and
 * a plug-in. Pointers called device are in device memory; all others are in host memory. */
#ifndef SPATE_BACKEND_TRIDIAG_DEVICE_H
#define SPATE_BACKEND_TRIDIAG_DEVICE_H

#include <stddef.h>
#include <stdint.h>

/* Description of a solver. Lines are numbered 0 ... lines - 1: line j + k count0 starts at j
 * step[0] + k step[1] and has the public number j number[0] + k number[1]. */
typedef struct tri_device_spec {
    const char *algorithm; /* a name of spate_tridiag_cuda_algorithms, or "auto" */
    int precision, shared, periodic;
    int check;    /* check pivots; each line gets flags */
    int repair;   /* x of a weak line is not written, so that its d is preserved */
    int adjacent; /* adjacent lines are adjacent in memory */
    double growth_limit, pivot_limit;
    int64_t n, lines, count0;
    ptrdiff_t stride, step[2];
    int64_t number[2];
    const double *a, *b, *c; /* shared: the matrix, n values each */
} tri_device_spec;

/* Device pointers. a, b, c: of a general matrix only. x may be d. */
typedef struct tri_device_arrays {
    const void *a, *b, *c, *d;
    void *x;
} tri_device_arrays;

/* Results of all solves since the last wait. */
typedef struct tri_device_report {
    int64_t failed;       /* lines with NaN or infinite values in the input or the result */
    int64_t first_failed; /* public number; valid if failed > 0 */
} tri_device_report;

typedef struct tri_device_solver tri_device_solver;

typedef struct tri_device {
    /* Returns NULL with a message in why on failure. */
    tri_device_solver *(*create)(const tri_device_spec *spec, char *why, size_t room);
    void (*destroy)(tri_device_solver *solver);
    const char *(*algorithm)(const tri_device_solver *solver); /* in use */
    double (*workspace)(const tri_device_solver *solver);      /* bytes of device memory */
    /* Queues a solve on a stream (NULL: the plug-in's own) and returns at once. */
    void (*solve)(tri_device_solver *solver, const tri_device_arrays *arrays, void *stream);
    /* Waits for the stream. flags: NULL, or one byte for each line of the last solve, with
     * check. */
    void (*wait)(tri_device_solver *solver, void *stream, tri_device_report *report,
                 uint8_t *flags);
    void *(*allocate)(size_t bytes); /* device memory; NULL on failure */
    void (*release)(void *block);
    /* Copies rows of `width` bytes between host and device, in either direction, after all
     * queued work of the stream. Synchronous. */
    void (*copy)(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                 size_t rows, void *stream);
    const char *(*error)(void); /* permanent error of the device, or NULL */
} tri_device;

#endif
