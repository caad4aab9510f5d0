/* Values of a box of cells, looked up by place. */
#include <math.h>

#include "model/model.h"

static int64_t clamped(double index, int64_t first, int64_t count)
{
    if (!(index > (double)first))
        return 0;
    const int64_t k = (int64_t)index - first;
    return k < count ? k : count - 1;
}

double box_field_at(double x, double y, void *box)
{
    const box_field *b = box;
    const int64_t i = clamped(floor((x - b->x0) / b->dx), b->i0, b->nx);
    const int64_t j = clamped(floor((y - b->y0) / b->dy), b->j0, b->ny);
    return b->values[j * b->nx + i];
}
