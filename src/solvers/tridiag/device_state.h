/* State of a solver whose lines a device solves, shared by device*.c. */
#ifndef SPATE_SOLVERS_TRIDIAG_DEVICE_STATE_H
#define SPATE_SOLVERS_TRIDIAG_DEVICE_STATE_H

#include "backend/backend.h"
#include "backend/tridiag/device.h"
#include "solvers/tridiag/device.h"

enum { DEVICE_ARRAYS = 5 }; /* a, b, c, d, x */

typedef struct tri_on_device {
    const spate_backend *backend;
    const tri_device *table;
    tri_device_solver *solver; /* created by setup */
    const char *algorithm;     /* as requested; after setup the one in use */
    spate_memory memory;
    void *stream;
    void *arrays[DEVICE_ARRAYS]; /* copies of the host's arrays, allocated on first use */
    uint8_t *flags;              /* of each line, with check */
    tri_problem last;            /* the last solve that was not waited for; device pointers */
    int pending;
} tri_on_device;

/* Checks the flags of all lines of the problem (device pointers), counts weak lines, repairs
 * them with pivoting if requested, and reports the first failure. report: what the device found. */
spate_status tri_device_check_lines(spate_tridiag *t, const tri_problem *problem,
                                    const tri_device_report *report);

#endif
