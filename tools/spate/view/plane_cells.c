/* Cells of a plane, from the tiles of the files. */
#include "plane.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "threads.h"

typedef struct decoding {
    plane *p;
    frames *from;
    const float *bed;
    int64_t x0, y0, count_x; /* tiles of the files that are wanted */
    atomic_int failed;
} decoding;

/* Memory of one tile, with all that a kind may need. */
typedef struct tile_values {
    tile_scratch scratch;
    float *bed, *depth, *u, *v, *file, *out;
    float *memory;
} tile_values;

static int values_make(tile_values *m, const tiling *t)
{
    const size_t n = tiling_values(t);
    *m = (tile_values){.memory = malloc(6 * n * sizeof(float))};
    float **const parts[] = {&m->bed, &m->depth, &m->u, &m->v, &m->file, &m->out};
    for (size_t k = 0; m->memory && k < 6; ++k)
        *parts[k] = m->memory + k * n;
    return tile_scratch_make(&m->scratch, t) && m->memory;
}

static void values_free(tile_values *m)
{
    tile_scratch_free(&m->scratch);
    free(m->memory);
}

/* Depth, or level less bed where the run has no depths. */
static int read_depth(const decoding *d, int64_t x, int64_t y, tile_values *m)
{
    const int64_t frame = d->p->name.frame;
    if (frames_have(d->from, "depth", frame))
        return frames_tile(d->from, "depth", frame, x, y, &m->scratch, m->depth);
    if (!frames_tile(d->from, "level", frame, x, y, &m->scratch, m->depth))
        return 0;
    for (size_t k = 0; k < tiling_values(frames_tiling(d->from)); ++k)
        m->depth[k] = m->depth[k] == TILE_FILL ? TILE_FILL : m->depth[k] - m->bed[k];
    return 1;
}

static int read_inputs(const decoding *d, int64_t x, int64_t y, tile_values *m)
{
    const plane_kind *k = &d->p->kind;
    const int64_t frame = d->p->name.frame;
    if (k->from == PLANE_BED)
        return 1;
    if (k->from == PLANE_FILE)
        return frames_tile(d->from, k->about->variable, FRAME_OF_MAXIMA, x, y, &m->scratch,
                           m->file);
    if (!read_depth(d, x, y, m))
        return 0;
    return k->from == PLANE_DEPTH || k->from == PLANE_LEVEL ||
           (frames_tile(d->from, "u", frame, x, y, &m->scratch, m->u) &&
            frames_tile(d->from, "v", frame, x, y, &m->scratch, m->v));
}

/* Of the frames, inactive cells have no depth. */
static int needs_bed(const decoding *d)
{
    const plane_kind *k = &d->p->kind;
    return k->from == PLANE_BED || k->from == PLANE_LEVEL ||
           !frames_have(d->from, "depth", d->p->name.frame);
}

static void cut_bed(const float *bed, const tiling *t, int64_t x, int64_t y, float *out)
{
    tile_cut(t, x, y, bed, out);
    for (size_t k = 0; k < tiling_values(t); ++k)
        out[k] = out[k] == TILE_FILL ? NAN : out[k];
}

static void decode_tile(int64_t n, void *user)
{
    decoding *d = user;
    plane *p = d->p;
    const tiling *t = frames_tiling(d->from);
    const int64_t x = d->x0 + n % d->count_x, y = d->y0 + n / d->count_x;
    tile_values m;
    if (p->decoded[y * t->count_x + x] || atomic_load(&d->failed))
        return;
    int ok = values_make(&m, t);
    if (ok && needs_bed(d))
        cut_bed(d->bed, t, x, y, m.bed);
    ok = ok && read_inputs(d, x, y, &m);
    if (ok) {
        const plane_inputs in = {.n = tiling_values(t),
                                 .bed = needs_bed(d) ? m.bed : NULL,
                                 .depth = m.depth,
                                 .u = m.u,
                                 .v = m.v,
                                 .file = m.file,
                                 .wet_depth = (float)run_view_wet_depth(p->name.run)};
        plane_kind_values(&p->kind, &in, m.out);
        tile_paste(t, x, y, m.out, p->values[0]);
        p->decoded[y * t->count_x + x] = 1;
    } else {
        atomic_store(&d->failed, 1);
    }
    values_free(&m);
}

/* Cells [i0, i1) x [j0, j1) of the grid. */
static int decode(const plane_store *s, plane *p, int64_t i0, int64_t j0, int64_t i1, int64_t j1)
{
    const tiling *t = frames_tiling(run_view_frames(p->name.run));
    decoding d = {.p = p,
                  .from = run_view_frames(p->name.run),
                  .bed = run_view_bed(p->name.run),
                  .x0 = i0 / t->tile_x,
                  .y0 = j0 / t->tile_y};
    d.count_x = (i1 - 1) / t->tile_x + 1 - d.x0;
    const int64_t rows = (j1 - 1) / t->tile_y + 1 - d.y0;
    if (!p->values[0])
        p->values[0] = memory_alloc(plane_cells(p, 0) * sizeof(float));
    if (!p->values[0])
        return 0;
    threads_loop(plane_threads(s, p), d.count_x * rows, decode_tile, &d);
    return !atomic_load(&d.failed);
}

int plane_need_cells(plane_store *s, plane *p, const int64_t box[4])
{
    if (p->name.other)
        return (p->values[0] && p->decoded[0]) || plane_subtract(s, p);
    return decode(s, p, box ? box[0] : 0, box ? box[1] : 0, box ? box[2] : p->nx[0],
                  box ? box[3] : p->ny[0]);
}
