/* The maps of a run as they lie on the disk: frames in segments/ while it runs, maps.nc and max.nc
 * when it has ended. Packed tiles are read one at a time and unpacked by the caller's thread. Reads
 * only; a frame that is being written does not exist yet. */
#ifndef SPATE_VIEW_FRAMES_H
#define SPATE_VIEW_FRAMES_H

#include "base/context.h"
#include "io/raster.h"
#include "results/maps/tiles.h"

typedef struct frames frames;

/* grid: of the run. SPATE_OK also where there is nothing yet. */
spate_status frames_open(spate_context *ctx, const char *folder, const raster_grid *grid,
                         frames **out);
void frames_close(frames *f);
/* Looks at the folder again. Any thread may call any function at any time. */
spate_status frames_refresh(spate_context *ctx, frames *f);

/* Changes when frames that were known are no longer the same: a run that was resumed or begun
 * again. */
int64_t frames_edition(const frames *f);
int64_t frames_count(frames *f);
/* Copies at most `room` times, s since the start; returns the number of frames. */
int64_t frames_times(frames *f, double *times, int64_t room);
tiling frames_tiling(const frames *f);

/* Whether the frames (or max.nc) hold a variable: "depth", "level", "u", "max_depth". */
int frames_have(frames *f, const char *variable);
/* The values of tile (x, y) of the tiling, fill where there is none. frame -1: of max.nc. */
spate_status frames_tile(spate_context *ctx, frames *f, const char *variable, int64_t frame,
                         int64_t x, int64_t y, tile_packer *packer, float *values);

#endif
