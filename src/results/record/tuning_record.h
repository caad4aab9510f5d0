/* The balance of devices in run.json. */
#ifndef SPATE_RESULTS_TUNING_RECORD_H
#define SPATE_RESULTS_TUNING_RECORD_H

#include "base/json_writer.h"
#include "spate/spate.h"

/* Nothing where tuning is off. */
void tuning_record_put(json_writer *j, const spate_tuning *t);

#endif
