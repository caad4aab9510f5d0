/* Exact solutions in one dimension on which the cases are built, also for the tests that check
 * these solutions. Pure functions with a fixed number of iterations, for any thread. SI units. */
#ifndef SPATE_CASES_EXACT_H
#define SPATE_CASES_EXACT_H

/* Bisections that reduce an interval of a few hundred to less than the last bit of a double. */
#define EXACT_BISECTIONS 64

typedef struct exact_flow {
    double h, u;
} exact_flow;

/* dam_break.c: the depth behind the shock; the state at x/t = s. right = 0 is Ritter's dry bed. */
double exact_stoker_middle(double left, double right);
exact_flow exact_dam_break(double left, double right, double s);

/* dam_friction.c: Dressler's first-order solution with Chezy friction, behind the tip. */
exact_flow exact_dressler(double left, double chezy, double x, double t);

/* simple_wave.c: the state at the place s along the wave, before it breaks; the time at which it
 * breaks. */
exact_flow exact_simple_wave(double s, double t);
double exact_simple_wave_breaking(void);

/* steady_bump.c: depth over the bed b for a discharge q and a head, on the subcritical or the
 * supercritical branch. */
double exact_bernoulli_depth(double q, double head, double b, int subcritical);
double exact_critical_depth(double q);
/* The depth behind a steady hydraulic jump from depth h (conservation of momentum). */
double exact_conjugate_depth(double q, double h);

/* macdonald.c: uniform flow with a drawdown (rise > 0) or a hump, and the bed that causes it. */
typedef struct macdonald {
    double q, depth;     /* m2/s; m, far from x = 0 */
    double rise, length; /* relative rise of the friction slope at x = 0; its length, m */
    double p, k;         /* friction slope k q^2 h^-p */
} macdonald;
extern const macdonald exact_macdonald_subcritical, exact_macdonald_supercritical;
double exact_macdonald_depth(const macdonald *m, double x);
double exact_macdonald_bed(const macdonald *m, double x);

/* edges.c: depth of a stream q at this distance upstream of a free overfall, on a level bed with
 * Manning's n. */
double exact_drawdown(double q, double n, double distance);

#endif
