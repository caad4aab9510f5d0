/* Fast reading of ordinary numbers: at most 15 digits and an exact power of ten. All others need
 * number_parse (base/units.h). */
#ifndef SPATE_IO_DECIMAL_H
#define SPATE_IO_DECIMAL_H

#include <stdint.h>

/* Returns 1 if the text is such a number. Mantissa and power are exact doubles, so the one
 * operation between them rounds correctly (Clinger 1990). */
static inline int decimal_fast(const char *text, int length, double *value)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *at = text, *const end = text + length;
    const int negative = at < end && *at == '-';
    at += negative;
    uint64_t mantissa = 0; /* may wrap around; then there are too many digits */
    int digits = 0, decimals = 0, exponent = 0;
    for (; at < end && *at >= '0' && *at <= '9'; ++at, ++digits)
        mantissa = 10 * mantissa + (uint64_t)(*at - '0');
    if (at < end && *at == '.') {
        for (++at; at < end && *at >= '0' && *at <= '9'; ++at, ++digits, ++decimals)
            mantissa = 10 * mantissa + (uint64_t)(*at - '0');
    }
    if (digits < 1 || digits > 15)
        return 0;
    if (at < end && (*at == 'e' || *at == 'E')) {
        ++at;
        const int down = at < end && *at == '-';
        at += at < end && (*at == '-' || *at == '+');
        if (end - at < 1 || end - at > 3)
            return 0;
        for (; at < end && *at >= '0' && *at <= '9'; ++at)
            exponent = 10 * exponent + (*at - '0');
        exponent = down ? -exponent : exponent;
    }
    exponent -= decimals;
    if (at < end || exponent < -22 || exponent > 22)
        return 0;
    const double size =
        exponent < 0 ? (double)mantissa / powers[-exponent] : (double)mantissa * powers[exponent];
    *value = negative ? -size : size;
    return 1;
}

#endif
