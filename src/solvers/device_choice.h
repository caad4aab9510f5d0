/* Which device solves: what the options `backend` and `memory` mean to every solver. */
#ifndef SPATE_SOLVERS_DEVICE_CHOICE_H
#define SPATE_SOLVERS_DEVICE_CHOICE_H

#include "backend/backend.h"
#include "spate/tridiag.h"

/* Whether a device shall solve, not the CPU: "cuda", "cuda:N", or "auto" with arrays of the device. */
int device_wanted(const char *backend, spate_memory memory);

/* Names and memory that go together; what: "tridiagonal lines", for the message. */
spate_status device_check(spate_context *ctx, const char *what, const char *backend,
                          spate_memory memory);

/* The device of this rank. */
spate_status device_open(spate_context *ctx, const char *name, const spate_backend **backend);

#endif
