/* Choices of tuning in the user's cache folder: one small text file for each machine. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cpu_model.h"
#include "run/tuning_cache.h"

static const char first_line[] = "spate tuning 1\n";

/* The folder of caches (XDG Base Directory Specification): a relative path is to be ignored. */
static int cache_folder(char *path, size_t room)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = 0;
    if (xdg && xdg[0] == '/')
        length = snprintf(path, room, "%s", xdg);
    else if (home && home[0] == '/')
        length = snprintf(path, room, "%s/.cache", home);
    return length > 0 && (size_t)length < room;
}

/* Home folders are shared by machines: the name of the host is in that of the file. */
int tuning_cache_path(char *path, size_t room)
{
    char folder[256], host[64] = "";
    if (!cache_folder(folder, sizeof folder) || gethostname(host, sizeof host - 1) != 0 || !*host)
        return 0;
    for (char *c = host; *c; ++c)
        *c = (char)(*c == '/' ? '_' : *c);
    const int length = snprintf(path, room, "%s/spate/tuning-%s.txt", folder, host);
    return length > 0 && (size_t)length < room;
}

static void machine_line(char *line, size_t room)
{
    char model[128];
    snprintf(line, room, "machine %s\n", cpu_model(model, sizeof model));
}

/* ---- reading ---- */

static int read_rate(const char *line, kept_rate *k)
{
    int end = 0;
    *k = (kept_rate){.every = 0};
    if (sscanf(line, "every %31s %d %d %47s %d%n", k->scheme, &k->precision, &k->threads, k->device,
               &k->every, &end) == 5)
        return strcmp(line + end, "\n") == 0 && k->every > 0;
    if (sscanf(line, "sharing %31s %d %d %47s %lf%n", k->scheme, &k->precision, &k->threads,
               k->device, &k->sharing, &end) == 5)
        return strcmp(line + end, "\n") == 0 && k->sharing > 0 && isfinite(k->sharing);
    return sscanf(line, "rate %31s %d %d %47s %lf%n", k->scheme, &k->precision, &k->threads,
                  k->device, &k->rate, &end) == 5 &&
           strcmp(line + end, "\n") == 0 && k->rate > 0 && isfinite(k->rate);
}

/* After the first line. Returns the number of rates, -1 for a file that is not as it was
 * written. */
static int read_lines(FILE *file, kept_rate *rates, int most)
{
    char line[256], machine[160];
    int count = 0, listed;
    machine_line(machine, sizeof machine);
    if (!fgets(line, sizeof line, file) || strncmp(line, "machine ", 8) != 0)
        return -1;
    const int same = strcmp(line, machine) == 0; /* the host has another processor now */
    while (fgets(line, sizeof line, file)) {
        kept_rate k;
        if (sscanf(line, "end %d", &listed) == 1)
            return listed == count ? (same ? count : 0) : -1;
        if (count == most || !read_rate(line, &k))
            return -1;
        rates[count++] = k;
    }
    return -1; /* cut off */
}

int tuning_cache_read(const char *path, kept_rate *rates, int most, int *broken)
{
    char line[sizeof first_line + 1];
    FILE *file = fopen(path, "r");
    *broken = 0;
    if (!file)
        return 0;
    const int known = fgets(line, sizeof line, file) && strcmp(line, first_line) == 0;
    const int count = known ? read_lines(file, rates, most) : -1;
    fclose(file);
    *broken = count < 0;
    return count < 0 ? 0 : count;
}

/* ---- writing ---- */

/* The folders above a file. */
static int make_folders(const char *path)
{
    char folder[512];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            return 0;
        *slash = '/';
    }
    return 1;
}

static int write_lines(FILE *file, const kept_rate *rates, int count)
{
    char machine[160];
    machine_line(machine, sizeof machine);
    fprintf(file, "%s%s", first_line, machine);
    for (int n = 0; n < count; ++n) {
        const kept_rate *k = &rates[n];
        fprintf(file, "%s %s %d %d %s ",
                k->every > 0     ? "every"
                : k->sharing > 0 ? "sharing"
                                 : "rate",
                k->scheme, k->precision, k->threads, k->device);
        if (k->every > 0)
            fprintf(file, "%d\n", k->every);
        else
            fprintf(file, "%.6g\n", k->sharing > 0 ? k->sharing : k->rate);
    }
    fprintf(file, "end %d\n", count);
    return fflush(file) == 0 && fsync(fileno(file)) == 0 && !ferror(file);
}

/* Another process may do the same: each has a file of its own until it is whole. */
int tuning_cache_write(const char *path, const kept_rate *rates, int count)
{
    char part[600];
    snprintf(part, sizeof part, "%s.%ld", path, (long)getpid());
    FILE *file = make_folders(path) ? fopen(part, "w") : NULL;
    if (!file)
        return 0;
    const int written = write_lines(file, rates, count);
    const int ok = fclose(file) == 0 && written && rename(part, path) == 0;
    if (!ok)
        remove(part);
    return ok;
}
