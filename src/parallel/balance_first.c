/* The decisions before and soon after the first step, by rates of a trial alone. */
#include <math.h>

#include "parallel/balance_own.h"

static int all_rates_known(const balance *b)
{
    int known = 1;
    for (int d = 0; d < b->devices; ++d)
        known &= b->rate[d] > 0;
    return known;
}

/* The device without which a step of `with` seconds is least longer, where that is less than
 * start_gain; -1: none. */
static int least_promising(const balance *b, const double *row_work, const balance_cuts *now,
                           double with)
{
    double shortest = with / (1 - b->options.start_gain);
    int found = -1;
    balance_cuts cuts;
    for (int d = 0; d < b->devices; ++d) {
        const double without =
            b->dropped[d] ? INFINITY : balance_best_without(b, row_work, now, d, &cuts);
        if (without < shortest) {
            shortest = without;
            found = d;
        }
    }
    return found;
}

balance_decision balance_first(balance *b, const double *row_work, const balance_cuts *now)
{
    balance_decision out = {.device = -1, .cuts = *now, .steps = b->interval};
    balance_cuts best = *now;
    const double here = balance_time(now, b->rate, row_work);
    double there = balance_best_without(b, row_work, now, -1, &best);
    out.predicted = out.step = here;
    if (!all_rates_known(b) || !(here > 0) || !isfinite(there))
        return out;
    for (int d; !b->limits.pinned && (d = least_promising(b, row_work, now, there)) >= 0;) {
        b->dropped[d] = b->patience[d];
        there = balance_best_without(b, row_work, now, -1, &best);
        b->rest_with[d] = b->options.start_gain * there; /* what sharing is assumed to cost */
        out.action = BALANCE_DROP;
        out.device = d;
    }
    if (out.device < 0 && here - there >= b->options.gain * here)
        out.action = BALANCE_MOVE;
    if (out.action != BALANCE_KEEP) {
        out.cuts = best;
        out.predicted = there;
    }
    if (balance_count_at_work(&out.cuts) == 1)
        b->interval = out.steps = balance_shortest_interval(&b->options, out.predicted, b->cost);
    return out;
}
