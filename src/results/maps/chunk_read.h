/* Reads the packed tiles of maps.nc and max.nc as HDF5 stores them, so that any number of threads
 * can unpack them. Only files that this program wrote in a build with HDF5; HDF5 itself allows one
 * thread at a time. */
#ifndef SPATE_RESULTS_CHUNK_READ_H
#define SPATE_RESULTS_CHUNK_READ_H

#include "base/context.h"
#include "results/maps/tiles.h"

typedef struct chunk_reader chunk_reader;

/* NULL: this build or this file does not allow it; use maps_file.h then. The file must not be open
 * in NetCDF. */
chunk_reader *chunk_reader_open(const char *file, const tiling *tiles);
void chunk_reader_close(chunk_reader *r);
/* Whether there is such a variable, in tiles. */
int chunk_reader_has(chunk_reader *r, const char *variable);
/* Tile (x, y) of a frame. Memory of the caller: *room bytes at *bytes, made larger where needed.
 * 0: it cannot be read. */
int chunk_reader_tile(chunk_reader *r, const char *variable, int64_t frame, int64_t x, int64_t y,
                      tile_form *form, void **bytes, size_t *room, size_t *count);

#endif
