/* Checks the pixels of a raster before they are resampled, because a mark of missing data that is
 * averaged with its neighbours looks like ground. */
#ifndef SPATE_IO_PIXEL_CHECK_H
#define SPATE_IO_PIXEL_CHECK_H

/* Limits for the values of a raster, in the units of the raster. */
typedef struct pixel_rules {
    double low, high; /* values outside are suspect; -INFINITY and INFINITY for no limit */
    int refuse_marks; /* -9999, -32767 and -32768, common marks of missing data, are suspect */
    int has_missing;  /* this value becomes NaN first */
    double missing;
} pixel_rules;

/* Whether a value is one of the common marks of missing data. */
int pixel_is_mark(double value);

/* Applies the rules to rows of nx values, `stride` apart. Returns the number j * nx + i of the
 * first suspect value, or -1. The result does not depend on threads. */
long long pixels_check(const pixel_rules *rules, long long nx, long long ny, double *values,
                       long long stride);

#endif
