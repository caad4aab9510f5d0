/* Writes and reads segments. */
#include "results/maps/segment.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "results/folder/files.h"
#include "results/maps/tile_threads.h"

typedef struct segment_head {
    char magic[8];
    uint32_t order, maps; /* order: 0x01020304 as this machine writes it */
    int64_t nx, ny, tile_x, tile_y, index;
    double t;
} segment_head;

typedef struct segment_entry {
    uint32_t form, bytes;
    uint64_t sum;
} segment_entry;

int mapped_list(unsigned maps, mapped list[MAPPED_KINDS])
{
    int count = 0;
    if (maps & MAP_DEPTH)
        list[count++] = MAPPED_DEPTH;
    if (maps & MAP_LEVEL)
        list[count++] = MAPPED_LEVEL;
    if (maps & MAP_VELOCITY) {
        list[count++] = MAPPED_U;
        list[count++] = MAPPED_V;
    }
    return count;
}

static segment_head head_of(const tiling *t, unsigned maps, int64_t index, double time)
{
    segment_head h;
    memset(&h, 0, sizeof h);
    memcpy(h.magic, "SPATEMAP", 8);
    h.order = 0x01020304, h.maps = maps;
    h.nx = t->nx, h.ny = t->ny, h.tile_x = t->tile_x, h.tile_y = t->tile_y;
    h.index = index, h.t = time;
    return h;
}

static int64_t table_size(const tiling *t, unsigned maps)
{
    mapped list[MAPPED_KINDS];
    return t->count_x * t->count_y * mapped_list(maps, list);
}

static uint64_t sum_of(const segment_head *h, const segment_entry *table, int64_t count)
{
    const uint64_t sum = checksum64(CHECKSUM64_START, h, sizeof *h);
    return checksum64(sum, table, (size_t)count * sizeof *table);
}

/* ---- writing ---- */

typedef struct segment_writing {
    const tiling *tiles;
    const map_frame *frame;
    mapped list[MAPPED_KINDS];
    int variables;
    segment_entry *next;
    FILE *out;
    int error; /* errno of the thread that could not write */
} segment_writing;

/* Computes the values of a variable in one tile from bed and depth. */
static void make_variable(const segment_writing *w, mapped what, int64_t x, int64_t y,
                          const float *bed, float *tile)
{
    const size_t values = tiling_values(w->tiles);
    const float wet = (float)w->frame->wet_depth;
    const float *map = what == MAPPED_U ? w->frame->u : w->frame->v;
    tile_cut(w->tiles, x, y, what == MAPPED_U || what == MAPPED_V ? map : w->frame->depth, tile);
    if (what == MAPPED_LEVEL)
        for (size_t k = 0; k < values; ++k) /* fill is not a depth */
            tile[k] = tile[k] >= wet && tile[k] < TILE_FILL ? bed[k] + tile[k] : TILE_FILL;
    for (size_t k = 0; k < values; ++k)
        tile[k] = bed[k] == TILE_FILL ? TILE_FILL : tile[k];
}

static void make_tile(void *user, tile_place at, void *const *values, void *spare)
{
    const segment_writing *w = user;
    tile_cut(w->tiles, at.x, at.y, w->frame->bed, spare);
    for (int v = 0; v < w->variables; ++v)
        make_variable(w, w->list[v], at.x, at.y, spare, values[v]);
}

static int write_tile(void *user, tile_place at, const packed_tile *tile)
{
    segment_writing *w = user;
    (void)at;
    for (int v = 0; v < w->variables; ++v) {
        *w->next++ =
            (segment_entry){.form = tile[v].form,
                            .bytes = (uint32_t)tile[v].count,
                            .sum = checksum64(CHECKSUM64_START, tile[v].bytes, tile[v].count)};
        if (tile[v].count > 0 && fwrite(tile[v].bytes, 1, tile[v].count, w->out) != tile[v].count) {
            w->error = errno;
            return 0;
        }
    }
    return 1;
}

static int write_segment(segment_writing *w, unsigned maps, segment_entry *table, int64_t entries,
                         int threads)
{
    const segment_head head = head_of(w->tiles, maps, w->frame->index, w->frame->t);
    w->variables = mapped_list(maps, w->list);
    w->next = table;
    const tile_job job = {.tiles = w->tiles,
                          .value_bytes = sizeof(float),
                          .variables = w->variables,
                          .threads = threads,
                          .user = w,
                          .make = make_tile,
                          .write = write_tile};
    if (fwrite(&head, sizeof head, 1, w->out) != 1)
        return 0;
    const tile_outcome outcome = tiles_pack(&job);
    if (outcome != TILES_WRITTEN) {
        errno = outcome == TILES_NO_MEMORY ? ENOMEM : w->error;
        return 0;
    }
    const uint64_t sum = sum_of(&head, table, entries);
    return fwrite(table, sizeof *table, (size_t)entries, w->out) == (size_t)entries &&
           fwrite(&sum, sizeof sum, 1, w->out) == 1;
}

spate_status segment_write(spate_context *ctx, const char *file_name, const tiling *tiles,
                           unsigned maps, const map_frame *frame, int threads, uint64_t *bytes)
{
    const int64_t entries = table_size(tiles, maps);
    segment_entry *table = malloc((size_t)entries * sizeof *table);
    segment_writing w = {.tiles = tiles, .frame = frame};
    durable_file file;
    if (!table)
        return fail_memory(ctx, "no memory to write %s", file_name);
    spate_status status = durable_file_open(ctx, file_name, &file);
    if (status == SPATE_OK) {
        w.out = file.out;
        if (write_segment(&w, maps, table, entries, threads)) {
            *bytes = (uint64_t)ftello(file.out);
            status = durable_file_commit(ctx, &file, 1);
        } else {
            status = durable_file_failed(ctx, &file);
        }
    }
    free(table);
    return status;
}

/* ---- reading ---- */

static spate_status damaged(spate_context *ctx, segment *s, const char *what)
{
    const spate_status status = fail_data(ctx, "%s: %s", s->path, what);
    segment_close(s);
    return status;
}

/* The head must match this tiling; variables, index and time may be any. */
static int read_head(segment *s, const tiling *tiles, segment_head *head)
{
    if (fread(head, sizeof *head, 1, s->in) != 1)
        return 0;
    const segment_head wanted = head_of(tiles, head->maps, head->index, head->t);
    if (memcmp(head, &wanted, sizeof wanted) != 0)
        return 0;
    s->index = head->index;
    s->t = head->t;
    s->maps = head->maps;
    s->tiles = table_size(tiles, head->maps);
    return 1;
}

static int read_table(segment *s, const segment_head *head)
{
    uint64_t sum;
    const size_t bytes = (size_t)s->tiles * sizeof *s->table;
    s->table = malloc(bytes + 1);
    return s->table && fseeko(s->in, -(off_t)(bytes + sizeof sum), SEEK_END) == 0 &&
           fread(s->table, 1, bytes, s->in) == bytes && fread(&sum, sizeof sum, 1, s->in) == 1 &&
           sum == sum_of(head, s->table, s->tiles);
}

spate_status segment_open(spate_context *ctx, const char *file_name, const tiling *tiles,
                          segment *s)
{
    segment_head head;
    *s = (segment){.path = strdup(file_name)};
    s->size = 4 * tiling_values(tiles) + 65536; /* deflate adds a little to what it cannot pack */
    s->bytes = malloc(s->size);
    if (!s->path || !s->bytes) {
        segment_close(s);
        return fail_memory(ctx, "no memory to read %s", file_name);
    }
    s->in = fopen(file_name, "rb");
    if (!s->in)
        return damaged(ctx, s, strerror(errno));
    if (!read_head(s, tiles, &head) || !read_table(s, &head))
        return damaged(ctx, s, "it is damaged or belongs to another grid");
    s->at = (int64_t)sizeof head;
    return SPATE_OK;
}

int segment_next(segment *s, tile_form *form, const void **bytes, size_t *count)
{
    if (s->next >= s->tiles)
        return 0;
    const segment_entry *e = &s->table[s->next++];
    const off_t at = (off_t)s->at;
    s->at += e->bytes;
    if (e->form > TILE_PACKED || e->bytes > s->size || fseeko(s->in, at, SEEK_SET) != 0 ||
        fread(s->bytes, 1, e->bytes, s->in) != e->bytes ||
        checksum64(CHECKSUM64_START, s->bytes, e->bytes) != e->sum)
        return 0;
    *form = (tile_form)e->form;
    *bytes = s->bytes;
    *count = e->bytes;
    return 1;
}

int segment_at(segment *s, int64_t n, tile_form *form, const void **bytes, size_t *count)
{
    if (n < 0 || n >= s->tiles)
        return 0;
    s->at = (int64_t)sizeof(segment_head);
    for (s->next = 0; s->next < n; ++s->next)
        s->at += s->table[s->next].bytes;
    return segment_next(s, form, bytes, count);
}

int segment_look(const char *file_name, tiling *tiles, double *t, unsigned *maps)
{
    segment_head head;
    FILE *in = fopen(file_name, "rb");
    const int read = in && fread(&head, sizeof head, 1, in) == 1;
    if (in)
        fclose(in);
    if (!read || head.nx < 1 || head.ny < 1 || head.nx > INT32_MAX || head.ny > INT32_MAX)
        return 0;
    *tiles = tiling_of(head.nx, head.ny);
    const segment_head wanted = head_of(tiles, head.maps, head.index, head.t);
    *t = head.t;
    *maps = head.maps;
    return memcmp(&head, &wanted, sizeof wanted) == 0;
}

void segment_close(segment *s)
{
    if (s->in)
        fclose(s->in);
    free(s->path);
    free(s->table);
    free(s->bytes);
    *s = (segment){0};
}
