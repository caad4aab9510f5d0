/* spate compare: two files in, lines of numbers out. Each pair of variables is one item. */
#ifndef SPATE_TOOLS_COMPARE_H
#define SPATE_TOOLS_COMPARE_H

#include "base/json_writer.h"
#include "field.h"
#include "program/tool.h"
#include "statistics.h"

typedef struct compare_limits {
    double rmse, difference, success; /* NaN: no limit */
} compare_limits;

typedef struct compare_job {
    const spate_tool *tool;
    const char *variable; /* NULL: all, or what suits */
    const char *zone;     /* of dates without one; NULL: an error */
    double wet;           /* m */
    int wet_given;
    int resample; /* b is brought to the grid of a where they differ */
    compare_limits limits;
    int as_json;
    json_writer out;
    int items, different, past; /* items so far; not bit-equal; past a limit */
} compare_job;

/* One finished comparison. */
typedef struct compare_item {
    const char *what; /* "depth", "gauges/quay.csv: level" */
    const char *unit;
    statistics numbers;
    int extent;    /* wet extents were compared */
    int has_place; /* x, y of the largest difference */
    double x, y;
    double t; /* its time: s since the start, or since 1970 where dated; NaN: none */
    int dated;
    int64_t frames;   /* 0: no time */
    const char *note; /* NULL: none */
} compare_item;

/* Prints it (or adds it to the JSON) and checks the limits. */
void compare_report(compare_job *job, const compare_item *item);

/* Whether wet extents make sense for a variable of this name. */
int compare_has_extent(const compare_job *job, const char *name);
/* Adds all cells of a frame; places are frame * cells + cell. */
void compare_add_fields(const compare_job *job, statistics *s, const double *a, const double *b,
                        size_t count, int extent, long long first_place);

/* One pair of files each. prefix: before the names of variables, "" or "mass.csv: ". */
spate_status compare_rasters(compare_job *job, const char *a, const char *b, const char *prefix);
spate_status compare_maps(compare_job *job, const char *a, const char *b, const char *prefix);
spate_status compare_series(compare_job *job, const char *a, const char *b, const char *prefix);
spate_status compare_folders(compare_job *job, const char *a, const char *b);

#endif
