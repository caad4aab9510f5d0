/* What the files of the balance share. */
#ifndef SPATE_PARALLEL_BALANCE_OWN_H
#define SPATE_PARALLEL_BALANCE_OWN_H

#include "parallel/balance.h"

int balance_count_at_work(const balance_cuts *cuts);
/* As balance_best_cuts, for all devices that are not dropped; without: -1, or one more that gets no
 * rows. */
double balance_best_without(const balance *b, const double *row_work, const balance_cuts *now,
                            int without, balance_cuts *out);
/* Steps: decisions at shorter intervals would take too much of the time. */
int64_t balance_shortest_interval(const balance_options *o, double step, double cost);

#endif
