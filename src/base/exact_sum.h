/* Order-free sums: values are rounded once to a fixed unit and added as 128-bit integers, so any
 * order, any number of threads, parts and ranks give the same total. */
#ifndef SPATE_BASE_EXACT_SUM_H
#define SPATE_BASE_EXACT_SUM_H

#include <stdint.h>

/* Unit 2^-60: depths of 8 km on 2^40 cells stay far from overflow (2^113 of 2^127), and the rounding
 * of one value (2^-61) is below the rounding of any f64 depth above 4 mm. */
#define EXACT_SUM_UNIT_EXPONENT 60

typedef struct exact_sum {
    uint64_t low;
    int64_t high; /* two's complement over both words */
} exact_sum;

/* Adds a finite value with |value| < 2^64. */
void exact_sum_add(exact_sum *sum, double value);
void exact_sum_merge(exact_sum *sum, const exact_sum *other);
double exact_sum_value(const exact_sum *sum);

#endif
