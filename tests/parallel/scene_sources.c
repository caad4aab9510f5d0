/* All sources at once, switched on and off in time, so that tiles come to rest and wake up
 * again. */
#include <math.h>
#include <stddef.h>

#include "scene.h"

/* Wind on puddles at rest; then rain that leaves films too thin to move on dry land at rest;
 * then a spring among them, which comes to rest; then rain and wind again. */
static const double wind_t[] = {0.3, 0.4, 0.6, 2.2, 2.3, 2.4};
static const double wind_east[] = {0, 0.01, 0, 0, -0.02, 0};
static const double wind_north[] = {0, -0.004, 0, 0, 0, 0};
static const double rain_t[] = {0, 0.8, 1.1, 1.7, 1.9};
static const double rain_value[] = {0, 1e-5, 0, 4e-6, 0};
static const double spring_t[] = {1.3, 1.6, 2.0};
static const double spring_value[] = {0, 3, 1};
static const double sink_t[] = {0.4, 0.4001, 1.5, 1.6};
static const double sink_value[] = {0, -20, -20, 0};

static double in_spring(double x, double y, void *user)
{
    return scene_within(user, x, y, 150, 70, 3);
}

/* At the edge of the pond, over the spring of others: one cell may serve two. */
static double in_sink(double x, double y, void *user)
{
    return scene_within(user, x, y, 66, 30, 4) || scene_within(user, x, y, 150, 70, 2);
}

static double conductivity(double x, double y, void *user)
{
    return scene_x(user, x, 203) < 110 ? 1e-6 + 2e-5 * fmod(fabs(x * 3 + y * 7), 5) / 5 : 0;
}

static double suction(double x, double y, void *user)
{
    (void)user;
    return 0.05 + 0.01 * fmod(fabs(x + y), 7);
}

static double deficit(double x, double y, void *user)
{
    (void)x;
    return scene_y(user, y, 101) > 40 ? 0.3 : 0.1;
}

static double cloud(double x, double y, void *user)
{
    return fmax(0, 2e-5 - 1e-6 * hypot(scene_x(user, x, 203) - 130, scene_y(user, y, 101) - 70));
}

spate_status scene_add_sources(spate_sim *sim, const scene *s)
{
    const spate_series rain = {5, rain_t, rain_value, 1}, east = {6, wind_t, wind_east, 0},
                       north = {6, wind_t, wind_north, 0}, spring = {3, spring_t, spring_value, 0},
                       sink = {4, sink_t, sink_value, 0};
    void *user = (void *)s;
    spate_status status = spate_set_rain(sim, &rain);
    if (status == SPATE_OK)
        status = spate_set_wind(sim, &east, &north);
    if (status == SPATE_OK)
        status = spate_add_inflow(sim, "spring", &spring, in_spring, user, NULL, NULL);
    if (status == SPATE_OK)
        status = spate_add_inflow(sim, "sink", &sink, in_sink, user, NULL, NULL);
    if (status == SPATE_OK)
        status = s->sources == SCENE_GREEN_AMPT
                     ? spate_set_infiltration(sim, conductivity, suction, deficit, user)
                     : spate_set_infiltration(sim, conductivity, NULL, NULL, user);
    return status;
}

/* 2 hPa up and down: 2 cm of water. */
static double air_at_first(double x, double y, void *user)
{
    return 101.325 + 0.2 * sin(0.1 * scene_x(user, x, 203)) * cos(0.07 * scene_y(user, y, 101));
}

static double air_later(double x, double y, void *user)
{
    return 101.325 + 0.2 * cos(0.06 * scene_x(user, x, 203) + 0.1 * scene_y(user, y, 101));
}

/* Two maps of times within the run; every second scene has levels as given. */
spate_status scene_add_air(spate_sim *sim, const scene *s)
{
    const double reference = s->friction_map ? (double)NAN : 101.325;
    spate_status status = spate_set_air_pressure(sim, air_at_first, (void *)s, 0.05, reference);
    if (status == SPATE_OK)
        status = spate_set_air_pressure(sim, air_later, (void *)s, 0.4, reference);
    return status;
}

/* The cloud passes in the second quarter of the run. */
spate_status scene_advance_under_cloud(spate_sim *sim, const scene *s, int second)
{
    const int64_t quarter = s->steps / 4;
    spate_status status = SPATE_OK;
    if (!second)
        status = scene_advance_steps(sim, s, quarter);
    if (status == SPATE_OK)
        status = spate_set_rain_map(sim, second ? NULL : cloud, (void *)s);
    if (status == SPATE_OK)
        status = scene_advance_steps(sim, s, second ? s->steps - 2 * quarter : quarter);
    return status;
}
