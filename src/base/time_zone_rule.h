/* The rule at the end of a file of the time zone database: what holds after its last transition, as
 * in the variable TZ of POSIX ("GMT0BST,M3.5.0/1,M10.5.0"). */
#ifndef SPATE_BASE_TIME_ZONE_RULE_H
#define SPATE_BASE_TIME_ZONE_RULE_H

typedef struct rule_day { /* a day of every year, and a time on it */
    enum { RULE_WEEKDAY, RULE_JULIAN, RULE_ZERO_BASED } kind;
    int month, week, day; /* RULE_WEEKDAY: week 5 is the last; otherwise day is that of the year */
    double time;          /* s after midnight, may be negative or more than a day */
} rule_day;

typedef struct time_zone_rule {
    int has_summer;
    double offset, summer_offset; /* s east of Greenwich */
    rule_day begins, ends;        /* summer time, each in the local time before the change */
} time_zone_rule;

/* 0: this is not such a rule. */
int time_zone_rule_parse(const char *text, time_zone_rule *out);
double time_zone_rule_offset(const time_zone_rule *r, double unix_seconds);

#endif
