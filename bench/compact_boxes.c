/* Boxes of an array, each in a separate array, as the parts of a program are. */
#include "bench/compact_boxes.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static int64_t cut_at(const compact_boxes *t, int d, int64_t k)
{
    return t->setup->size[d] * k / t->setup->parts[d];
}

static int64_t results_of(const compact_boxes *t, const spate_compact_part *p)
{
    const int d = t->setup->direction;
    return spate_compact_results_here(&t->data->scheme, t->setup->size[d], t->setup->periodic,
                                      p->first[d], p->size[d]);
}

static spate_compact_part part_of(const compact_boxes *t, int64_t number)
{
    const int *parts = t->setup->parts;
    const int64_t at[3] = {number % parts[0], number / parts[0] % parts[1],
                           number / parts[0] / parts[1]};
    spate_compact_part p;
    int64_t step = 1, out_step = 1;
    for (int d = 0; d < 3; ++d) {
        p.first[d] = cut_at(t, d, at[d]);
        p.size[d] = cut_at(t, d, at[d] + 1) - p.first[d];
    }
    for (int d = 0; d < 3; ++d) {
        p.stride[d] = step;
        p.out_stride[d] = out_step;
        step *= p.size[d];
        out_step *= d == t->setup->direction ? results_of(t, &p) : p.size[d];
    }
    return p;
}

/* Called for each value of a box, or each result, with its index there and in the whole array. */
typedef void place_fn(const compact_boxes *t, int part, int64_t here, int64_t whole);

static void each_place(const compact_boxes *t, int part, int out, place_fn *fn)
{
    const spate_compact_part *p = &t->parts[part];
    const int64_t *stride = out ? p->out_stride : p->stride;
    const int64_t *all = out ? t->data->out_stride : t->data->stride;
    int64_t size[3] = {p->size[0], p->size[1], p->size[2]};
    if (out)
        size[t->setup->direction] = results_of(t, p);
#pragma omp parallel for schedule(static) num_threads(t->setup->threads)
    for (int64_t k = 0; k < size[2]; ++k)
        for (int64_t j = 0; j < size[1]; ++j)
            for (int64_t i = 0; i < size[0]; ++i)
                fn(t, part, i * stride[0] + j * stride[1] + k * stride[2],
                   (p->first[0] + i) * all[0] + (p->first[1] + j) * all[1] +
                       (p->first[2] + k) * all[2]);
}

static void put_value(const compact_boxes *t, int part, int64_t here, int64_t whole)
{
    array_set(t->f[part], t->setup->precision, here, array_noise((uint64_t)whole));
}

static void put_zero(const compact_boxes *t, int part, int64_t here, int64_t whole)
{
    const size_t bytes = (size_t)t->setup->precision / 8;
    (void)whole;
    memset((char *)t->g[part] + (size_t)here * bytes, 0, bytes);
}

static void gather_result(const compact_boxes *t, int part, int64_t here, int64_t whole)
{
    const size_t bytes = (size_t)t->setup->precision / 8;
    memcpy((char *)t->data->g + (size_t)whole * bytes,
           (const char *)t->g[part] + (size_t)here * bytes, bytes);
}

int compact_boxes_make(const compact_setup *setup, compact_data *data, int rank, int ranks,
                       compact_boxes *t)
{
    const size_t bytes = (size_t)setup->precision / 8;
    const int64_t all = (int64_t)setup->parts[0] * setup->parts[1] * setup->parts[2];
    const int64_t first = all * rank / ranks, end = all * (rank + 1) / ranks;
    *t = (compact_boxes){.setup = setup, .data = data};
    t->parts = calloc((size_t)(end - first) + 1, sizeof *t->parts);
    t->f = calloc((size_t)(end - first) + 1, sizeof *t->f);
    t->g = calloc((size_t)(end - first) + 1, sizeof *t->g);
    if (!t->parts || !t->f || !t->g)
        return 0;
    for (int64_t n = first; n < end; ++n) {
        const int k = t->count++;
        spate_compact_part *p = &t->parts[k];
        *p = part_of(t, n);
        const int64_t values = p->size[0] * p->size[1] * p->size[2];
        const int64_t lines = values / p->size[setup->direction];
        t->f[k] = memory_alloc((size_t)values * bytes);
        t->g[k] = memory_alloc((size_t)(values + lines) * bytes); /* one more result each */
        if (!t->f[k] || !t->g[k])
            return 0;
        each_place(t, k, 0, put_value);
        each_place(t, k, 1, put_zero);
    }
    return 1;
}

void compact_boxes_gather(const compact_boxes *t)
{
    for (int k = 0; k < t->count; ++k)
        each_place(t, k, 1, gather_result);
}

void compact_boxes_free(compact_boxes *t)
{
    for (int k = 0; k < t->count; ++k) {
        memory_free(t->f[k]);
        memory_free(t->g[k]);
    }
    free(t->parts);
    free(t->f);
    free(t->g);
    *t = (compact_boxes){0};
}
