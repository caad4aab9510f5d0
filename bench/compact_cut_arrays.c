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

static int upload_all(compact_cut_arrays *a, const compact_data *data)
{
    const size_t value = (size_t)a->boxes->setup->precision / 8;
    a->f = calloc((size_t)a->boxes->count + 1, sizeof *a->f);
    a->g = calloc((size_t)a->boxes->count + 1, sizeof *a->g);
    if (!a->f || !a->g)
        return 0;
    for (int k = 0; k < a->boxes->count; ++k) {
        a->f[k] = arrays_upload(a->device, a->boxes->f[k], bytes_of(a, k, 0));
        a->g[k] = arrays_upload(a->device, a->boxes->g[k], bytes_of(a, k, 1));
        if (!a->f[k] || !a->g[k])
            return 0;
    }
    if (!data->f) /* several ranks: each box is a whole array */
        return 1;
    a->whole_f = arrays_upload(a->device, data->f, (size_t)data->values * value);
    a->whole_g = arrays_upload(a->device, data->g, (size_t)data->places * value);
    return a->whole_f && a->whole_g;
}

int compact_cut_arrays_make(const bench *b, const compact_boxes *boxes, const compact_data *data,
                            compact_cut_arrays *a)
{
    *a = (compact_cut_arrays){.boxes = boxes, .device = arrays_device(b)};
    return upload_all(a, data);
}

void compact_cut_arrays_fetch(const compact_cut_arrays *a)
{
    for (int k = 0; k < a->boxes->count; ++k)
        arrays_download(a->device, a->boxes->g[k], a->g[k], bytes_of(a, k, 1));
}

void compact_cut_arrays_free(compact_cut_arrays *a)
{
    for (int k = 0; a->f && a->g && k < a->boxes->count; ++k) {
        arrays_release(a->device, a->f[k]);
        arrays_release(a->device, a->g[k]);
    }
    arrays_release(a->device, a->whole_f);
    arrays_release(a->device, a->whole_g);
    free(a->f);
    free(a->g);
}
