/* Totals over the parts of all ranks. */
#include <math.h>

#include "parallel/comm.h"
#include "solvers/krylov/solver.h"

/* Adds the tile sums of all parts of this rank. */
static kry_total total_here(const kry_solver *s, int sum, int exponent)
{
    kry_total total = {{0, 0}, 0};
    for (int n = 0; n < s->part_count; ++n)
        s->cg->add_total(&s->parts[n], sum, exponent, &total);
    return total;
}

/* One message: the sums, and the counts of tile sums that did not fit. */
static void add_ranks(kry_solver *s, kry_total *totals, int count)
{
    exact_sum words[2 * KRY_SUMS];
    for (int k = 0; k < count; ++k) {
        words[2 * k] = totals[k].sum;
        words[2 * k + 1] = (exact_sum){.low = (uint64_t)totals[k].outside};
    }
    comm_sum_exact_list(s->ctx->comm, words, 2 * count);
    for (int k = 0; k < count; ++k)
        totals[k] = (kry_total){words[2 * k], (int64_t)words[2 * k + 1].low};
    s->stats.reductions += comm_size(s->ctx->comm) > 1;
}

/* Sums whose place is not known, from the largest tile sum. */
static void reduce_afresh(kry_solver *s, int sum, double *value)
{
    double largest = 0;
    for (int n = 0; n < s->part_count; ++n) {
        const double here = s->cg->largest(&s->parts[n], sum);
        largest = here > largest ? here : largest;
    }
    comm_max(s->ctx->comm, &largest, 1);
    s->stats.reductions += comm_size(s->ctx->comm) > 1;
    if (largest == 0 || !(largest < INFINITY)) {
        *value = largest == 0 ? 0 : NAN;
        return;
    }
    const int exponent = kry_sum_exponent(largest);
    kry_total total = total_here(s, sum, exponent);
    add_ranks(s, &total, 1);
    *value = kry_total_value(&total, exponent);
}

void kry_reduce(kry_solver *s, const int *sums, int count, double *values)
{
    kry_total totals[KRY_SUMS];
    int *exponents = s->scalars->exponent, known = 0;
    for (int k = 0; k < count; ++k)
        known += exponents[sums[k]] != KRY_NO_EXPONENT;
    if (known == count) {
        for (int k = 0; k < count; ++k)
            totals[k] = total_here(s, sums[k], exponents[sums[k]]);
        add_ranks(s, totals, count);
    }
    for (int k = 0; k < count; ++k) {
        const int exponent = exponents[sums[k]];
        if (known == count && kry_total_fits(&totals[k], exponent))
            values[k] = kry_total_value(&totals[k], exponent);
        else
            reduce_afresh(s, sums[k], &values[k]);
        exponents[sums[k]] = values[k] != 0 && kry_is_finite(values[k])
                                 ? kry_sum_exponent(values[k])
                                 : KRY_NO_EXPONENT;
    }
}
