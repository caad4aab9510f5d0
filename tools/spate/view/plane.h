/* One plane and the store that keeps it: private to planes.c, plane_store.c, plane_cells.c and
 * plane_levels.c. */
#ifndef SPATE_VIEW_PLANE_H
#define SPATE_VIEW_PLANE_H

#include <pthread.h>

#include "plane_kinds.h"
#include "planes.h"

typedef struct plane {
    plane_name name;
    plane_kind kind;
    int64_t edition, other_edition;
    int64_t nx[PLANE_LEVELS], ny[PLANE_LEVELS];
    int levels;                  /* of the grid */
    int made;                    /* levels that are complete: 0, 1 (the cells alone) or all */
    float *values[PLANE_LEVELS]; /* NULL: not made, or dropped */
    uint8_t *shares[PLANE_LEVELS];
    unsigned char *decoded; /* by tile of the files: its cells are in values[0] */
    pthread_mutex_t lock;   /* of all above */
    int users;              /* by the lock of the store, as all below */
    uint64_t used;
    struct plane *next;
} plane;

struct plane_store {
    pthread_mutex_t lock;
    plane *first;
    size_t most;
    int threads;
    uint64_t clock;
};

size_t plane_cells(const plane *p, int level);

/* ---- plane_store.c ---- */

/* The plane of that name, made where there is none; it stays until plane_put. NULL: no memory. A
 * plane that was made from frames that are no longer the same is forgotten. */
plane *plane_get(plane_store *s, const plane_name *name, const plane_kind *kind);
void plane_put(plane_store *s, plane *p);
/* How many threads may work for a plane: one while its run computes, which needs them more. */
int plane_threads(const plane_store *s, const plane *p);

/* ---- plane_cells.c, plane_levels.c: with the lock of the plane; 0: it cannot be had now ---- */

/* Cells [box[0], box[2]) x [box[1], box[3]), or all of them where box is NULL. */
int plane_need_cells(plane_store *s, plane *p, const int64_t box[4]);
/* A level, and with it all others. */
int plane_need_level(plane_store *s, plane *p, int level);
/* Values of one run less those of another. */
int plane_subtract(plane_store *s, plane *p);

#endif
