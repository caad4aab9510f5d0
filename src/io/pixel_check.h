/* Looks over the pixels of a raster as they are read, before any of them is resampled: a mark of missing data
 * that is averaged with its neighbours looks like ground. Pure arithmetic: knows no files. */
#ifndef SPATE_IO_PIXEL_CHECK_H
#define SPATE_IO_PIXEL_CHECK_H

/* What the values of a raster are held against, in its own units. */
typedef struct pixel_rules {
    double low, high; /* values outside are suspect; -INFINITY and INFINITY for no limit */
    int refuse_marks; /* -9999, -32767 and -32768, common marks of missing data, are suspect */
    int has_missing;  /* this value becomes NaN first */
    double missing;
} pixel_rules;

/* Whether a value is one of the common marks of missing data. */
int pixel_is_mark(double value);

/* Applies the rules to rows of nx values, `stride` apart. Returns the number j * nx + i of the first suspect
 * value, or -1. Threads do not change the answer. */
long long pixels_check(const pixel_rules *rules, long long nx, long long ny, double *values,
                       long long stride);

#endif
