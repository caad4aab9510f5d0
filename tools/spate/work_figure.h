/* The picture of `spate bench work-precision`. A build without cairo refuses it
 * (figures_missing.c). */
#ifndef SPATE_TOOLS_WORK_FIGURE_H
#define SPATE_TOOLS_WORK_FIGURE_H

#include "bench/work_precision.h"

extern const work_drawing work_figure;

#endif
