/* The basin of the ADI benchmark; the paper describes its cells, not its water and walls. */
#ifndef SPATE_BENCH_ADI_BASIN_H
#define SPATE_BENCH_ADI_BASIN_H

#include "spate/spate.h"

enum { ADI_BASIN_CELL = 100 }; /* m */

/* Bed and level of a simulation of n x n such cells. */
spate_status adi_basin_fill(spate_sim *sim, int64_t n);

#endif
