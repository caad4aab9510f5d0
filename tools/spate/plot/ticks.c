/* Round numbers. */
#include "ticks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double power_of_ten_below(double x)
{
    return pow(10, floor(log10(x) + 1e-9));
}

double ticks_step(double length, int most)
{
    if (!(length > 0) || !isfinite(length))
        return 1;
    const double least = length / most, power = power_of_ten_below(least);
    const double m = least / power * (1 - 1e-9);
    return power * (m <= 1 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10);
}

double ticks_time_step(double seconds, int most)
{
    static const double steps[] = {1,     2,     5,      10,     15,     30,      60,     120,
                                   300,   600,   900,    1800,   3600,   7200,    10800,  21600,
                                   43200, 86400, 172800, 432000, 604800, 1209600, 2592000};
    if (seconds / most <= 1)
        return ticks_step(seconds, most);
    for (size_t n = 0; n < sizeof steps / sizeof *steps; ++n)
        if (seconds / steps[n] <= most)
            return steps[n];
    return 86400 * ticks_step(seconds / 86400, most);
}

double ticks_round_up(double value)
{
    static const double rounds[] = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};
    if (!(value > 0) || !isfinite(value))
        return 0;
    const double power = power_of_ten_below(value), m = value / power * (1 - 1e-9);
    size_t n = 0;
    while (rounds[n] < m)
        ++n;
    return rounds[n] * power;
}

double ticks_first(double low, double step)
{
    return ceil(low / step - 1e-6) * step;
}

const char *ticks_text(double value, double step, char *out, size_t size)
{
    static const char minus[] = "\xe2\x88\x92", thin[] = "\xe2\x80\xaf";
    int decimals = 0;
    for (double s = step; decimals < 12 && fabs(s - nearbyint(s)) > 1e-6 * s; s *= 10)
        ++decimals;
    char digits[64];
    const double magnitude = fabs(value) < 1e-6 * step ? 0 : fabs(value);
    snprintf(digits, sizeof digits, "%.*f", decimals, magnitude);
    const size_t whole = strcspn(digits, ".");
    size_t used = 0;
    if (size > 0)
        *out = '\0';
    if (value < 0 && magnitude > 0)
        used += (size_t)snprintf(out, size, "%s", minus);
    for (size_t n = 0; digits[n] && used + 8 < size; ++n) {
        if (n > 0 && n < whole && (whole - n) % 3 == 0 && whole > 4)
            used += (size_t)snprintf(out + used, size - used, "%s", thin);
        used += (size_t)snprintf(out + used, size - used, "%c", digits[n]);
    }
    return out;
}

/* ---- time ---- */

clock_unit ticks_clock(double span)
{
    return span < 300      ? CLOCK_SECONDS
           : span < 10800  ? CLOCK_MINUTES
           : span < 432000 ? CLOCK_HOURS
                           : CLOCK_DAYS;
}

const char *ticks_clock_name(clock_unit unit)
{
    static const char *const names[] = {"s", "min", "h", "d"};
    return names[unit];
}

double ticks_clock_seconds(clock_unit unit)
{
    static const double lengths[] = {1, 60, 3600, 86400};
    return lengths[unit];
}

const char *ticks_zone(double seconds, char *out, size_t size)
{
    const long minutes = lround(fabs(seconds) / 60);
    snprintf(out, size, "UTC");
    if (minutes > 0)
        snprintf(out, size, "UTC%s%02ld:%02ld", seconds < 0 ? "\xe2\x88\x92" : "+", minutes / 60,
                 minutes % 60);
    return out;
}

const char *ticks_duration(double seconds, char *out, size_t size)
{
    const double whole = nearbyint(seconds);
    const long long s = (long long)whole;
    if (!(fabs(seconds) < 9e15))
        snprintf(out, size, "?");
    else if (seconds < 60 || (seconds < 600 && fabs(seconds - whole) > 1e-6))
        snprintf(out, size, "%.4g s", seconds);
    else if (s < 3600)
        s % 60 ? snprintf(out, size, "%lld min %lld s", s / 60, s % 60)
               : snprintf(out, size, "%lld min", s / 60);
    else if (s < 259200)
        s % 3600 / 60 ? snprintf(out, size, "%lld h %lld min", s / 3600, s % 3600 / 60)
                      : snprintf(out, size, "%lld h", s / 3600);
    else
        s % 86400 / 3600 ? snprintf(out, size, "%lld d %lld h", s / 86400, s % 86400 / 3600)
                         : snprintf(out, size, "%lld d", s / 86400);
    return out;
}

/* ---- logarithmic axes ---- */

const char *ticks_power(int power, char *out, size_t size)
{
    if (power < 0)
        snprintf(out, size, "1e\xe2\x88\x92%d", -power);
    else
        snprintf(out, size, "%g", pow(10, power));
    return out;
}

void ticks_spread(double *places, int count, double gap, double from, double to)
{
    for (int n = 0; n < count; ++n) {
        places[n] = fmax(places[n], from);
        from = places[n] + gap;
    }
    for (int n = count - 1; n >= 0; --n) {
        places[n] = fmin(places[n], to);
        to = places[n] - gap;
    }
}

/* ---- quantiles ---- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double ticks_quantile(const double *values, size_t n, double above, double q, long long *count)
{
    enum { SAMPLE = 100000 };
    size_t total = 0, kept = 0;
    for (size_t k = 0; k < n; ++k)
        total += isfinite(values[k]) && values[k] > above;
    const size_t stride = total / SAMPLE + 1;
    double *sample = malloc((total / stride + 1) * sizeof *sample);
    *count = sample ? (long long)total : -1;
    if (!sample)
        return NAN;
    size_t seen = 0;
    for (size_t k = 0; k < n; ++k)
        if (isfinite(values[k]) && values[k] > above && seen++ % stride == 0)
            sample[kept++] = values[k];
    qsort(sample, kept, sizeof *sample, ascending);
    const double result = kept ? sample[(size_t)(q * (double)(kept - 1) + 0.5)] : NAN;
    free(sample);
    return result;
}
