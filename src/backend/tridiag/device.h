/* The tridiagonal solvers of a device with a memory of its own: what solvers/tridiag/ asks of a plug-in.
 * Pointers called device are the device's; everything else is the host's. */
#ifndef SPATE_BACKEND_TRIDIAG_DEVICE_H
#define SPATE_BACKEND_TRIDIAG_DEVICE_H

#include <stddef.h>
#include <stdint.h>

/* What does not change from solve to solve. Lines are numbered 0 ... lines - 1 here: line j + k count0 begins at
 * j step[0] + k step[1] and has the public number j number[0] + k number[1]. */
typedef struct tri_device_spec {
    const char *algorithm; /* a name of the table, or "auto" */
    int precision, shared, periodic;
    int check;    /* pivots are judged; each line gets flags */
    int repair;   /* x of a weak line is not written, so that its d is still there */
    int adjacent; /* neighbouring lines are neighbours in memory */
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

/* Of all solves since the last wait. */
typedef struct tri_device_report {
    int64_t failed;       /* lines with a value that is not finite in what is given or found */
    int64_t first_failed; /* public number; counts where failed does */
} tri_device_report;

typedef struct tri_device_solver tri_device_solver;

typedef struct tri_device {
    /* NULL with a sentence in why. */
    tri_device_solver *(*create)(const tri_device_spec *spec, char *why, size_t room);
    void (*destroy)(tri_device_solver *solver);
    const char *(*algorithm)(const tri_device_solver *solver); /* in use */
    double (*workspace)(const tri_device_solver *solver);      /* bytes of the device */
    /* Queues a solve on a stream (NULL: the plug-in's own) and returns. */
    void (*solve)(tri_device_solver *solver, const tri_device_arrays *arrays, void *stream);
    /* Waits for the stream. flags: NULL, or one byte for each line of the last solve, with check. */
    void (*wait)(tri_device_solver *solver, void *stream, tri_device_report *report,
                 uint8_t *flags);
    void *(*take)(size_t bytes); /* device memory; NULL where there is none */
    void (*give)(void *block);
    /* Rows of `width` bytes between host and device, either way, after all that the stream has to do; done
     * when it returns. */
    void (*copy)(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                 size_t rows, void *stream);
    const char *(*trouble)(void); /* what went wrong on the device, for good; NULL: nothing */
} tri_device;

#endif
