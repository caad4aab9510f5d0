/* How HDF5 stores the tiles of our files. */
#ifndef SPATE_RESULTS_CHUNK_LAYOUT_H
#define SPATE_RESULTS_CHUNK_LAYOUT_H

#include "results/maps/netcdf_library.h"

#if TILES_ARE_PACKED
/* Whether a dataset is packed as our tiles are: shuffle, then deflate, in chunks of one tile.
 * *rank: 3 over time, or 2. */
int chunks_fit(hid_t dataset, const tiling *t, int *rank);
#endif

#endif
