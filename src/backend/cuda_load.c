/* From the file of the plug-in to a backend on a device. */
#include "backend/cuda_load.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/plugin_file.h"
#include "spate_build_hash.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const spate_cuda_plugin *plugin;
static char reason[1024] = "";

int cuda_driver_present(void)
{
    /* Never closed: the plug-in opens it again. */
    return dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) != NULL;
}

int cuda_named(const char *name, int *device)
{
    *device = -1;
    if (strcmp(name, "cuda") == 0)
        return 1;
    if (strncmp(name, "cuda:", 5) != 0)
        return 0;
    const size_t digits = strspn(name + 5, "0123456789");
    if (digits == 0 || digits > 4 || name[5 + digits])
        return 0;
    *device = 0;
    for (const char *d = name + 5; *d; ++d)
        *device = 10 * *device + (*d - '0');
    return 1;
}

static const spate_cuda_plugin *enter(void *handle)
{
    spate_cuda_entry_fn *entry = NULL;
    void *symbol = dlsym(handle, SPATE_CUDA_ENTRY);
    memcpy(&entry, &symbol, sizeof entry); /* C knows no cast from an object to a function */
    return entry ? entry() : NULL;
}

/* 1 if the plug-in is of this build. */
static int is_ours(const spate_cuda_plugin *found, const char *place)
{
    if (!found)
        snprintf(reason, sizeof reason,
                 "%.700s is not a plug-in of Spate (it has no " SPATE_CUDA_ENTRY
                 "); build and install it with the program",
                 place);
    else if (found->abi != SPATE_CUDA_ABI)
        snprintf(reason, sizeof reason,
                 "%.700s has interface %d, the program %d; build and install both together", place,
                 found->abi, SPATE_CUDA_ABI);
    else if (strcmp(found->build_hash, SPATE_BUILD_HASH) != 0)
        snprintf(reason, sizeof reason,
                 "%.700s was built from other sources (%.12s) than the program (%.12s), so its "
                 "equations may be others; build and install both together",
                 place, found->build_hash, SPATE_BUILD_HASH);
    else
        return 1;
    return 0;
}

static void load(void)
{
    static const plugin_file file = {
        .name = CUDA_PLUGIN_FILE,
        .absent = "build Spate where CUDA's compiler, nvcc, is installed",
        .broken = "build it on this machine",
    };
    char place[PLUGIN_LONGEST_PLACE];
    void *handle = plugin_open(&file, place, reason, sizeof reason);
    if (!handle)
        return;
    const spate_cuda_plugin *found = enter(handle);
    if (is_ours(found, place))
        plugin = found;
    else
        dlclose(handle);
}

const spate_cuda_plugin *cuda_plugin_get(const char **why)
{
    pthread_once(&once, load);
    *why = reason;
    return plugin;
}

spate_status cuda_backend(spate_context *ctx, int device, int local_rank, const spate_backend **out)
{
    const char *why;
    char text[512] = "";
    const spate_cuda_plugin *cuda = cuda_plugin_get(&why);
    if (!cuda)
        return spate_fail(ctx, SPATE_ERROR_BACKEND, "backend \"cuda\": %s", why);
    const int count = cuda->device_count(text, sizeof text);
    if (count <= 0)
        return spate_fail(ctx, SPATE_ERROR_BACKEND, "backend \"cuda\": %s", text);
    if (device >= count)
        return spate_fail(ctx, SPATE_ERROR_BACKEND,
                          "backend \"cuda:%d\": devices are counted from 0 and this machine has %d "
                          "(spate doctor lists what there is)",
                          device, count);
    const int chosen = device < 0 ? local_rank % count : device;
    *out = cuda->backend(chosen, text, sizeof text);
    return *out ? SPATE_OK
                : spate_fail(ctx, SPATE_ERROR_BACKEND, "backend \"cuda:%d\": %s", chosen, text);
}
