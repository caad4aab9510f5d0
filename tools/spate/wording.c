/* Numbers for people. */
#include "wording.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Blanks between groups of three digits of a whole number. */
static const char *grouped(const char *digits, const char *rest, char *out, size_t size)
{
    const size_t length = strlen(digits), sign = *digits == '-';
    size_t used = 0;
    for (size_t k = 0; k < length && used + 2 < size; ++k) {
        if (k > sign && (length - k) % 3 == 0)
            out[used++] = ' ';
        out[used++] = digits[k];
    }
    snprintf(out + used, size - used, "%s", rest);
    return out;
}

const char *word_count(int64_t n, char *out, size_t size)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%lld", (long long)n);
    return grouped(digits, "", out, size);
}

const char *word_volume(double m3, char *out, size_t size)
{
    if (!(fabs(m3) < 1e15)) {
        snprintf(out, size, "%.6g", m3);
        return out;
    }
    char text[64], rest[8];
    snprintf(text, sizeof text, "%.2f", m3);
    char *dot = strchr(text, '.');
    snprintf(rest, sizeof rest, "%.3s", dot);
    *dot = '\0';
    return grouped(text, rest, out, size);
}

const char *word_duration(double seconds, char *out, size_t size)
{
    const long long s = llround(seconds);
    if (seconds < 60)
        snprintf(out, size, "%.3g s", seconds);
    else if (s < 3600)
        snprintf(out, size, s % 60 ? "%lld min %02lld s" : "%lld min", s / 60, s % 60);
    else if (s < 100 * 3600)
        snprintf(out, size, s / 60 % 60 ? "%lld h %02lld min" : "%lld h", s / 3600, s / 60 % 60);
    else
        snprintf(out, size, "%.1f days", seconds / 86400);
    return out;
}

const char *word_bytes(double bytes, char *out, size_t size)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    int k = 0;
    while (bytes >= 1000 && k < 5) {
        bytes /= 1000;
        ++k;
    }
    snprintf(out, size, bytes < 10 && k > 0 ? "%.1f %s" : "%.0f %s", bytes, units[k]);
    return out;
}
