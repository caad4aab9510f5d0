/* Loads the GDAL plug-in from the folder of the program (or SPATE_PLUGINS). A missing file, a missing
 * libgdal and another build are different sentences. */
#include "io/gdal_plugin.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const gdal_plugin *plugin;
static char reason[1024] = "";

static int plugin_path(char *out, size_t size)
{
    const char *folder = getenv("SPATE_PLUGINS");
    if (folder && *folder)
        return snprintf(out, size, "%s/%s", folder, GDAL_PLUGIN_FILE) < (int)size;
    const ssize_t length = readlink("/proc/self/exe", out, size - 1);
    if (length <= 0)
        return 0;
    out[length] = '\0';
    char *slash = strrchr(out, '/');
    if (!slash || (size_t)(slash + 2 - out) + strlen(GDAL_PLUGIN_FILE) > size)
        return 0;
    strcpy(slash + 1, GDAL_PLUGIN_FILE);
    return 1;
}

static void load(void)
{
    char name[4096];
    if (!plugin_path(name, sizeof name)) {
        snprintf(reason, sizeof reason,
                 "the folder of the program is unknown; set SPATE_PLUGINS to the folder of %s",
                 GDAL_PLUGIN_FILE);
        return;
    }
    if (access(name, R_OK) != 0) {
        snprintf(
            reason, sizeof reason,
            "%.800s is not there; build Spate where libgdal-dev is installed, or set SPATE_PLUGINS",
            name);
        return;
    }
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *error = dlerror();
        snprintf(reason, sizeof reason, "%.800s; install libgdal (Debian: apt install libgdal32)",
                 error ? error : "it does not load");
        return;
    }
    const gdal_plugin *found = dlsym(handle, GDAL_PLUGIN_SYMBOL);
    if (!found || found->abi != GDAL_PLUGIN_ABI || strcmp(found->build, GDAL_PLUGIN_BUILD) != 0) {
        snprintf(reason, sizeof reason,
                 "%.700s is of build %.60s, the program of %s; build and install both together",
                 name, found && found->abi == GDAL_PLUGIN_ABI ? found->build : "another kind",
                 GDAL_PLUGIN_BUILD);
        dlclose(handle);
        return;
    }
    plugin = found;
}

const gdal_plugin *gdal_plugin_get(const char **why)
{
    pthread_once(&once, load);
    *why = reason;
    return plugin;
}

spate_status gdal_plugin_need(spate_context *ctx, const char *subject, const gdal_plugin **out)
{
    const char *why;
    *out = gdal_plugin_get(&why);
    if (!*out)
        return spate_fail(ctx, SPATE_ERROR_DATA, "%.300s needs GDAL: %s", subject, why);
    return SPATE_OK;
}
