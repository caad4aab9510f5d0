/* Places: devices with their streams, and the ways between them. */
#ifndef SPATE_BACKEND_CUDA_PLACES_CUH
#define SPATE_BACKEND_CUDA_PLACES_CUH

#include "backend/backend.h"
#include "backend/cuda/common/device.cuh"

/* Makes a place on a device, or finds it: the n-th on that device. Its number; -1 with the reason in why. */
int place_on(int device, int nth, char *why, size_t room);
int place_device(int place);

/* Ghosts between places and to the host; one table for all backends. */
extern const spate_transfers cuda_transfers;

#endif
