/* Loads the CUDA plug-in when it is first asked for. No file, a file that does not load, another
 * build, no driver, no device and a number that no device has are different sentences. */
#ifndef SPATE_BACKEND_CUDA_LOAD_H
#define SPATE_BACKEND_CUDA_LOAD_H

#include "backend/cuda_plugin.h"
#include "base/context.h"

#define CUDA_PLUGIN_FILE "libspate_cuda.so"

/* 1 where the library of the driver is installed. It takes microseconds to see that it is not, and
 * so a machine without a GPU never loads the plug-in unless it is told to. */
int cuda_driver_present(void);

/* NULL with the reason in *why. */
const spate_cuda_plugin *cuda_plugin_get(const char **why);

enum { CUDA_MOST_DEVICES = 16 };

/* Devices that were asked for, in order; none: the choice is ours. */
typedef struct device_list {
    int device[CUDA_MOST_DEVICES], count;
} device_list;

/* 1 for "cuda" (no device), "cuda:N" and "cuda:N,M,...", 0 for other names. */
int cuda_named(const char *name, device_list *list);

/* Which of the processes of this machine asks. */
typedef struct machine_share {
    int rank, ranks;
} machine_share;

/* The backend on these devices. The processes of a machine take the devices in turn: a process by
 * itself gets all that it named, or the first of the machine. SPATE_ERROR_BACKEND with the reason
 * in the context. */
spate_status cuda_backend_on(spate_context *ctx, const device_list *wanted, machine_share machine,
                             const spate_backend **out);

#endif
