/* What the files of the balance share. */
#ifndef SPATE_PARALLEL_BALANCE_OWN_H
#define SPATE_PARALLEL_BALANCE_OWN_H

#include "parallel/balance.h"

/* Rates that cuts are made for: those learned, but slower where measurements of a slow device scatter.
 * With every row that it has too many a step grows by more than it shrinks where a fast device has one
 * less. 0: unknown. */
typedef struct balance_safe_rates {
    double rate[BALANCE_DEVICES];
} balance_safe_rates;

balance_safe_rates balance_safe(const balance *b);
/* balance_time with these rates. */
double balance_safe_time(const balance *b, const balance_cuts *cuts, const double *row_work);

int balance_count_at_work(const balance_cuts *cuts);
/* Rates, and what looks and moves cost. Sets step and imbalance. */
void balance_learn(balance *b, const balance_measure *m, const balance_cuts *now,
                   balance_decision *out);
/* From here on a step should take less time for its work than in these steps. */
void balance_test(balance *b, int device, const balance_measure *m);
/* As balance_best_cuts, for all devices that are not dropped; without: -1, or one more that gets no
 * rows. */
double balance_best_without(const balance *b, const double *row_work, const balance_cuts *now,
                            int without, balance_cuts *out);
/* Steps: decisions at shorter intervals would take too much of the time. */
int64_t balance_shortest_interval(const balance_options *o, double step, double cost);

#endif
