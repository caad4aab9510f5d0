/* Terrain and water from an integer hash of the place: the same on every rank and thread. */
#include <math.h>

#include "scene.h"

static double noise(double x, double y, uint32_t seed)
{
    uint32_t v = (uint32_t)(int32_t)floor(x) * 73856093u ^ (uint32_t)(int32_t)floor(y) * 19349663u ^
                 seed * 83492791u;
    v ^= v >> 13;
    v *= 0x5bd1e995u;
    v ^= v >> 15;
    v *= 0x27d4eb2du;
    v ^= v >> 16;
    return v / 4294967296.0;
}

double scene_rough_bed(double x, double y, void *user)
{
    (void)user;
    return 300 + 1.5 * sin(0.21 * x) * cos(0.17 * y) + 0.8 * noise(x, y, 1);
}

double scene_cliffs(double x, double y, void *user)
{
    return scene_rough_bed(x, y, user) + (noise(x, y, 6) > 0.7 ? 25 : 0);
}

double scene_patchy_level(double x, double y, void *user)
{
    (void)user;
    return 300.2 + (noise(x / 7, y / 5, 2) > 0.6 ? 1.1 : 0.0) + 0.1 * noise(x, y, 3);
}

double scene_pools_on_cliffs(double x, double y, void *user)
{
    return scene_patchy_level(x, y, user) + (noise(x / 4, y / 3, 7) > 0.5 ? 26 : 0);
}

double scene_pond(double x, double y, void *user)
{
    return scene_within(user, x, y, 60, 30, 9) ? 303.0 : 0.0;
}

/* Puddles at rest in hollows far from the pond: wind must wake them. */
double scene_pond_and_puddles(double x, double y, void *user)
{
    return scene_x(user, x, 203) > 150 && scene_y(user, y, 101) < 40 ? 299.1
                                                                     : scene_pond(x, y, user);
}

double scene_lake_with_wave(double x, double y, void *user)
{
    return scene_pond(x, y, user) > 0 ? 303.0 : 301.5;
}

double scene_deep(double x, double y, void *user)
{
    (void)user;
    return 309 + 0.5 * noise(x / 3, y / 4, 8);
}

double scene_no_water(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return 0;
}

double scene_stream(double x, double y, void *user)
{
    const scene *s = user;
    return (s->options.rain > 0 ? -1.5 : 1.5) * (noise(x, y, 4) - 0.4);
}

double scene_holes(double x, double y, void *user)
{
    (void)user;
    return noise(x / 3, y / 2, 5) > 0.08;
}

double scene_friction(double x, double y, void *user)
{
    const scene *s = user;
    return s->options.friction_coefficient * (0.5 + noise(x / 2, y / 2, 10));
}
