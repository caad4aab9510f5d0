/* Lakes at rest over beds on which schemes may create spurious currents. Nothing may move, to
 * the bit. Together the cases have both bed models, each kind of edge, beds at 0 m and at 2000 m
 * (where f32 resolves a level to about 0.1 mm) and inactive cells. */
#include <math.h>
#include <stdint.h>

#include "cases/families.h"

typedef struct lake {
    double (*shape)(double x, double y); /* bed above the datum, m */
    double datum;                        /* m */
    double west, east;                   /* level above the datum on either side of the levee, m */
} lake;

/* With 61 x 47 cells dx = dy = 10 m, and the levee below is one cell wide. On the other grid dx
 * and dy differ and are not binary fractions. */
#define WIDTH 610.0
#define HEIGHT 470.0
#define LEVEE_X 300.0
#define LEVEE_Y 200.0
#define LEVEE_WIDTH 10.0

static double hill(double x, double y, double height, double radius)
{
    const double rx = (x - 0.4 * WIDTH) / radius, ry = (y - 0.6 * HEIGHT) / radius;
    return height * exp(-rx * rx - ry * ry);
}

static double flat(double x, double y)
{
    (void)x, (void)y;
    return 0.0;
}

static double bump(double x, double y)
{
    return hill(x, y, 2.0, 100.0);
}

static double island(double x, double y)
{
    return hill(x, y, 8.0, 120.0);
}

static double beach(double x, double y)
{
    return 0.010 * x + 0.004 * y;
}

/* A cross of two dykes, 10 m high. */
static double levee(double x, double y)
{
    const int on_x = x >= LEVEE_X && x < LEVEE_X + LEVEE_WIDTH;
    const int on_y = y >= LEVEE_Y && y < LEVEE_Y + LEVEE_WIDTH;
    return on_x || on_y ? 10.0 : 0.0;
}

/* A multiplicative hash of x and y in eighths of a metre. Neighbouring cells differ by metres,
 * and a point has the same bed in every part. */
static double noise(double x, double y)
{
    uint32_t k =
        (uint32_t)llround(8.0 * x) * 0x9e3779b1u ^ (uint32_t)llround(8.0 * y) * 0x85ebca6bu;
    k = (k ^ k >> 15) * 0x2c1b3c6du;
    k = (k ^ k >> 12) * 0x297a2d39u;
    return 6.0 * (double)(k ^ k >> 15) / 4294967296.0;
}

static double lake_bed(double x, double y, const void *data)
{
    const lake *l = data;
    return l->datum + l->shape(x, y);
}

static double lake_level(double x, double y, const void *data)
{
    const lake *l = data;
    (void)y;
    return l->datum + (x < LEVEE_X + 0.5 * LEVEE_WIDTH ? l->west : l->east);
}

/* An oval valley with a rectangle of inactive cells in it. */
static double lake_active(double x, double y, const void *data)
{
    const double rx = x / WIDTH - 0.5, ry = y / HEIGHT - 0.5;
    const int block = x > 200.0 && x < 260.0 && y > 150.0 && y < 230.0;
    (void)data;
    return rx * rx + ry * ry < 0.24 && !block ? 1.0 : 0.0;
}

#define REST                                                                                       \
    .width = WIDTH, .height = HEIGHT, .t_end = 60.0, .run_size = 61, .integrator = SPATE_RK2,      \
    .bed = lake_bed, .level = lake_level, .judgement = CASE_AT_REST

static const lake flat_low = {flat, 0.0, 3.0, 3.0}, flat_high = {flat, 2000.0, 3.0, 3.0};
static const lake bump_low = {bump, 0.0, 3.0, 3.0}, bump_high = {bump, 2000.0, 3.0, 3.0};
static const lake island_low = {island, 0.0, 3.0, 3.0}, island_high = {island, 2000.0, 3.0, 3.0};
static const lake noise_low = {noise, 0.0, 3.0, 3.0}, noise_high = {noise, 2000.0, 3.0, 3.0};
static const lake beach_low = {beach, 0.0, 3.0, 3.0}, beach_high = {beach, 2000.0, 3.0, 3.0};
static const lake levee_low = {levee, 0.0, 3.0, 3.0}, levee_high = {levee, 2000.0, 3.0, 3.0};
static const lake two_levels = {levee, 0.0, 3.0, 1.5};

const builtin_case case_lake_flat = {
    .name = "lake_flat",
    .title = "lake at rest, flat bed, open edges",
    REST,
    .sizes = {48, 61},
    .bed_model = SPATE_BED_BILINEAR,
    .data = &flat_low,
    .edges = {SPATE_OPEN, SPATE_OPEN, SPATE_OPEN, SPATE_OPEN},
};

const builtin_case case_lake_flat_2000m = {
    .name = "lake_flat_2000m",
    .title = "lake at rest, flat bed at 2000 m",
    REST,
    .sizes = {48, 61},
    .bed_model = SPATE_BED_CELLS,
    .data = &flat_high,
};

const builtin_case case_lake_bump = {
    .name = "lake_bump",
    .title = "lake at rest over a drowned bump, periodic edges",
    REST,
    .sizes = {48, 61},
    .bed_model = SPATE_BED_BILINEAR,
    .data = &bump_low,
    .edges = {SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC, SPATE_PERIODIC},
};

const builtin_case case_lake_bump_2000m = {
    .name = "lake_bump_2000m",
    .title = "lake at rest over a drowned bump at 2000 m",
    REST,
    .sizes = {48, 61},
    .bed_model = SPATE_BED_CELLS,
    .data = &bump_high,
};

const builtin_case case_lake_island = {
    .name = "lake_island",
    .title = "lake at rest around an island",
    REST,
    .sizes = {48, 61},
    .bed_model = SPATE_BED_CELLS,
    .data = &island_low,
};

const builtin_case case_lake_island_2000m = {
    .name = "lake_island_2000m",
    .title = "lake at rest around an island at 2000 m",
    REST,
    .sizes = {48, 61},
    .bed_model = SPATE_BED_BILINEAR,
    .data = &island_high,
};

const builtin_case case_lake_random = {
    .name = "lake_random",
    .title = "lake at rest in random terrain",
    REST,
    .sizes = {48, 61},
    .bed_model = SPATE_BED_BILINEAR,
    .data = &noise_low,
};

const builtin_case case_lake_random_2000m = {
    .name = "lake_random_2000m",
    .title = "lake at rest in random terrain at 2000 m",
    REST,
    .sizes = {48, 61},
    .bed_model = SPATE_BED_CELLS,
    .data = &noise_high,
};

const builtin_case case_lake_beach = {
    .name = "lake_beach",
    .title = "lake at rest on a sloping beach",
    REST,
    .sizes = {48, 61},
    .bed_model = SPATE_BED_CELLS,
    .data = &beach_low,
};

const builtin_case case_lake_beach_2000m = {
    .name = "lake_beach_2000m",
    .title = "lake at rest on a sloping beach at 2000 m",
    REST,
    .sizes = {48, 61},
    .bed_model = SPATE_BED_BILINEAR,
    .data = &beach_high,
};

const builtin_case case_lake_levee = {
    .name = "lake_levee",
    .title = "lake at rest between one-cell levees",
    REST,
    .sizes = {61},
    .bed_model = SPATE_BED_BILINEAR,
    .data = &levee_low,
};

const builtin_case case_lake_levee_2000m = {
    .name = "lake_levee_2000m",
    .title = "lake at rest between one-cell levees at 2000 m",
    REST,
    .sizes = {61},
    .bed_model = SPATE_BED_CELLS,
    .data = &levee_high,
};

const builtin_case case_lake_two_levels = {
    .name = "lake_two_levels",
    .title = "two lakes of different level, a one-cell levee between",
    REST,
    .sizes = {61},
    .bed_model = SPATE_BED_CELLS,
    .data = &two_levels,
};

const builtin_case case_lake_inactive = {
    .name = "lake_inactive",
    .title = "lake at rest in random terrain with inactive cells",
    REST,
    .sizes = {48, 61},
    .bed_model = SPATE_BED_CELLS,
    .data = &noise_low,
    .active = lake_active,
};

const builtin_case case_lake_inactive_2000m = {
    .name = "lake_inactive_2000m",
    .title = "lake at rest with inactive cells at 2000 m, bilinear bed",
    REST,
    .sizes = {48, 61},
    .bed_model = SPATE_BED_BILINEAR,
    .data = &noise_high,
    .active = lake_active,
};
