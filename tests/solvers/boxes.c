/* Boxes of an array in memory, and an apply of them. */
#include "boxes.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { MARGIN = 8 };
static const double MARK = -12345.0; /* exact in both precisions */

static int64_t line_results(const box_way *way)
{
    return spate_compact_results(way->scheme, way->size[way->direction], way->periodic);
}

int64_t boxes_results(const box_way *way)
{
    return way->size[0] * way->size[1] * way->size[2] / way->size[way->direction] *
           line_results(way);
}

/* ---- a box in memory ---- */

typedef struct box {
    spate_compact_part part;
    int64_t results, values, out_values; /* results along a line; places, margins included */
    int precision, in_place;
    void *f, *before, *g;
} box;

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
    return last + 1 + 2 * MARGIN;
}

typedef void visit_fn(const box *b, int64_t place, double *value);

/* Values of the box, or its results, beside those of the whole array. */
static void each_value(const box_way *way, const box *b, int out, double *whole, visit_fn *visit)
{
    const int d = way->direction;
    const int64_t *stride = out ? b->part.out_stride : b->part.stride;
    int64_t size[3], all[3];
    for (int n = 0; n < 3; ++n) {
        size[n] = n == d && out ? b->results : b->part.size[n];
        all[n] = n == d && out ? line_results(way) : way->size[n];
    }
    for (int64_t k = 0; k < size[2]; ++k)
        for (int64_t j = 0; j < size[1]; ++j)
            for (int64_t i = 0; i < size[0]; ++i) {
                const int64_t *first = b->part.first;
                const int64_t at = MARGIN + i * stride[0] + j * stride[1] + k * stride[2];
                visit(b, at,
                      &whole[first[0] + i + all[0] * (first[1] + j + all[1] * (first[2] + k))]);
            }
}

static void put_value(const box *b, int64_t place, double *value)
{
    put(b, b->f, place, *value);
}

/* And leaves a mark. */
static void take_result(const box *b, int64_t place, double *value)
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

/* first, size: in place already. */
static void make_box(const box_way *way, int number, double *f, box *b)
{
    const box_layout kind =
        way->mixed ? (box_layout)((way->layout + number) % BOX_LAYOUTS) : way->layout;
    const int d = way->direction;
    int64_t out_size[3];
    b->precision = way->precision;
    b->results = spate_compact_results_here(way->scheme, way->size[d], way->periodic,
                                            b->part.first[d], b->part.size[d]);
    b->in_place = way->in_place && b->results <= b->part.size[d];
    memcpy(out_size, b->part.size, sizeof out_size);
    out_size[d] = b->in_place || b->results < 1 ? b->part.size[d] : b->results;
    b->values = lay_out(kind, b->part.size, b->part.stride);
    b->out_values = lay_out(kind, out_size, b->part.out_stride);
    b->f = marked(b, b->values);
    each_value(way, b, 0, f, put_value);
    b->before = malloc((size_t)(b->values * b->precision / 8));
    if (!b->before)
        abort();
    memcpy(b->before, b->f, (size_t)(b->values * b->precision / 8));
    b->g = b->in_place ? b->f : marked(b, b->out_values);
}

static int end_box(const box_way *way, box *b, double *g)
{
    int kept = b->in_place || memcmp(b->f, b->before, (size_t)(b->values * b->precision / 8)) == 0;
    each_value(way, b, 1, g, take_result);
    if (b->in_place)
        each_value(way, b, 0, g, put_mark); /* values that have no result keep what they were */
    for (int64_t k = 0; k < b->out_values; ++k)
        kept = kept && get(b, b->g, k) == MARK;
    free(b->f);
    free(b->before);
    if (!b->in_place)
        free(b->g);
    return kept;
}

/* ---- an apply ---- */

static int64_t cut_of(const box_way *way, const int at[3], int d, int k)
{
    if (k == way->parts[d])
        return way->size[d];
    const int u = d == 0 ? 1 : 0, v = d == 2 ? 1 : 2;
    const int farther = way->wall && d == way->direction && k > 0 && (at[u] + at[v]) % 2 &&
                        way->cut[d][k] + 1 < cut_of(way, (const int[3]){0, 0, 0}, d, k + 1);
    return way->cut[d][k] + farther;
}

static int make_boxes(spate_context *ctx, const box_way *way, box_owners owners, const double *f,
                      box *boxes)
{
    const int all = way->parts[0] * way->parts[1] * way->parts[2], ranks = spate_rank_count(ctx);
    int count = 0;
    for (int n = 0; n < all; ++n) {
        const int at[3] = {n % way->parts[0], n / way->parts[0] % way->parts[1],
                           n / way->parts[0] / way->parts[1]};
        if ((owners == BOX_IN_TURN ? n % ranks : n * ranks / all) != spate_rank(ctx))
            continue;
        box *b = &boxes[count++];
        memset(b, 0, sizeof *b);
        for (int d = 0; d < 3; ++d) {
            b->part.first[d] = cut_of(way, at, d, at[d]);
            b->part.size[d] = cut_of(way, at, d, at[d] + 1) - b->part.first[d];
        }
        make_box(way, n, (double *)f, b);
    }
    return count;
}

/* A copy of an array on the device of a way, or that back. */
static void *bring(const box_way *way, void *host, int64_t values)
{
    const size_t bytes = (size_t)(values * way->precision / 8);
    void *there = way->device->take(bytes);
    if (!there)
        abort();
    way->device->copy(there, bytes, host, bytes, bytes, 1, NULL);
    return there;
}

static void bring_back(const box_way *way, void *host, void *there, int64_t values)
{
    const size_t bytes = (size_t)(values * way->precision / 8);
    way->device->copy(host, bytes, there, bytes, bytes, 1, NULL);
    way->device->give(there);
}

static spate_status apply(spate_compact_distributed *c, const box_way *way, const box *boxes,
                          int count)
{
    void *there[2][BOX_MOST];
    const void *f[BOX_MOST];
    void *g[BOX_MOST];
    const int64_t margin = MARGIN * way->precision / 8;
    for (int k = 0; k < count; ++k) {
        const box *b = &boxes[k];
        there[0][k] = way->device ? bring(way, b->f, b->values) : b->f;
        there[1][k] = b->in_place   ? there[0][k]
                      : way->device ? bring(way, b->g, b->out_values)
                                    : b->g;
        f[k] = (const char *)there[0][k] + margin;
        g[k] = (char *)there[1][k] + margin;
    }
    spate_status status = spate_compact_distributed_apply(c, f, g);
    if (way->device && status == SPATE_OK)
        status = spate_compact_distributed_wait(c);
    for (int k = 0; k < count && way->device; ++k) {
        const box *b = &boxes[k];
        bring_back(way, b->f, there[0][k], b->values);
        if (!b->in_place)
            bring_back(way, b->g, there[1][k], b->out_values);
    }
    return status;
}

static spate_status run(spate_compact_distributed *c, const box_way *way, const box *boxes,
                        int count, spate_compact_distributed_stats *stats)
{
    spate_status status = spate_compact_distributed_set_scheme(c, way->scheme);
    if (status == SPATE_OK)
        status = spate_compact_distributed_setup(c);
    if (status == SPATE_OK) {
        status = apply(c, way, boxes, count);
        if (stats)
            spate_compact_distributed_get_stats(c, stats);
    }
    return status;
}

spate_status boxes_apply(spate_context *ctx, const box_way *way, box_owners owners, const double *f,
                         double *g, int *kept, spate_compact_distributed_stats *stats)
{
    static box boxes[BOX_MOST];
    spate_compact_part parts[BOX_MOST];
    spate_compact_distributed *c = NULL;
    spate_compact_distributed_options o;
    const int count = make_boxes(ctx, way, owners, f, boxes);
    spate_compact_distributed_default_options(&o);
    memcpy(o.size, way->size, sizeof o.size);
    o.direction = way->direction;
    o.spacing = way->spacing;
    o.periodic = way->periodic;
    o.precision = way->precision;
    o.chunk = way->chunk;
    o.reduced = way->reduced ? way->reduced : "auto";
    o.tolerance = way->tolerance;
    o.threads = way->threads;
    o.backend = way->backend ? way->backend : "auto";
    o.memory = way->device ? SPATE_MEMORY_DEVICE : SPATE_MEMORY_HOST;
    o.scratch = way->scratch;
    for (int k = 0; k < count; ++k)
        parts[k] = boxes[k].part;
    spate_status status = spate_compact_distributed_create(ctx, &o, parts, count, &c);
    if (status == SPATE_OK)
        status = run(c, way, boxes, count, stats);
    spate_compact_distributed_destroy(c);
    *kept = 1;
    for (int k = 0; k < count; ++k)
        *kept = end_box(way, &boxes[k], g) && *kept;
    return status;
}
