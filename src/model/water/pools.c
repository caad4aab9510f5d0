/* Finds the pools of the initial water by flood fill on rank 0. */
#include "model/water/pools.h"

#include <stdlib.h>

#include "parallel/comm.h"

typedef struct search {
    const model *m;
    int64_t nx, ny;
    double *depth; /* of cells not visited; negative: on the stack; 0: done */
    double *bed;
    int64_t *stack;
} search;

static void push(search *s, int64_t i, int64_t j, int64_t *top)
{
    if (i < 0 || i >= s->nx || j < 0 || j >= s->ny)
        return;
    const int64_t n = j * s->nx + i;
    if (s->depth[n] > s->m->options.dry_depth) {
        s->depth[n] = -s->depth[n]; /* so that it is put on the stack once */
        s->stack[(*top)++] = n;
    }
}

static pool fill_from(search *s, int64_t first)
{
    const raster_grid *g = &s->m->grid;
    pool found = {0};
    int64_t top = 0;
    push(s, first % s->nx, first / s->nx, &top);
    while (top > 0) {
        const int64_t n = s->stack[--top], i = n % s->nx, j = n / s->nx;
        const double h = -s->depth[n];
        s->depth[n] = 0;
        ++found.cells;
        found.volume += h * g->dx * g->dy;
        if (h > found.depth) {
            found.depth = h;
            found.level = h + s->bed[n];
            found.x = g->x0 + ((double)i + 0.5) * g->dx;
            found.y = g->y0 + ((double)j + 0.5) * g->dy;
        }
        push(s, i - 1, j, &top);
        push(s, i + 1, j, &top);
        push(s, i, j - 1, &top);
        push(s, i, j + 1, &top);
    }
    return found;
}

static void keep_if_large(const pool *found, pool *largest, int most, int64_t kept)
{
    int64_t at = kept < most ? kept : most;
    while (at > 0 && largest[at - 1].volume < found->volume) {
        if (at < most)
            largest[at] = largest[at - 1];
        --at;
    }
    if (at < most)
        largest[at] = *found;
}

spate_status model_pools(model *m, pool *largest, int most, int64_t *count)
{
    search s = {.m = m, .nx = m->grid.nx, .ny = m->grid.ny};
    const int64_t cells = s.nx * s.ny;
    const int is_root = spate_rank(m->ctx) == 0;
    *count = 0;
    if (is_root) {
        s.depth = malloc((size_t)cells * sizeof *s.depth);
        s.bed = malloc((size_t)cells * sizeof *s.bed);
        s.stack = malloc((size_t)cells * sizeof *s.stack);
    }
    spate_status status = SPATE_OK;
    if (is_root && !(s.depth && s.bed && s.stack))
        status = fail_memory(m->ctx, "no memory to find pools");
    status = comm_agree(m->ctx, status);
    if (status == SPATE_OK)
        status = spate_get_field(m->sim, SPATE_DEPTH, s.depth);
    if (status == SPATE_OK)
        status = spate_get_field(m->sim, SPATE_BED, s.bed);
    for (int64_t n = 0; is_root && status == SPATE_OK && n < cells; ++n)
        if (s.depth[n] > m->options.dry_depth) {
            const pool found = fill_from(&s, n);
            keep_if_large(&found, largest, most, *count);
            ++*count;
        }
    free(s.depth);
    free(s.bed);
    free(s.stack);
    return status;
}
