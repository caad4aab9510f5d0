/* Makes maps.nc from segments. Builds without NetCDF write neither. */
#ifndef SPATE_RESULTS_MAPS_ASSEMBLE_H
#define SPATE_RESULTS_MAPS_ASSEMBLE_H

#include "base/context.h"
#include "base/text.h"
#include "results/results.h"

/* "segments/maps-000012.spm" below the folder; malloc'ed. */
char *segment_path(const char *folder, int64_t index);

/* Writes maps.nc of the plan's folder from its first `frames` segments, which are kept. bed: NaN in
 * inactive cells. threads: at most so many pack. The map of a lost segment is missing, that of a
 * damaged one has no values in the damaged tiles; both are listed in gaps. */
spate_status maps_assemble(spate_context *ctx, const results_plan *plan, int64_t frames,
                           const float *bed, int threads, text_buffer *gaps);

#endif
