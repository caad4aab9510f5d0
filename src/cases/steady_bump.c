/* Steady flow over a bump without friction: constant discharge and, without a jump, constant
 * head (Bernoulli): q^2/(2 g h^2) + h + b = E. Each case starts from the exact steady state,
 * which the scheme must keep.
 *
 * The subcritical flow is periodic. The channel of the others is closed in the west. The
 * depression that begins there travels at u + c = 4.7 m/s and is 3 m away from the window at
 * t_end. Until then the flow crosses the 13 m of the window several times. In the east the flow
 * is uniform and leaves through an open edge, which is too far away to matter. */
#include <math.h>

#include "cases/exact.h"
#include "cases/families.h"

double exact_critical_depth(double q)
{
    return cbrt(q * q / CASE_GRAVITY);
}

/* The head above the bed is smallest at the critical depth, with one root on either side of it. */
double exact_bernoulli_depth(double q, double head, double b, int subcritical)
{
    const double hc = exact_critical_depth(q);
    double slow = subcritical ? head - b : 0.0; /* far end of the branch */
    double crit = hc;
    for (int k = 0; k < EXACT_BISECTIONS; ++k) {
        const double h = 0.5 * (slow + crit);
        if (q * q / (2.0 * CASE_GRAVITY * h * h) + h + b > head)
            slow = h;
        else
            crit = h;
    }
    return 0.5 * (slow + crit);
}

double exact_conjugate_depth(double q, double h)
{
    const double fr2 = q * q / (CASE_GRAVITY * h * h * h);
    return 0.5 * h * (sqrt(1.0 + 8.0 * fr2) - 1.0);
}

/* ---- subcritical: a wavy bed, periodic ---- */

#define WAVE_LENGTH 10.0
#define WAVE_Q 4.42
#define WAVE_DEPTH 2.0 /* where the bed is 0; Froude number 0.5 there, 0.6 on the crests */

static double wavy_bed(double x, double y, const void *data)
{
    (void)y, (void)data;
    return 0.1 * (1.0 + cos(2.0 * CASE_PI * x / WAVE_LENGTH));
}

static case_state wavy_exact(double x, double y, double t, const void *data)
{
    const double head =
        WAVE_Q * WAVE_Q / (2.0 * CASE_GRAVITY * WAVE_DEPTH * WAVE_DEPTH) + WAVE_DEPTH;
    const double h = exact_bernoulli_depth(WAVE_Q, head, wavy_bed(x, y, data), 1);
    (void)t;
    return (case_state){h, WAVE_Q / h, 0.0};
}

/* ---- transcritical: a single bump, critical on its crest ---- */

#define BUMP_Q 1.53
#define BUMP_HEIGHT 0.2
#define JUMP_X 1.0 /* m; on a cell face of every grid */

static double bump_bed(double x, double y, const void *data)
{
    (void)y, (void)data;
    return BUMP_HEIGHT * exp(-x * x);
}

static double bump_depth(double x, int with_jump)
{
    const double b = bump_bed(x, 0.0, 0);
    const double head = BUMP_HEIGHT + 1.5 * exact_critical_depth(BUMP_Q);
    if (!with_jump || x < JUMP_X)
        return exact_bernoulli_depth(BUMP_Q, head, b, x < 0.0);

    /* The position of the jump is chosen. Momentum determines the depth behind it, and that
     * depth the lower head. */
    const double at = bump_bed(JUMP_X, 0.0, 0);
    const double before = exact_bernoulli_depth(BUMP_Q, head, at, 0);
    const double after = exact_conjugate_depth(BUMP_Q, before);
    const double lower = at + after + BUMP_Q * BUMP_Q / (2.0 * CASE_GRAVITY * after * after);
    return exact_bernoulli_depth(BUMP_Q, lower, b, 1);
}

static case_state transcritical_exact(double x, double y, double t, const void *data)
{
    const double h = bump_depth(x, 0);
    (void)y, (void)t, (void)data;
    return (case_state){h, BUMP_Q / h, 0.0};
}

static case_state jump_exact(double x, double y, double t, const void *data)
{
    const double h = bump_depth(x, 1);
    (void)y, (void)t, (void)data;
    return (case_state){h, BUMP_Q / h, 0.0};
}

#define WAVY                                                                                       \
    .width = WAVE_LENGTH, .height = 1.0, .t_end = 10.0, .sizes = {32, 64, 128, 256}, .strip = 'x', \
    .run_size = 128, .integrator = SPATE_RK2, .bed = wavy_bed, .exact = wavy_exact,                \
    .edges = {SPATE_PERIODIC, SPATE_PERIODIC, SPATE_WALL, SPATE_WALL}, .judgement = CASE_ORDER,    \
    .min_order = 1.8
#define BUMP                                                                                       \
    .x0 = -55.0, .width = 80.0, .height = 4.0, .t_end = 10.0, .strip = 'x', .run_size = 800,       \
    .integrator = SPATE_RK2, .bed = bump_bed, .edges = {SPATE_WALL, SPATE_OPEN},                   \
    .judgement = CASE_ORDER, .window_from = -5.0, .window_to = 8.0

const builtin_case case_bump_subcritical = {
    .name = "bump_subcritical",
    .swift = 1,
    .title = "steady subcritical flow over a wavy bed",
    WAVY,
    .bed_model = SPATE_BED_BILINEAR,
};

const builtin_case case_bump_subcritical_cells = {
    .name = "bump_subcritical_cells",
    .swift = 1,
    .title = "steady subcritical flow over a wavy bed given by cells",
    WAVY,
    .bed_model = SPATE_BED_CELLS,
};

const builtin_case case_bump_transcritical = {
    .name = "bump_transcritical",
    .fast = 1,
    .title = "steady flow over a bump, critical on the crest",
    BUMP,
    .sizes = {400, 800, 1600, 3200},
    .bed_model = SPATE_BED_BILINEAR,
    .exact = transcritical_exact,
    .min_order = 1.8,
};

const builtin_case case_bump_shock = {
    .name = "bump_shock",
    .fast = 1,
    .title = "steady flow over a bump with a hydraulic jump",
    BUMP,
    .sizes = {400, 800, 1600, 3200},
    .bed_model = SPATE_BED_CELLS,
    .exact = jump_exact,
    .min_order = 0.8,
};
