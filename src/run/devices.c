/* Which devices compute a run. */
#include "run/devices.h"

#include <stdlib.h>
#include <string.h>

#include "backend/cuda_load.h"
#include "run/backends.h"
#include "schemes/scheme.h"

/* One entry of options.devices: "cpu", "cuda:1", "cpu:avx2", "cuda:0:strict". */
typedef struct device_entry {
    char name[32], isa[MOST_ISA_LETTERS];
    int number; /* of a GPU; -1: none given */
} device_entry;

static spate_status bad_entry(spate_context *ctx, const spate_options *opt, const char *entry)
{
    return spate_fail(ctx, SPATE_ERROR_BACKEND,
                      "devices is \"%s\": \"%s\" is not a device; use cpu, reference, cuda or "
                      "cuda:N, with the kernels after a colon where they matter, as in "
                      "\"cpu:avx2,cuda:0\"",
                      opt->devices, entry);
}

/* Splits an entry at its colons. 0: it is not a device. */
static int read_entry(const char *text, device_entry *e)
{
    char copy[64], *rest = copy, *end = NULL;
    if (strlen(text) >= sizeof copy)
        return 0;
    strcpy(copy, text);
    *e = (device_entry){.isa = "auto", .number = -1};
    const char *name = strsep(&rest, ":");
    const char *word = strsep(&rest, ":");
    if (strcmp(name, "cpu") != 0 && strcmp(name, "reference") != 0 && strcmp(name, "cuda") != 0)
        return 0;
    strcpy(e->name, name);
    if (word && strcmp(name, "cuda") == 0 && *word >= '0' && *word <= '9') {
        const long number = strtol(word, &end, 10);
        if (*end || number >= CUDA_MOST_DEVICES)
            return 0;
        e->number = (int)number;
        word = strsep(&rest, ":");
    }
    if (rest || (word && (!*word || strlen(word) >= sizeof e->isa)))
        return 0;
    if (word)
        strcpy(e->isa, word);
    return 1;
}

static spate_status read_entries(spate_context *ctx, const spate_options *opt,
                                 device_entry entries[MOST_DEVICES], int *count)
{
    char *copy = strdup(opt->devices), *rest = copy;
    spate_status status = SPATE_OK;
    if (!copy)
        return spate_fail(ctx, SPATE_ERROR_MEMORY, "no memory for the names of devices");
    for (char *text; status == SPATE_OK && (text = strsep(&rest, ",")) != NULL;) {
        text += strspn(text, " ");
        text[strcspn(text, " ")] = '\0';
        if (*count == MOST_DEVICES)
            status = spate_fail(ctx, SPATE_ERROR_BACKEND,
                                "devices is \"%s\": at most %d devices can share a run",
                                opt->devices, MOST_DEVICES);
        else if (!read_entry(text, &entries[(*count)++]))
            status = bad_entry(ctx, opt, text);
    }
    free(copy);
    return status;
}

/* One backend for all GPUs of the list, so that they exchange ghosts directly. */
static spate_status gpus_of(spate_context *ctx, const device_entry *entries, int count,
                            const spate_backend **out)
{
    device_list list = {.count = 0};
    *out = NULL;
    for (int n = 0; n < count; ++n)
        if (strcmp(entries[n].name, "cuda") == 0)
            list.device[list.count++] = entries[n].number < 0 ? 0 : entries[n].number;
    return list.count ? cuda_backend_on(ctx, &list, (machine_share){.rank = 0, .ranks = 1}, out)
                      : SPATE_OK;
}

static spate_status add_device(spate_context *ctx, const spate_options *opt, const device_entry *e,
                               const spate_backend *backend, int place, device_set *out)
{
    const scheme_ops *scheme = scheme_find(opt->scheme);
    const int n = out->count++;
    strcpy(out->isa[n], e->isa);
    out->device[n] = (part_device){.backend = backend, .isa = out->isa[n], .place = place};
    if (!scheme || scheme->runs_on(backend))
        return SPATE_OK;
    return spate_fail(ctx, SPATE_ERROR_BACKEND,
                      "scheme \"%s\" has no kernels for the %s backend yet; use cpu", opt->scheme,
                      backend->name);
}

static spate_status named_devices(spate_context *ctx, const spate_options *opt, device_set *out)
{
    device_entry entries[MOST_DEVICES];
    const spate_backend *gpus = NULL;
    int count = 0, gpu = 0;
    if (strcmp(opt->backend, "auto") != 0 || strcmp(opt->isa, "auto") != 0)
        return spate_fail(ctx, SPATE_ERROR_BACKEND,
                          "devices is \"%s\" and backend \"%s\" with isa \"%s\": give either "
                          "devices, or backend and isa",
                          opt->devices, opt->backend, opt->isa);
    SPATE_TRY(read_entries(ctx, opt, entries, &count));
    SPATE_TRY(gpus_of(ctx, entries, count, &gpus));
    for (int n = 0; n < count; ++n) {
        const int is_gpu = strcmp(entries[n].name, "cuda") == 0;
        const spate_backend *b = is_gpu                                ? gpus
                                 : strcmp(entries[n].name, "cpu") == 0 ? &spate_backend_cpu
                                                                       : &spate_backend_reference;
        SPATE_TRY(add_device(ctx, opt, &entries[n], b, is_gpu ? gpus->places[gpu++] : 0, out));
    }
    return SPATE_OK;
}

spate_status devices_choose(spate_context *ctx, const spate_options *opt, device_set *out)
{
    const spate_backend *b;
    *out = (device_set){.count = 0};
    if (opt->devices && *opt->devices)
        return named_devices(ctx, opt, out);
    SPATE_TRY(backend_choose(ctx, opt, &b));
    out->count = b->place_count > 1 ? b->place_count : 1;
    for (int n = 0; n < out->count; ++n)
        out->device[n] = (part_device){.backend = b,
                                       .isa = opt->isa,
                                       .place = b->place_count ? b->places[n] : 0};
    return SPATE_OK;
}

const part_device *devices_for(const device_set *set, int n, int parts)
{
    return &set->device[(int64_t)n * set->count / parts];
}
