/* Maps of a run that can be looked at, whole or in levels of detail: depth of a frame, largest
 * depth, bed. A plane is one such map. Level n has places of 2^n x 2^n cells; its value is the mean
 * over the cells that have one (the worst for classes), its share how many have one. Knows no
 * sockets. */
#ifndef SPATE_VIEW_PLANES_H
#define SPATE_VIEW_PLANES_H

#include "frames.h"
#include "tile_code.h"

enum { PLANE_LEVELS = 16 };

/* How the values of a kind follow from what the files hold. */
typedef enum {
    PLANE_BED,
    PLANE_DEPTH,  /* where wet, as all of a frame */
    PLANE_LEVEL,
    PLANE_SPEED,
    PLANE_HAZARD, /* class H1 to H6 of the frame */
    PLANE_FILE    /* a variable of max.nc */
} plane_kind;

/* The kind of a name such as "max-depth"; *variable: of the file (PLANE_FILE). 0: there is none. */
int plane_kind_of(const char *name, plane_kind *kind, const char **variable);
int plane_over_time(plane_kind kind);

typedef struct plane plane;

/* Memory for planes, the least recently used of which are dropped. Any thread may call. */
typedef struct plane_store plane_store;
plane_store *plane_store_create(size_t most_bytes);
void plane_store_free(plane_store *s);

typedef struct plane_name {
    const struct run_view *run;
    const struct run_view *other; /* NULL, or what is subtracted, from its nearest cells */
    char kind[48];
    int64_t frame, other_frame;
} plane_name;

/* Tile (x, y) of a level in malloc'ed bytes. SPATE_ERROR_DATA where it does not exist or cannot be
 * read; the message says why. */
spate_status plane_tile(plane_store *s, spate_context *ctx, const plane_name *name, int64_t level,
                        int64_t x, int64_t y, uint8_t **out, size_t *bytes);

#endif
