/* Positions of the cuts of boxes. */
#include <stdlib.h>

#include "boxes.h"
#include "check.h"

void boxes_even(box_variant *variant, int px, int py, int pz)
{
    const int wanted[3] = {px, py, pz};
    for (int d = 0; d < 3; ++d) {
        variant->parts[d] = wanted[d] < variant->size[d] ? wanted[d] : (int)variant->size[d];
        for (int k = 0; k < variant->parts[d]; ++k)
            variant->cut[d][k] = variant->size[d] * k / variant->parts[d];
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

void boxes_at_random(box_variant *variant, int px, int py, int pz)
{
    boxes_even(variant, px, py, pz);
    for (int d = 0; d < 3; ++d) {
        int64_t *cut = variant->cut[d];
        for (int k = 1; k < variant->parts[d]; ++k)
            do
                cut[k] = 1 + draw_below((int)variant->size[d] - 1);
            while (has(cut, k, cut[k]));
        qsort(cut, (size_t)variant->parts[d], sizeof *cut, by_size);
    }
}
