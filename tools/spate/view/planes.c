/* Planes: made from tiles of the files, kept in memory, cut into tiles of the page. */
#include "planes.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "levels.h"
#include "plane_kinds.h"
#include "threads.h"

typedef struct plane {
    plane_name name;
    plane_kind kind;
    int64_t edition, other_edition;
    int64_t nx[PLANE_LEVELS], ny[PLANE_LEVELS];
    int levels;                  /* of the grid */
    int made;                    /* levels that are complete: 0, 1 (the cells alone) or all */
    float *values[PLANE_LEVELS]; /* NULL: not made, or dropped */
    uint8_t *shares[PLANE_LEVELS];
    unsigned char *decoded; /* by tile of the files: its cells are in values[0] */
    pthread_mutex_t lock;   /* of all above */
    int users;              /* by the lock of the store, as all below */
    uint64_t used;
    struct plane *next;
} plane;

struct plane_store {
    pthread_mutex_t lock;
    plane *first;
    size_t most;
    int threads;
    uint64_t clock;
};

/* Levels that stay when the cells are dropped: a sixteenth of them, enough for a whole view. */
enum { COARSE_FROM = 2 };

int plane_levels(int64_t nx, int64_t ny)
{
    int levels = 1;
    for (int64_t n = nx > ny ? nx : ny; n > TILE_SIDE; n = (n + 1) / 2)
        ++levels;
    return levels < PLANE_LEVELS ? levels : PLANE_LEVELS;
}

static size_t cells_of(const plane *p, int level)
{
    return (size_t)p->nx[level] * (size_t)p->ny[level];
}

static size_t plane_bytes(const plane *p)
{
    size_t bytes = sizeof *p;
    for (int n = 0; n < p->levels; ++n)
        bytes += p->values[n] ? cells_of(p, n) * (n > 0 ? 5 : 4) : 0;
    return bytes;
}

static void drop_level(plane *p, int level)
{
    free(p->values[level]);
    free(p->shares[level]);
    p->values[level] = NULL;
    p->shares[level] = NULL;
}

static void plane_free(plane *p)
{
    for (int n = 0; n < p->levels; ++n)
        drop_level(p, n);
    free(p->decoded);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

/* ---- the store ---- */

plane_store *plane_store_create(size_t most_bytes, int threads)
{
    plane_store *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->most = most_bytes;
    s->threads = threads;
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void plane_store_free(plane_store *s)
{
    if (!s)
        return;
    while (s->first) {
        plane *p = s->first;
        s->first = p->next;
        plane_free(p);
    }
    pthread_mutex_destroy(&s->lock);
    free(s);
}

void plane_store_forget(plane_store *s, const run_view *run)
{
    pthread_mutex_lock(&s->lock);
    for (plane **at = &s->first; *at;) {
        plane *p = *at;
        if (p->name.run != run && p->name.other != run) {
            at = &p->next;
            continue;
        }
        *at = p->next;
        plane_free(p);
    }
    pthread_mutex_unlock(&s->lock);
}

static int64_t edition_of(const run_view *run)
{
    return run ? frames_edition(run_view_frames(run)) : 0;
}

static int is_for(const plane *p, const plane_name *n)
{
    return p->name.run == n->run && p->name.other == n->other && p->name.frame == n->frame &&
           p->name.other_frame == n->other_frame && strcmp(p->name.kind, n->kind) == 0;
}

static plane *plane_create(const plane_name *name, const plane_kind *kind)
{
    const tiling *t = frames_tiling(run_view_frames(name->run));
    plane *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->name = *name;
    p->kind = *kind;
    p->levels = plane_levels(t->nx, t->ny);
    for (int n = 0; n < p->levels; ++n) {
        p->nx[n] = n == 0 ? t->nx : (p->nx[n - 1] + 1) / 2;
        p->ny[n] = n == 0 ? t->ny : (p->ny[n - 1] + 1) / 2;
    }
    p->decoded = calloc((size_t)(t->count_x * t->count_y), 1);
    pthread_mutex_init(&p->lock, NULL);
    if (p->decoded)
        return p;
    plane_free(p);
    return NULL;
}

/* The least recently used plane that nobody uses; those that can only be dropped whole come last. */
static plane **find_victim(plane_store *s, int fat)
{
    plane **victim = NULL;
    for (plane **at = &s->first; *at; at = &(*at)->next) {
        const int has_cells = (*at)->values[0] != NULL;
        if ((*at)->users == 0 && has_cells == fat && (!victim || (*at)->used < (*victim)->used))
            victim = at;
    }
    return victim;
}

static size_t all_bytes(const plane_store *s)
{
    size_t sum = 0;
    for (const plane *p = s->first; p; p = p->next)
        sum += plane_bytes(p);
    return sum;
}

static void make_room(plane_store *s)
{
    while (all_bytes(s) > s->most) {
        plane **at = find_victim(s, 1);
        const int fat = at != NULL;
        if (!at)
            at = find_victim(s, 0);
        if (!at)
            return;
        plane *p = *at;
        if (fat && p->made == p->levels && p->levels > COARSE_FROM) {
            for (int n = 0; n < COARSE_FROM; ++n)
                drop_level(p, n);
            const tiling *t = frames_tiling(run_view_frames(p->name.run));
            memset(p->decoded, 0, (size_t)(t->count_x * t->count_y));
            continue;
        }
        *at = p->next;
        plane_free(p);
    }
}

/* A plane that was made from frames that are no longer the same is forgotten. */
static plane *store_get(plane_store *s, const plane_name *name, const plane_kind *kind)
{
    const int64_t edition = edition_of(name->run), other = edition_of(name->other);
    plane *found = NULL;
    pthread_mutex_lock(&s->lock);
    for (plane **at = &s->first; *at && !found;) {
        plane *p = *at;
        if (!is_for(p, name)) {
            at = &p->next;
        } else if (p->edition == edition && p->other_edition == other) {
            found = p;
        } else if (p->users == 0) {
            *at = p->next;
            plane_free(p);
        } else {
            at = &p->next;
        }
    }
    if (!found && (found = plane_create(name, kind))) {
        found->edition = edition;
        found->other_edition = other;
        found->next = s->first;
        s->first = found;
    }
    if (found) {
        ++found->users;
        found->used = ++s->clock;
    }
    pthread_mutex_unlock(&s->lock);
    return found;
}

static void store_put(plane_store *s, plane *p)
{
    pthread_mutex_lock(&s->lock);
    --p->users;
    make_room(s);
    pthread_mutex_unlock(&s->lock);
}

/* ---- cells from the files ---- */

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

static void cut_bed(const float *bed, const tiling *t, int64_t x, int64_t y, float *out)
{
    tile_cut(t, x, y, bed, out);
    for (size_t k = 0; k < tiling_values(t); ++k)
        out[k] = out[k] == TILE_FILL ? NAN : out[k];
}

static void paste(const tiling *t, int64_t x, int64_t y, const float *tile, float *map)
{
    const int64_t i0 = x * t->tile_x, j0 = y * t->tile_y;
    const int64_t nx = t->nx - i0 < t->tile_x ? t->nx - i0 : t->tile_x;
    for (int64_t j = 0; j < t->tile_y && j0 + j < t->ny; ++j)
        memcpy(map + (j0 + j) * t->nx + i0, tile + j * t->tile_x, (size_t)nx * sizeof *map);
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
    if (ok)
        cut_bed(d->bed, t, x, y, m.bed);
    ok = ok && read_inputs(d, x, y, &m);
    if (ok) {
        const plane_inputs in = {.n = tiling_values(t),
                                 .bed = m.bed,
                                 .depth = m.depth,
                                 .u = m.u,
                                 .v = m.v,
                                 .file = m.file,
                                 .wet_depth = (float)run_view_wet_depth(p->name.run)};
        plane_kind_values(&p->kind, &in, m.out);
        paste(t, x, y, m.out, p->values[0]);
        p->decoded[y * t->count_x + x] = 1;
    } else {
        atomic_store(&d->failed, 1);
    }
    values_free(&m);
}

static int threads_for(const plane_store *s, const plane *p)
{
    return run_view_is_running(p->name.run) ? 1 : s->threads; /* the run needs them more */
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
        p->values[0] = malloc(cells_of(p, 0) * sizeof(float));
    if (!p->values[0])
        return 0;
    threads_loop(threads_for(s, p), d.count_x * rows, decode_tile, &d);
    return !atomic_load(&d.failed);
}

/* ---- the difference of two runs ---- */

typedef struct subtraction {
    plane *p;
    const plane *a, *b;
    const raster_grid *grid, *other;
    int zero;
} subtraction;

static float difference(float a, float b, int zero)
{
    if (zero && isnan(a) != isnan(b))
        return isnan(a) ? -b : a;
    return a - b; /* NaN where either is */
}

static void subtract_row(int64_t j, void *user)
{
    const subtraction *d = user;
    const raster_grid *g = d->grid, *o = d->other;
    const double y = g->y0 + ((double)j + 0.5) * g->dy;
    const int64_t k = (int64_t)floor((y - o->y0) / o->dy);
    for (int64_t i = 0; i < g->nx; ++i) {
        const double x = g->x0 + ((double)i + 0.5) * g->dx;
        const int64_t n = (int64_t)floor((x - o->x0) / o->dx);
        const int inside = k >= 0 && k < o->ny && n >= 0 && n < o->nx;
        d->p->values[0][j * g->nx + i] = inside
                                             ? difference(d->a->values[0][j * g->nx + i],
                                                          d->b->values[0][k * o->nx + n], d->zero)
                                             : NAN;
    }
}

static plane *cells_get(plane_store *s, run_view *run, const plane *of, int64_t frame);

static int subtract(plane_store *s, plane *p)
{
    subtraction d = {.p = p,
                     .grid = run_view_grid(p->name.run),
                     .other = run_view_grid(p->name.other),
                     .zero = plane_kind_zero_where_dry(&p->kind)};
    plane *a = cells_get(s, p->name.run, p, p->name.frame);
    plane *b = a ? cells_get(s, p->name.other, p, p->name.other_frame) : NULL;
    if (!p->values[0])
        p->values[0] = malloc(cells_of(p, 0) * sizeof(float));
    const int ok = a && b && p->values[0];
    d.a = a, d.b = b;
    if (ok) {
        const tiling *t = frames_tiling(run_view_frames(p->name.run));
        threads_loop(threads_for(s, p), p->ny[0], subtract_row, &d);
        memset(p->decoded, 1, (size_t)(t->count_x * t->count_y));
    }
    if (a)
        store_put(s, a);
    if (b)
        store_put(s, b);
    return ok;
}

/* ---- levels ---- */

typedef struct coarsening {
    map_level finer;
    int classes;
    int64_t nx;
    float *values;
    uint8_t *shares;
} coarsening;

static void coarsen_row(int64_t j, void *user)
{
    const coarsening *c = user;
    level_row(&c->finer, j, c->classes, c->values + j * c->nx, c->shares + j * c->nx);
}

static int coarsen(const plane_store *s, plane *p, int level)
{
    p->values[level] = malloc(cells_of(p, level) * sizeof(float));
    p->shares[level] = malloc(cells_of(p, level));
    if (!p->values[level] || !p->shares[level])
        return 0;
    coarsening c = {.finer = {.nx = p->nx[level - 1],
                              .ny = p->ny[level - 1],
                              .values = p->values[level - 1],
                              .shares = p->shares[level - 1]},
                    .classes = plane_kind_classes(&p->kind),
                    .nx = p->nx[level],
                    .values = p->values[level],
                    .shares = p->shares[level]};
    threads_loop(threads_for(s, p), p->ny[level], coarsen_row, &c);
    return 1;
}

/* With p->lock. Cells of the box, or all of them where there is no box. */
static int need_cells(plane_store *s, plane *p, const int64_t box[4])
{
    if (p->name.other)
        return (p->values[0] && p->decoded[0]) || subtract(s, p);
    return decode(s, p, box ? box[0] : 0, box ? box[1] : 0, box ? box[2] : p->nx[0],
                  box ? box[3] : p->ny[0]);
}

static int need_level(plane_store *s, plane *p, int level)
{
    if (p->values[level])
        return 1;
    if (!need_cells(s, p, NULL))
        return 0;
    for (int n = 1; n < p->levels; ++n)
        if (!p->values[n] && !coarsen(s, p, n))
            return 0;
    p->made = p->levels;
    return 1;
}

/* All cells of the same kind of one run; NULL: not to be had. */
static plane *cells_get(plane_store *s, run_view *run, const plane *of, int64_t frame)
{
    plane_name name = {.run = run, .frame = frame};
    memcpy(name.kind, of->name.kind, sizeof name.kind);
    plane *p = store_get(s, &name, &of->kind);
    if (!p)
        return NULL;
    pthread_mutex_lock(&p->lock);
    const int ok = need_cells(s, p, NULL);
    pthread_mutex_unlock(&p->lock);
    if (ok)
        return p;
    store_put(s, p);
    return NULL;
}

/* ---- for the page ---- */

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
    const int ok = level == 0 ? need_cells(s, p, box) : need_level(s, p, (int)level);
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
    plane *p = store_get(s, &n, &kind);
    if (!p)
        return fail_memory(ctx, "no memory for a map");
    const spate_status status = cut(s, ctx, p, level, x, y, out, bytes);
    store_put(s, p);
    return status;
}

/* The coarsest level that still has enough values. */
static int level_to_sample(const plane *p)
{
    enum { ENOUGH = 20000 };
    int level = p->levels - 1;
    while (level > 0 && cells_of(p, level) < ENOUGH)
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
    plane *p = store_get(s, &n, &kind);
    if (!p)
        return fail_memory(ctx, "no memory for a map");
    const int level = level_to_sample(p);
    pthread_mutex_lock(&p->lock);
    const int ok = level == 0 ? need_cells(s, p, NULL) : need_level(s, p, level);
    pthread_mutex_unlock(&p->lock);
    double *out = ok ? malloc((cells_of(p, level) + 1) * sizeof *out) : NULL;
    for (size_t k = 0; out && k < cells_of(p, level); ++k)
        if (!isnan(p->values[level][k]))
            out[(*count)++] = (double)p->values[level][k];
    store_put(s, p);
    *values = out;
    return out ? SPATE_OK : fail_data(ctx, "%s cannot be read now", n.kind);
}
