/* Planes cut into tiles of the page. */
#include "plane.h"

#include <math.h>
#include <stdlib.h>

int plane_levels(int64_t nx, int64_t ny)
{
    int levels = 1;
    for (int64_t n = nx > ny ? nx : ny; n > TILE_SIDE; n = (n + 1) / 2)
        ++levels;
    return levels < PLANE_LEVELS ? levels : PLANE_LEVELS;
}

static spate_status check_name(spate_context *ctx, plane_name *name, plane_kind *kind)
{
    if (!plane_kind_find(name->kind, kind))
        return fail_data(ctx, "there is no map '%s'", name->kind);
    if (!plane_kind_over_time(kind)) {
        name->frame = name->other_frame = FRAME_OF_MAXIMA;
    } else if (name->frame >= frames_count(run_view_frames(name->run)) ||
               (name->other && name->other_frame >= frames_count(run_view_frames(name->other)))) {
        return fail_data(ctx, "there is no frame %lld", (long long)name->frame);
    }
    return SPATE_OK;
}

static void box_of(const plane *p, int64_t x, int64_t y, int64_t box[4])
{
    const int64_t i = x * TILE_SIDE - TILE_BORDER, j = y * TILE_SIDE - TILE_BORDER;
    const int64_t side = TILE_SIDE + 2 * TILE_BORDER;
    box[0] = i > 0 ? i : 0;
    box[1] = j > 0 ? j : 0;
    box[2] = i + side < p->nx[0] ? i + side : p->nx[0];
    box[3] = j + side < p->ny[0] ? j + side : p->ny[0];
}

static spate_status cut(plane_store *s, spate_context *ctx, plane *p, int64_t level, int64_t x,
                        int64_t y, uint8_t **out, size_t *bytes)
{
    if (level >= p->levels || x * TILE_SIDE >= p->nx[level] || y * TILE_SIDE >= p->ny[level])
        return fail_data(ctx, "there is no such tile");
    int64_t box[4];
    box_of(p, x, y, box);
    pthread_mutex_lock(&p->lock);
    const int ok = level == 0 ? plane_need_cells(s, p, box) : plane_need_level(s, p, (int)level);
    pthread_mutex_unlock(&p->lock);
    if (!ok)
        return fail_data(ctx, "%s of frame %lld cannot be read now", p->name.kind,
                         (long long)p->name.frame);
    const map_level l = {.nx = p->nx[level],
                         .ny = p->ny[level],
                         .values = p->values[level],
                         .shares = p->shares[level]};
    *out = tile_encode(&l, x, y, bytes);
    return *out ? SPATE_OK : fail_memory(ctx, "no memory for a tile");
}

spate_status plane_tile(plane_store *s, spate_context *ctx, const plane_name *name, int64_t level,
                        int64_t x, int64_t y, uint8_t **out, size_t *bytes)
{
    plane_name n = *name;
    plane_kind kind;
    *out = NULL;
    SPATE_TRY(check_name(ctx, &n, &kind));
    plane *p = plane_get(s, &n, &kind);
    if (!p)
        return fail_memory(ctx, "no memory for a map");
    const spate_status status = cut(s, ctx, p, level, x, y, out, bytes);
    plane_put(s, p);
    return status;
}

/* The coarsest level that still has enough values. */
static int level_to_sample(const plane *p)
{
    enum { ENOUGH = 20000 };
    int level = p->levels - 1;
    while (level > 0 && plane_cells(p, level) < ENOUGH)
        --level;
    return level;
}

spate_status plane_sample(plane_store *s, spate_context *ctx, const plane_name *name,
                          double **values, size_t *count)
{
    plane_name n = *name;
    plane_kind kind;
    *values = NULL;
    *count = 0;
    SPATE_TRY(check_name(ctx, &n, &kind));
    plane *p = plane_get(s, &n, &kind);
    if (!p)
        return fail_memory(ctx, "no memory for a map");
    const int level = level_to_sample(p);
    pthread_mutex_lock(&p->lock);
    const int ok = level == 0 ? plane_need_cells(s, p, NULL) : plane_need_level(s, p, level);
    pthread_mutex_unlock(&p->lock);
    double *out = ok ? malloc((plane_cells(p, level) + 1) * sizeof *out) : NULL;
    for (size_t k = 0; out && k < plane_cells(p, level); ++k)
        if (!isnan(p->values[level][k]))
            out[(*count)++] = (double)p->values[level][k];
    plane_put(s, p);
    *values = out;
    return out ? SPATE_OK : fail_data(ctx, "%s cannot be read now", n.kind);
}
