/* Copies of boxes in the memory of a device. */
#include "bench/compact_cut_arrays.h"

#include <stdlib.h>

static size_t bytes_of(const compact_cut_arrays *a, int k, int out)
{
    const compact_boxes *b = a->boxes;
    const int64_t *size = b->parts[k].size, values = size[0] * size[1] * size[2];
    const int64_t lines = values / size[b->setup->direction];
    return (size_t)(values + (out ? lines : 0)) * (size_t)b->setup->precision / 8;
}

static void *bring(const tri_device *device, const void *host, size_t bytes)
{
    void *there = device->allocate(bytes);
    if (there && host)
        device->copy(there, bytes, host, bytes, bytes, 1, NULL);
    return there;
}

static int bring_all(compact_cut_arrays *a, const compact_data *data)
{
    const size_t value = (size_t)a->boxes->setup->precision / 8;
    a->f = calloc((size_t)a->boxes->count + 1, sizeof *a->f);
    a->g = calloc((size_t)a->boxes->count + 1, sizeof *a->g);
    if (!a->f || !a->g)
        return 0;
    for (int k = 0; k < a->boxes->count; ++k) {
        a->f[k] = bring(a->device, a->boxes->f[k], bytes_of(a, k, 0));
        a->g[k] = bring(a->device, a->boxes->g[k], bytes_of(a, k, 1));
        if (!a->f[k] || !a->g[k])
            return 0;
    }
    if (!data->f) /* several ranks: boxes are taken for whole arrays */
        return 1;
    a->whole_f = bring(a->device, data->f, (size_t)data->values * value);
    a->whole_g = bring(a->device, NULL, (size_t)data->places * value);
    return a->whole_f && a->whole_g;
}

int compact_cut_arrays_make(const compact_bench *b, const compact_boxes *boxes,
                            const compact_data *data, compact_cut_arrays *a)
{
    *a = (compact_cut_arrays){.boxes = boxes};
    if (b->backend_name) {
        a->device = b->backend->tridiag();
        return bring_all(a, data);
    }
    a->f = boxes->f;
    a->g = boxes->g;
    a->whole_f = data->f;
    a->whole_g = data->g;
    return 1;
}

void compact_cut_arrays_fetch(const compact_cut_arrays *a)
{
    for (int k = 0; a->device && k < a->boxes->count; ++k) {
        const size_t bytes = bytes_of(a, k, 1);
        a->device->copy(a->boxes->g[k], bytes, a->g[k], bytes, bytes, 1, NULL);
    }
}

void compact_cut_arrays_free(compact_cut_arrays *a)
{
    if (!a->device)
        return;
    for (int k = 0; a->f && a->g && k < a->boxes->count; ++k) {
        a->device->release(a->f[k]);
        a->device->release(a->g[k]);
    }
    a->device->release(a->whole_f);
    a->device->release(a->whole_g);
    free(a->f);
    free(a->g);
}
