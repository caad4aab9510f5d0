/* Loads the CUDA plug-in when it is first asked for. No file, a file that does not load, another build, no
 * driver, no device and a number that no device has are different sentences. */
#ifndef SPATE_BACKEND_CUDA_LOAD_H
#define SPATE_BACKEND_CUDA_LOAD_H

#include "backend/cuda_plugin.h"
#include "base/context.h"

#define CUDA_PLUGIN_FILE "libspate_cuda.so"

/* 1 where the library of the driver is installed. It takes microseconds to see that it is not, and so a
 * machine without a GPU never loads the plug-in unless it is told to. */
int cuda_driver_present(void);

/* 1 for "cuda" (device -1) and "cuda:N", 0 for other names. */
int cuda_named(const char *name, int *device);

/* NULL with the reason in *why. */
const spate_cuda_plugin *cuda_plugin_get(const char **why);

/* The backend on a device; a negative number leaves the choice to us: processes of one machine, counted by
 * local_rank, take its devices in turn. SPATE_ERROR_BACKEND with the reason in the context. */
spate_status cuda_backend(spate_context *ctx, int device, int local_rank,
                          const spate_backend **out);

#endif
