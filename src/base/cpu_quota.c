/* Quotas of control groups: the least of the group and of all groups above it. */
#include "base/cpu_quota.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first line of a file without its line end. Returns 0 if there is none. */
static int first_line(const char *folder, const char *name, char *line, int room)
{
    char path[4352];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return 0;
    FILE *f = fopen(path, "r");
    if (!f)
        return 0;
    const int got = fgets(line, room, f) != NULL;
    fclose(f);
    return got;
}

static double share(double quota, double period)
{
    return quota > 0 && period > 0 ? quota / period : INFINITY;
}

/* Version 2: "QUOTA PERIOD" in microseconds, or "max PERIOD". Version 1: two files, -1 for no
 * quota. */
static double quota_of_folder(const char *folder)
{
    char line[128], period[128];
    if (first_line(folder, "cpu.max", line, sizeof line)) {
        char *end;
        const double quota = strtod(line, &end); /* "max": 0 */
        return share(quota, strtod(end, NULL));
    }
    if (first_line(folder, "cpu.cfs_quota_us", line, sizeof line) &&
        first_line(folder, "cpu.cfs_period_us", period, sizeof period))
        return share(strtod(line, NULL), strtod(period, NULL));
    return INFINITY;
}

/* From the group up to the mount. In a container the path may be that of the host, of which only
 * the mount is visible: missing folders are skipped. */
static double least_quota(const char *mount, const char *controllers, const char *group)
{
    char folder[4096];
    const int root =
        snprintf(folder, sizeof folder, "%s%s%s", mount, *controllers ? "/" : "", controllers);
    if (root >= (int)sizeof folder || snprintf(folder + root, sizeof folder - (size_t)root, "%s",
                                               group) >= (int)sizeof folder - root)
        return INFINITY;
    double least = quota_of_folder(folder);
    for (char *slash; (slash = strrchr(folder + root, '/')) != NULL;) {
        *slash = '\0';
        least = fmin(least, quota_of_folder(folder));
    }
    return least;
}

/* Whether "cpu" is one of the names in "cpu,cpuacct". */
static int has_cpu(const char *controllers)
{
    for (const char *name = controllers; name; name = strchr(name, ',')) {
        name += *name == ',';
        if (strncmp(name, "cpu", 3) == 0 && (name[3] == ',' || name[3] == '\0'))
            return 1;
    }
    return 0;
}

double cpu_quota(const char *membership, const char *mount)
{
    FILE *f = fopen(membership, "r");
    if (!f)
        return INFINITY;
    double least = INFINITY;
    char line[4096];
    while (fgets(line, sizeof line, f)) { /* NUMBER:CONTROLLERS:PATH */
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group)
            continue;
        *group++ = '\0';
        ++controllers;
        if (!*controllers || has_cpu(controllers))
            least = fmin(least, least_quota(mount, controllers, group));
    }
    fclose(f);
    return least;
}
