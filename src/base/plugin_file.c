/* Where plug-ins are, and dlopen. */
#define _DEFAULT_SOURCE
#include "base/plugin_file.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int find_place(const char *name, char place[PLUGIN_LONGEST_PLACE])
{
    const size_t size = PLUGIN_LONGEST_PLACE;
    const char *folder = getenv("SPATE_PLUGINS");
    if (folder && *folder)
        return snprintf(place, size, "%s/%s", folder, name) < (int)size;
    const ssize_t length = readlink("/proc/self/exe", place, size - 1);
    if (length <= 0)
        return 0;
    place[length] = '\0';
    char *slash = strrchr(place, '/');
    if (!slash || (size_t)(slash + 2 - place) + strlen(name) > size)
        return 0;
    strcpy(slash + 1, name);
    return 1;
}

void *plugin_open(const plugin_file *file, char place[PLUGIN_LONGEST_PLACE], char *why, size_t room)
{
    if (!find_place(file->name, place)) {
        snprintf(why, room,
                 "the folder of the program is unknown; set SPATE_PLUGINS to the folder of %s",
                 file->name);
        return NULL;
    }
    if (access(place, R_OK) != 0) {
        snprintf(why, room, "%.600s is not there; %s, or set SPATE_PLUGINS", place, file->absent);
        return NULL;
    }
    void *handle = dlopen(place, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *error = dlerror();
        snprintf(why, room, "%.800s; %s", error ? error : "it does not load", file->broken);
    }
    return handle;
}
