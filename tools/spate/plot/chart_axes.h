/* The frame of a panel with its axes: what range it shows, where a value lies in it, ticks and
 * labels. */
#ifndef SPATE_PLOT_CHART_AXES_H
#define SPATE_PLOT_CHART_AXES_H

#include "chart.h"

typedef struct chart_axes {
    double x, y, w, h; /* of the frame, pixels */
    double t0, t1, v0, v1;
    double step; /* of the values */
} chart_axes;

/* The range of the values that the curves have between t0 and t1, in whole steps. */
void chart_find_range(chart_axes *a, const chart_panel *p);

double chart_x(const chart_axes *a, double t);
double chart_y(const chart_axes *a, double v);

/* Time or position below the frame, values to the left of it. */
void chart_draw_axes(figure *f, const chart_axes *a, const chart *c, const char *value_label);

#endif
