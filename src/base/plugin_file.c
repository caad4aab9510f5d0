/* Where plug-ins are, and dlopen. */
#define _GNU_SOURCE /* dladdr1 */
#include "base/plugin_file.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "spate_config.h"

/* The file that this code is in, program or library; 0: unknown. */
static int own_file(char path[PLUGIN_LONGEST_PATH])
{
    Dl_info info;
    struct link_map *map = NULL;
    if (dladdr1((const void *)own_file, &info, (void **)&map, RTLD_DL_LINKMAP) && map &&
        map->l_name[0] && strlen(map->l_name) < PLUGIN_LONGEST_PATH) {
        char *whole = realpath(map->l_name, NULL);
        const int fits = whole && strlen(whole) < PLUGIN_LONGEST_PATH;
        if (fits)
            strcpy(path, whole);
        free(whole);
        return fits;
    }
    const ssize_t length = readlink("/proc/self/exe", path, PLUGIN_LONGEST_PATH - 1);
    if (length > 0)
        path[length] = '\0';
    return length > 0;
}

/* Beside the file of this code, as in a folder of a build or a bundle, or where `make install` puts
 * plug-ins, seen from the program and from the library. */
static int find_path(const char *name, char path[PLUGIN_LONGEST_PATH])
{
    static const char *const places[] = {"", SPATE_PLUGINS_FROM_PROGRAM "/", "spate/"};
    const size_t size = PLUGIN_LONGEST_PATH;
    const char *folder = getenv("SPATE_PLUGINS");
    char own[PLUGIN_LONGEST_PATH];
    if (folder && *folder)
        return snprintf(path, size, "%s/%s", folder, name) < (int)size;
    if (!own_file(own) || !strrchr(own, '/'))
        return 0;
    strrchr(own, '/')[1] = '\0';
    for (size_t k = 0; k < sizeof places / sizeof *places; ++k)
        if (snprintf(path, size, "%s%s%s", own, places[k], name) < (int)size &&
            access(path, R_OK) == 0)
            return 1;
    return snprintf(path, size, "%s%s", own, name) < (int)size;
}

void *plugin_open(const plugin_file *file, char path[PLUGIN_LONGEST_PATH], char *why, size_t room)
{
    if (!find_path(file->name, path)) {
        snprintf(why, room, "the folder of Spate is unknown; set SPATE_PLUGINS to the folder of %s",
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
