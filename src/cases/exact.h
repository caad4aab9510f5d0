/* Exact solutions in one dimension that the cases are made of, for the tests that check the
 * solutions themselves. Pure functions: a fixed number of iterations, no state, any thread. SI. */
#ifndef SPATE_CASES_EXACT_H
#define SPATE_CASES_EXACT_H

/* Halvings of a bracket no wider than a few hundred: past the last bit of a double. */
#define EXACT_BISECTIONS 64

typedef struct exact_flow {
    double h, u;
} exact_flow;

/* dam_break.c: the state at x/t = s; right = 0 is Ritter's dry bed. */
double exact_stoker_middle(double left, double right);
exact_flow exact_dam_break(double left, double right, double s);

/* dam_friction.c: Dressler's first-order solution with Chezy friction, behind the tip. */
exact_flow exact_dressler(double left, double chezy, double x, double t);

/* simple_wave.c: place along the wave and time before breaking; and the time of breaking. */
exact_flow exact_simple_wave(double s, double t);
double exact_simple_wave_breaking(void);

/* steady_bump.c: depth over a bed b of discharge q and head; the deep or the shallow branch. */
double exact_bernoulli_depth(double q, double head, double b, int subcritical);
double exact_critical_depth(double q);
/* The depth beyond a standing jump from depth h (conservation of momentum at one place). */
double exact_conjugate_depth(double q, double h);

/* macdonald.c: uniform flow with a drawdown (rise > 0) or a hump, and the bed that makes it so. */
typedef struct macdonald {
    double q, depth;     /* m2/s; m far away */
    double rise, length; /* of the friction slope at x = 0, relative; m */
    double p, k;         /* friction slope k q^2 h^-p */
} macdonald;
extern const macdonald exact_macdonald_subcritical, exact_macdonald_supercritical;
double exact_macdonald_depth(const macdonald *m, double x);
double exact_macdonald_bed(const macdonald *m, double x);

/* edges.c: depth of a stream q, so far upstream of a free overfall, on a level bed with Manning's n. */
double exact_drawdown(double q, double n, double distance);

#endif
