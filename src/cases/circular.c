/* Circular dam breaks: one water level inside a circle, another outside, and the dam is removed
 * at t = 0. `circular` has a reference solution along the radius. A to E are the cases of Skevik
 * (2014). A, B and D are run with wet and with dry surroundings: the text defines them as wet,
 * but draws conclusions as if they were dry. */
#include <math.h>

#include "cases/circular_reference.h"
#include "cases/families.h"

typedef struct column {
    double x, y, radius;    /* m */
    double inside, outside; /* levels, m */
} column;

static double column_level(double x, double y, const void *data)
{
    const column *c = data;
    const double dx = x - c->x, dy = y - c->y;
    return dx * dx + dy * dy <= c->radius * c->radius ? c->inside : c->outside;
}

/* The table holds one time only. Before it, the initial state is returned. */
static case_state circular_exact(double x, double y, double t, const void *data)
{
    const double r = sqrt(x * x + y * y);
    if (t < CIRCULAR_REFERENCE_TIME)
        return (case_state){column_level(x, y, data), 0.0, 0.0};
    const exact_flow f = circular_reference(r);
    return r > 0.0 ? (case_state){f.h, f.u * x / r, f.u * y / r} : (case_state){f.h, 0.0, 0.0};
}

/* Bumps of E. The formula in the text is a saddle 50 km high; this is probably the cap that was
 * meant. */
static double cap(double x, double y, double xc, double yc, double radius, double height)
{
    const double r2 = ((x - xc) * (x - xc) + (y - yc) * (y - yc)) / (radius * radius);
    return r2 < 1.0 ? height * (1.0 - r2) : 0.0;
}

static double bumps_e(double x, double y, const void *data)
{
    (void)data;
    return cap(x, y, 250.0, 250.0, 100.0, 5.0) + cap(x, y, 750.0, 250.0, 100.0, 5.0) +
           cap(x, y, 250.0, 750.0, 100.0, 5.0);
}

/* Caps of different height off the axes, one of them flooded by the wave. */
static double bumps_demo(double x, double y, const void *data)
{
    (void)data;
    return cap(x, y, 230.0, 640.0, 130.0, 8.0) + cap(x, y, 700.0, 740.0, 150.0, 11.0) +
           cap(x, y, 730.0, 300.0, 110.0, 3.0);
}

#define CENTRED(side) .x0 = -0.5 * (side), .y0 = -0.5 * (side), .width = (side), .height = (side)
#define SQUARE(side) .width = (side), .height = (side)
/* Even and odd numbers of cells: the centre of the circle is a corner of cells, or a cell
 * centre. On neither grid does a cell centre lie on the circle, where rounding would decide its
 * level. */
#define SYMMETRIC                                                                                  \
    .sizes = {64, 77}, .integrator = SPATE_RK2, .level = column_level, .judgement = CASE_SYMMETRY

const builtin_case case_circular = {
    .name = "circular",
    .fast = 1,
    .title = "circular dam break, 15 m into 10 m, radial reference",
    CENTRED(1000.0),
    .t_end = CIRCULAR_REFERENCE_TIME,
    .sizes = {100, 200, 400},
    .run_size = 1000,
    .integrator = SPATE_RK2,
    .bed_model = SPATE_BED_BILINEAR,
    .level = column_level,
    .data = &(const column){0.0, 0.0, 100.0, 15.0, 10.0},
    .exact = circular_exact,
    .judgement = CASE_ORDER,
    .min_order = 0.8,
};

const builtin_case case_circular_a = {
    .name = "circular_a",
    .fast = 1,
    .title = "circular dam break A, shallow surroundings",
    SYMMETRIC,
    CENTRED(2000.0),
    .t_end = 30.0,
    .run_size = 512,
    .bed_model = SPATE_BED_BILINEAR,
    .data = &(const column){0.0, 0.0, 200.0, 1.0, 0.1},
};

const builtin_case case_circular_a_dry = {
    .name = "circular_a_dry",
    .fast = 1,
    .title = "circular dam break A, dry surroundings",
    SYMMETRIC,
    CENTRED(2000.0),
    .t_end = 30.0,
    .run_size = 512,
    .bed_model = SPATE_BED_CELLS,
    .data = &(const column){0.0, 0.0, 200.0, 1.0, 0.0},
};

const builtin_case case_circular_b = {
    .name = "circular_b",
    .fast = 1,
    .title = "circular dam break B, shallow surroundings",
    SYMMETRIC,
    CENTRED(200.0),
    .t_end = 30.0,
    .run_size = 512,
    .bed_model = SPATE_BED_CELLS,
    .data = &(const column){0.0, 0.0, 20.0, 1.0, 0.1},
};

const builtin_case case_circular_b_dry = {
    .name = "circular_b_dry",
    .fast = 1,
    .title = "circular dam break B, dry surroundings",
    SYMMETRIC,
    CENTRED(200.0),
    .t_end = 30.0,
    .run_size = 512,
    .bed_model = SPATE_BED_BILINEAR,
    .data = &(const column){0.0, 0.0, 20.0, 1.0, 0.0},
};

const builtin_case case_circular_c = {
    .name = "circular_c",
    .fast = 1,
    .title = "circular dam break C, 10 m onto dry land",
    SYMMETRIC,
    CENTRED(1200.0),
    .t_end = 5.0,
    .run_size = 512,
    .bed_model = SPATE_BED_BILINEAR,
    .data = &(const column){0.0, 0.0, 80.0, 10.0, 0.0},
};

const builtin_case case_circular_d = {
    .name = "circular_d",
    .fast = 1,
    .title = "circular dam break D, long, shallow surroundings",
    SYMMETRIC,
    CENTRED(3000.0),
    .t_end = 1200.0,
    .run_size = 512,
    .bed_model = SPATE_BED_BILINEAR,
    .data = &(const column){0.0, 0.0, 300.0, 1.0, 0.1},
};

const builtin_case case_circular_d_dry = {
    .name = "circular_d_dry",
    .fast = 1,
    .title = "circular dam break D, long, dry surroundings",
    SYMMETRIC,
    CENTRED(3000.0),
    .t_end = 1200.0,
    .run_size = 512,
    .bed_model = SPATE_BED_CELLS,
    .data = &(const column){0.0, 0.0, 300.0, 1.0, 0.0},
};

const builtin_case case_circular_e = {
    .name = "circular_e",
    .fast = 1,
    .title = "circular dam break E, three bumps, dry, Euler steps",
    SQUARE(1000.0),
    .t_end = 180.0,
    .sizes = {100, 125},
    .run_size = 1000,
    .integrator = SPATE_EULER,
    .bed_model = SPATE_BED_BILINEAR,
    .bed = bumps_e,
    .level = column_level,
    .data = &(const column){500.0, 125.0, 66.0, 10.0, 0.0},
    .judgement = CASE_MASS,
};

const builtin_case case_three_bumps = {
    .name = "three_bumps",
    .fast = 1,
    .title = "dam break over three bumps (the demo)",
    SQUARE(1000.0),
    .t_end = 40.0,
    .sizes = {100, 125},
    .run_size = 400,
    .integrator = SPATE_RK2,
    .bed_model = SPATE_BED_BILINEAR,
    .bed = bumps_demo,
    .level = column_level,
    .data = &(const column){420.0, 380.0, 100.0, 12.0, 0.5},
    .judgement = CASE_MASS,
};
