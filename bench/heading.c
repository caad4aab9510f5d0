/* Provenance of a table of results. */
#include "bench/heading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "backend/cuda_load.h"
#include "base/cpu_model.h"
#include "spate_config.h"

void heading_command(const char *command, int argc, char *const *argv, char *text, size_t room)
{
    size_t used = (size_t)snprintf(text, room, "spate %s", command);
    for (int k = 1; k < argc && used < room; ++k)
        used += (size_t)snprintf(text + used, room - used, " %s", argv[k]);
}

/* "cuda:N" is the device N; "cuda" and "auto" are the first one. */
static void gpu_model(const char *backend_name, char *text, size_t room)
{
    const char *why, *number = strchr(backend_name, ':');
    const spate_cuda_plugin *cuda = cuda_plugin_get(&why);
    cuda_device_info info;
    if (cuda && cuda->device_info(number ? atoi(number + 1) : 0, &info))
        snprintf(text, room, "%s (%d multiprocessors, %.0f GB), ", info.name, info.processors,
                 1e-9 * info.bytes);
}

void heading_write(const char *title, const char *command, const char *note,
                   const spate_backend *backend, const char *backend_name, char *text, size_t room)
{
    char date[32] = "", cpu[256], gpu[256] = "";
    const time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts))
        strftime(date, sizeof date, "%Y-%m-%d", &parts);
    if (backend->mirrored)
        gpu_model(backend_name, gpu, sizeof gpu);
    snprintf(text, room,
             "# %s, %s\n\n* Machine: %s%s, %ld cores online.\n* Commit %s, %s, %s.\n"
             "* Command: `%s`\n\n%s",
             title, date, gpu, cpu_model(cpu, sizeof cpu), sysconf(_SC_NPROCESSORS_ONLN),
             SPATE_GIT_COMMIT, SPATE_COMPILER, SPATE_BUILD_TYPE, command, note);
}
