/* The dates of a table in the order of its rows, with or without a zone of their own. Where clocks
 * are put back an hour occurs twice: a row then has the first of the two instants, or the second if
 * the first is not after the row before it. */
#ifndef SPATE_IO_LOCAL_TIMES_H
#define SPATE_IO_LOCAL_TIMES_H

#include "base/dates.h"
#include "base/time_zone.h"

typedef struct local_times {
    const char *name; /* of the zone */
    time_zone *zone;  /* NULL: every date needs a zone */
    double previous;  /* the last instant read, s since 1970 */
} local_times;

/* name NULL: none. Returns 0 with a sentence where the zone is unknown. */
int local_times_open(local_times *l, const char *name, char *why, size_t size);
void local_times_close(local_times *l);
/* As date_parse. A local time that no clock showed is DATE_WRONG with a sentence in `why`, which is
 * "" otherwise. */
date_result local_times_read(local_times *l, const char *text, double *unix_seconds, char *why,
                             size_t size);

#endif
