/* Writes tiles as chunks of a NetCDF-4 file, which is an HDF5 file. Packed tiles go to HDF5
 * unchanged if the build has HDF5 and the file uses the filters that the tiles were packed with.
 * Otherwise each tile is unpacked and written through NetCDF. */
#ifndef SPATE_RESULTS_CHUNKS_H
#define SPATE_RESULTS_CHUNKS_H

#include "results/maps/cf_file.h"
#include "results/maps/tiles.h"

typedef struct chunk_file chunk_file;

/* The file is defined and begun; variables by NetCDF's id and by name. No other call may use the
 * file until chunks_close. */
spate_status chunks_open(spate_context *ctx, cf_file *file, const int *ids,
                         const char *const *names, int count, chunk_file **out);

/* Tile (x, y) of a frame of a variable. */
typedef struct chunk_place {
    int variable;
    int64_t frame, x, y;
} chunk_place;

spate_status chunk_put(spate_context *ctx, chunk_file *c, chunk_place at, tile_form form,
                       const void *bytes, size_t count);

typedef struct chunk_field {
    int variable;
    map_rows map;
} chunk_field;

/* Writes the whole (first) frame of variables of one precision, packed by at most `threads`
 * threads; NaN becomes fill. */
spate_status chunks_put_fields(spate_context *ctx, chunk_file *c, const chunk_field *fields,
                               int count, int threads);
spate_status chunks_put_f32(spate_context *ctx, chunk_file *c, int variable, const float *values,
                            int threads);
spate_status chunks_close(spate_context *ctx, chunk_file *c); /* frees it */
void chunks_abandon(chunk_file *c);

#endif
