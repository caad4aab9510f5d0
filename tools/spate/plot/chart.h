/* Charts of values against time or position: panels in a grid, lines, dots and stacked areas. Knows
 * how they look, not what they mean. */
#ifndef SPATE_TOOLS_PLOT_CHART_H
#define SPATE_TOOLS_PLOT_CHART_H

#include "figure.h"

/* CURVE_GROUND: an area down to the lower edge of the panel. */
typedef enum { CURVE_LINE, CURVE_DOTS, CURVE_AREA, CURVE_GROUND } curve_style;

/* count values with a stride, NaN: a gap. */
typedef struct chart_curve {
    const char *name; /* NULL: not in the key */
    curve_style style;
    rgb colour;
    long long count, stride;
    const double *t; /* s since the start, or m */
    const double *value;
    const double *base; /* of an area, same count and stride; NULL: 0 */
    double width;       /* of a line; 0: as usual */
} chart_curve;

enum { CHART_CURVES = 24 };

typedef struct chart_panel {
    const char *title, *note; /* note: right of the title; NULL: none */
    const char *label;        /* of the values, "Level (m)" */
    int count;
    chart_curve curves[CHART_CURVES];
    int from_zero;   /* 0 is part of the axis */
    double headroom; /* share of the range kept free above and below; 0: up to the next ticks */
} chart_panel;

typedef struct chart {
    const char *title, *subtitle;
    double start;       /* s since 1970; NaN: no dates, the axis shows elapsed time */
    double zone;        /* s that the clock of the dates is ahead of UTC */
    double from, to;    /* s since the start, or m */
    const char *across; /* "x (m)": the axis shows positions; NULL: time */
    int count;
    const chart_panel *panels;
    const chart_panel *shared_key; /* its curves name those of all panels; NULL: each its own */
    double panel_height;           /* 0: by their number */
} chart;

/* Colours that differ in lightness as well as in hue. */
rgb chart_colour(int n);
/* Returns an exit code; what failed is printed. */
int chart_draw(const spate_tool *tool, const chart *c, const char *file);

#endif
