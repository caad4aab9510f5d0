/* The maps of a run as they lie on the disk: frames in segments/ while it runs, maps.nc and max.nc
 * when it has ended. Tiles are read one at a time and unpacked by the caller's thread. Reads only; a
 * frame that is being written does not exist yet. Any thread may call any function at any time. */
#ifndef SPATE_VIEW_FRAMES_H
#define SPATE_VIEW_FRAMES_H

#include "base/context.h"
#include "results/maps/tiles.h"

typedef struct frames frames;

/* nx, ny: of the run's grid. SPATE_OK also where there is nothing yet. */
spate_status frames_open(spate_context *ctx, const char *folder, int64_t nx, int64_t ny,
                         frames **out);
void frames_close(frames *f);
/* Looks at the folder again. */
void frames_refresh(frames *f);

/* Changes when frames that were known are no longer the same: of a run that was begun again. */
int64_t frames_edition(frames *f);
int64_t frames_count(frames *f);
/* Copies the times of frames from `from` on, at most `room`, s since the start; returns how many. */
int64_t frames_times(frames *f, int64_t from, double *times, int64_t room);
const tiling *frames_tiling(const frames *f);

enum { FRAME_OF_MAXIMA = -1 };
/* Whether there is a variable, such as "depth" of the frames or "max_depth" of the maxima. */
int frames_have(frames *f, const char *variable, int64_t frame);

/* Memory of one thread that reads tiles. */
typedef struct tile_scratch {
    tile_packer *packer;
    void *packed;
    size_t room;
} tile_scratch;
int tile_scratch_make(tile_scratch *s, const tiling *tiles); /* 0: no memory */
void tile_scratch_free(tile_scratch *s);

/* Copies what of tile (x, y) belongs to the map into it. */
void tile_paste(const tiling *t, int64_t x, int64_t y, const float *tile, float *map);

/* The values of tile (x, y), fill where there is none. 0: it cannot be read, or is gone. */
int frames_tile(frames *f, const char *variable, int64_t frame, int64_t x, int64_t y,
                tile_scratch *scratch, float *values);

#endif
