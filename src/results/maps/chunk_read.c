/* Chunks read through HDF5, without its filters. */
#include "results/maps/chunk_read.h"

#include <stdlib.h>
#include <string.h>

#include "results/maps/chunk_layout.h"

#if TILES_ARE_PACKED
enum { MOST_DATASETS = 24 };

typedef struct dataset {
    char name[32];
    hid_t id;
    int rank; /* 0: there is no such dataset, or it is stored in another way */
} dataset;

struct chunk_reader {
    hid_t file;
    tiling tiles;
    dataset known[MOST_DATASETS];
    int count;
};

static H5Z_filter_t filter_of(hid_t list, unsigned n)
{
    unsigned flags;
    size_t none = 0;
    return h5.Pget_filter2(list, n, &flags, &none, NULL, 0, NULL, NULL);
}

int chunks_fit(hid_t set, const tiling *t, int *rank)
{
    const hid_t list = h5.Dget_create_plist(set);
    hsize_t chunk[3] = {0};
    *rank = list >= 0 ? h5.Pget_chunk(list, 3, chunk) : 0;
    const hsize_t *tile = *rank == 3 ? chunk + 1 : chunk;
    const int ok = (*rank == 2 || (*rank == 3 && chunk[0] == 1)) && h5.Pget_nfilters(list) == 2 &&
                   filter_of(list, 0) == H5Z_FILTER_SHUFFLE &&
                   filter_of(list, 1) == H5Z_FILTER_DEFLATE && tile[0] == (hsize_t)t->tile_y &&
                   tile[1] == (hsize_t)t->tile_x;
    if (list >= 0)
        h5.Pclose(list);
    return ok;
}

chunk_reader *chunk_reader_open(const char *file, const tiling *tiles)
{
    chunk_reader *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    h5.Eset_auto2(H5E_DEFAULT, NULL, NULL); /* the library does not print; by thread */
    r->tiles = *tiles;
    r->file = h5.Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (r->file >= 0)
        return r;
    free(r);
    return NULL;
}

void chunk_reader_close(chunk_reader *r)
{
    if (!r)
        return;
    for (int k = 0; k < r->count; ++k)
        if (r->known[k].id >= 0)
            h5.Dclose(r->known[k].id);
    h5.Fclose(r->file);
    free(r);
}

static dataset *find(chunk_reader *r, const char *variable)
{
    for (int k = 0; k < r->count; ++k)
        if (strcmp(r->known[k].name, variable) == 0)
            return &r->known[k];
    if (r->count == MOST_DATASETS || strlen(variable) >= sizeof r->known[0].name)
        return NULL;
    dataset *d = &r->known[r->count++];
    memcpy(d->name, variable, strlen(variable) + 1);
    h5.Eset_auto2(H5E_DEFAULT, NULL, NULL);
    d->id = h5.Dopen2(r->file, variable, H5P_DEFAULT);
    if (d->id >= 0 && !chunks_fit(d->id, &r->tiles, &d->rank))
        d->rank = 0;
    return d;
}

int chunk_reader_has(chunk_reader *r, const char *variable)
{
    const dataset *d = find(r, variable);
    return d && d->rank > 0;
}

int chunk_reader_tile(chunk_reader *r, const char *variable, int64_t frame, int64_t x, int64_t y,
                      tile_form *form, void **bytes, size_t *room, size_t *count)
{
    const dataset *d = find(r, variable);
    const hsize_t at[3] = {(hsize_t)frame, (hsize_t)(y * r->tiles.tile_y),
                           (hsize_t)(x * r->tiles.tile_x)};
    hsize_t stored = 0;
    uint32_t filters = 0;
    h5.Eset_auto2(H5E_DEFAULT, NULL, NULL);
    if (!d || d->rank == 0 || h5.Dget_chunk_storage_size(d->id, at + 3 - d->rank, &stored) < 0)
        return 0;
    *count = (size_t)stored;
    *form = stored == 0 ? TILE_EMPTY : TILE_PACKED; /* what was never written is fill */
    if (stored > *room) {
        void *more = realloc(*bytes, (size_t)stored);
        if (!more)
            return 0;
        *bytes = more;
        *room = (size_t)stored;
    }
    return stored == 0 ||
           (h5.Dread_chunk(d->id, H5P_DEFAULT, at + 3 - d->rank, &filters, *bytes) >= 0 &&
            filters == 0);
}
#else
chunk_reader *chunk_reader_open(const char *file, const tiling *tiles)
{
    (void)file, (void)tiles;
    return NULL;
}

void chunk_reader_close(chunk_reader *r)
{
    (void)r;
}

int chunk_reader_has(chunk_reader *r, const char *variable)
{
    (void)r, (void)variable;
    return 0;
}

int chunk_reader_tile(chunk_reader *r, const char *variable, int64_t frame, int64_t x, int64_t y,
                      tile_form *form, void **bytes, size_t *room, size_t *count)
{
    (void)r, (void)variable, (void)frame, (void)x, (void)y;
    (void)form, (void)bytes, (void)room, (void)count;
    return 0;
}
#endif
