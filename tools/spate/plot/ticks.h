/* Round numbers for axes and colour bars, and how to write them. Pure arithmetic. */
#ifndef SPATE_TOOLS_PLOT_TICKS_H
#define SPATE_TOOLS_PLOT_TICKS_H

#include <stddef.h>

/* 1, 2 or 5 times a power of ten: the smallest that divides the length into at most
 * `most` steps. */
double ticks_step(double length, int most);
/* The same for seconds, in steps that a clock or calendar has: 1 2 5 10 15 30 s, min, 1 2 3 6 12 h,
 * d. */
double ticks_time_step(double seconds, int most);
/* value rounded up to 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten; 0 stays. */
double ticks_round_up(double value);

/* The first multiple of step that is not below low, allowing for rounding. */
double ticks_first(double low, double step);
/* A multiple of step with as many decimals as the step needs, thousands set apart by thin spaces.
 * Returns out. */
const char *ticks_text(double value, double step, char *out, size_t size);

/* A power of ten on a logarithmic axis: "1e-3" with a minus sign of type, "100" from 1 on. Returns
 * out. */
const char *ticks_power(int power, char *out, size_t size);
/* Moves places on an axis apart so that neighbours are at least `gap` from one another, as near to
 * where they were as there is room. They must rise. None is beyond `to`; where there is room none
 * is before `from`. */
void ticks_spread(double *places, int count, double gap, double from, double to);

typedef enum { CLOCK_SECONDS, CLOCK_MINUTES, CLOCK_HOURS, CLOCK_DAYS } clock_unit;
/* The unit that suits a span, with its name ("s", "min", "h", "d") and length in s. */
clock_unit ticks_clock(double span);
const char *ticks_clock_name(clock_unit unit);
double ticks_clock_seconds(clock_unit unit);
/* "90 s", "2 h 30 min", "3 d 4 h": for titles. */
const char *ticks_duration(double seconds, char *out, size_t size);

/* "UTC", or "UTC+02:00" for a clock that is so many seconds ahead of it. Returns out. */
const char *ticks_zone(double seconds, char *out, size_t size);

/* The q-quantile (0 ... 1) of the values that are finite and above `above`; NaN where there are
 * none. Of a large field every n-th value is used, a hundred thousand in all. -1 in *count: no
 * memory. */
double ticks_quantile(const double *values, size_t n, double above, double q, long long *count);

#endif
