/* Tiles into the chunks of a NetCDF-4 file, which is an HDF5 file: packed ones are handed to HDF5 as they
 * are where the build has HDF5 and the file's filters are those that the tiles were packed with;
 * otherwise each is unpacked and written through NetCDF. */
#ifndef SPATE_RESULTS_CHUNKS_H
#define SPATE_RESULTS_CHUNKS_H

#include "results/maps/cf_file.h"
#include "results/maps/tiles.h"

typedef struct chunk_file chunk_file;

/* The file is defined and begun; variables by NetCDF's id and by name. Until it is closed nothing else may
 * touch the file. */
spate_status chunks_open(spate_context *ctx, cf_file *file, const int *ids,
                         const char *const *names, int count, chunk_file **out);
spate_status chunk_put(spate_context *ctx, chunk_file *c, int variable, int64_t frame, int64_t x,
                       int64_t y, tile_form form, const void *bytes, size_t count);

typedef struct chunk_field {
    int variable;
    map_rows map;
} chunk_field;

/* The whole (first) frames of variables, all of one precision, packed by at most so many threads; NaN becomes fill. */
spate_status chunks_put_fields(spate_context *ctx, chunk_file *c, const chunk_field *fields,
                               int count, int threads);
spate_status chunks_put_f32(spate_context *ctx, chunk_file *c, int variable, const float *values,
                            int threads);
spate_status chunks_close(spate_context *ctx, chunk_file *c); /* frees it */
void chunks_abandon(chunk_file *c);

#endif
