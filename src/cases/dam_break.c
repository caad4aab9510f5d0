/* Dam breaks on a flat bed without friction: Stoker (wet downstream) and Ritter (dry
 * downstream), along x and along y. The dam is at 0. */
#include <math.h>

#include "cases/exact.h"
#include "cases/families.h"

typedef struct dam {
    double left, right; /* m of water */
    char axis;
} dam;

/* Depth behind the shock. The rarefaction from the left and the shock to the right have the same
 * velocity there (Stoker 1957, ch. 10.8). The difference of the two decreases with h from
 * positive to negative. */
double exact_stoker_middle(double left, double right)
{
    double lo = right, hi = left;
    for (int k = 0; k < EXACT_BISECTIONS; ++k) {
        const double h = 0.5 * (lo + hi);
        const double fan = 2.0 * (sqrt(CASE_GRAVITY * left) - sqrt(CASE_GRAVITY * h));
        const double shock = (h - right) * sqrt(0.5 * CASE_GRAVITY * (h + right) / (h * right));
        if (fan > shock)
            lo = h;
        else
            hi = h;
    }
    return 0.5 * (lo + hi);
}

/* Self-similar in s = x/t. */
exact_flow exact_dam_break(double left, double right, double s)
{
    const double cl = sqrt(CASE_GRAVITY * left);
    if (s <= -cl)
        return (exact_flow){left, 0.0};

    double tail = 2.0 * cl, front = 2.0 * cl, hm = 0.0, um = 0.0;
    if (right > 0.0) {
        hm = exact_stoker_middle(left, right);
        um = 2.0 * (cl - sqrt(CASE_GRAVITY * hm));
        tail = um - sqrt(CASE_GRAVITY * hm);
        front = hm * um / (hm - right); /* the shock keeps mass */
    }
    if (s < tail) {
        const double c = (2.0 * cl - s) / 3.0;
        return (exact_flow){c * c / CASE_GRAVITY, 2.0 * (cl + s) / 3.0};
    }
    return s < front ? (exact_flow){hm, um} : (exact_flow){right, 0.0};
}

static case_state dam_exact(double x, double y, double t, const void *data)
{
    const dam *d = data;
    const double at = d->axis == 'x' ? x : y;
    exact_flow f = {at < 0.0 ? d->left : d->right, 0.0};
    if (t > 0.0)
        f = exact_dam_break(d->left, d->right, at / t);
    return d->axis == 'x' ? (case_state){f.h, f.u, 0.0} : (case_state){f.h, 0.0, f.u};
}

/* Until t_end neither the rarefaction nor the shock or front reaches the walls at -500 and 500
 * m. A shock is smeared over a fixed number of cells, so that L1 is of first order. At least 0.8
 * must be measured. */
#define ALONG_X .x0 = -500.0, .y0 = 0.0, .width = 1000.0, .height = 50.0, .strip = 'x'
#define ALONG_Y .x0 = 0.0, .y0 = -500.0, .width = 50.0, .height = 1000.0, .strip = 'y'
#define DAM                                                                                        \
    .sizes = {200, 400, 800, 1600}, .run_size = 400, .integrator = SPATE_RK2, .exact = dam_exact,  \
    .judgement = CASE_ORDER, .min_order = 0.8

const builtin_case case_stoker_x = {
    .name = "stoker_x",
    .fast = 1,
    .bore = 1,
    .title = "dam break on a wet bed (Stoker), along x",
    ALONG_X,
    DAM,
    .t_end = 30.0,
    .bed_model = SPATE_BED_BILINEAR,
    .data = &(const dam){10.0, 2.0, 'x'},
};

const builtin_case case_stoker_y = {
    .name = "stoker_y",
    .fast = 1,
    .bore = 1,
    .title = "dam break on a wet bed (Stoker), along y",
    ALONG_Y,
    DAM,
    .t_end = 30.0,
    .bed_model = SPATE_BED_CELLS,
    .data = &(const dam){10.0, 2.0, 'y'},
};

/* A bore of half a metre at a Froude number of 0.05, for schemes without shock capturing. */
const builtin_case case_stoker_low = {
    .name = "stoker_low",
    .shock = 1,
    .title = "dam of 10 m on 9 m breaks (Stoker), along x",
    ALONG_X,
    DAM,
    .t_end = 30.0,
    .bed_model = SPATE_BED_CELLS,
    .data = &(const dam){10.0, 9.0, 'x'},
};

const builtin_case case_ritter_x = {
    .name = "ritter_x",
    .fast = 1,
    .title = "dam break on a dry bed (Ritter), along x",
    ALONG_X,
    DAM,
    .t_end = 20.0,
    .bed_model = SPATE_BED_CELLS,
    .data = &(const dam){10.0, 0.0, 'x'},
};

const builtin_case case_ritter_y = {
    .name = "ritter_y",
    .fast = 1,
    .title = "dam break on a dry bed (Ritter), along y",
    ALONG_Y,
    DAM,
    .t_end = 20.0,
    .bed_model = SPATE_BED_BILINEAR,
    .data = &(const dam){10.0, 0.0, 'y'},
};

/* ---- a basin that runs dry over its edge ----
 *
 * The wall of a basin is removed, and the water level outside is below the bed: a free overfall.
 * The flow inside is Ritter's dam break. At the edge it is always critical, with 4/9 of the
 * depth and 2/3 of the wave speed. A boundary that lets less or more water out sends a wave into
 * the basin. At t_end the rarefaction extends 300 m from the edge. */
static double below_the_bed(double t)
{
    (void)t;
    return -5.0;
}

/* First order, because the rarefaction begins with a corner. At t = 0 it is a step, and a scheme
 * without shock capturing keeps an error of order 1/2 from it (docs/theory/adi.md). */
#define EMPTYING                                                                                   \
    .sizes = {50, 100, 200, 400}, .run_size = 200, .integrator = SPATE_RK2, .exact = dam_exact,    \
    .judgement = CASE_ORDER, .min_order = 0.8, .t_end = 30.0, .shock = 1,                          \
    .bed_model = SPATE_BED_CELLS

const builtin_case case_emptying_x = {
    .name = "emptying_x",
    .title = "a basin that runs dry over its edge, along x",
    .x0 = -500.0,
    .width = 500.0,
    .height = 50.0,
    .strip = 'x',
    EMPTYING,
    .data = &(const dam){10.0, 0.0, 'x'},
    .sea = &(const case_sea){SPATE_EAST, below_the_bed},
};

const builtin_case case_emptying_y = {
    .name = "emptying_y",
    .title = "a basin that runs dry over its edge, along y",
    .y0 = -500.0,
    .width = 50.0,
    .height = 500.0,
    .strip = 'y',
    EMPTYING,
    .data = &(const dam){10.0, 0.0, 'y'},
    .sea = &(const case_sea){SPATE_NORTH, below_the_bed},
};
