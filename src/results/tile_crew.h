/* Tiles packed by several threads and handed over one after the other, in the order of the file. Knows neither
 * maps nor files. */
#ifndef SPATE_RESULTS_TILE_CREW_H
#define SPATE_RESULTS_TILE_CREW_H

#include "results/tiles.h"

typedef struct packed_tile {
    tile_form form;
    const void *bytes;
    size_t count;
} packed_tile;

typedef struct tile_job {
    const tiling *tiles;
    size_t value_bytes; /* 4 or 8 */
    int variables;      /* of one tile; at most MOST_TILE_VARIABLES */
    int threads;        /* at most */
    int packs_zeros;    /* tiles of zeros are packed like others */
    void *user;
    /* Values of all variables of tile (x, y); from several threads. spare: room for one more tile. */
    void (*make)(void *user, int64_t x, int64_t y, void *const *values, void *spare);
    /* One call at a time, tiles in order of rows; 0: could not be taken, no more follow. */
    int (*take)(void *user, int64_t x, int64_t y, const packed_tile *variables);
} tile_job;

enum { MOST_TILE_VARIABLES = 4 };
typedef enum { TILES_TAKEN, TILES_REFUSED, TILES_NO_MEMORY } tile_outcome;

tile_outcome tile_crew_work(const tile_job *job);

#endif
