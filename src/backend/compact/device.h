/* Compact differences of a device with its own memory: the interface between solvers/compact and
 * a plug-in. Allocation, copies and errors are those of backend/tridiag/device.h. */
#ifndef SPATE_BACKEND_COMPACT_DEVICE_H
#define SPATE_BACKEND_COMPACT_DEVICE_H

#include "backend/compact/compact.h"
#include "backend/tridiag/device.h"

/* Description of a solver. Line j + k count0 of f starts at j step[0] + k step[1], of g at j
 * out_step[0] + k out_step[1]; its public number is j number[0] + k number[1]. Everything is
 * copied. */
typedef struct compact_device_spec {
    int precision, periodic;
    int adjacent;      /* adjacent lines are adjacent in f and in g */
    int64_t n, inputs; /* rows, and values of f, of a line */
    int64_t lines, count0;
    ptrdiff_t stride, step[2], out_stride, out_step[2];
    int64_t number[2];
    int64_t out_extent; /* values of g from the first to the last */
    const compact_stencil *stencil;
    const double *a, *b, *c; /* the matrix, n values each */
} compact_device_spec;

typedef struct compact_device_solver compact_device_solver;

typedef struct compact_device {
    /* Returns NULL with a message in why on failure. */
    compact_device_solver *(*create)(const compact_device_spec *spec, char *why, size_t room);
    void (*destroy)(compact_device_solver *solver);
    double (*workspace)(const compact_device_solver *solver); /* bytes of device memory */
    /* Queues g of f (device pointers; g may be f if both have the same layout) on a stream
     * (NULL: the plug-in's own) and returns 1. Returns 0 if an in-place apply of long lines
     * lacks memory. g of a line that fails is not written. */
    int (*apply)(compact_device_solver *solver, const void *f, void *g, void *stream);
    /* Waits for the stream and reports on all applies since the last wait. */
    void (*wait)(compact_device_solver *solver, void *stream, tri_device_report *report);
} compact_device;

#endif
