/* How far the vector-invariant schemes on a backend that contracts are from those on the CPU. */
#include "gpu_vector_invariant.h"

/* Values of a row of results are sums of at most 64 rounded operations each, on numbers no larger
 * than g times the depth range and the bed's, whose difference is 1 m here, and the squares of
 * speeds: relative to depth H and celerity sqrt(g H) a stage errs by at most OPERATIONS eps, and a
 * stable step does not enlarge what it is given by more than 2. A depth itself is rounded by eps H. */
enum { OPERATIONS = 64, FAST_STEPS = 2, STAGES = 3 };
#define FAST_BOUND ((double)OPERATIONS * STAGES * FAST_STEPS * 4)
#define DEPTH 3.0

/* The inverse of the mass matrix, (1, 4, 1) / 6, enlarges nothing more than (4/6 - 2/6)^-1 times. */
enum { INVERSE = 3 };

/* Conjugate gradients end at a residual of so many eps of the force, in the 2-norm: each of the two
 * solutions is off by INVERSE times that, where all of it may be in one face. A stage changes speeds by
 * less than the celerity. */
enum { TOLERANCE = 16 };

/* Newton's method ends at rounding, (4 + 2 COURANT) eps of the state in the 2-norm (physics/
 * vector_invariant_newton.h), where all of it may be in one cell. The inverse of the Jacobian enlarges it
 * by INVERSE at most. */
#define NEWTON_TOLERANCE 1e-16

static double bound_of(const run *r)
{
    const double norm = sqrt((double)(r->nx * r->ny)), steps = FAST_STEPS * 4;
    const int mass = r->mass != SPATE_MASS_LUMPED;
    double bound = FAST_BOUND * (mass ? INVERSE : 1);
    if (r->mass == GRADIENTS)
        bound += 2 * INVERSE * TOLERANCE * norm * STAGES * steps;
    if (is_implicit(r))
        bound += 2 * INVERSE * (4 + 2 * COURANT) * norm * steps;
    return bound;
}

static spate_sim *start_there(const run *r, const place *p, double eps)
{
    spate_options o = options_of(r, p);
    if (is_implicit(r))
        o.newton_tolerance = NEWTON_TOLERANCE;
    else if (r->mass == GRADIENTS)
        o.tolerance = TOLERANCE * eps;
    return start_with(r, &o);
}

static void compare_run(const run *r, const place *there)
{
    static const spate_field_name names[] = {SPATE_DEPTH, SPATE_MOMENTUM_X, SPATE_MOMENTUM_Y};
    const size_t cells = (size_t)(r->nx * r->ny);
    const double eps = r->precision == 32 ? 0x1p-23 : 0x1p-52;
    double *a = malloc(sizeof *a * cells), *b = malloc(sizeof *b * cells);
    spate_sim *cpu = start_there(r, &on_cpu, eps), *other = start_there(r, there, eps);
    ok(spate_advance_steps(cpu, FAST_STEPS));
    ok(spate_advance_steps(other, FAST_STEPS));
    double worst = 0;
    for (int k = 0; k < 3; ++k) {
        const double unit = eps * DEPTH * (k ? sqrt(9.81 * DEPTH) : 1);
        ok(spate_get_field(cpu, names[k], a));
        ok(spate_get_field(other, names[k], b));
        for (size_t o = 0; o < cells; ++o)
            worst = a[o] == b[o] || (isnan(a[o]) && isnan(b[o]))
                        ? worst
                        : fmax(worst, fabs(a[o] - b[o]) / unit);
    }
    print_run(r);
    CHECK_AT_MOST(r->scheme, worst, bound_of(r));
    spate_sim_destroy(cpu);
    spate_sim_destroy(other);
    free(a);
    free(b);
}

void compare_fast(spate_context *context, const place *there)
{
    ctx = context;
    for (int n = 0; n < RUNS; ++n)
        compare_run(&runs[n], there);
}
