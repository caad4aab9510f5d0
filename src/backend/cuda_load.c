/* From the file of the plug-in to a backend on a device. */
#include "backend/cuda_load.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plugin_file.h"
#include "spate_build_hash.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const spate_cuda_plugin *plugin;
static char reason[1024] = "";

int cuda_driver_present(void)
{
    /* It is not closed, because the plug-in opens it again. */
    return dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) != NULL;
}

int cuda_named(const char *name, device_list *list)
{
    list->count = 0;
    if (strcmp(name, "cuda") == 0)
        return 1;
    if (strncmp(name, "cuda:", 5) != 0)
        return 0;
    for (const char *next = name + 5;; ++next) {
        const size_t digits = strspn(next, "0123456789");
        if (digits == 0 || digits > 4 || list->count == CUDA_MOST_DEVICES)
            return 0;
        list->device[list->count++] = atoi(next);
        next += digits;
        if (!*next)
            return 1;
        if (*next != ',')
            return 0;
    }
}

static const spate_cuda_plugin *call_entry(void *handle)
{
    spate_cuda_entry_fn *entry = NULL;
    void *symbol = dlsym(handle, SPATE_CUDA_ENTRY);
    memcpy(&entry, &symbol, sizeof entry); /* C has no cast from an object to a function pointer */
    return entry ? entry() : NULL;
}

/* Whether the plug-in belongs to this build. */
static int is_same_build(const spate_cuda_plugin *found, const char *path)
{
    if (!found)
        snprintf(reason, sizeof reason,
                 "%.700s is not a plug-in of Spate (it has no " SPATE_CUDA_ENTRY
                 "); build and install it with the program",
                 path);
    else if (found->abi != SPATE_CUDA_ABI)
        snprintf(reason, sizeof reason,
                 "%.700s has interface %d, the program %d; build and install both together", path,
                 found->abi, SPATE_CUDA_ABI);
    else if (strcmp(found->build_hash, SPATE_BUILD_HASH) != 0)
        snprintf(reason, sizeof reason,
                 "%.700s was built from other sources (%.12s) than the program (%.12s), so its "
                 "equations may be others; build and install both together",
                 path, found->build_hash, SPATE_BUILD_HASH);
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
    char path[PLUGIN_LONGEST_PATH];
    void *handle = plugin_open(&file, path, reason, sizeof reason);
    if (!handle)
        return;
    const spate_cuda_plugin *found = call_entry(handle);
    if (is_same_build(found, path))
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

/* The devices of this process. */
static device_list share_of(const device_list *wanted, machine_share machine, int count)
{
    device_list mine = {.count = 0};
    if (wanted->count == 0)
        return (device_list){.device = {machine.rank % count}, .count = 1};
    for (int n = machine.rank % wanted->count; n < wanted->count; n += machine.ranks)
        mine.device[mine.count++] = wanted->device[n];
    return mine;
}

static void name_devices(const device_list *list, char *text, size_t room)
{
    snprintf(text, room, "cuda");
    for (int n = 0; n < list->count; ++n)
        snprintf(text + strlen(text), room - strlen(text), "%c%d", n ? ',' : ':', list->device[n]);
}

spate_status cuda_backend_on(spate_context *ctx, const device_list *wanted, machine_share machine,
                             const spate_backend **out)
{
    const char *why;
    char text[512] = "", name[8 * CUDA_MOST_DEVICES];
    const spate_cuda_plugin *cuda = cuda_plugin_get(&why);
    if (!cuda)
        return spate_fail(ctx, SPATE_ERROR_BACKEND, "backend \"cuda\": %s", why);
    const int count = cuda->device_count(text, sizeof text);
    if (count <= 0)
        return spate_fail(ctx, SPATE_ERROR_BACKEND, "backend \"cuda\": %s", text);
    name_devices(wanted, name, sizeof name);
    for (int n = 0; n < wanted->count; ++n)
        if (wanted->device[n] >= count)
            return spate_fail(ctx, SPATE_ERROR_BACKEND,
                              "backend \"%s\": devices are counted from 0 and this machine has %d "
                              "(spate doctor lists what there is)",
                              name, count);
    const device_list mine = share_of(wanted, machine, count);
    name_devices(&mine, name, sizeof name);
    *out = cuda->backend(mine.device, mine.count, text, sizeof text);
    return *out ? SPATE_OK : spate_fail(ctx, SPATE_ERROR_BACKEND, "backend \"%s\": %s", name, text);
}
