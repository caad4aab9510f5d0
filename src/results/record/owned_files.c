/* Names of all files that a run may write. */
#include <stdlib.h>
#include <string.h>

#include "results/folder/run_control.h"
#include "results/record/run_record.h"

static const char *const always[] = {"run.json",
                                     "maps.nc",
                                     "max.nc",
                                     "state.nc",
                                     "mass.csv",
                                     "model.gpkg",
                                     "bed.tif",
                                     "bed.asc",
                                     "bed.prj",
                                     "manning.tif",
                                     "manning.asc",
                                     "manning.prj",
                                     PROGRESS_NAME,
                                     CONTROL_NAME,
                                     "segments/maps-*.spm",
                                     "checkpoints/state-*.spc"};
static const char *const maxima[] = {"max_depth", "max_level", "max_speed",  "max_hazard",
                                     "arrival",   "duration",  "hazard_arr", "hazard_uk"};

enum {
    ALWAYS = sizeof always / sizeof *always,
    MAXIMA = sizeof maxima / sizeof *maxima,
};

static int add(char **list, int *count, const char *name, const char *ending)
{
    const size_t size = strlen(name) + strlen(ending) + 1;
    char *copy = malloc(size);
    if (!copy)
        return 0;
    memcpy(copy, name, strlen(name));
    memcpy(copy + strlen(name), ending, strlen(ending) + 1);
    list[(*count)++] = copy;
    return 1;
}

char **owned_files(const run_record *r)
{
    static const char *const endings[] = {".tif", ".qml", ".asc", ".prj"};
    const size_t most = ALWAYS + 4 * MAXIMA + (size_t)r->series_count + 1;
    char **list = calloc(most, sizeof *list);
    int count = 0, ok = list != NULL;
    for (int k = 0; ok && k < ALWAYS; ++k)
        ok = add(list, &count, always[k], "");
    for (int k = 0; ok && k < 4 * MAXIMA; ++k)
        ok = add(list, &count, maxima[k / 4], endings[k % 4]);
    for (int k = 0; ok && k < r->series_count; ++k)
        ok = add(list, &count, r->series[k], "");
    if (ok)
        return list;
    owned_files_free(list);
    return NULL;
}

void owned_files_free(char **list)
{
    for (int k = 0; list && list[k]; ++k)
        free(list[k]);
    free(list);
}
