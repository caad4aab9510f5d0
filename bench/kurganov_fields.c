/* Terrain and water for the Kurganov benchmark: fully wet, half dry, one hundredth wet. All of it
 * moves from the start. Cells are 1 m wide. */
#include <math.h>

#include "bench/kurganov.h"

const char *const bench_field_names[FIELD_COUNT] = {"wet", "mixed", "sparse"};

/* Smooth, period 1, between -1 and 1; cheap, for it is called for every cell. */
static double wave(double x)
{
    const double t = x - floor(x), s = t * (1 - t);
    return 32 * s * s - 1;
}

static double wet_bed(double x, double y, void *user)
{
    (void)user;
    return 0.5 * wave(x / 61) + 0.5 * wave(y / 47);
}

static double wet_level(double x, double y, void *user)
{
    (void)user;
    return 3 + 0.3 * wave(x / 113) * wave(y / 89);
}

/* Islands and ponds a few tiles wide: symmetric about zero, so half of it is above the level 0. */
static double mixed_bed(double x, double y, void *user)
{
    (void)user;
    return 2 * wave(x / 331) * wave(y / 277) + wave(y / 523);
}

static double zero_level(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return 0;
}

/* A bowl whose rim at level 0 encloses a hundredth of the square. */
static double sparse_bed(double x, double y, void *user)
{
    const double n = *(const double *)user, rim = n * sqrt(0.01 / 3.14159265358979);
    const double r = hypot(x - 0.5 * n, y - 0.5 * n) / rim;
    return r < 1 ? 3 * (r * r - 1) : fmin(6 * (r - 1), 50);
}

static double speed_x(double x, double y, void *user)
{
    (void)user;
    return 0.2 + 0.1 * wave(x / 71 + y / 97);
}

static double speed_y(double x, double y, void *user)
{
    (void)user;
    return 0.1 * wave(x / 83 - y / 59);
}

spate_status kurganov_fill(spate_sim *sim, bench_field field, int64_t n)
{
    static const spate_field_fn beds[FIELD_COUNT] = {wet_bed, mixed_bed, sparse_bed};
    static const spate_field_fn levels[FIELD_COUNT] = {wet_level, zero_level, zero_level};
    double size = (double)n;
    spate_status status = spate_set_bed(sim, beds[field], &size);
    if (status == SPATE_OK)
        status = spate_set_level(sim, levels[field], &size);
    if (status == SPATE_OK)
        status = spate_set_velocity(sim, speed_x, speed_y, &size);
    return status;
}
