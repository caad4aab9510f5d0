/* Where plug-ins are, and dlopen. */
#define _DEFAULT_SOURCE
#include "base/plugin_file.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int find_path(const char *name, char path[PLUGIN_LONGEST_PATH])
{
    const size_t size = PLUGIN_LONGEST_PATH;
    const char *folder = getenv("SPATE_PLUGINS");
    if (folder && *folder)
        return snprintf(path, size, "%s/%s", folder, name) < (int)size;
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0)
        return 0;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash + 2 - path) + strlen(name) > size)
        return 0;
    strcpy(slash + 1, name);
    return 1;
}

void *plugin_open(const plugin_file *file, char path[PLUGIN_LONGEST_PATH], char *why, size_t room)
{
    if (!find_path(file->name, path)) {
        snprintf(why, room,
                 "the folder of the program is unknown; set SPATE_PLUGINS to the folder of %s",
                 file->name);
        return NULL;
    }
    if (access(path, R_OK) != 0) {
        snprintf(why, room, "%.600s is not there; %s, or set SPATE_PLUGINS", path, file->absent);
        return NULL;
    }
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *error = dlerror();
        snprintf(why, room, "%.800s; %s", error ? error : "it does not load", file->broken);
    }
    return handle;
}
