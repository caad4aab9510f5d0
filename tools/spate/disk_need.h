/* What the results of a run need on disk, and what their disk has. */
#ifndef SPATE_TOOLS_DISK_NEED_H
#define SPATE_TOOLS_DISK_NEED_H

#include "model/output/plan.h"

/* Bytes from time `from` (s since the start) to the end: at most, before compression. */
double disk_need(const model_plan *plan, double from);
/* Free bytes of the disk on which a folder is or will be; NaN where not known. */
double disk_free(const char *folder);

#endif
