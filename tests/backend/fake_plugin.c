/* Plug-ins that are not what they should be, for the tests of the loader: compiled once for each
 * FAKE_ kind. FAKE_STAND_IN works: two "devices" whose kernels run on a CPU (fake_backend.c). */
#include <stdio.h>
#include <stdlib.h>

#include "backend/cuda_plugin.h"
#include "spate_build_hash.h"

#if defined(FAKE_ABI)
#define ABI 99
#else
#define ABI SPATE_CUDA_ABI
#endif
#if defined(FAKE_HASH)
#define HASH "0123456789abcdef"
#else
#define HASH SPATE_BUILD_HASH
#endif
#if defined(FAKE_STAND_IN)
enum { DEVICES = 2 };
#elif defined(FAKE_NO_DEVICE)
enum { DEVICES = 0 };
#elif defined(FAKE_NO_DRIVER)
enum { DEVICES = -1 };
#else
enum { DEVICES = 1 };
#endif

#if defined(FAKE_STAND_IN)
#include "fake_backend.h"
#endif

static int device_count(char *why, size_t room)
{
    if (DEVICES <= 0)
        snprintf(why, room, DEVICES < 0 ? "the fake driver is missing" : "no fake device is left");
    return DEVICES;
}

static int device_info(int device, cuda_device_info *info)
{
    *info = (cuda_device_info){"Abacus", 3e9, 2e9, 7, 5, 11};
    return device == 0; /* the second one gives no answer */
}

static const spate_backend *backend(const int *devices, int count, char *why, size_t room)
{
    if (getenv("FAKE_CUDA_TRACE"))
        for (int n = 0; n < count; ++n)
            fprintf(stderr, "fake device %d\n", devices[n]);
#if defined(FAKE_STAND_IN)
    (void)why;
    (void)room;
    return fake_backend(devices, count);
#else
    snprintf(why, room, "its beads are stuck");
    return NULL;
#endif
}

static const spate_cuda_plugin plugin = {
    .abi = ABI,
    .build_hash = HASH,
    .device_count = device_count,
    .device_info = device_info,
    .backend = backend,
};

#if defined(FAKE_NO_ENTRY)
#define ENTRY some_other_entry
#else
#define ENTRY spate_cuda_plugin_entry
#endif
const spate_cuda_plugin *ENTRY(void);
const spate_cuda_plugin *ENTRY(void)
{
    return &plugin;
}
