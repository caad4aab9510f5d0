/* Tiles packed by several threads and handed over one after the other, in the order of the file. Knows neither
 * maps nor files. */
#ifndef SPATE_RESULTS_TILE_CREW_H
#define SPATE_RESULTS_TILE_CREW_H

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
    int layers;         /* maps of such tiles, one after the other; 0 is one */
    void *user;
    /* Values of all variables of a tile; from several threads. spare: room for one more tile. */
    void (*make)(void *user, tile_place at, void *const *values, void *spare);
    /* One call at a time, in order of layers, then rows; 0: could not be taken, no more follow. */
    int (*take)(void *user, tile_place at, const packed_tile *variables);
} tile_job;

enum { MOST_TILE_VARIABLES = 4 };
typedef enum { TILES_TAKEN, TILES_REFUSED, TILES_NO_MEMORY } tile_outcome;

tile_outcome tile_crew_work(const tile_job *job);

#endif
