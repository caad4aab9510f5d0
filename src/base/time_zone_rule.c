/* Rules of POSIX for summer time. */
#include "base/time_zone_rule.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/dates.h"

/* ---- reading ---- */

static int whole(const char **at, int most, int *value)
{
    *value = 0;
    int digits = 0;
    for (; **at >= '0' && **at <= '9' && *value <= most; ++*at, ++digits)
        *value = 10 * *value + (**at - '0');
    return digits > 0 && *value <= most;
}

static int skip(const char **at, char c)
{
    const int there = **at == c;
    *at += there;
    return there;
}

/* "BST" or "<+0330>": only its place matters. */
static int abbreviation(const char **at)
{
    const char *from = *at;
    if (skip(at, '<')) {
        *at += strcspn(*at, ">");
        return skip(at, '>');
    }
    while ((**at >= 'A' && **at <= 'Z') || (**at >= 'a' && **at <= 'z'))
        ++*at;
    return *at - from >= 3;
}

/* [+-]hh[:mm[:ss]] in seconds. */
static int clock_time(const char **at, int most_hours, double *seconds)
{
    int part[3] = {0};
    const int negative = skip(at, '-');
    if (!negative)
        skip(at, '+');
    if (!whole(at, most_hours, &part[0]))
        return 0;
    for (int k = 1; k < 3 && skip(at, ':'); ++k)
        if (!whole(at, 59, &part[k]))
            return 0;
    *seconds = (negative ? -1 : 1) * (3600.0 * part[0] + 60 * part[1] + part[2]);
    return 1;
}

static int day_of_rule(const char **at, rule_day *d)
{
    *d = (rule_day){.time = 7200};
    int ok;
    if (skip(at, 'M')) {
        ok = whole(at, 12, &d->month) && skip(at, '.') && whole(at, 5, &d->week) && skip(at, '.') &&
             whole(at, 6, &d->day) && d->month > 0 && d->week > 0;
    } else {
        d->kind = skip(at, 'J') ? RULE_JULIAN : RULE_ZERO_BASED;
        ok = whole(at, 365, &d->day) && (d->kind == RULE_ZERO_BASED || d->day > 0);
    }
    return ok && (!skip(at, '/') || clock_time(at, 167, &d->time));
}

int time_zone_rule_parse(const char *text, time_zone_rule *out)
{
    double west;
    *out = (time_zone_rule){0};
    if (!abbreviation(&text) || !clock_time(&text, 24, &west))
        return 0;
    out->offset = -west;
    if (!*text)
        return 1;
    out->has_summer = 1;
    out->summer_offset = out->offset + 3600;
    if (!abbreviation(&text))
        return 0;
    if (*text != ',') {
        if (!clock_time(&text, 24, &west))
            return 0;
        out->summer_offset = -west;
    }
    return skip(&text, ',') && day_of_rule(&text, &out->begins) && skip(&text, ',') &&
           day_of_rule(&text, &out->ends) && !*text;
}

/* ---- using ---- */

/* The last day of a month is found from the first of the next. */
static int64_t weekday_of_month(int year, const rule_day *d)
{
    const int64_t first = date_days(year, d->month, 1);
    const int64_t next =
        d->month == 12 ? date_days(year + 1, 1, 1) : date_days(year, d->month + 1, 1);
    const int64_t weekday = ((first + 4) % 7 + 7) % 7; /* 1970-01-01 was a Thursday */
    int64_t day = first + (d->day - weekday + 7) % 7 + 7 * (d->week - 1);
    while (day >= next)
        day -= 7;
    return day;
}

/* Local seconds since 1970 of the change in a year. */
static double change(const rule_day *d, int year)
{
    int64_t day;
    if (d->kind == RULE_WEEKDAY) {
        day = weekday_of_month(year, d);
    } else {
        const int64_t first = date_days(year, 1, 1);
        const int leap = date_days(year, 3, 1) - first == 60;
        day = first + d->day; /* RULE_JULIAN never counts the 29th of February */
        if (d->kind == RULE_JULIAN)
            day += (leap && d->day >= 60) - 1;
    }
    return 86400.0 * (double)day + d->time;
}

double time_zone_rule_offset(const time_zone_rule *r, double unix_seconds)
{
    if (!r->has_summer)
        return r->offset;
    const int year = date_year((int64_t)floor((unix_seconds + r->offset) / 86400));
    const double begins = change(&r->begins, year) - r->offset;
    const double ends = change(&r->ends, year) - r->summer_offset;
    const int summer = begins < ends ? unix_seconds >= begins && unix_seconds < ends
                                     : unix_seconds >= begins || unix_seconds < ends;
    return summer ? r->summer_offset : r->offset;
}
