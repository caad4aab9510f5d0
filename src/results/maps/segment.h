/* One frame of the maps in one file: segments/maps-000012.spm, there from the frame's moment until maps.nc
 * is assembled. Native byte order: a segment does not travel between machines.
 *   head | tiles, each with all its variables | table: form, bytes and checksum | checksum of head, table */
#ifndef SPATE_RESULTS_SEGMENT_H
#define SPATE_RESULTS_SEGMENT_H

#include <stdio.h>

#include "base/context.h"
#include "results/results.h"
#include "results/maps/tiles.h"

/* Variables of a map in their order in the file. */
typedef enum { MAPPED_DEPTH, MAPPED_LEVEL, MAPPED_U, MAPPED_V, MAPPED_KINDS } mapped;
int mapped_list(unsigned maps, mapped list[MAPPED_KINDS]); /* how many */

typedef struct map_frame {
    int64_t index;
    double t;
    double wet_depth; /* no level where the water is less deep */
    const float *bed, *depth, *u,
        *v; /* nx * ny; bed NaN where inactive; u, v NULL without velocity */
} map_frame;

/* Level and masks are made tile by tile, so that a frame needs no second copy. threads pack, at most; the file is
 * the same for any number. *bytes: size of the file. */
spate_status segment_write(spate_context *ctx, const char *file_name, const tiling *tiles,
                           unsigned maps, const map_frame *frame, int threads, uint64_t *bytes);

typedef struct segment {
    FILE *in;
    char *path;
    int64_t index;
    double t;
    unsigned maps; /* what it holds; the case may have changed since */
    struct segment_entry *table;
    int64_t tiles, next; /* in the table; to be read next */
    int64_t at;          /* where that begins in the file */
    void *bytes;         /* of the last tile */
    size_t size;
} segment;

/* Opens and checks head and table: SPATE_ERROR_DATA where it is not a whole segment of this tiling. */
spate_status segment_open(spate_context *ctx, const char *file_name, const tiling *tiles,
                          segment *s);
/* The next tile, in the order of the file; bytes stay until the next call. 0: it is damaged; the one after it
 * may be whole. */
int segment_next(segment *s, tile_form *form, const void **bytes, size_t *count);
void segment_close(segment *s);

#endif
