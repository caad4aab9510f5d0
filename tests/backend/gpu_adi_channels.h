/* Channels one cell wide, in every second row (or column) of a grid, for tests of the ADI scheme:
 * a step from rest is one solve of their lines. */
#ifndef SPATE_TESTS_GPU_ADI_CHANNELS_H
#define SPATE_TESTS_GPU_ADI_CHANNELS_H

#include "spate/spate.h"

/* m; the level is between -WAVE and WAVE. */
#define CHANNEL_DX 10.0
#define CHANNEL_DEPTH 10.0
#define CHANNEL_WAVE 0.4
#define CHANNEL_GRAVITY 9.81

typedef struct channels {
    int axis;
    const char *precision; /* "f32", "f64", "mixed" */
    int64_t n, count;      /* cells of a channel; channels */
} channels;

typedef struct outcome {
    double *depth, *momentum; /* along the channels */
    int64_t cells;
} outcome;

double channels_dt(void);
spate_options channels_options(const channels *c, const char *backend, const char *isa,
                               const char *method);
/* One step; the caller releases the outcome, also after a failure. */
spate_status channels_run(spate_context *ctx, const channels *c, const spate_options *o,
                          outcome *out);
void outcome_release(outcome *o);

#endif
