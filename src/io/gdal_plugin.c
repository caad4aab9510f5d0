/* Loads the GDAL plug-in from the folder of the program (or SPATE_PLUGINS). A missing file, a
 * missing libgdal and another build have different messages. */
#include "io/gdal_plugin.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/plugin_file.h"

int gdal_network = 0;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const gdal_plugin *plugin;
static char reason[1024] = "";

static void load(void)
{
    static const plugin_file file = {
        .name = GDAL_PLUGIN_FILE,
        .absent = "build Spate where libgdal-dev is installed",
        .broken = "install libgdal (Debian: apt install libgdal32)",
    };
    char name[PLUGIN_LONGEST_PATH];
    void *handle = plugin_open(&file, name, reason, sizeof reason);
    if (!handle)
        return;
    const gdal_plugin *found = dlsym(handle, GDAL_PLUGIN_SYMBOL);
    if (!found || found->abi != GDAL_PLUGIN_ABI || strcmp(found->build, GDAL_PLUGIN_BUILD) != 0) {
        snprintf(reason, sizeof reason,
                 "%.700s is from build %.60s, the program from %s; build and install both together",
                 name, found && found->abi == GDAL_PLUGIN_ABI ? found->build : "another kind",
                 GDAL_PLUGIN_BUILD);
        dlclose(handle);
        return;
    }
    found->network(gdal_network);
    plugin = found;
}

spate_status gdal_plugin_allow_network(spate_context *ctx, int allow)
{
    if (plugin && allow && !gdal_network)
        return fail_argument(ctx, "network: a file was read without the network before, which cut "
                                  "this process off from it; ask for the network the first time");
    if (!plugin)
        gdal_network = allow != 0;
    return SPATE_OK;
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
        return fail_data(ctx, "%.300s needs GDAL: %s", subject, why);
    return SPATE_OK;
}
