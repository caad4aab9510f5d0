/* Bytes of results, counted from their plan. */
#include "disk_need.h"

#include <math.h>
#include <string.h>
#include <sys/statvfs.h>

static int bits(unsigned set)
{
    int count = 0;
    for (; set; set &= set - 1)
        ++count;
    return count;
}

double disk_need(const model_plan *plan, double from)
{
    const results_plan *r = &plan->results;
    const double cells = (double)r->grid.nx * (double)r->grid.ny, span = fmax(r->end - from, 0);
    const int fields = bits(r->maps) + ((r->maps & MAP_VELOCITY) != 0); /* u and v */
    const double frames = r->maps_every > 0 ? ceil(span / r->maps_every) + 1 : 0;
    const double rows = ceil(span / r->series_every) + 1;
    const double maps = 4 * cells * fields * frames;
    const double maxima = 8 * cells * bits(r->maxima); /* NetCDF and GeoTIFF */
    return maps + maxima + 12 * cells + 100 * rows * (r->gauge_count + r->section_count + 1);
}

double disk_free(const char *folder)
{
    char where[4096];
    struct statvfs disk;
    snprintf(where, sizeof where, "%s", folder);
    while (statvfs(where, &disk) != 0) {
        char *slash = strrchr(where, '/');
        if (slash == where || !*where)
            return (double)NAN;
        if (slash)
            *slash = '\0';
        else if (strcmp(where, ".") != 0)
            snprintf(where, sizeof where, ".");
        else
            return (double)NAN;
    }
    return (double)disk.f_bavail * (double)disk.f_frsize;
}
