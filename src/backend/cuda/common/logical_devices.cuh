/* Logical devices: GPUs with their own streams, and the copies between them. */
#ifndef SPATE_BACKEND_CUDA_LOGICAL_DEVICES_CUH
#define SPATE_BACKEND_CUDA_LOGICAL_DEVICES_CUH

#include "backend/backend.h"
#include "backend/cuda/common/device.cuh"

/* Finds or creates the n-th logical device on a GPU. Returns its number; -1 with the reason
 * in why. */
int logical_device_on(int device, int nth, char *why, size_t room);
int physical_device(int logical_device);

/* Copies of ghost cells between logical devices and to the host; one table for all backends. */
extern const spate_transfers cuda_transfers;

#endif
