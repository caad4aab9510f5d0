/* The picture of `spate bench scaling`. A build without cairo refuses it
 * (figures_missing.c). */
#ifndef SPATE_TOOLS_SCALING_FIGURE_H
#define SPATE_TOOLS_SCALING_FIGURE_H

#include "bench/scaling.h"

extern const scaling_drawing scaling_figure;

#endif
