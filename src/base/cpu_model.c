/* The first "model name" of /proc/cpuinfo. */
#include "base/cpu_model.h"

#include <stdio.h>
#include <string.h>

const char *cpu_model(char *out, size_t size)
{
    char line[512];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(out, size, "unknown");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (!colon || strncmp(line, "model name", 10) != 0)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(out, size, "%s", colon + 1 + strspn(colon + 1, " "));
        break;
    }
    if (file)
        fclose(file);
    return out;
}
