/* A file of maps, through HDF5 or NetCDF. */
#include "maps_source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "results/folder/files.h"
#include "results/maps/chunk_read.h"
#include "results/maps/maps_file.h"

struct maps_source {
    struct stat about;
    tiling tiles;
    int64_t frames;
    double *times;
    chunk_reader *chunks; /* or: */
    spate_context *ctx;
    maps_file *file;
};

void maps_source_close(maps_source *m)
{
    if (!m)
        return;
    chunk_reader_close(m->chunks);
    maps_close(m->file);
    spate_context_destroy(m->ctx);
    free(m->times);
    free(m);
}

static int copy_head(maps_source *m)
{
    const maps_info *info = maps_get_info(m->file);
    if (info->grid.nx != m->tiles.nx || info->grid.ny != m->tiles.ny)
        return 0;
    m->frames = info->frames;
    m->times = malloc((size_t)(m->frames + 1) * sizeof *m->times);
    for (int64_t k = 0; m->times && k < m->frames; ++k)
        m->times[k] = info->times[k];
    return m->times != NULL;
}

/* NetCDF reads the head. HDF5 does not open a file that NetCDF has open, so that is closed. */
static maps_source *open_file(const char *file, const struct stat *about, const tiling *tiles)
{
    maps_source *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->about = *about;
    m->tiles = *tiles;
    int ok = spate_context_create(&m->ctx) == SPATE_OK &&
             maps_open(m->ctx, file, &m->file) == SPATE_OK && copy_head(m);
    if (ok) {
        maps_close(m->file);
        m->file = NULL;
        m->chunks = chunk_reader_open(file, tiles);
        ok = m->chunks || maps_open(m->ctx, file, &m->file) == SPATE_OK;
    }
    if (ok && m->chunks && !chunk_reader_has(m->chunks, "bed")) { /* packed in another way */
        chunk_reader_close(m->chunks);
        m->chunks = NULL;
        ok = maps_open(m->ctx, file, &m->file) == SPATE_OK;
    }
    if (ok)
        return m;
    maps_source_close(m);
    return NULL;
}

static int is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

int maps_source_refresh(maps_source **m, const char *folder, const char *name, const tiling *tiles)
{
    struct stat about;
    char *file = path_join(folder, name);
    const int there = file && stat(file, &about) == 0;
    const int same = *m ? there && is_same(&(*m)->about, &about) : !there;
    if (!same) {
        maps_source_close(*m);
        *m = there ? open_file(file, &about, tiles) : NULL;
    }
    free(file);
    return !same;
}

int64_t maps_source_frames(const maps_source *m)
{
    return m->frames;
}

double maps_source_time(const maps_source *m, int64_t frame)
{
    return m->times[frame];
}

int maps_source_has(maps_source *m, const char *variable)
{
    return m->chunks ? chunk_reader_has(m->chunks, variable) : maps_find(m->file, variable) >= 0;
}

/* Through NetCDF; tiles at the edge are padded. */
static int read_values(maps_source *m, const char *variable, int64_t frame, tile_place at,
                       float *values)
{
    const tiling *t = &m->tiles;
    const int64_t i0 = at.x * t->tile_x, j0 = at.y * t->tile_y;
    const int64_t nx = t->nx - i0 < t->tile_x ? t->nx - i0 : t->tile_x;
    const int64_t ny = t->ny - j0 < t->tile_y ? t->ny - j0 : t->tile_y;
    double *box = malloc((size_t)(nx * ny) * sizeof *box);
    const int ok = box && maps_read_box(m->file, maps_find(m->file, variable), frame, i0, j0, nx,
                                        ny, box) == SPATE_OK;
    for (size_t k = 0; ok && k < tiling_values(t); ++k)
        values[k] = TILE_FILL;
    for (int64_t k = 0; ok && k < nx * ny; ++k)
        if (!isnan(box[k]))
            values[k / nx * t->tile_x + k % nx] = (float)box[k];
    free(box);
    return ok;
}

int maps_source_tile(maps_source *m, const char *variable, int64_t frame, tile_place at,
                     tile_scratch *scratch, float *values, tile_form *form, size_t *count)
{
    if (frame > 0 && frame >= m->frames)
        return 0;
    if (m->chunks)
        return chunk_reader_tile(m->chunks, variable, frame, at.x, at.y, form, &scratch->packed,
                                 &scratch->room, count);
    *count = MAPS_SOURCE_READY;
    return read_values(m, variable, frame, at, values);
}
