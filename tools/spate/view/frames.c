/* Finds frames and reads their tiles. */
#include "frames.h"

#include <dirent.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "maps_source.h"
#include "results/folder/files.h"
#include "results/folder/folder.h"
#include "results/maps/maps_assemble.h"
#include "results/maps/segment.h"

typedef struct frame_entry {
    int64_t index; /* of the segment; its number in maps.nc */
    double t;
    unsigned maps; /* variables of the segment */
    ino_t inode;   /* a segment that is written again is another file */
} frame_entry;

/* One for all runs: HDF5 lets in one thread at a time. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct frames {
    char *folder;
    tiling tiles;
    frame_entry *list;
    int64_t count, room, edition;
    maps_source *maps, *maxima; /* NULL: not there yet */
};

/* ---- segments ---- */

static int by_index(const void *a, const void *b)
{
    const frame_entry *p = a, *q = b;
    return (p->index > q->index) - (p->index < q->index);
}

/* Reads the head of a segment that was not known; 0: it is none of this grid. */
static int look_at(const frames *f, int64_t index, frame_entry *e)
{
    tiling tiles;
    struct stat about;
    char *file = segment_path(f->folder, index);
    const int ok = file && stat(file, &about) == 0 && segment_look(file, &tiles, &e->t, &e->maps) &&
                   memcmp(&tiles, &f->tiles, sizeof tiles) == 0;
    if (ok) {
        e->index = index;
        e->inode = about.st_ino;
    }
    free(file);
    return ok;
}

static const frame_entry *known(const frames *f, int64_t index, ino_t inode)
{
    const frame_entry wanted = {.index = index};
    const frame_entry *e =
        f->list ? bsearch(&wanted, f->list, (size_t)f->count, sizeof *f->list, by_index) : NULL;
    return e && e->inode == inode ? e : NULL;
}

typedef struct frame_list {
    frame_entry *entries;
    int64_t count, room;
} frame_list;

static int list_add(frame_list *l, const frame_entry *e)
{
    if (l->count == l->room) {
        const int64_t room = l->room ? 2 * l->room : 64;
        frame_entry *more = realloc(l->entries, (size_t)room * sizeof *more);
        if (!more)
            return 0;
        l->entries = more;
        l->room = room;
    }
    l->entries[l->count++] = *e;
    return 1;
}

static frame_list list_segments(const frames *f)
{
    frame_list l = {0};
    char *place = path_join(f->folder, "segments");
    DIR *dir = place ? opendir(place) : NULL;
    free(place);
    for (struct dirent *d; dir && (d = readdir(dir));) {
        const int64_t index = folder_number(d->d_name, "maps-", ".spm");
        frame_entry e;
        if (index < 0)
            continue;
        const frame_entry *before = known(f, index, d->d_ino);
        if (before)
            e = *before;
        else if (!look_at(f, index, &e))
            continue;
        if (!list_add(&l, &e))
            break;
    }
    if (dir)
        closedir(dir);
    if (l.count > 0)
        qsort(l.entries, (size_t)l.count, sizeof *l.entries, by_index);
    return l;
}

/* ---- maps.nc ---- */

static frame_list list_maps(const maps_source *m)
{
    frame_list l = {0};
    for (int64_t k = 0; k < maps_source_frames(m); ++k) {
        const frame_entry e = {.index = k, .t = maps_source_time(m, k)};
        if (!list_add(&l, &e))
            break;
    }
    return l;
}

/* ---- both ---- */

/* The same frames in another place are the same: maps.nc is made of the segments. */
static int goes_on(const frames *f, const frame_list *l)
{
    if (l->count < f->count)
        return 0;
    for (int64_t k = 0; k < f->count; ++k) {
        const frame_entry *a = &f->list[k], *b = &l->entries[k];
        if (a->t != b->t || (a->inode && b->inode && a->inode != b->inode))
            return 0;
    }
    return 1;
}

void frames_refresh(frames *f)
{
    pthread_mutex_lock(&lock);
    const int changed = maps_source_refresh(&f->maps, f->folder, "maps.nc", &f->tiles) +
                        maps_source_refresh(&f->maxima, f->folder, "max.nc", &f->tiles);
    frame_list l = f->maps ? list_maps(f->maps) : list_segments(f);
    if (!goes_on(f, &l) || (changed && f->edition == 0))
        ++f->edition;
    free(f->list);
    f->list = l.entries;
    f->count = l.count;
    pthread_mutex_unlock(&lock);
}

spate_status frames_open(spate_context *ctx, const char *folder, int64_t nx, int64_t ny,
                         frames **out)
{
    frames *f = calloc(1, sizeof *f);
    *out = NULL;
    if (!f || !(f->folder = strdup(folder))) {
        free(f);
        return fail_memory(ctx, "no memory to look at %s", folder);
    }
    f->tiles = tiling_of(nx, ny);
    frames_refresh(f);
    *out = f;
    return SPATE_OK;
}

void frames_close(frames *f)
{
    if (!f)
        return;
    pthread_mutex_lock(&lock);
    maps_source_close(f->maps);
    maps_source_close(f->maxima);
    pthread_mutex_unlock(&lock);
    free(f->list);
    free(f->folder);
    free(f);
}

int64_t frames_edition(frames *f)
{
    pthread_mutex_lock(&lock);
    const int64_t edition = f->edition;
    pthread_mutex_unlock(&lock);
    return edition;
}

int64_t frames_count(frames *f)
{
    pthread_mutex_lock(&lock);
    const int64_t count = f->count;
    pthread_mutex_unlock(&lock);
    return count;
}

int64_t frames_times(frames *f, int64_t from, double *times, int64_t room)
{
    pthread_mutex_lock(&lock);
    int64_t copied = 0;
    for (int64_t k = from; k < f->count && copied < room; ++k)
        times[copied++] = f->list[k].t;
    pthread_mutex_unlock(&lock);
    return copied;
}

const tiling *frames_tiling(const frames *f)
{
    return &f->tiles;
}

/* ---- tiles ---- */

/* The place of a variable in a segment; -1: it has none. */
static int place_in(unsigned maps, const char *variable, int *variables)
{
    static const char *const names[MAPPED_KINDS] = {"depth", "level", "u", "v"};
    mapped list[MAPPED_KINDS];
    *variables = mapped_list(maps, list);
    for (int k = 0; k < *variables; ++k)
        if (strcmp(names[list[k]], variable) == 0)
            return k;
    return -1;
}

int frames_have(frames *f, const char *variable, int64_t frame)
{
    int have = 0, variables;
    pthread_mutex_lock(&lock);
    if (frame == FRAME_OF_MAXIMA)
        have = (f->maxima && maps_source_has(f->maxima, variable)) ||
               (f->maps && maps_source_has(f->maps, variable));
    else if (f->maps)
        have = maps_source_has(f->maps, variable);
    else if (f->count > 0)
        have = place_in(f->list[frame < f->count ? frame : f->count - 1].maps, variable,
                        &variables) >= 0;
    pthread_mutex_unlock(&lock);
    return have;
}

int tile_scratch_make(tile_scratch *s, const tiling *tiles)
{
    *s = (tile_scratch){.packer = tile_packer_create(tiling_values(tiles), sizeof(float))};
    return s->packer != NULL;
}

void tile_scratch_free(tile_scratch *s)
{
    tile_packer_free(s->packer);
    free(s->packed);
    *s = (tile_scratch){0};
}

void tile_paste(const tiling *t, int64_t x, int64_t y, const float *tile, float *map)
{
    const int64_t i0 = x * t->tile_x, j0 = y * t->tile_y;
    const int64_t nx = t->nx - i0 < t->tile_x ? t->nx - i0 : t->tile_x;
    for (int64_t j = 0; j < t->tile_y && j0 + j < t->ny; ++j)
        memcpy(map + (j0 + j) * t->nx + i0, tile + j * t->tile_x, (size_t)nx * sizeof *map);
}

static int tile_of_segment(const frames *f, const frame_entry *e, const char *variable, int64_t x,
                           int64_t y, tile_scratch *scratch, float *values)
{
    int variables;
    const int place = place_in(e->maps, variable, &variables);
    char *file = place >= 0 ? segment_path(f->folder, e->index) : NULL;
    spate_context *ctx = NULL;
    segment s;
    int ok = file && spate_context_create(&ctx) == SPATE_OK &&
             segment_open(ctx, file, &f->tiles, &s) == SPATE_OK;
    if (ok) {
        tile_form form;
        const void *bytes;
        size_t count;
        const int64_t n = (y * f->tiles.count_x + x) * variables + place;
        ok = segment_at(&s, n, &form, &bytes, &count) &&
             tile_unpack(scratch->packer, form, bytes, count, values);
        segment_close(&s);
    }
    spate_context_destroy(ctx);
    free(file);
    return ok;
}

int frames_tile(frames *f, const char *variable, int64_t frame, int64_t x, int64_t y,
                tile_scratch *scratch, float *values)
{
    frame_entry entry = {.index = -1};
    tile_form form = TILE_EMPTY;
    size_t count = 0;
    const tile_place at = {0, x, y};
    pthread_mutex_lock(&lock);
    maps_source *from = f->maps;
    if (frame == FRAME_OF_MAXIMA && f->maxima && maps_source_has(f->maxima, variable))
        from = f->maxima;
    int ok = from ? maps_source_tile(from, variable, frame < 0 ? 0 : frame, at, scratch, values,
                                     &form, &count)
                  : frame >= 0 && frame < f->count;
    if (ok && !from)
        entry = f->list[frame];
    pthread_mutex_unlock(&lock);
    if (!ok || count == MAPS_SOURCE_READY)
        return ok;
    if (from)
        return tile_unpack(scratch->packer, form, scratch->packed, count, values);
    return tile_of_segment(f, &entry, variable, x, y, scratch, values);
}
