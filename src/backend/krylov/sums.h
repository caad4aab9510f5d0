/* Order-free sums of tile sums. Each is multiplied by a power of two that brings the total near
 * 2^KRY_SUM_PLACE, rounded to a multiple of 2^-60 and added as an integer (base/exact_sum.h). Any
 * order, and any division into parts and ranks, gives the same total. The power follows from the
 * total before, which all parts know. Where that is too far off, or none is known, it follows from
 * the largest tile sum. */
#ifndef SPATE_BACKEND_KRYLOV_SUMS_H
#define SPATE_BACKEND_KRYLOV_SUMS_H

#include <stdint.h>
#include <string.h>

#include "base/exact_sum.h"
#include "base/host_device.h"

/* A total of T tile sums has an error of at most T 2^-61 units. Between 2^KRY_SUM_LEAST and
 * 2^KRY_SUM_MOST units it is 2^-53 of the total for 2^20 tiles at any signs of the errors, and for
 * more where signs vary; 2^62 tile sums of the largest size do not overflow. */
enum { KRY_SUM_PLACE = 40, KRY_SUM_LEAST = 12, KRY_SUM_MOST = 62 };
enum { KRY_NO_EXPONENT = 1 << 20, KRY_EXPONENT_MOST = 1000 };

typedef struct kry_total {
    exact_sum sum;
    int64_t outside; /* tile sums too large for the exponent, NaN or infinite */
} kry_total;

/* 2^e for |e| <= 1000. */
SPATE_BOTH double kry_power(int e)
{
    const uint64_t bits = (uint64_t)(e + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* e with 2^e <= |v| < 2^(e+1); -1023 for 0 and smaller values. */
SPATE_BOTH int kry_exponent(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return (int)(bits >> 52 & 2047) - 1023;
}

/* The exponent that brings a value to its place. */
SPATE_BOTH int kry_sum_exponent(double v)
{
    const int e = KRY_SUM_PLACE - kry_exponent(v);
    return e > KRY_EXPONENT_MOST    ? KRY_EXPONENT_MOST
           : e < -KRY_EXPONENT_MOST ? -KRY_EXPONENT_MOST
                                    : e;
}

SPATE_BOTH void kry_total_add(kry_total *t, double tile_sum, double power)
{
    const double units = tile_sum * power, most = kry_power(KRY_SUM_MOST);
    if (units < most && units > -most)
        exact_sum_add(&t->sum, units);
    else
        ++t->outside;
}

/* Whether a total made with this exponent is accurate. */
SPATE_BOTH int kry_total_fits(const kry_total *t, int exponent)
{
    const double units = exact_sum_value(&t->sum), least = kry_power(KRY_SUM_LEAST);
    return t->outside == 0 && (units >= least || units <= -least || exponent == KRY_EXPONENT_MOST);
}

SPATE_BOTH double kry_total_value(const kry_total *t, int exponent)
{
    return exact_sum_value(&t->sum) * kry_power(-exponent);
}

#endif
