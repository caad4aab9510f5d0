/* The Thomas algorithm in plain loops. Compiled once per precision. */
#ifndef SPATE_BACKEND_REFERENCE_ADI_THOMAS_H
#define SPATE_BACKEND_REFERENCE_ADI_THOMAS_H

#include "physics/adi.h"

/* A line with two ends: the first row has no a, the last no c. upper, value: count values each. */
static inline void adi_thomas(const adi_row *r, int count, calc *upper, calc *value)
{
    for (int n = 0; n < count; ++n) {
        const calc pivot = n ? r[n].b - r[n].a * upper[n - 1] : r[n].b;
        upper[n] = r[n].c / pivot;
        value[n] = (n ? r[n].d - r[n].a * value[n - 1] : r[n].d) / pivot;
    }
    for (int n = count - 2; n >= 0; --n)
        value[n] = value[n] - upper[n] * value[n + 1];
}

/* A periodic line of at least 2 rows: the last unknown is left out, and found from its influence
 * on the others (reply). */
static inline void adi_thomas_ring(const adi_row *r, int count, calc *upper, calc *value,
                                   calc *reply)
{
    const int last = count - 1;
    for (int n = 0; n < last; ++n) {
        const calc pivot = n ? r[n].b - r[n].a * upper[n - 1] : r[n].b;
        const calc coupling = (n == 0 ? r[n].a : C(0)) + (n == last - 1 ? r[n].c : C(0));
        upper[n] = (n == last - 1 ? C(0) : r[n].c) / pivot;
        value[n] = (n ? r[n].d - r[n].a * value[n - 1] : r[n].d) / pivot;
        reply[n] = (n ? coupling - r[n].a * reply[n - 1] : coupling) / pivot;
    }
    for (int n = last - 2; n >= 0; --n) {
        value[n] = value[n] - upper[n] * value[n + 1];
        reply[n] = reply[n] - upper[n] * reply[n + 1];
    }
    value[last] = (r[last].d - r[last].a * value[last - 1] - r[last].c * value[0]) /
                  (r[last].b - r[last].a * reply[last - 1] - r[last].c * reply[0]);
    for (int n = 0; n < last; ++n)
        value[n] = value[n] - reply[n] * value[last];
}

#endif
