/* Helpers of all solvers: values by precision, checks of pointers, agreement of ranks. */
#ifndef SPATE_SOLVERS_COMMON_H
#define SPATE_SOLVERS_COMMON_H

#include <stddef.h>
#include <stdint.h>

#include "base/context.h"

static inline size_t solver_value_bytes(int precision)
{
    return precision == 32 ? sizeof(float) : sizeof(double);
}

static inline double solver_value(int precision, const void *array, ptrdiff_t index)
{
    return precision == 32 ? (double)((const float *)array)[index] : ((const double *)array)[index];
}

/* A sum, product or quotient of two floats, computed in double and rounded, equals the float
 * result. */
static inline double solver_rounded(int precision, double value)
{
    return precision == 32 ? (double)(float)value : value;
}

static inline int solver_finite(double value)
{
    return value - value == 0;
}

static inline double solver_magnitude(double x)
{
    return x < 0 ? -x : x;
}

int64_t solver_common_divisor(int64_t a, int64_t b);

/* SPATE_ERROR_ARGUMENT if p is NULL or misaligned. part: for the message; -1: not of a part. */
spate_status solver_check_pointer(spate_context *ctx, const char *name, int part, const void *p,
                                  size_t value_bytes);

/* True if the values are the same on all ranks; none may be NaN. Collective. */
int solver_same_on_ranks(spate_context *ctx, const double *values, int count);
/* Collective. */
double solver_min_over_ranks(spate_context *ctx, double mine);

/* Items first ... end - 1 of `items` for the calling thread of a team. Returns its number. */
int solver_thread_range(int64_t items, int64_t *first, int64_t *end);

/* Divides one block of memory into aligned pieces; with base NULL it only computes the size. */
typedef struct block_carver {
    char *base;
    size_t used;
} block_carver;
void *solver_carve(block_carver *c, size_t bytes);

#endif
