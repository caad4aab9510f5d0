/* Writes an impossible value into a cell without the library's knowledge. Later steps must
 * detect it. */
#ifndef TESTS_POISON_H
#define TESTS_POISON_H

#include "run/sim.h"

/* On the rank that has the cell; on the host. */
static inline void poison_depth(spate_sim *sim, int64_t i, int64_t j, double value)
{
    for (int n = 0; n < sim->part_count; ++n) {
        const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + n);
        const part_shape *s = sim->ops->shape(sim->scheme, n);
        if (i < b.i0 || i >= b.i0 + s->nx || j < b.j0 || j >= b.j0 + s->ny)
            continue;
        void *depth = sim->ops->field(sim->scheme, n, FIELD_DEPTH);
        const ptrdiff_t at = (ptrdiff_t)(j - b.j0) * s->pitch + (ptrdiff_t)(i - b.i0);
        if (sim->options.precision == 32)
            ((float *)depth)[at] = (float)value;
        else
            ((double *)depth)[at] = value;
    }
}

#endif
