/* The hollow of case `ripple` in its own frame, as a function of the distance r from its centre. */
#ifndef SPATE_CASES_RIPPLE_REFERENCE_H
#define SPATE_CASES_RIPPLE_REFERENCE_H

#define RIPPLE_TIME 0.25 /* s; the only one */

/* P = g h (m2/s2), outward and anticlockwise velocity (m/s). */
typedef struct ripple_state {
    double p, out, around;
} ripple_state;

/* start: P at the beginning. r: up to 1/2. From any thread. */
ripple_state ripple_reference(double r, double (*start)(double r), double f);

#endif
