/* Finds missing data and values out of range among the pixels of a raster. */
#include "io/pixel_check.h"

#include <limits.h>
#include <math.h>

int pixel_is_mark(double value)
{
    static const double marks[] = {-9999, -32767, -32768};
    for (int k = 0; k < 3; ++k)
        if (value >= marks[k] && value <= marks[k])
            return 1;
    return 0;
}

/* The tolerance is for values typed by hand, which have fewer digits than a float of the file. */
static void remove_missing(double missing, long long nx, double *row)
{
    const double slack = 1e-6 * fabs(missing);
    for (long long i = 0; i < nx; ++i)
        if (fabs(row[i] - missing) <= slack)
            row[i] = NAN;
}

static long long first_suspect(const pixel_rules *rules, long long nx, const double *row)
{
    for (long long i = 0; i < nx; ++i) /* NaN passes */
        if (row[i] < rules->low || row[i] > rules->high ||
            (rules->refuse_marks && pixel_is_mark(row[i])))
            return i;
    return -1;
}

long long pixels_check(const pixel_rules *rules, long long nx, long long ny, double *values,
                       long long stride)
{
    long long first = LLONG_MAX;
#pragma omp parallel for schedule(static) reduction(min : first)
    for (long long j = 0; j < ny; ++j) {
        double *row = values + j * stride;
        if (rules->has_missing)
            remove_missing(rules->missing, nx, row);
        const long long i = first_suspect(rules, nx, row);
        if (i >= 0 && j * nx + i < first)
            first = j * nx + i;
    }
    return first == LLONG_MAX ? -1 : first;
}
