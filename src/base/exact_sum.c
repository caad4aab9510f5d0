/* 128-bit fixed-point accumulation. */
#include "base/exact_sum.h"

#include <math.h>

__extension__ typedef __int128 wide;

static wide load(const exact_sum *sum)
{
    return (wide)(((unsigned __int128)(uint64_t)sum->high << 64) | sum->low);
}

static void store(exact_sum *sum, wide total)
{
    sum->low = (uint64_t)(unsigned __int128)total;
    sum->high = (int64_t)(total >> 64);
}

void exact_sum_add(exact_sum *sum, double value)
{
    /* The scaled value may need more than 64 bits: split it into a whole part and a fraction of
     * 2^60 units, both exact (a truncated value leaves an exact rest, whatever the sign). */
    const double whole = trunc(value);
    const double units = nearbyint(ldexp(value - whole, EXACT_SUM_UNIT_EXPONENT));
    store(sum, load(sum) + (wide)whole * ((wide)1 << EXACT_SUM_UNIT_EXPONENT) + (wide)units);
}

void exact_sum_merge(exact_sum *sum, const exact_sum *other)
{
    store(sum, load(sum) + load(other));
}

double exact_sum_value(const exact_sum *sum)
{
    return ldexp((double)load(sum), -EXACT_SUM_UNIT_EXPONENT);
}
