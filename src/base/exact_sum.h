/* Order-free sums: values are rounded once to a fixed unit and added as 128-bit integers, so any
 * order, any number of threads, parts and ranks give the same total. */
#ifndef SPATE_BASE_EXACT_SUM_H
#define SPATE_BASE_EXACT_SUM_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/host_device.h"

/* Unit 2^-60: depths of 8 km on 2^40 cells stay far from overflow (2^113 of 2^127), and the
 * rounding of one value (2^-61) is below the rounding of any f64 depth above 4 mm. */
#define EXACT_SUM_UNIT_EXPONENT 60
#define EXACT_SUM_UNITS 0x1p60

typedef struct exact_sum {
    uint64_t low;
    int64_t high; /* two's complement over both words */
} exact_sum;

__extension__ typedef __int128 exact_wide;
__extension__ typedef unsigned __int128 exact_wide_bits;

SPATE_BOTH exact_wide exact_sum_load(const exact_sum *sum)
{
    return (exact_wide)(((exact_wide_bits)(uint64_t)sum->high << 64) | sum->low);
}

SPATE_BOTH void exact_sum_store(exact_sum *sum, exact_wide total)
{
    sum->low = (uint64_t)(exact_wide_bits)total;
    sum->high = (int64_t)(total >> 64);
}

/* Values from 2^-8 have no bit below the unit, and most of them are such: depths, energies. Their
 * significand is shifted, in a third of the time. Returns 0 for others. */
SPATE_BOTH int exact_sum_add_multiple(exact_sum *sum, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    if (exponent < 52 - EXACT_SUM_UNIT_EXPONENT || exponent >= 64)
        return value == 0;
    const exact_wide size = (exact_wide)((bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52)
                            << (exponent - 52 + EXACT_SUM_UNIT_EXPONENT);
    exact_sum_store(sum, exact_sum_load(sum) + (bits >> 63 ? -size : size));
    return 1;
}

/* Adds a finite value with |value| < 2^64. */
SPATE_BOTH void exact_sum_add(exact_sum *sum, double value)
{
#if !SPATE_IN_KERNEL /* threads of a GPU go together: there the other way is always taken */
    if (exact_sum_add_multiple(sum, value))
        return;
#endif
    /* The scaled value may need more than 64 bits. It is split into a whole part and a fraction of
     * 2^60 units, both exact: truncation leaves an exact rest for either sign. */
    const double whole = trunc(value);
    const double units = nearbyint((value - whole) * EXACT_SUM_UNITS);
    const double top = trunc(whole * 0x1p-32); /* in two steps: GPUs convert to 64 bits */
    const exact_wide integer = (exact_wide)(int64_t)top * ((exact_wide)1 << 32) +
                               (exact_wide)(int64_t)(whole - top * 0x1p32);
    exact_sum_store(sum, exact_sum_load(sum) +
                             integer * ((exact_wide)1 << EXACT_SUM_UNIT_EXPONENT) +
                             (exact_wide)(int64_t)units);
}

SPATE_BOTH void exact_sum_merge(exact_sum *sum, const exact_sum *other)
{
    exact_sum_store(sum, exact_sum_load(sum) + exact_sum_load(other));
}

/* The nearest f64. */
SPATE_BOTH double exact_sum_value(const exact_sum *sum)
{
    exact_wide total = exact_sum_load(sum);
    const int negative = total < 0;
    exact_wide_bits size = negative ? -(exact_wide_bits)total : (exact_wide_bits)total;
    /* Reduces to 64 bits and keeps the lost bits as a sticky last bit. The conversion then rounds
     * as from all 128 bits. */
    int shift = 0;
    const uint64_t top = (uint64_t)(size >> 64);
    if (top) {
        shift = 64;
        for (uint64_t t = top; !(t >> 63); t <<= 1)
            --shift;
        const exact_wide_bits cut = size & (((exact_wide_bits)1 << shift) - 1);
        size = (size >> shift) | (cut != 0);
    }
    const double value = (double)(uint64_t)size;
    return ldexp(negative ? -value : value, shift - EXACT_SUM_UNIT_EXPONENT);
}

#endif
