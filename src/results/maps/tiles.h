/* A map cut into tiles, the chunks of the final NetCDF file. If the build can pass packed chunks to
 * HDF5, tiles are packed as HDF5 packs them (bytes shuffled, then deflate), so that each is
 * compressed only once, on the writer's thread. */
#ifndef SPATE_RESULTS_TILES_H
#define SPATE_RESULTS_TILES_H

#include <stddef.h>
#include <stdint.h>

#include "spate_config.h"

#define TILES_ARE_PACKED (SPATE_HAVE_NETCDF && SPATE_HAVE_HDF5 && SPATE_HAVE_ZLIB)

/* Marks a missing value in NetCDF (NC_FILL_FLOAT). */
#define TILE_FILL 9.9692099683868690e+36f
#define TILE_FILL_F64 9.9692099683868690e+36 /* NC_FILL_DOUBLE */

typedef struct tiling {
    int64_t nx, ny;         /* cells */
    int64_t tile_x, tile_y; /* of a tile; those at the east and north edge are padded with fill */
    int64_t count_x, count_y;
} tiling;

/* Tiles of at most 768 cells a side (2.3 MB), as equal as can be. */
tiling tiling_of(int64_t nx, int64_t ny);
size_t tiling_values(const tiling *t); /* in one tile */

/* Copies a tile out of a map: NaN becomes fill. */
void tile_cut(const tiling *t, int64_t x, int64_t y, const float *map, float *tile);

/* A map that is read row by row: n values of row j from column i, as f32 or f64. Called by several
 * threads. */
typedef struct map_rows {
    void (*read)(const void *user, int64_t i, int64_t j, int n, void *values);
    const void *user;
    int single; /* f32 */
} map_rows;
void tile_cut_rows(const tiling *t, int64_t x, int64_t y, const map_rows *map, void *tile);

typedef enum { TILE_EMPTY, TILE_ZERO, TILE_RAW, TILE_PACKED } tile_form;

/* Packs tiles one after the other; owns the memory for it. */
typedef struct tile_packer tile_packer;
tile_packer *tile_packer_create(size_t values, size_t value_bytes); /* 4 or 8. NULL: no memory */
size_t tile_packer_room(const tile_packer *p); /* most bytes of a packed tile */
void tile_packer_free(tile_packer *p);
/* Returns the form of the tile and its bytes (none for EMPTY and ZERO), valid until the next call.
 * always: packs tiles of zeros too. */
tile_form tile_pack(tile_packer *p, const void *tile, int always, const void **bytes,
                    size_t *count);
/* The reverse; 0: the bytes are not such a tile. */
int tile_unpack(tile_packer *p, tile_form form, const void *bytes, size_t count,
                float *tile); /* of f32 */

#endif
