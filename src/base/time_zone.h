/* Time zones: from what a clock on a wall says to instants. Knows fixed offsets and the time zone
 * database of the system (/usr/share/zoneinfo, or $TZDIR), whose files it reads itself: the zone of
 * the process is neither used nor changed. */
#ifndef SPATE_BASE_TIME_ZONE_H
#define SPATE_BASE_TIME_ZONE_H

#include <stddef.h>

typedef struct time_zone time_zone;

/* "+01:00", "-0330", "Z", "UTC", or a name of the database such as "Europe/London". NULL with a
 * sentence about the name in `why`. */
time_zone *time_zone_open(const char *name, char *why, size_t size);
/* The bytes of a file of the database (TZif of version 2 or later, RFC 8536). */
time_zone *time_zone_parse(const unsigned char *bytes, size_t length, char *why, size_t size);
void time_zone_close(time_zone *z);

/* Seconds east of Greenwich at an instant (s since 1970, UTC). */
double time_zone_offset(const time_zone *z, double unix_seconds);
/* The instants at which clocks show `local` (s since 1970 as if it were UTC), the earlier first.
 * Returns how many there are: 0 where clocks were put forward over it, 2 where they were put
 * back. */
int time_zone_instants(const time_zone *z, double local, double unix_seconds[2]);

#endif
