/* Which devices compute a run. */
#include "run/devices.h"

#include <stdlib.h>
#include <string.h>

#include "backend/cuda_load.h"
#include "grid/grid.h"
#include "parallel/comm.h"
#include "run/backends.h"

/* One entry of options.devices: "cpu", "cuda:1", "cpu:avx2", "cuda:0:strict". */
typedef struct device_entry {
    char name[32], isa[MOST_ISA_LETTERS];
    int number; /* of a GPU; -1: none given */
} device_entry;

static spate_status bad_entry(spate_context *ctx, const spate_options *opt, const char *entry)
{
    return spate_fail(ctx, SPATE_ERROR_BACKEND,
                      "devices is \"%s\": \"%.*s\" is not a device; use cpu, reference, cuda or "
                      "cuda:N, with the kernels after a colon where they matter, as in "
                      "\"cpu:avx2,cuda:0\"",
                      opt->devices, (int)strcspn(entry, ","), entry);
}

/* The text before the next stop, without blanks around it. *text moves behind the stop. Returns 0
 * if the word does not fit. */
static int next_word(const char **text, char stop, char *word, size_t room)
{
    const char stops[2] = {stop, '\0'};
    const char *from = *text + strspn(*text, " "), *end = from + strcspn(from, stops);
    *text = *end ? end + 1 : end;
    while (end > from && end[-1] == ' ')
        --end;
    if ((size_t)(end - from) >= room)
        return 0;
    memcpy(word, from, (size_t)(end - from));
    word[end - from] = '\0';
    return 1;
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns 0 if the text is not a device. */
static int read_entry(const char *text, device_entry *e)
{
    const size_t length = strlen(text);
    *e = (device_entry){.isa = "auto", .number = -1};
    if (length == 0 || text[length - 1] == ':' || !next_word(&text, ':', e->name, sizeof e->name))
        return 0;
    if (strcmp(e->name, "cpu") != 0 && strcmp(e->name, "reference") != 0 &&
        strcmp(e->name, "cuda") != 0)
        return 0;
    if (strcmp(e->name, "cuda") == 0 && is_digit(*text)) {
        char number[8];
        if (!next_word(&text, ':', number, sizeof number) ||
            strspn(number, "0123456789") != strlen(number))
            return 0;
        e->number = atoi(number);
    }
    return (!*text || next_word(&text, ':', e->isa, sizeof e->isa)) && !*text && *e->isa &&
           e->number < CUDA_MOST_DEVICES;
}

static spate_status read_entries(spate_context *ctx, const spate_options *opt,
                                 device_entry entries[MOST_DEVICES], int *count)
{
    const char *rest = opt->devices;
    do {
        char word[64];
        if (*count == MOST_DEVICES)
            return spate_fail(ctx, SPATE_ERROR_BACKEND,
                              "devices is \"%s\": at most %d devices can share a run", opt->devices,
                              MOST_DEVICES);
        const char *from = rest;
        if (!next_word(&rest, ',', word, sizeof word) || !read_entry(word, &entries[(*count)++]))
            return bad_entry(ctx, opt, from);
    } while (*rest || rest[-1] == ','); /* a list that ends in a comma has an empty entry */
    return SPATE_OK;
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
                               const spate_backend *backend, int device_number, device_set *out)
{
    const int n = out->count++;
    strcpy(out->isa[n], e->isa);
    out->device[n] =
        (part_device){.backend = backend, .isa = out->isa[n], .device_number = device_number};
    return backend_check_scheme(ctx, opt, backend);
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
        SPATE_TRY(add_device(ctx, opt, &entries[n], b, is_gpu ? gpus->devices[gpu++] : 0, out));
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
    out->count = b->device_count > 1 ? b->device_count : 1;
    for (int n = 0; n < out->count; ++n)
        out->device[n] = (part_device){.backend = b,
                                       .isa = opt->isa,
                                       .device_number = b->device_count ? b->devices[n] : 0};
    return SPATE_OK;
}

const part_device *devices_for(const device_set *set, int n, int parts)
{
    return &set->device[(int64_t)n * set->count / parts];
}

/* Device n as the user has named it. */
static const char *device_text(const spate_options *opt, int n, char *text, size_t room)
{
    const char *rest = opt->devices;
    if (!rest || !*rest)
        return opt->backend;
    for (int k = 0; k <= n; ++k)
        next_word(&rest, ',', text, room);
    return text;
}

void devices_warn_of_idle(spate_context *ctx, const spate_options *opt, const device_set *set,
                          int parts)
{
    for (int d = 0; d < set->count; ++d) {
        char text[64];
        int used = 0;
        for (int n = 0; n < parts; ++n)
            used |= devices_for(set, n, parts) == &set->device[d];
        if (!used)
            spate_log(ctx, SPATE_LOG_WARNING,
                      "device %d of %d (%s) gets no part and computes nothing: this process has "
                      "%d part%s; cut the grid into at least %d parts, each of which needs a tile "
                      "of %d x %d cells, or leave the device out",
                      d + 1, set->count, device_text(opt, d, text, sizeof text), parts,
                      parts == 1 ? "" : "s", set->count * comm_size(ctx->comm), SPATE_TILE_X,
                      SPATE_TILE_Y);
    }
}
