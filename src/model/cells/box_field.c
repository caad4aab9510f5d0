/* Values of a box of cells, by coordinates or by index. */
#include <math.h>
#include <string.h>

#include "model/model.h"

static int64_t in_box(int64_t index, int64_t first, int64_t count)
{
    const int64_t k = index - first;
    return k < 0 ? 0 : k < count ? k : count - 1;
}

static int64_t clamped(double index, int64_t first, int64_t count)
{
    return index > (double)first ? in_box((int64_t)index, first, count) : 0;
}

double box_field_at(double x, double y, void *box)
{
    const box_field *b = box;
    const int64_t i = clamped(floor((x - b->x0) / b->dx), b->i0, b->nx);
    const int64_t j = clamped(floor((y - b->y0) / b->dy), b->j0, b->ny);
    return b->values[j * b->nx + i];
}

void box_field_row(const void *box, int64_t i, int64_t j, int n, double *values)
{
    const box_field *b = box;
    const double *row = b->values + in_box(j, b->j0, b->ny) * b->nx;
    if (i >= b->i0 && i + n <= b->i0 + b->nx)
        memcpy(values, row + (i - b->i0), (size_t)n * sizeof *values);
    else
        for (int k = 0; k < n; ++k)
            values[k] = row[in_box(i + k, b->i0, b->nx)];
}

field_source box_field_source(box_field *box)
{
    return (field_source){.row = box_field_row, .user = box};
}
