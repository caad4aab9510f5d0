/* What can be shown on a map: which variable, which colours, which words. */
#ifndef SPATE_TOOLS_PLOT_KINDS_H
#define SPATE_TOOLS_PLOT_KINDS_H

#include "map_legend.h"
#include "source.h"

typedef struct map_kind {
    const char *what;     /* on the command line */
    const char *variable; /* in the files */
    const char *caption;  /* "Maximum depth" */
    const char *label;    /* "Depth"; the unit is added */
    const char *unit;     /* "" for times: chosen by the range */
    colour_ramp ramp;
    enum {
        RANGE_FROM_ZERO,
        RANGE_SHARE,
        RANGE_BOTH,
        RANGE_TIME,
        RANGE_CLOCK,
        RANGE_ARR,
        RANGE_UK,
        RANGE_BED,
        RANGE_CHANGE
    } range;
    int over_time;                                   /* of a frame, not of the whole run */
    enum { SHOW_ALL, SHOW_WET, SHOW_POSITIVE } show; /* everywhere, from wet_depth on, above 0 */
} map_kind;

/* NULL: there is no such. */
const map_kind *kind_find(const char *what);
/* By the variable that a file is named after ("max_depth"), or the plainest. */
const map_kind *kind_of_variable(const char *variable);
/* n-th one; NULL at the end. */
const map_kind *kind_at(int n);

/* Puts NaN where nothing is to be seen. */
void kind_hide(const map_kind *kind, double wet_depth, field *f);
/* Values ready to be drawn. */
spate_status kind_read(plot_source *s, const map_kind *kind, int64_t frame, field *out);

/* Ends of the colour bar, gathered over one field or many. */
typedef struct kind_range {
    double low, high;      /* 2nd and 98th percentile of the values */
    double least, largest; /* of all */
    int empty;             /* no values yet */
} kind_range;
kind_range kind_range_begin(void);
spate_status kind_range_add(spate_context *ctx, kind_range *r, const field *f);
typedef struct kind_settings {
    double low, high; /* wanted ends in the unit of the label; NaN: chosen by the range */
    double sea_level; /* m; bed below it has the colours of sea */
    int feet;         /* lengths and speeds in ft */
} kind_settings;

/* Metres, squared for m2/s, in the unit of a label: 1, or of a foot. */
double kind_unit(const char *metric, int feet, const char **name);
map_legend kind_legend(const map_kind *kind, const kind_range *r, const kind_settings *wanted,
                       char *label, size_t size);

#endif
