/* options.tile_delays: devices that are held back in proportion to their work, for experiments. */
#ifndef SPATE_RUN_TILE_DELAYS_H
#define SPATE_RUN_TILE_DELAYS_H

#include "run/sim.h"

/* The numbers of a list; none where text is NULL or empty. */
spate_status tile_delays_read(spate_context *ctx, const char *text, double delays[MOST_DEVICES],
                              int *count);
/* After the scheme is created. */
spate_status tile_delays_begin(spate_sim *sim);

#endif
