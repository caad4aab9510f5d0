/* An apply of boxes, in host or device memory. */
#include <stdlib.h>
#include <string.h>

#include "boxes_memory.h"

static int64_t cut_of(const box_variant *variant, const int at[3], int d, int k)
{
    if (k == variant->parts[d])
        return variant->size[d];
    const int u = d == 0 ? 1 : 0, v = d == 2 ? 1 : 2;
    const int farther = variant->wall && d == variant->direction && k > 0 && (at[u] + at[v]) % 2 &&
                        variant->cut[d][k] + 1 < cut_of(variant, (const int[3]){0, 0, 0}, d, k + 1);
    return variant->cut[d][k] + farther;
}

static int make_boxes(spate_context *ctx, const box_variant *variant, box_owners owners,
                      const double *f, box *boxes)
{
    const int all = variant->parts[0] * variant->parts[1] * variant->parts[2],
              ranks = spate_rank_count(ctx);
    int count = 0;
    for (int n = 0; n < all; ++n) {
        const int at[3] = {n % variant->parts[0], n / variant->parts[0] % variant->parts[1],
                           n / variant->parts[0] / variant->parts[1]};
        if ((owners == BOX_IN_TURN ? n % ranks : n * ranks / all) != spate_rank(ctx))
            continue;
        box *b = &boxes[count++];
        memset(b, 0, sizeof *b);
        for (int d = 0; d < 3; ++d) {
            b->part.first[d] = cut_of(variant, at, d, at[d]);
            b->part.size[d] = cut_of(variant, at, d, at[d] + 1) - b->part.first[d];
        }
        box_make(variant, n, (double *)f, b);
    }
    return count;
}

/* Copies an array to the device, or back. */
static void *copy_to_device(const box_variant *variant, void *host, int64_t values)
{
    const size_t bytes = (size_t)(values * variant->precision / 8);
    void *there = variant->device->allocate(bytes);
    if (!there)
        abort();
    variant->device->copy(there, bytes, host, bytes, bytes, 1, NULL);
    return there;
}

static void copy_back(const box_variant *variant, void *host, void *there, int64_t values)
{
    const size_t bytes = (size_t)(values * variant->precision / 8);
    variant->device->copy(host, bytes, there, bytes, bytes, 1, NULL);
    variant->device->release(there);
}

static spate_status apply(spate_compact_distributed *c, const box_variant *variant,
                          const box *boxes, int count)
{
    void *there[2][BOX_MOST];
    const void *f[BOX_MOST];
    void *g[BOX_MOST];
    const int64_t margin = BOX_MARGIN * variant->precision / 8;
    for (int k = 0; k < count; ++k) {
        const box *b = &boxes[k];
        there[0][k] = variant->device ? copy_to_device(variant, b->f, b->values) : b->f;
        there[1][k] = b->in_place       ? there[0][k]
                      : variant->device ? copy_to_device(variant, b->g, b->out_values)
                                        : b->g;
        f[k] = (const char *)there[0][k] + margin;
        g[k] = (char *)there[1][k] + margin;
    }
    spate_status status = spate_compact_distributed_apply(c, f, g);
    if (variant->device && status == SPATE_OK)
        status = spate_compact_distributed_wait(c);
    for (int k = 0; k < count && variant->device; ++k) {
        const box *b = &boxes[k];
        copy_back(variant, b->f, there[0][k], b->values);
        if (!b->in_place)
            copy_back(variant, b->g, there[1][k], b->out_values);
    }
    return status;
}

static spate_status run(spate_compact_distributed *c, const box_variant *variant, const box *boxes,
                        int count, spate_compact_distributed_stats *stats)
{
    spate_status status = spate_compact_distributed_set_scheme(c, variant->scheme);
    if (status == SPATE_OK)
        status = spate_compact_distributed_setup(c);
    if (status == SPATE_OK) {
        status = apply(c, variant, boxes, count);
        if (stats)
            spate_compact_distributed_get_stats(c, stats);
    }
    return status;
}

spate_status boxes_apply(spate_context *ctx, const box_variant *variant, box_owners owners,
                         const double *f, double *g, int *kept,
                         spate_compact_distributed_stats *stats)
{
    static box boxes[BOX_MOST];
    spate_compact_part parts[BOX_MOST];
    spate_compact_distributed *c = NULL;
    spate_compact_distributed_options o;
    const int count = make_boxes(ctx, variant, owners, f, boxes);
    spate_compact_distributed_options_default(&o);
    memcpy(o.size, variant->size, sizeof o.size);
    o.direction = variant->direction;
    o.spacing = variant->spacing;
    o.periodic = variant->periodic;
    o.precision = variant->precision;
    o.chunk = variant->chunk;
    o.reduced = variant->reduced ? variant->reduced : "auto";
    o.tolerance = variant->tolerance;
    o.threads = variant->threads;
    o.backend = variant->backend ? variant->backend : "auto";
    o.memory = variant->device ? SPATE_MEMORY_DEVICE : SPATE_MEMORY_HOST;
    o.scratch = variant->scratch;
    for (int k = 0; k < count; ++k)
        parts[k] = boxes[k].part;
    spate_status status = spate_compact_distributed_create(ctx, &o, parts, count, &c);
    if (status == SPATE_OK)
        status = run(c, variant, boxes, count, stats);
    spate_compact_distributed_destroy(c);
    *kept = 1;
    for (int k = 0; k < count; ++k)
        *kept = box_end(variant, &boxes[k], g) && *kept;
    return status;
}
