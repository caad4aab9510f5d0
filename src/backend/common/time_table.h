/* A quantity against time in the memory of a part, with its value and integral at any time: the
 * same on every backend. Times in s since the start of the run, f64. */
#ifndef SPATE_BACKEND_TIME_TABLE_H
#define SPATE_BACKEND_TIME_TABLE_H

#include "base/host_device.h"

typedef struct time_table {
    int count; /* 0: the quantity is zero */
    int hold;  /* values hold until the next time; else they are interpolated */
    const double *t, *value;
    const double *integral; /* from t[0] to t[k] */
} time_table;

/* The interval k with t[k] <= at < t[k + 1]: -1 before the first, count - 1 from the last on. */
SPATE_BOTH int table_interval(const time_table *s, double at)
{
    int low = -1, high = s->count;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (s->t[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

SPATE_BOTH double table_value(const time_table *s, double at)
{
    if (s->count == 0)
        return 0;
    const int k = table_interval(s, at);
    if (k < 0)
        return s->value[0];
    if (k == s->count - 1 || s->hold)
        return s->value[k];
    const double share = (at - s->t[k]) / (s->t[k + 1] - s->t[k]);
    return s->value[k] + share * (s->value[k + 1] - s->value[k]);
}

/* Integral from t[0] to `at`; before t[0] it is negative times the first value. */
SPATE_BOTH double table_integral(const time_table *s, double at)
{
    if (s->count == 0)
        return 0;
    const int k = table_interval(s, at);
    if (k < 0)
        return s->value[0] * (at - s->t[0]);
    const double last = s->hold ? s->value[k] : 0.5 * (s->value[k] + table_value(s, at));
    return s->integral[k] + last * (at - s->t[k]);
}

#endif
