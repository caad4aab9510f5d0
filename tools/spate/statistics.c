/* Sums over pairs. */
#include "statistics.h"

#include <math.h>
#include <string.h>

statistics statistics_begin(void)
{
    const statistics s = {.same_bits = 1, .largest_at = -1};
    return s;
}

void statistics_add(statistics *s, double a, double b, long long place)
{
    if (isnan(a) || isnan(b)) {
        s->only_a += !isnan(a);
        s->only_b += !isnan(b);
        s->same_bits = s->same_bits && isnan(a) && isnan(b);
        return;
    }
    ++s->count;
    s->same_bits = s->same_bits && memcmp(&a, &b, sizeof a) == 0;
    const double d = a - b;
    s->sum += d;
    s->sum_of_squares += (long double)d * d;
    if (s->largest_at < 0 || fabs(d) > s->largest) {
        s->largest = fabs(d);
        s->largest_a = a;
        s->largest_b = b;
        s->largest_at = place;
    }
}

void statistics_add_wet(statistics *s, int a_wet, int b_wet)
{
    s->hits += a_wet && b_wet;
    s->misses += !a_wet && b_wet;
    s->false_alarms += a_wet && !b_wet;
    s->dry += !a_wet && !b_wet;
}

static double share(long long part, long long whole)
{
    return whole > 0 ? (double)part / (double)whole : NAN;
}

double statistics_rmse(const statistics *s)
{
    return s->count > 0 ? (double)sqrtl(s->sum_of_squares / (long double)s->count) : NAN;
}

double statistics_bias(const statistics *s)
{
    return s->count > 0 ? (double)(s->sum / (long double)s->count) : NAN;
}

double statistics_hit_rate(const statistics *s)
{
    return share(s->hits, s->hits + s->misses);
}

double statistics_false_alarm_ratio(const statistics *s)
{
    return share(s->false_alarms, s->hits + s->false_alarms);
}

double statistics_success_index(const statistics *s)
{
    return share(s->hits, s->hits + s->misses + s->false_alarms);
}

double statistics_interpolate(const double *times, const double *values, long long stride,
                              long long count, double t, long long *from)
{
    if (count == 0 || !(t >= times[0]) || !(t <= times[count - 1]))
        return NAN;
    long long n = *from;
    while (n + 1 < count && times[n + 1] <= t)
        ++n;
    *from = n;
    if (times[n] == t) /* exactly at a point: its neighbours do not matter */
        return values[n * stride];
    const double share_of_next = (t - times[n]) / (times[n + 1] - times[n]);
    const double a = values[n * stride], b = values[(n + 1) * stride];
    return a + share_of_next * (b - a);
}
