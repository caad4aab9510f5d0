/* Instants: ISO 8601 with a zone, as seconds since 1970-01-01T00:00Z (proleptic, no
 * leap seconds). */
#ifndef SPATE_BASE_DATES_H
#define SPATE_BASE_DATES_H

#include <stddef.h>

typedef enum { DATE_OK, DATE_WRONG, DATE_WITHOUT_ZONE } date_result;

/* "2024-01-02T00:00Z", "2024-01-02 00:00:30.5+01:00", "2024-01-02T00:00Z". The zone is required. */
date_result date_parse(const char *text, double *unix_seconds);
/* "2024-01-02T00:00:00Z", with a fraction of a second if it is not 0. Returns out. */
const char *date_format(double unix_seconds, char *out, size_t size);

#endif
