/* One frame of the maps in one file, segments/maps-000012.spm, which exists until maps.nc is
 * assembled. Native byte order: a segment is not portable between machines.
 *   head | tiles, each with all its variables | table: form, bytes and checksum | checksum of head,
 * table */
#ifndef SPATE_RESULTS_SEGMENT_H
#define SPATE_RESULTS_SEGMENT_H

#include <stdio.h>

#include "base/context.h"
#include "results/maps/tiles.h"
#include "results/results.h"

/* Variables of a map in their order in the file. */
typedef enum { MAPPED_DEPTH, MAPPED_LEVEL, MAPPED_U, MAPPED_V, MAPPED_KINDS } mapped;
int mapped_list(unsigned maps, mapped list[MAPPED_KINDS]); /* returns their count */

typedef struct map_frame {
    int64_t index;
    double t;
    double wet_depth; /* no level where the water is less deep */
    /* nx * ny; bed NaN in inactive cells; u, v NULL without velocity */
    const float *bed, *depth, *u, *v;
} map_frame;

/* Level and masks are computed tile by tile, so that a frame needs no second copy. At most
 * `threads` threads pack; the file does not depend on their number. *bytes: size of the file. */
spate_status segment_write(spate_context *ctx, const char *file_name, const tiling *tiles,
                           unsigned maps, const map_frame *frame, int threads, uint64_t *bytes);

typedef struct segment {
    FILE *in;
    char *path;
    int64_t index;
    double t;
    unsigned maps; /* its variables; the case may have changed since */
    struct segment_entry *table;
    int64_t tiles, next; /* in the table; to be read next */
    int64_t at;          /* where that begins in the file */
    void *bytes;         /* of the last tile */
    size_t size;
} segment;

/* Opens and checks head and table: SPATE_ERROR_DATA if it is not a complete segment of this
 * tiling. */
spate_status segment_open(spate_context *ctx, const char *file_name, const tiling *tiles,
                          segment *s);
/* The next tile, in the order of the file; bytes are valid until the next call. 0: it is damaged;
 * later tiles may still be intact. */
int segment_next(segment *s, tile_form *form, const void **bytes, size_t *count);
/* For a reader of single tiles: entry n of the table, tile * variables + variable. */
int segment_at(segment *s, int64_t n, tile_form *form, const void **bytes, size_t *count);
void segment_close(segment *s);

/* Reads only the head: grid, time and variables of a segment of any tiling. 0: it is none. */
int segment_look(const char *file_name, tiling *tiles, double *t, unsigned *maps);

#endif
