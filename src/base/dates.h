/* Instants: ISO 8601 with a zone, as seconds since 1970-01-01T00:00Z (proleptic, no
 * leap seconds). */
#ifndef SPATE_BASE_DATES_H
#define SPATE_BASE_DATES_H

#include <stddef.h>
#include <stdint.h>

typedef enum { DATE_OK, DATE_WRONG, DATE_WITHOUT_ZONE } date_result;

/* "2024-01-02T00:00Z", "2024-01-02 00:00:30.5+01:00", "2024-01-02T00:00Z". Where there is no zone
 * (DATE_WITHOUT_ZONE, also for a day alone), *unix_seconds is what the clock would say at UTC:
 * base/time_zone.h knows what that is elsewhere. */
date_result date_parse(const char *text, double *unix_seconds);
/* "2024-01-02T00:00:00Z", with a fraction of a second if it is not 0. Returns out. */
const char *date_format(double unix_seconds, char *out, size_t size);

/* Days from 1970-01-01 to a day of the calendar; the year that a number of days falls into. */
int64_t date_days(int year, int month, int day);
int date_year(int64_t days);

#endif
