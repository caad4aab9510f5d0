/* Packs tiles in several threads and writes them one after the other, in the order of the file. */
#ifndef SPATE_RESULTS_TILE_THREADS_H
#define SPATE_RESULTS_TILE_THREADS_H

#include "results/maps/tiles.h"

typedef struct packed_tile {
    tile_form form;
    const void *bytes;
    size_t count;
} packed_tile;

typedef struct tile_place {
    int layer;
    int64_t x, y;
} tile_place;

typedef struct tile_job {
    const tiling *tiles;
    size_t value_bytes; /* 4 or 8 */
    int variables;      /* of one tile; at most MOST_TILE_VARIABLES */
    int threads;        /* at most */
    int packs_zeros;    /* tiles of zeros are packed like others */
    int layers;         /* maps of such tiles, one after the other; 0 means 1 */
    void *user;
    /* Computes the values of all variables of a tile; called by several threads. spare: memory for
     * one more tile. */
    void (*make)(void *user, tile_place at, void *const *values, void *spare);
    /* One call at a time, ordered by layer, then row. Returns 0 on failure; then no more calls
     * follow. */
    int (*write)(void *user, tile_place at, const packed_tile *variables);
} tile_job;

enum { MOST_TILE_VARIABLES = 4 };
typedef enum { TILES_WRITTEN, TILES_WRITE_FAILED, TILES_NO_MEMORY } tile_outcome;

tile_outcome tiles_pack(const tile_job *job);

#endif
