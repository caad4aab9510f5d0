/* What device*.c share: the state of a solver whose lines a device solves. */
#ifndef SPATE_SOLVERS_TRIDIAG_DEVICE_STATE_H
#define SPATE_SOLVERS_TRIDIAG_DEVICE_STATE_H

#include "backend/backend.h"
#include "backend/tridiag/device.h"
#include "solvers/tridiag/device.h"

enum { DEVICE_ARRAYS = 5 }; /* a, b, c, d, x */

typedef struct tri_on_device {
    const spate_backend *backend;
    const tri_device *table;
    tri_device_solver *solver; /* made by setup */
    const char *algorithm;     /* as asked for, then as in use */
    spate_memory memory;
    void *stream;
    void *arrays[DEVICE_ARRAYS]; /* copies of the host's, taken when first needed */
    uint8_t *flags;              /* of each line, with check; then five lines for repairs */
    tri_problem last;            /* of the last solve that nobody has waited for; device pointers */
    int pending;
} tri_on_device;

/* SPATE_ERROR_BACKEND where the device is in trouble. */
spate_status tri_device_healthy(const spate_tridiag *t);

/* Looks at the flags of all lines of the problem (device pointers), counts the weak ones, solves them with
 * pivoting where that is wanted, and tells the first failure. failed: what the device reported. */
spate_status tri_device_look(spate_tridiag *t, const tri_problem *problem,
                             const tri_device_report *report);

#endif
