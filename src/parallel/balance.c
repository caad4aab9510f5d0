/* When cuts between devices move, which devices compute, and when that is looked at again. */
#include "parallel/balance_own.h"

#include <math.h>
#include <string.h>

balance_options balance_defaults(void)
{
    return (balance_options){.smoothing = 0.5,
                             .idle = 0.01,
                             .care = 1,
                             .gain = 0.02,
                             .overhead = 0.005,
                             .drop_gain = 0.03,
                             .look = 5e-4, /* 512 rows of tiles, an H200 */
                             .interval_first = 16,
                             .interval_least = 32,
                             .interval_most = 4096,
                             .retry = 16};
}

void balance_begin(balance *b, const balance_options *options, const balance_limits *limits,
                   int devices)
{
    *b = (balance){.options = *options, .limits = *limits, .devices = devices, .testing = -1};
    b->interval = options->interval_first;
    b->cost = options->look;
    for (int d = 0; d < devices; ++d)
        b->patience[d] = options->retry;
}

balance_cuts balance_start(balance *b, const double *rates, const double *row_work)
{
    balance_cuts cuts = {0};
    memcpy(b->rate, rates, sizeof *rates * (size_t)b->devices);
    balance_best_cuts(&b->limits, b->devices, (balance_speeds){b->rate, b->extra}, row_work, NULL,
                      &cuts);
    return cuts;
}

void balance_expect_rest(balance *b, double seconds)
{
    b->rest = seconds;
}

/* ---- measurements ---- */

static double smooth(const balance *b, double old, double new)
{
    return old > 0 ? old + b->options.smoothing * (new - old) : new;
}

static int at_work(const balance_cuts *cuts, int d)
{
    return cuts->cut[d + 1] > cuts->cut[d];
}

int balance_count_at_work(const balance_cuts *cuts)
{
    int count = 0;
    for (int d = 0; d < cuts->devices; ++d)
        count += at_work(cuts, d);
    return count;
}

/* A device whose rows have been dry so far counts as the slowest of the others. */
static void assume_unknown(balance *b, const balance_cuts *now)
{
    double slowest = INFINITY;
    for (int d = 0; d < b->devices; ++d)
        slowest = b->rate[d] > 0 ? fmin(slowest, b->rate[d]) : slowest;
    for (int d = 0; d < b->devices; ++d)
        if (at_work(now, d) && !(b->rate[d] > 0) && isfinite(slowest))
            b->rate[d] = slowest;
}

/* The weight of a measurement: that of the options, unless those before lay on one side. Of errors
 * that are noise the mean is small beside their mean size; those of a device that has changed have
 * the same sign, and both are equal (Trigg & Leach 1967, Exponential smoothing with an adaptive
 * response rate; of the looks before, as there, so that one disturbed look counts no more). */
static double weight_of(const balance *b, int d)
{
    const balance_errors *e = &b->errors[d];
    return e->size > 0 ? fmax(b->options.smoothing, fabs(e->mean) / e->size) : b->options.smoothing;
}

/* What errors scatter, s per work: those of a device that has changed all have one sign, and count
 * nothing. */
static double scatter(const balance_errors *e)
{
    return fmax(0, e->size - fabs(e->mean));
}

/* Two devices that are as fast as 1 and r, and an error of the first one's time that is anywhere between
 * -w and w: a row more on it adds 1 to a step with the probability p that it is the slower one, and else
 * takes 1/r from it. So p = 1 / (1 + r) is best, its fraction of the speed of both, which it has with
 * w (1 - 2 p) to spare. The mean size of such errors is w / 2. */
balance_safe_rates balance_safe(const balance *b)
{
    balance_safe_rates safe = {{0}};
    double all = 0;
    for (int d = 0; d < b->devices; ++d)
        all += b->dropped[d] ? 0 : b->rate[d];
    for (int d = 0; d < b->devices; ++d)
        if (b->rate[d] > 0) {
            const double spare = 2 * b->options.care * fmax(0, 1 - 2 * fmin(1, b->rate[d] / all));
            safe.rate[d] = 1 / (1 / b->rate[d] + spare * scatter(&b->errors[d]));
        }
    return safe;
}

double balance_safe_time(const balance *b, const balance_cuts *cuts, const double *row_work)
{
    const balance_safe_rates safe = balance_safe(b);
    return balance_time(cuts, (balance_speeds){safe.rate, b->extra}, row_work);
}

static void learn_rate(balance *b, int d, double seconds_per_work)
{
    balance_errors *e = &b->errors[d];
    const double old = 1 / b->rate[d], error = seconds_per_work - old, weight = weight_of(b, d);
    b->rate[d] = 1 / (old + weight * error);
    e->mean += b->options.smoothing * (error - e->mean);
    e->size += b->options.smoothing * (fabs(error) - e->size);
}

/* Seconds per work are smoothed, because they are what adds up in a step. What a trial has shown, of
 * other water on another grid, and what a device could do before it was dropped, counts no more. */
void balance_learn(balance *b, const balance_measure *m, const balance_cuts *now,
                   balance_decision *out)
{
    const double steps = (double)m->steps;
    double slowest = 0, sum = 0;
    for (int d = 0; d < b->devices; ++d) {
        if (!at_work(now, d))
            continue;
        slowest = fmax(slowest, m->seconds[d] + m->extra[d]);
        sum += m->seconds[d] + m->extra[d];
        if (m->seconds[d] > 0 && m->work[d] > 0) { /* what a paused device did is long ago */
            if (b->rate[d] > 0 && b->known[d] && d != b->testing)
                learn_rate(b, d, m->seconds[d] / m->work[d]);
            else
                b->rate[d] = m->work[d] / m->seconds[d];
            b->known[d] = 1;
        }
    }
    assume_unknown(b, now);
    out->step = m->wall / steps;
    out->imbalance = sum > 0 ? slowest * balance_count_at_work(now) / sum - 1 : 0;
    const double weight = b->measured ? b->options.smoothing : 1;
    for (int d = 0; d < b->devices && balance_count_at_work(now) > 1; ++d)
        if (at_work(now, d)) /* what a device alone does not need, it will need again */
            b->extra[d] += weight * (m->extra[d] / steps - b->extra[d]);
    const double rest = fmax(0, (m->wall - slowest) / steps);
    b->rest += weight * (rest - b->rest);
    b->rest_twice = b->measured ? fmin(b->rest_before, rest) : rest;
    b->rest_before = rest;
    b->measured = 1;
    if (m->spent > m->moved)
        b->cost = smooth(b, b->cost, m->spent - m->moved);
    if (m->moved > 0)
        b->move_cost = smooth(b, b->move_cost, m->moved);
}

static double seconds_per_work(const balance_measure *m, int devices)
{
    double work = 0;
    for (int d = 0; d < devices; ++d)
        work += m->work[d];
    return work > 0 ? m->wall / work : 0;
}

/* ---- the interval ---- */

int64_t balance_shortest_interval(const balance_options *o, double step, double cost)
{
    const double least = fmax((double)o->interval_least, cost / (o->overhead * step));
    return least < (double)o->interval_most ? (int64_t)least : o->interval_most;
}

/* A loss that grows by `drift` in each step costs step drift N / 2 in each of N steps, and tuning
 * costs cost / N: the sum is least where both are equal. */
int64_t balance_interval(const balance_options *o, double step, double drift, double cost)
{
    const double least = (double)balance_shortest_interval(o, step, cost);
    double n = drift > 0 ? sqrt(2 * cost / (step * drift)) : (double)o->interval_most;
    n = n > least ? n : least;
    return n < (double)o->interval_most ? (int64_t)n : o->interval_most;
}

static void choose_interval(balance *b, const balance_measure *m, double step, double loss)
{
    const double drift = fmax(0, (loss - b->left) / (double)m->steps);
    const double cost = b->cost + b->move_cost;
    const int64_t twice =
        b->interval < b->options.interval_most / 2 ? 2 * b->interval : b->options.interval_most;
    const int64_t shortest = balance_shortest_interval(&b->options, step, b->cost);
    const int64_t longest = twice > shortest ? twice : shortest;
    b->drift += b->options.smoothing * (drift - b->drift);
    b->interval = balance_interval(&b->options, step, b->drift, cost);
    /* It grows slowly, because a calm moment says little about the next one. */
    if (b->interval > longest && longest >= b->options.interval_least)
        b->interval = longest;
}

/* ---- devices that do not help ---- */

double balance_best_without(const balance *b, const double *row_work, const balance_cuts *now,
                            int without, balance_cuts *out)
{
    balance_safe_rates safe = balance_safe(b);
    for (int d = 0; d < b->devices; ++d)
        if (d == without || b->dropped[d])
            safe.rate[d] = 0;
    return balance_best_cuts(&b->limits, b->devices, (balance_speeds){safe.rate, b->extra},
                             row_work, now, out);
}

/* A device alone exchanges nothing and waits for nobody. */
static double rest_without_one(const balance *b, const balance_cuts *now)
{
    return balance_count_at_work(now) == 2 ? 0 : b->rest;
}

/* A useless device is tried in vain for one in so many decisions, in the end. */
enum { MOST_PATIENCE = 16 };

void balance_test(balance *b, int device, const balance_measure *m)
{
    b->testing = device;
    b->again = 0;
    b->before = seconds_per_work(m, b->devices);
}

static void begin_test(balance *b, int device, const balance_measure *m, balance_decision *out,
                       balance_action action)
{
    balance_test(b, device, m);
    out->action = action;
    out->device = device;
}

/* Whether to drop a device; there: of a step of all of them so far, without what it costs to share.
 * What was lost in one look alone is no reason: another program may have disturbed it. */
static int drop_one(balance *b, const balance_measure *m, const balance_cuts *now, double there,
                    balance_decision *out)
{
    const double rest = fmin(b->rest, b->rest_twice);
    double shortest = (1 - b->options.drop_gain) * (there + rest);
    int found = -1;
    balance_cuts cuts, best = {0};
    for (int d = 0; d < b->devices && balance_count_at_work(now) > 1; ++d) {
        if (!at_work(now, d) || b->kept[d] > 0)
            continue;
        const double step =
            balance_best_without(b, m->row_work, now, d, &cuts) + rest_without_one(b, now);
        if (step < shortest) {
            shortest = step;
            found = d;
            best = cuts;
        }
    }
    if (found < 0)
        return 0;
    begin_test(b, found, m, out, BALANCE_DROP);
    b->dropped[found] = b->patience[found];
    b->rest_with[found] = rest;
    out->cuts = best;
    out->predicted = shortest;
    return 1;
}

/* A dropped device is tried again when its time has come. If no trial of it has failed yet, also as
 * soon as the numbers are for it. */
static int retry_one(balance *b, const balance_measure *m, const balance_cuts *now,
                     balance_decision *out)
{
    for (int d = 0; d < b->devices; ++d) {
        balance_cuts cuts;
        if (!b->dropped[d])
            continue;
        const int left = b->dropped[d] - 1;
        b->dropped[d] = 0; /* the prediction is with it */
        const double step = balance_best_without(b, m->row_work, now, -1, &cuts) + b->rest_with[d];
        const int promising =
            b->patience[d] == b->options.retry && step < (1 - b->options.drop_gain) * out->step;
        if (isfinite(step) && (left == 0 || promising)) {
            begin_test(b, d, m, out, BALANCE_RETRY);
            out->cuts = cuts;
            out->predicted = step;
            return 1;
        }
        b->dropped[d] = left > 0 ? left : 1;
    }
    return 0;
}

/* After a device was dropped or tried again: whether that was slower, so that it is taken back. */
static int take_back(balance *b, const balance_measure *m, const balance_cuts *now,
                     balance_decision *out)
{
    const int d = b->testing;
    if (d < 0)
        return 0;
    const int dropped = b->dropped[d] > 0;
    const double now_per_work = seconds_per_work(m, b->devices);
    b->testing = -1;
    if (now_per_work < b->before) {
        b->patience[d] = dropped ? b->patience[d] : b->options.retry;
        return 0;
    }
    if (!dropped && !b->again && now_per_work * out->predicted < b->before * out->step) {
        b->testing = d; /* with what has been learned of it, it would help */
        b->again = 1;
        return 0;
    }
    b->patience[d] =
        b->patience[d] < MOST_PATIENCE * b->options.retry ? 2 * b->patience[d] : b->patience[d];
    b->dropped[d] = dropped ? 0 : b->patience[d];
    b->kept[d] = dropped ? b->patience[d] : 0;
    out->action = BALANCE_RETURN;
    out->device = d;
    out->predicted = balance_best_without(b, m->row_work, now, -1, &out->cuts) + b->rest;
    return 1;
}

static int change_devices(balance *b, const balance_measure *m, const balance_cuts *now,
                          double there, balance_decision *out)
{
    for (int d = 0; d < b->devices; ++d)
        b->kept[d] -= b->kept[d] > 0;
    if (take_back(b, m, now, out))
        return 1;
    return b->testing < 0 && (retry_one(b, m, now, out) || drop_one(b, m, now, there, out));
}

/* ---- the decision ---- */

balance_decision balance_decide(balance *b, const balance_measure *m, const balance_cuts *now)
{
    balance_decision out = {.device = -1, .cuts = *now, .steps = b->interval};
    balance_cuts best = *now;
    double work = 0;
    for (int d = 0; d < b->devices; ++d)
        work += m->work[d];
    if (m->steps < 1 || !(work > 0)) /* nothing moves anywhere */
        return out;
    balance_learn(b, m, now, &out);
    const double here = balance_safe_time(b, now, m->row_work);
    const double there = balance_best_without(b, m->row_work, now, -1, &best);
    const double step = here + b->rest, gain = here - there, loss = step > 0 ? gain / step : 0;
    out.predicted = step;
    if (!(step > 0) || !isfinite(there))
        return out;
    choose_interval(b, m, step, fmax(0, loss));
    out.steps = b->interval;
    b->left = fmax(0, loss);
    out.predicted = there + b->rest;
    if (!b->limits.pinned && change_devices(b, m, now, there, &out)) {
        b->left = 0;
        b->interval = out.steps = balance_shortest_interval(&b->options, out.predicted, b->cost);
        return out;
    }
    /* Hysteresis: a gain within the noise, or that does not pay for the move until the next look. */
    if (loss >= b->options.gain && gain * (double)b->interval >= b->move_cost) {
        out.action = BALANCE_MOVE;
        out.cuts = best;
        b->left = 0;
    } else {
        out.predicted = step;
    }
    return out;
}
