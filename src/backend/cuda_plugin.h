/* What the program and libspate_cuda.so agree on. The plug-in is loaded by absolute path from the
 * folder of the program (cuda_load.c); a plug-in of another build is refused, because its
 * equations and structures may be others. */
#ifndef SPATE_BACKEND_CUDA_PLUGIN_H
#define SPATE_BACKEND_CUDA_PLUGIN_H

#include <stddef.h>

#include "backend/backend.h"

/* Raised whenever this header changes. */
#define SPATE_CUDA_ABI 2

typedef struct cuda_device_info {
    char name[128];
    double bytes, bytes_free;
    int major, minor; /* compute capability */
    int processors;
} cuda_device_info;

typedef struct spate_cuda_plugin {
    int abi;                /* SPATE_CUDA_ABI; first, and never moved */
    const char *build_hash; /* SPATE_BUILD_HASH of the plug-in's sources */
    /* Devices that can be used; -1 where there is no driver. why: one sentence where there is
     * none. */
    int (*device_count)(char *why, size_t room);
    /* 0 where the device cannot be asked. */
    int (*device_info)(int device, cuda_device_info *info);
    /* The backend on these devices, made when first asked for and kept for the life of the
     * process; NULL with the reason in why. A device that is named twice is used as two. */
    const spate_backend *(*backend)(const int *devices, int count, char *why, size_t room);
} spate_cuda_plugin;

/* The one symbol that the plug-in exports. */
#define SPATE_CUDA_ENTRY "spate_cuda_plugin_entry"
typedef const spate_cuda_plugin *spate_cuda_entry_fn(void);

#endif
