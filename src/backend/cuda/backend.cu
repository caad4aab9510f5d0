// The backend on a device: not written yet, and it says so.
#include <stdio.h>

extern "C" {
#include "backend/backend.h"

const spate_backend *spate_cuda_backend(int device, char *why, size_t room);
}

const spate_backend *spate_cuda_backend(int device, char *why, size_t room)
{
    snprintf(why, room, "device %d has no kernels in this build", device);
    return NULL;
}
