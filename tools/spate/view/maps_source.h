/* maps.nc or max.nc of a folder: packed tiles where the build can read them as they are stored, else
 * values. Private to frames.c, which lets one thread in at a time. */
#ifndef SPATE_VIEW_MAPS_SOURCE_H
#define SPATE_VIEW_MAPS_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "frames.h"
#include "results/maps/tile_threads.h"

typedef struct maps_source maps_source;

/* Opens the file when it appears, closes it when it is gone, opens it again when it is another one.
 * Returns whether anything changed. A file of another grid does not count. */
int maps_source_refresh(maps_source **m, const char *folder, const char *name, const tiling *tiles);
void maps_source_close(maps_source *m);
int64_t maps_source_frames(const maps_source *m);
double maps_source_time(const maps_source *m, int64_t frame);
int maps_source_has(maps_source *m, const char *variable);

/* The values are complete; nothing is to be unpacked. */
#define MAPS_SOURCE_READY SIZE_MAX

/* Reads a tile packed into the scratch, to be unpacked by the caller, or into values (*count is
 * MAPS_SOURCE_READY). 0: it cannot be read. */
int maps_source_tile(maps_source *m, const char *variable, int64_t frame, tile_place at,
                     tile_scratch *scratch, float *values, tile_form *form, size_t *count);

#endif
