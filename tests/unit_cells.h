/* Options of small tests: cells of 1 m, one thread. */
#ifndef TESTS_UNIT_CELLS_H
#define TESTS_UNIT_CELLS_H

#include "spate/spate.h"

static inline spate_options unit_cells(int64_t nx, int64_t ny)
{
    spate_options o;
    spate_options_default(&o);
    o.nx = nx;
    o.ny = ny;
    o.dx = o.dy = 1;
    o.threads = 1;
    return o;
}

#endif
