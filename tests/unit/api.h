/* Shared by the tests of the public interface: a small valid simulation, and fields to fill it
 * with. */
#ifndef TESTS_UNIT_API_H
#define TESTS_UNIT_API_H

#include "check.h"
#include "spate/spate.h"
#include "unit_cells.h"

static inline double api_value(double x, double y, void *user)
{
    (void)x;
    (void)y;
    return *(const double *)user;
}

/* The user's value in the cell that holds (37.5, 12.5), zero elsewhere. */
static inline double api_spot(double x, double y, void *user)
{
    return x > 37 && x < 38 && y > 12 && y < 13 ? *(const double *)user : 0;
}

static inline double api_hill(double x, double y, void *user)
{
    (void)user;
    return 0.5 * sin(0.9 * x) + 0.3 * cos(1.7 * y);
}

/* 40 x 20 cells of 1 m, walls. */
static inline spate_options api_options(void)
{
    return unit_cells(40, 20);
}

#endif
