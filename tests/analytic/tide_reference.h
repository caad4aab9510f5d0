/* A tide in a channel with Manning friction, closed at its far end: one-dimensional, nonlinear,
 * with methods that no scheme of Spate uses: Chebyshev collocation along the channel, the classic
 * Runge-Kutta method in time, from rest until periods repeat. It is the reference of case
 * tidal_channel; tide_table.c prints its table. */
#ifndef TESTS_ANALYTIC_TIDE_REFERENCE_H
#define TESTS_ANALYTIC_TIDE_REFERENCE_H

#include "cases/tide.h"

enum { TIDE_MOST_NODES = 48 };

/* Depth and flux at the nodes x = length (1 - cos(pi k / (nodes - 1))) / 2, at the beginning of a
 * period. */
typedef struct tide_solution {
    int nodes, steps;          /* of a period */
    double h[TIDE_MOST_NODES]; /* m */
    double q[TIDE_MOST_NODES]; /* m2/s */
    double change;             /* largest change of a depth over the last period, m */
} tide_solution;

/* Called after every step of the last period; may be NULL. */
typedef void tide_watch(const tide_solution *now, int step, void *user);

void tide_solve(int nodes, int steps, int periods, tide_watch *watch, void *user,
                tide_solution *out);
/* The coefficients c of sum c_k T_k(2 x / length - 1) through values at the nodes. */
void tide_coefficients(const double *values, int nodes, double *coefficients);

#endif
