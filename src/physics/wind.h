/* Wind stress on water: drag laws and components. f64 on the host, where the tables of the wind are
 * made; knows no case files. W is the speed 10 m above the water, m/s. */
#ifndef SPATE_PHYSICS_WIND_H
#define SPATE_PHYSICS_WIND_H

#include <math.h>

typedef enum { DRAG_SMITH_BANKE, DRAG_LARGE_POND, DRAG_WU, DRAG_CONSTANT } drag_law;

/* Smith & Banke (1975): 10^3 Cd = 0.63 + 0.066 W. */
static inline double drag_smith_banke(double w)
{
    return 1e-3 * (0.63 + 0.066 * w);
}

/* Large & Pond (1981): 10^3 Cd = 1.2 below 11 m/s, 0.49 + 0.065 W above. */
static inline double drag_large_pond(double w)
{
    return 1e-3 * (w < 11 ? 1.2 : 0.49 + 0.065 * w);
}

/* Wu (1982): 10^3 Cd = 0.8 + 0.065 W. */
static inline double drag_wu(double w)
{
    return 1e-3 * (0.8 + 0.065 * w);
}

static inline double drag_coefficient(drag_law law, double constant, double w)
{
    switch (law) {
    case DRAG_SMITH_BANKE: return drag_smith_banke(w);
    case DRAG_LARGE_POND: return drag_large_pond(w);
    case DRAG_WU: return drag_wu(w);
    default: return constant;
    }
}

typedef struct wind_stress {
    double east, north; /* over the density of water, m2/s2 */
} wind_stress;

/* tau / rho_w = rho_a / rho_w Cd |W| W. from: where the wind comes from, degrees clockwise from
 * north (0 from the north, towards the south; 90 from the east). */
static inline wind_stress wind_stress_of(double speed, double from, double cd, double density_ratio)
{
    const double angle = from * (3.14159265358979323846 / 180);
    const double size = density_ratio * cd * speed * speed;
    return (wind_stress){.east = -size * sin(angle), .north = -size * cos(angle)};
}

#endif
