/* The proleptic Gregorian calendar. Days are counted, without tables. */
#include "base/dates.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

/* Days from 0001-01-01 to the first of January of a year. */
static int64_t days_before_year(int64_t year)
{
    const int64_t past = year - 1;
    return 365 * past + past / 4 - past / 100 + past / 400;
}

int64_t date_days(int year, int month, int day)
{
    int64_t days = days_before_year(year) - days_before_year(1970) + day - 1;
    for (int m = 1; m < month; ++m)
        days += days_in_month(year, m);
    return days;
}

int date_year(int64_t days)
{
    int year = (int)(1970 + days / 366) - (days < 0); /* not past it; then a few steps on */
    while (date_days(year + 1, 1, 1) <= days)
        ++year;
    while (date_days(year, 1, 1) > days)
        --year;
    return year;
}

/* Reads exactly `count` digits and moves on; -1 if there are fewer. */
static int digits(const char **text, int count)
{
    int value = 0;
    for (int k = 0; k < count; ++k, ++*text) {
        if (**text < '0' || **text > '9')
            return -1;
        value = 10 * value + (**text - '0');
    }
    return value;
}

static int skip(const char **text, const char *one_of)
{
    if (!**text || !strchr(one_of, **text))
        return 0;
    ++*text;
    return 1;
}

static int in(int value, int low, int high)
{
    return value >= low && value <= high;
}

static int read_day(const char **text, int64_t *days)
{
    const int year = digits(text, 4);
    if (year < 1 || !skip(text, "-"))
        return 0;
    const int month = digits(text, 2);
    if (!in(month, 1, 12) || !skip(text, "-"))
        return 0;
    const int day = digits(text, 2);
    if (!in(day, 1, days_in_month(year, month)))
        return 0;
    *days = date_days(year, month, day);
    return 1;
}

/* hh:mm[:ss[.fraction]] */
static int read_clock(const char **text, double *seconds)
{
    const int hour = digits(text, 2);
    if (!in(hour, 0, 23) || !skip(text, ":"))
        return 0;
    const int minute = digits(text, 2);
    if (!in(minute, 0, 59))
        return 0;
    *seconds = 3600 * hour + 60 * minute;
    if (!skip(text, ":"))
        return 1;
    const int second = digits(text, 2);
    if (!in(second, 0, 59))
        return 0;
    *seconds += second;
    if (!skip(text, "."))
        return 1;
    const char *first = *text;
    double fraction = 0, unit = 1;
    for (int d; (d = digits(text, 1)) >= 0;) {
        unit *= 10;
        fraction = fraction * 10 + d;
    }
    *seconds += isfinite(unit) ? fraction / unit : 0;
    return *text > first && *text - first <= 18;
}

/* Z, +01, +0100 or +01:00, as seconds east of Greenwich. */
static date_result read_zone(const char **text, double *offset)
{
    *offset = 0;
    if (!**text)
        return DATE_WITHOUT_ZONE;
    if (skip(text, "Zz"))
        return DATE_OK;
    const int west = **text == '-';
    if (!skip(text, "+-"))
        return DATE_WRONG;
    const int hours = digits(text, 2);
    int minutes = 0;
    if (skip(text, ":") || **text)
        minutes = digits(text, 2);
    if (!in(hours, 0, 14) || !in(minutes, 0, 59))
        return DATE_WRONG;
    *offset = (west ? -60 : 60) * (60 * hours + minutes);
    return DATE_OK;
}

date_result date_parse(const char *text, double *unix_seconds)
{
    int64_t days;
    double seconds = 0, offset = 0;
    date_result zone = DATE_WITHOUT_ZONE;
    if (!read_day(&text, &days))
        return DATE_WRONG;
    if (*text) {
        if (!skip(&text, "Tt ") || !read_clock(&text, &seconds))
            return DATE_WRONG;
        if (*text == ' ' && text[1])
            ++text;
        zone = read_zone(&text, &offset);
    }
    if (zone == DATE_WRONG || *text)
        return DATE_WRONG;
    *unix_seconds = 86400.0 * (double)days + seconds - offset;
    return zone;
}

const char *date_format(double unix_seconds, char *out, size_t size)
{
    const double first = 86400.0 * (double)date_days(1, 1, 1);
    const double last = 86400.0 * (double)date_days(9999, 12, 31) + 86399;
    if (!(unix_seconds >= first && unix_seconds <= last)) {
        snprintf(out, size, "no date");
        return out;
    }
    /* Whole microseconds: the precision of a double for present dates. */
    int64_t whole = (int64_t)floor(unix_seconds);
    int micro = (int)lround((unix_seconds - (double)whole) * 1e6);
    if (micro == 1000000) {
        ++whole;
        micro = 0;
    }
    int64_t days = whole / 86400 - (whole % 86400 < 0);
    const int second = (int)(whole - 86400 * days);
    const int year = date_year(days);
    days -= date_days(year, 1, 1);
    int month = 1;
    for (; days >= days_in_month(year, month); ++month)
        days -= days_in_month(year, month);
    char decimals[16] = "";
    if (micro > 0) {
        int width = 6;
        for (; micro % 10 == 0; micro /= 10)
            --width;
        snprintf(decimals, sizeof decimals, ".%0*d", width, micro);
    }
    snprintf(out, size, "%04d-%02d-%02dT%02d:%02d:%02d%sZ", year, month, (int)days + 1,
             second / 3600, second / 60 % 60, second % 60, decimals);
    return out;
}
