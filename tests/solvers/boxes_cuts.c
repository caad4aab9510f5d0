/* Where boxes are cut. */
#include <stdlib.h>

#include "boxes.h"
#include "check.h"

void boxes_even(box_way *way, int px, int py, int pz)
{
    const int wanted[3] = {px, py, pz};
    for (int d = 0; d < 3; ++d) {
        way->parts[d] = wanted[d] < way->size[d] ? wanted[d] : (int)way->size[d];
        for (int k = 0; k < way->parts[d]; ++k)
            way->cut[d][k] = way->size[d] * k / way->parts[d];
    }
}

static int by_size(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static int has(const int64_t *list, int count, int64_t value)
{
    for (int k = 0; k < count; ++k)
        if (list[k] == value)
            return 1;
    return 0;
}

void boxes_at_random(box_way *way, int px, int py, int pz)
{
    boxes_even(way, px, py, pz);
    for (int d = 0; d < 3; ++d) {
        int64_t *cut = way->cut[d];
        for (int k = 1; k < way->parts[d]; ++k)
            do
                cut[k] = 1 + draw_below((int)way->size[d] - 1);
            while (has(cut, k, cut[k]));
        qsort(cut, (size_t)way->parts[d], sizeof *cut, by_size);
    }
}
