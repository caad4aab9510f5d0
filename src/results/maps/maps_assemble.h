/* From segments to maps.nc. Without NetCDF in the build there are neither. */
#ifndef SPATE_RESULTS_MAPS_ASSEMBLE_H
#define SPATE_RESULTS_MAPS_ASSEMBLE_H

#include "base/context.h"
#include "base/text.h"
#include "results/results.h"

/* "segments/maps-000012.spm" below the folder; malloc'ed. */
char *segment_path(const char *folder, int64_t index);

/* maps.nc of the plan's folder from its first `frames` segments, which stay. bed: NaN where inactive. threads
 * pack, at most. A segment that is lost or damaged does not keep the others out: its map is missing, or has no
 * values in the damaged tiles, and gaps gets a sentence that names it. */
spate_status maps_assemble(spate_context *ctx, const results_plan *plan, int64_t frames,
                           const float *bed, int threads, text_buffer *gaps);

#endif
