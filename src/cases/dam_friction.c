/* Dam break on a dry bed with Chezy friction. The reference is Dressler's expansion (J. Res.
 * Nat. Bur. Standards 49, 1952) in eps = g^2 t / (C^2 c0), c0 = sqrt(g left). It is valid only
 * behind the tip of the wave. With s = x/(c0 t),
 *
 *     sqrt(g h) = c0 [ (2 - s)/3 + eps a1(s) ],   u = c0 [ 2 (1 + s)/3 + eps a2(s) ].
 *
 * Tolerance in the window |x| < 150 m, which is |s| < 0.505, at t_end, where eps = 0.18:
 * - The next term is unknown. If the series continues like a geometric one, its celerity is c1^2
 * / c'
 *   with c' = c0 (2 - s)/3 and c1 = c0 eps a1, and the depth changes by (2 c' c1^2 / c' + c1^2)/g =
 *   3 c1^2 / g. Integrated over the window: 0.0026 of the water in it.
 * - The grid places the jump at the dam within a cell. A shift by dx changes L1 by dx times the
 *   difference of depth over the window, 4.0 m, over 1410 m2 of water: 0.0029 at dx = 1 m.
 * The sum is 0.0055. Without friction (Ritter) the error would be 0.044, so that the test sees
 * friction. tests/analytic/exact_solutions.c computes these integrals and checks the expansion. */
#include <math.h>

#include "cases/exact.h"
#include "cases/families.h"

typedef struct rough_dam {
    double left, chezy;
} rough_dam;

static const rough_dam dam = {10.0, 40.0};

exact_flow exact_dressler(double left, double chezy, double x, double t)
{
    const double c0 = sqrt(CASE_GRAVITY * left), s = x / (c0 * t);
    if (s <= -1.0)
        return (exact_flow){left, 0.0};
    if (s >= 2.0)
        return (exact_flow){0.0, 0.0};

    const double eps = CASE_GRAVITY * CASE_GRAVITY * t / (chezy * chezy * c0);
    const double d = 2.0 - s, d32 = d * sqrt(d), root3 = sqrt(3.0);
    const double a1 = 6.0 / (5.0 * d) - 2.0 / 3.0 + 4.0 * root3 / 135.0 * d32;
    const double a2 = 12.0 / d - 8.0 / 3.0 - 108.0 / (7.0 * d * d) + 8.0 * root3 / 189.0 * d32;
    const double c = c0 * (d / 3.0 + eps * a1);
    return (exact_flow){c * c / CASE_GRAVITY, c0 * (2.0 * (1.0 + s) / 3.0 + eps * a2)};
}

static case_state dam_friction_reference(double x, double y, double t, const void *data)
{
    const rough_dam *d = data;
    exact_flow f = {x < 0.0 ? d->left : 0.0, 0.0};
    (void)y;
    if (t > 0.0)
        f = exact_dressler(d->left, d->chezy, x, t);
    return (case_state){f.h, f.u, 0.0};
}

/* Without friction the front would be at 594 m and the end of the rarefaction at -297 m. The
 * walls are not reached. */
const builtin_case case_dam_friction = {
    .name = "dam_friction",
    .fast = 1,
    .title = "dam break on a dry rough bed (Dressler)",
    .x0 = -400.0,
    .width = 1000.0,
    .height = 50.0,
    .t_end = 30.0,
    .sizes = {1000, 2000},
    .strip = 'x',
    .run_size = 1000,
    .integrator = SPATE_RK2,
    .bed_model = SPATE_BED_CELLS,
    .friction = SPATE_FRICTION_CHEZY,
    .friction_coefficient = 40.0,
    .data = &dam,
    .exact = dam_friction_reference,
    .judgement = CASE_BOUND,
    .max_error = 0.0055,
    .window_from = -150.0,
    .window_to = 150.0,
};
