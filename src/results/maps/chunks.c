/* Chunks written through HDF5 or NetCDF. */
#include "results/maps/chunks.h"

#include "results/maps/chunk_layout.h"
#include "results/maps/netcdf_library.h"
#include "results/maps/tile_threads.h"

#if SPATE_HAVE_NETCDF
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VARIABLES = 16 };

struct chunk_file {
    cf_file *file;
    int ids[MOST_VARIABLES], count;
    tile_packer *packer;
    float *tile;
    void *zeros; /* a packed tile of zeros */
    size_t zeros_count;
#if TILES_ARE_PACKED
    hid_t h5, datasets[MOST_VARIABLES];
    int ranks[MOST_VARIABLES]; /* dimensions: 3 over time, or 2 */
#endif
    int direct; /* through HDF5 */
};

#if TILES_ARE_PACKED
static int close_hdf5(chunk_file *c)
{
    int ok = 1;
    for (int k = 0; k < c->count; ++k) {
        if (c->datasets[k] >= 0)
            ok = h5.Dclose(c->datasets[k]) >= 0 && ok;
        c->datasets[k] = -1;
    }
    if (c->h5 >= 0)
        ok = h5.Fclose(c->h5) >= 0 && ok;
    c->h5 = -1;
    return ok;
}

static int open_hdf5(chunk_file *c, const char *const *names)
{
    h5.Eset_auto2(H5E_DEFAULT, NULL, NULL); /* the library does not print */
    c->h5 = h5.Fopen(c->file->temporary, H5F_ACC_RDWR, H5P_DEFAULT);
    int ok = c->h5 >= 0;
    for (int k = 0; k < c->count; ++k)
        c->datasets[k] = ok ? h5.Dopen2(c->h5, names[k], H5P_DEFAULT) : -1;
    for (int k = 0; ok && k < c->count; ++k)
        ok = c->datasets[k] >= 0 && chunks_fit(c->datasets[k], &c->file->tiles, &c->ranks[k]);
    if (!ok)
        close_hdf5(c);
    return ok;
}

static int put_hdf5(chunk_file *c, int variable, const hsize_t at[3], const void *bytes,
                    size_t count)
{
    return h5.Dwrite_chunk(c->datasets[variable], H5P_DEFAULT, 0, at + 3 - c->ranks[variable],
                           count, bytes) >= 0;
}
#endif

static void destroy(chunk_file *c)
{
    tile_packer_free(c->packer);
    free(c->tile);
    free(c->zeros);
    free(c);
}

/* Packed zeros are the most frequent chunk, so they are made once. */
static int make_zeros(chunk_file *c, size_t values)
{
    const void *bytes;
    memset(c->tile, 0, values * sizeof *c->tile);
    tile_pack(c->packer, c->tile, 1, &bytes, &c->zeros_count);
    c->zeros = malloc(c->zeros_count);
    if (c->zeros)
        memcpy(c->zeros, bytes, c->zeros_count);
    return c->zeros != NULL;
}

/* Closes the file in NetCDF and opens it in HDF5; opens it in NetCDF again if that fails. */
static spate_status choose_library(spate_context *ctx, chunk_file *c, const char *const *names)
{
#if TILES_ARE_PACKED
    SPATE_TRY(cf_close(ctx, c->file));
    c->direct = open_hdf5(c, names);
    if (c->direct)
        return SPATE_OK;
    const int error = nc.open(c->file->temporary, NC_WRITE, &c->file->id);
    if (error != NC_NOERR) {
        c->file->id = -1;
        return cf_failed(ctx, c->file, error);
    }
#else
    (void)ctx, (void)c, (void)names;
#endif
    return SPATE_OK;
}

spate_status chunks_open(spate_context *ctx, cf_file *file, const int *ids,
                         const char *const *names, int count, chunk_file **out)
{
    const size_t values = tiling_values(&file->tiles);
    *out = NULL;
    if (count > MOST_VARIABLES)
        return spate_fail(ctx, SPATE_ERROR_INTERNAL, "%d variables in a file, of at most %d", count,
                          MOST_VARIABLES);
    chunk_file *c = calloc(1, sizeof *c);
    *out = c;
    if (c) {
        c->file = file;
        c->count = count;
        memcpy(c->ids, ids, (size_t)count * sizeof *ids);
        c->packer = tile_packer_create(values, sizeof *c->tile);
        c->tile = malloc(values * sizeof *c->tile);
#if TILES_ARE_PACKED
        c->h5 = -1;
        for (int k = 0; k < MOST_VARIABLES; ++k)
            c->datasets[k] = -1;
#endif
    }
    if (!c || !c->packer || !c->tile || !make_zeros(c, values))
        return fail_memory(ctx, "no memory to write %s", file->path);
    return choose_library(ctx, c, names);
}

static int put_netcdf(chunk_file *c, int variable, const size_t at[3], tile_form form,
                      const void *bytes, size_t count)
{
    const tiling *t = &c->file->tiles;
    if (!tile_unpack(c->packer, form, bytes, count, c->tile))
        return NC_EINVAL;
    const size_t ny = (size_t)t->ny - at[1], nx = (size_t)t->nx - at[2];
    const size_t tx = (size_t)t->tile_x, ty = (size_t)t->tile_y;
    const size_t part[3] = {1, ny < ty ? ny : ty, nx < tx ? nx : tx};
    /* Rows of a tile at the edge are longer than the part that is written: make them contiguous. */
    for (size_t j = 1; j < part[1] && part[2] < tx; ++j)
        memmove(c->tile + j * part[2], c->tile + j * tx, part[2] * sizeof *c->tile);
    return nc.put_vara_float(c->file->id, c->ids[variable], at, part, c->tile);
}

spate_status chunk_put(spate_context *ctx, chunk_file *c, chunk_place at, tile_form form,
                       const void *bytes, size_t count)
{
    const int64_t x = at.x * c->file->tiles.tile_x, y = at.y * c->file->tiles.tile_y;
    if (form == TILE_EMPTY)
        return SPATE_OK; /* a chunk that is not written reads as fill */
#if TILES_ARE_PACKED
    if (c->direct) {
        const hsize_t first[3] = {(hsize_t)at.frame, (hsize_t)y, (hsize_t)x};
        if (form == TILE_ZERO)
            bytes = c->zeros, count = c->zeros_count;
        if (form == TILE_RAW) /* written by a build that could not pack */
            form = tile_pack(c->packer, bytes, 1, &bytes, &count);
        if (form != TILE_RAW && put_hdf5(c, at.variable, first, bytes, count))
            return SPATE_OK;
        close_hdf5(c);
        return cf_failed(ctx, c->file, NC_EHDFERR);
    }
#endif
    const size_t first[3] = {(size_t)at.frame, (size_t)y, (size_t)x};
    const int error = put_netcdf(c, at.variable, first, form, bytes, count);
    return error == NC_NOERR ? SPATE_OK : cf_failed(ctx, c->file, error);
}

/* ---- whole fields ---- */

typedef struct fields_put {
    chunk_file *chunks;
    const chunk_field *fields;
    int count;
} fields_put;

static size_t bytes_of(const map_rows *map)
{
    return map->single ? sizeof(float) : sizeof(double);
}

#if TILES_ARE_PACKED
static void cut_tile(void *user, tile_place at, void *const *values, void *spare)
{
    const fields_put *p = user;
    (void)spare;
    tile_cut_rows(&p->chunks->file->tiles, at.x, at.y, &p->fields[at.layer].map, values[0]);
}

static int write_tile(void *user, tile_place place, const packed_tile *tile)
{
    const fields_put *p = user;
    const tiling *t = &p->chunks->file->tiles;
    const hsize_t at[3] = {0, (hsize_t)(place.y * t->tile_y), (hsize_t)(place.x * t->tile_x)};
    return tile->form == TILE_EMPTY ||
           (tile->form == TILE_PACKED &&
            put_hdf5(p->chunks, p->fields[place.layer].variable, at, tile->bytes, tile->count));
}

static spate_status pack_fields(spate_context *ctx, fields_put *p, int threads)
{
    chunk_file *c = p->chunks;
    const tile_job job = {.tiles = &c->file->tiles,
                          .value_bytes = bytes_of(&p->fields[0].map),
                          .variables = 1,
                          .threads = threads,
                          .packs_zeros = 1,
                          .layers = p->count,
                          .user = p,
                          .make = cut_tile,
                          .write = write_tile};
    const tile_outcome outcome = tiles_pack(&job);
    if (outcome == TILES_WRITTEN)
        return SPATE_OK;
    close_hdf5(c);
    return cf_failed(ctx, c->file, outcome == TILES_NO_MEMORY ? ENOMEM : NC_EHDFERR);
}
#endif

/* NetCDF packs the field itself, in one thread. */
static spate_status put_field(spate_context *ctx, chunk_file *c, const chunk_field *f)
{
    const tiling *t = &c->file->tiles;
    const size_t row_bytes = (size_t)t->nx * bytes_of(&f->map);
    const int id = c->ids[f->variable];
    char *copy = malloc(row_bytes * (size_t)t->ny);
    if (!copy)
        return fail_memory(ctx, "no memory to write %s", c->file->path);
    for (int64_t j = 0; j < t->ny; ++j)
        f->map.read(f->map.user, 0, j, (int)t->nx, copy + (size_t)j * row_bytes);
    const spate_status status = f->map.single
                                    ? cf_put_f32(ctx, c->file, id, (float *)(void *)copy)
                                    : cf_put_f64(ctx, c->file, id, (double *)(void *)copy);
    free(copy);
    return status;
}

spate_status chunks_put_fields(spate_context *ctx, chunk_file *c, const chunk_field *fields,
                               int count, int threads)
{
    if (count == 0)
        return SPATE_OK;
#if TILES_ARE_PACKED
    if (c->direct)
        return pack_fields(ctx, &(fields_put){c, fields, count}, threads);
#endif
    (void)threads;
    for (int k = 0; k < count; ++k)
        SPATE_TRY(put_field(ctx, c, &fields[k]));
    return SPATE_OK;
}

typedef struct float_map {
    int64_t nx;
    const float *values;
} float_map;

static void read_map(const void *user, int64_t i, int64_t j, int n, void *values)
{
    const float_map *m = user;
    memcpy(values, m->values + j * m->nx + i, (size_t)n * sizeof *m->values);
}

spate_status chunks_put_f32(spate_context *ctx, chunk_file *c, int variable, const float *values,
                            int threads)
{
    const float_map map = {c->file->tiles.nx, values};
    const chunk_field field = {variable, {read_map, &map, 1}};
    return chunks_put_fields(ctx, c, &field, 1, threads);
}

spate_status chunks_close(spate_context *ctx, chunk_file *c)
{
    spate_status status = SPATE_OK;
#if TILES_ARE_PACKED
    if (!close_hdf5(c))
        status = cf_failed(ctx, c->file, NC_EHDFERR);
#endif
    destroy(c);
    return status;
}

void chunks_abandon(chunk_file *c)
{
#if TILES_ARE_PACKED
    close_hdf5(c);
#endif
    destroy(c);
}
#endif
