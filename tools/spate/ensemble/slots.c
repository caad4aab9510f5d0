/* How many scenarios run side by side, and what each of them gets. */
#include <stdio.h>
#include <string.h>

#include "backend/cuda_load.h"
#include "base/cores.h"
#include "casefile/casefile.h"
#include "ensemble/ensemble.h"

static int has_column(const ensemble *e, const char *key)
{
    for (int k = 0; k < e->columns; ++k)
        if (strcmp(e->keys[k], key) == 0)
            return 1;
    return 0;
}

static int waiting(const ensemble *e)
{
    int count = 0;
    for (int k = 0; k < e->count; ++k)
        count += e->list[k].state == SCENARIO_WAITING;
    return count;
}

/* GPUs of this machine, 0 where there is none or the plug-in does not load. */
static int gpu_count(void)
{
    const char *why;
    char text[256];
    const spate_cuda_plugin *cuda = cuda_driver_present() ? cuda_plugin_get(&why) : NULL;
    const int count = cuda ? cuda->device_count(text, sizeof text) : 0;
    return count > 0 ? count : 0;
}

/* The GPUs that scenarios take in turn: those that the case names, or all of the machine. */
static void find_devices(const char *backend, slots *s)
{
    device_list named = {.count = 0};
    const int cuda = cuda_named(backend, &named);
    if (!cuda && strcmp(backend, "auto") != 0)
        return;
    const int all = named.count ? named.count : gpu_count();
    for (int k = 0; k < all && k < MOST_SLOTS; ++k)
        s->device[s->device_count++] = named.count ? named.device[k] : k;
}

spate_status choose_slots(const ensemble *e, int jobs, int threads, const char *backend, slots *out)
{
    casefile *file = NULL;
    *out =
        (slots){.keep_backend = has_column(e, "solver.backend") || has_column(e, "solver.devices"),
                .keep_threads = has_column(e, "solver.threads")};
    SPATE_TRY(casefile_read(e->tool->ctx, e->case_file, e->sets.items, e->sets.count, &file));
    const case_node *root = casefile_root(file);
    const char *wanted = backend ? backend : case_text(root, "solver.backend");
    const int in_case = (int)case_integer(root, "solver.threads");
    if (!out->keep_backend && !case_get(root, "solver.devices"))
        find_devices(wanted, out);
    snprintf(out->backend, sizeof out->backend, "%s", wanted);
    const int cores = cores_usable(), rows = waiting(e);
    const int each = threads > 0 ? threads : in_case;
    const int room = out->device_count > 0 ? out->device_count : each > 0 ? cores / each : cores;
    out->count = jobs > 0 ? jobs : room < rows ? room : rows;
    out->count = out->count < 1 ? 1 : out->count > MOST_SLOTS ? MOST_SLOTS : out->count;
    out->threads = each > 0 ? each : cores / out->count;
    out->threads = out->threads < 1 ? 1 : out->threads;
    for (int k = out->device_count; out->device_count > 0 && k < out->count; ++k)
        out->device[k] = out->device[k % out->device_count];
    casefile_free(file);
    return SPATE_OK;
}
