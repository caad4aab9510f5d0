/* How far two sets of numbers are apart, value by value, and how well two wet extents agree. Pairs
 * are added one at a time; nothing is stored. b is the reference (measured, or trusted). Knows no
 * files.
 *
 *   RMSE = sqrt(mean((a - b)^2))        bias = mean(a - b)
 *   hits: both wet; misses: only b; false alarms: only a
 *   hit rate = hits / (hits + misses)   false alarm ratio = false alarms / (hits + false alarms)
 *   critical success index = hits / (hits + misses + false alarms)
 * (Wilks, Statistical Methods in the Atmospheric Sciences, chapter on forecast verification). */
#ifndef SPATE_TOOLS_STATISTICS_H
#define SPATE_TOOLS_STATISTICS_H

typedef struct statistics {
    long long count;          /* pairs where both have a value */
    long long only_a, only_b; /* pairs where only one has a value */
    int same_bits; /* so far every pair is equal bit for bit, with gaps in the same pairs */
    long double sum, sum_of_squares;
    double largest; /* |a - b| */
    double largest_a, largest_b;
    long long largest_at; /* the number given with the pair; -1 before the first */
    long long hits, misses, false_alarms, dry;
} statistics;

statistics statistics_begin(void);
/* NaN: no value. */
void statistics_add(statistics *s, double a, double b, long long place);
void statistics_add_wet(statistics *s, int a_wet, int b_wet);

/* NaN where there is nothing to divide by. */
double statistics_rmse(const statistics *s);
double statistics_bias(const statistics *s);
double statistics_hit_rate(const statistics *s);
double statistics_false_alarm_ratio(const statistics *s);
double statistics_success_index(const statistics *s);

/* Value at t of a series with rising times, straight between its points; NaN outside it and beside
 * gaps (NaN values). *from is where to look first: keep it from call to call with rising t, 0 at
 * first. */
double statistics_interpolate(const double *times, const double *values, long long stride,
                              long long count, double t, long long *from);

#endif
