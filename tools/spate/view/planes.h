/* Maps of a run that can be looked at, whole or in levels of detail: depth of a frame, largest
 * depth, bed. A plane is one such map, made when it is asked for and kept while there is room. Knows
 * no sockets. Any thread may call. */
#ifndef SPATE_VIEW_PLANES_H
#define SPATE_VIEW_PLANES_H

#include "base/context.h"
#include "run_view.h"
#include "tile_code.h"

enum { PLANE_LEVELS = 20, PLANE_NAME_ROOM = 48 };

typedef struct plane_store plane_store;
plane_store *plane_store_create(size_t most_bytes, int threads); /* NULL: no memory */
void plane_store_free(plane_store *s);
/* Forgets the planes of a run; none of them may be in use. */
void plane_store_forget(plane_store *s, const run_view *run);

typedef struct plane_name {
    run_view *run;
    run_view *other; /* NULL, or whose values are subtracted, taken from its nearest cells */
    char kind[PLANE_NAME_ROOM];
    int64_t frame, other_frame;
} plane_name;

/* Levels of detail of a grid: the coarsest fits into one tile. */
int plane_levels(int64_t nx, int64_t ny);

/* Tile (x, y) of a level in malloc'ed bytes. SPATE_ERROR_DATA where it does not exist or cannot be
 * read; the message says why. */
spate_status plane_tile(plane_store *s, spate_context *ctx, const plane_name *name, int64_t level,
                        int64_t x, int64_t y, uint8_t **out, size_t *bytes);
/* Values of a coarse level, for the ends of a colour bar: at most a few 100 000, NaN left out.
 * malloc'ed. */
spate_status plane_sample(plane_store *s, spate_context *ctx, const plane_name *name,
                          double **values, size_t *count);

#endif
