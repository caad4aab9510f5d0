/* An apply of boxes, in the memory of the host or of a device. */
#include <stdlib.h>
#include <string.h>

#include "boxes_memory.h"

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
        box_make(way, n, (double *)f, b);
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
    const int64_t margin = BOX_MARGIN * way->precision / 8;
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
        *kept = box_end(way, &boxes[k], g) && *kept;
    return status;
}
