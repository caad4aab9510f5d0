/* The decisions before and soon after the first step. */
#include <math.h>

#include "parallel/balance_own.h"

static int all_rates_known(const balance *b)
{
    int known = 1;
    for (int d = 0; d < b->devices; ++d)
        known &= b->rate[d] > 0;
    return known;
}

/* A step with these cuts, s: a device alone exchanges nothing and waits for nobody. */
static double step_with(const balance *b, double slowest, const balance_cuts *cuts)
{
    return slowest + (balance_count_at_work(cuts) > 1 ? b->rest : 0);
}

/* The device without which a step of `with` seconds is least longer, where that is less than
 * drop_gain, or shorter; -1: none. */
static int least_promising(const balance *b, const double *row_work, const balance_cuts *now,
                           double with)
{
    double shortest = with / (1 - b->options.drop_gain);
    int found = -1;
    balance_cuts cuts;
    for (int d = 0; d < b->devices; ++d) {
        if (b->dropped[d])
            continue;
        const double slowest = balance_best_without(b, row_work, now, d, &cuts);
        const double without = isfinite(slowest) ? step_with(b, slowest, &cuts) : INFINITY;
        if (without < shortest) {
            shortest = without;
            found = d;
        }
    }
    return found;
}

balance_decision balance_first(balance *b, const balance_measure *m, const double *row_work,
                               const balance_cuts *now)
{
    balance_decision out = {.device = -1, .cuts = *now, .steps = b->interval};
    balance_cuts best = *now;
    const double expected = b->rest;
    if (m && m->steps > 0) {
        balance_learn(b, m, now, &out);
        /* Few steps: what disturbed them alone is no reason to leave a device out. */
        b->rest = expected > 0 ? fmin(expected, b->rest) : b->rest;
    }
    const double here = balance_safe_time(b, now, row_work);
    double there = balance_best_without(b, row_work, now, -1, &best);
    out.predicted = step_with(b, here, now);
    out.step = out.step > 0 ? out.step : out.predicted;
    if (!all_rates_known(b) || !(here > 0) || !isfinite(there))
        return out;
    for (int d; !b->limits.pinned &&
                (d = least_promising(b, row_work, now, step_with(b, there, &best))) >= 0;) {
        b->dropped[d] = b->patience[d];
        b->rest_with[d] = b->rest;
        if (m) /* what the next look has to confirm */
            balance_test(b, d, m);
        there = balance_best_without(b, row_work, now, -1, &best);
        out.action = BALANCE_DROP;
        out.device = d;
    }
    if (out.device < 0 && here - there >= b->options.gain * here)
        out.action = BALANCE_MOVE;
    if (out.action != BALANCE_KEEP) {
        out.cuts = best;
        out.predicted = step_with(b, there, &best);
    }
    if (balance_count_at_work(&out.cuts) == 1)
        b->interval = out.steps = balance_shortest_interval(&b->options, out.predicted, b->cost);
    return out;
}
