/* Meaning of the options `backend` and `memory` of all solvers: whether the CPU or a device
 * solves. */
#ifndef SPATE_SOLVERS_DEVICE_CHOICE_H
#define SPATE_SOLVERS_DEVICE_CHOICE_H

#include "backend/backend.h"
#include "backend/tridiag/device.h"
#include "spate/tridiag.h"

/* True if a device solves: "cuda", "cuda:N", or "auto" with arrays in device memory. */
int device_wanted(const char *backend, spate_memory memory);

/* Checks that backend and memory fit together. what: subject of the message ("tridiagonal
 * lines"). */
spate_status device_check(spate_context *ctx, const char *what, const char *backend,
                          spate_memory memory);

/* Opens the device of this rank. */
spate_status device_open(spate_context *ctx, const char *name, const spate_backend **backend);

/* SPATE_ERROR_BACKEND with the message of the device, if it has an error. */
spate_status device_status(spate_context *ctx, const tri_device *table);

#endif
