/* From the options to the devices that compute a run. */
#ifndef SPATE_RUN_DEVICES_H
#define SPATE_RUN_DEVICES_H

#include "backend/backend.h"
#include "base/context.h"

enum { MOST_DEVICES = 16, MOST_ISA_LETTERS = 16 };

/* Devices of this process, in the order of its parts. */
typedef struct device_set {
    part_device device[MOST_DEVICES];
    int count;
    char isa[MOST_DEVICES][MOST_ISA_LETTERS];
} device_set;

/* Those of options.devices, or where it is empty those of options.backend. Collective. */
spate_status devices_choose(spate_context *ctx, const spate_options *opt, device_set *out);

/* The device of part n of `parts`: neighbours by number share one where they can. */
const part_device *devices_for(const device_set *set, int n, int parts);

/* Warns about each device of this process that gets none of its `parts`. */
void devices_warn_of_idle(spate_context *ctx, const spate_options *opt, const device_set *set,
                          int parts);

#endif
