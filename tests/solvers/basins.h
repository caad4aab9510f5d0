/* Poisson and Helmholtz problems with given conductivities (depths), for tests of RRB and multigrid. */
#ifndef TESTS_SOLVERS_BASINS_H
#define TESTS_SOLVERS_BASINS_H

#include "check.h"
#include "stencils.h"

/* Depth at a position in the unit square; 0: dry. */
typedef double basin_depth(double x, double y);

static inline double flat_basin(double x, double y)
{
    (void)x, (void)y;
    return 1;
}

/* From 0.05 to 1. */
static inline double sloping_basin(double x, double y)
{
    return 0.05 + 0.95 * (0.5 + 0.5 * (1 - 2 * x) * (1 - 2 * y));
}

/* Round, several sizes: 1 inside, 0 outside. */
static inline int on_island(double x, double y)
{
    static const double island[][3] = {{0.3, 0.4, 0.12},
                                       {0.7, 0.25, 0.08},
                                       {0.62, 0.71, 0.17},
                                       {0.15, 0.8, 0.03},
                                       {0.9, 0.6, 0.05}};
    for (int k = 0; k < 5; ++k) {
        const double dx = x - island[k][0], dy = y - island[k][1];
        if (dx * dx + dy * dy < island[k][2] * island[k][2])
            return 1;
    }
    return 0;
}

static inline double dry_islands(double x, double y)
{
    return on_island(x, y) ? 0 : sloping_basin(x, y);
}

static inline double deep_holes(double x, double y) /* deeper by 10^6 */
{
    return on_island(x, y) ? 1e6 : 1;
}

static inline double shallow_bars(double x, double y)
{
    (void)y;
    return (int)(x * 4) % 2 ? 1e-6 : 1;
}

static inline double four_quarters(double x, double y) /* meet in a point, by turns 1 and 10^6 */
{
    return (x > 0.5) != (y > 0.5) ? 1e6 : 1;
}

/* shift - div(weight depth grad), harmonic means at faces, walls around; dry rows have centre 1. b is
 * random. */
static inline stencil basin_make(int nx, int ny, basin_depth *depth, double weight, double shift)
{
    stencil s;
    if (!stencil_make(&s, STENCIL_NEUMANN, nx, ny, 5, 1))
        abort();
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            const size_t o = (size_t)j * (size_t)nx + (size_t)i;
            const double x = (i + 0.5) / nx, y = (j + 0.5) / ny, own = depth(x, y);
            const double east = i + 1 < nx ? depth((i + 1.5) / nx, y) : 0;
            const double north = j + 1 < ny ? depth(x, (j + 1.5) / ny) : 0;
            s.east[o] = own > 0 && east > 0 ? -weight * 2 * own * east / (own + east) : 0;
            s.north[o] = own > 0 && north > 0 ? -weight * 2 * own * north / (own + north) : 0;
            s.centre[o] = (own > 0 ? shift : 1) - s.east[o] - s.north[o] -
                          (i > 0 ? s.east[o - 1] : 0) - (j > 0 ? s.north[o - (size_t)nx] : 0);
            s.b[o] = draw_between(-1, 1);
        }
    return s;
}

/* Levels of 0 half a cell outside, in water of depth 1. */
static inline void basin_fix_edges(stencil *s, double weight)
{
    for (int j = 0; j < s->ny; ++j)
        for (int i = 0; i < s->nx; ++i)
            s->centre[j * s->nx + i] +=
                2 * weight * ((i == 0) + (j == 0) + (i == s->nx - 1) + (j == s->ny - 1));
}

#endif
