/* Stages of explicit schemes on the CPU: kernels that schemes with a sweep over rectangles of tiles
 * share. The part's scheme_work is theirs. */
#ifndef SPATE_BACKEND_CPU_COMMON_TILE_STAGES_H
#define SPATE_BACKEND_CPU_COMMON_TILE_STAGES_H

#include "backend/cpu/common/rectangles.h"
#include "base/real.h"

/* One rectangle through one stage. Sets tile_moving and the rates of the tiles. Threads have scratch
 * memory of their own. */
typedef void tile_sweep_fn(const grid_part *part, const tile_rectangle *rectangle, int stage,
                           void *scratch);
/* Largest rate of the cells of a tile in Q^n. */
typedef double tile_rate_fn(const grid_part *part, tile_rectangle tile);

int SPATE_NAME(tile_stages_prepare)(grid_part *part, int threads, tile_sweep_fn *sweep,
                                    size_t scratch_bytes, const tile_plan *plan); /* 0: no memory */
void SPATE_NAME(tile_stages_dispose)(grid_part *part);
/* As scheme_kernels.scan. */
void SPATE_NAME(tile_stages_scan)(grid_part *part, tile_rate_fn *rate);
void SPATE_NAME(tile_stages_wake)(grid_part *part);
/* As stage_kernels.stage and finish. */
void SPATE_NAME(tile_stages_run)(grid_part *part, part_region region, int stage);
void SPATE_NAME(tile_stages_finish)(grid_part *part);

#endif
