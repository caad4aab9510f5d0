/* Boxes of an array in memory. */
#include "boxes_memory.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

static const double MARK = -12345.0; /* exact in both precisions */

static int64_t line_results(const box_variant *variant)
{
    return spate_compact_results(variant->scheme, variant->size[variant->direction],
                                 variant->periodic);
}

int64_t boxes_results(const box_variant *variant)
{
    return variant->size[0] * variant->size[1] * variant->size[2] /
           variant->size[variant->direction] * line_results(variant);
}

static void put(const box *b, void *array, int64_t k, double v)
{
    if (b->precision == 32)
        ((float *)array)[k] = (float)v;
    else
        ((double *)array)[k] = v;
}

static double get(const box *b, const void *array, int64_t k)
{
    return b->precision == 32 ? (double)((const float *)array)[k] : ((const double *)array)[k];
}

static int64_t lay_out(box_layout kind, const int64_t size[3], int64_t stride[3])
{
    const int64_t pitch = size[0] + (kind == BOX_PITCHED ? 5 : 0),
                  step = kind == BOX_RECORDS ? 3 : 1;
    stride[0] = step;
    stride[1] = step * pitch;
    stride[2] = step * pitch * (size[1] + (kind == BOX_PITCHED ? 2 : 0));
    if (kind == BOX_REVERSED) { /* z is fastest */
        stride[2] = 1;
        stride[1] = size[2];
        stride[0] = size[2] * size[1];
    }
    int64_t last = 0;
    for (int d = 0; d < 3; ++d)
        last += (size[d] - 1) * stride[d];
    return last + 1 + 2 * BOX_MARGIN;
}

typedef void visit_fn(const box *b, int64_t place, double *value);

/* Values of the box, or its results, and those of the whole array. */
static void each_value(const box_variant *variant, const box *b, int out, double *whole,
                       visit_fn *visit)
{
    const int d = variant->direction;
    const int64_t *stride = out ? b->part.out_stride : b->part.stride;
    int64_t size[3], all[3];
    for (int n = 0; n < 3; ++n) {
        size[n] = n == d && out ? b->results : b->part.size[n];
        all[n] = n == d && out ? line_results(variant) : variant->size[n];
    }
    for (int64_t k = 0; k < size[2]; ++k)
        for (int64_t j = 0; j < size[1]; ++j)
            for (int64_t i = 0; i < size[0]; ++i) {
                const int64_t *first = b->part.first;
                const int64_t at = BOX_MARGIN + i * stride[0] + j * stride[1] + k * stride[2];
                visit(b, at,
                      &whole[first[0] + i + all[0] * (first[1] + j + all[1] * (first[2] + k))]);
            }
}

static void put_value(const box *b, int64_t place, double *value)
{
    put(b, b->f, place, *value);
}

/* Also writes a mark in the gaps. */
static void read_result(const box *b, int64_t place, double *value)
{
    *value = get(b, b->g, place);
    put(b, b->g, place, MARK);
}

static void put_mark(const box *b, int64_t place, double *value)
{
    (void)value;
    put(b, b->f, place, MARK);
}

static void *marked(const box *b, int64_t values)
{
    void *array = malloc((size_t)(values * b->precision / 8));
    if (!array)
        abort();
    for (int64_t k = 0; k < values; ++k)
        put(b, array, k, MARK);
    return array;
}

void box_make(const box_variant *variant, int number, double *f, box *b)
{
    const box_layout kind =
        variant->mixed ? (box_layout)((variant->layout + number) % BOX_LAYOUTS) : variant->layout;
    const int d = variant->direction;
    int64_t out_size[3];
    b->precision = variant->precision;
    b->results = spate_compact_results_here(variant->scheme, variant->size[d], variant->periodic,
                                            b->part.first[d], b->part.size[d]);
    b->in_place = variant->in_place && b->results <= b->part.size[d];
    memcpy(out_size, b->part.size, sizeof out_size);
    out_size[d] = b->in_place || b->results < 1 ? b->part.size[d] : b->results;
    b->values = lay_out(kind, b->part.size, b->part.stride);
    b->out_values = lay_out(kind, out_size, b->part.out_stride);
    b->f = marked(b, b->values);
    each_value(variant, b, 0, f, put_value);
    b->before = malloc((size_t)(b->values * b->precision / 8));
    if (!b->before)
        abort();
    memcpy(b->before, b->f, (size_t)(b->values * b->precision / 8));
    b->g = b->in_place ? b->f : marked(b, b->out_values);
}

int box_end(const box_variant *variant, box *b, double *g)
{
    int kept = b->in_place || memcmp(b->f, b->before, (size_t)(b->values * b->precision / 8)) == 0;
    each_value(variant, b, 1, g, read_result);
    if (b->in_place)
        each_value(variant, b, 0, g, put_mark); /* values without a result keep their content */
    for (int64_t k = 0; k < b->out_values; ++k)
        kept = kept && get(b, b->g, k) == MARK;
    free(b->f);
    free(b->before);
    if (!b->in_place)
        free(b->g);
    return kept;
}
