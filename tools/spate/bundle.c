/* Environment variables for the libraries of a bundle. */
#include "bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Folders beside bin/, and a file that each must hold. */
static const struct {
    const char *variable, *folder, *file;
} data[] = {
    {"GDAL_DATA", "share/gdal", "gdalvrt.xsd"},
    {"PROJ_DATA", "share/proj", "proj.db"},
    {"PROJ_LIB", "share/proj", "proj.db"}, /* before PROJ 9.1 */
};

/* The folder that holds bin/, with its last slash; 0 where it is not known. */
static int root_of_program(char *place, size_t room)
{
    const ssize_t length = readlink("/proc/self/exe", place, room - 1);
    if (length <= 0)
        return 0;
    place[length] = '\0';
    char *slash = strrchr(place, '/');
    if (!slash)
        return 0;
    *slash = '\0';
    slash = strrchr(place, '/');
    if (!slash)
        return 0;
    slash[1] = '\0';
    return 1;
}

void bundle_set_data(void)
{
    char root[2048], folder[2304], file[2560];
    if (!root_of_program(root, sizeof root))
        return;
    for (size_t n = 0; n < sizeof data / sizeof *data; ++n) {
        snprintf(folder, sizeof folder, "%s%s", root, data[n].folder);
        snprintf(file, sizeof file, "%s/%s", folder, data[n].file);
        if (access(file, R_OK) == 0)
            setenv(data[n].variable, folder, 0);
    }
}
