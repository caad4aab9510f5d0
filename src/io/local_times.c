/* Dates of tables. */
#include "io/local_times.h"

#include <math.h>
#include <stdio.h>

int local_times_open(local_times *l, const char *name, char *why, size_t size)
{
    char sentence[512];
    *l = (local_times){.name = name, .previous = -INFINITY};
    if (!name)
        return 1;
    l->zone = time_zone_open(name, sentence, sizeof sentence);
    if (!l->zone)
        snprintf(why, size, "the zone \"%.60s\" cannot be used: %s", name, sentence);
    return l->zone != NULL;
}

void local_times_close(local_times *l)
{
    time_zone_close(l->zone);
    l->zone = NULL;
}

date_result local_times_read(local_times *l, const char *text, double *unix_seconds, char *why,
                             size_t size)
{
    double local = 0, instants[2] = {0};
    why[0] = '\0';
    const date_result read = date_parse(text, &local);
    *unix_seconds = l->previous = read == DATE_OK ? local : l->previous;
    if (read != DATE_WITHOUT_ZONE || !l->zone)
        return read;
    const int count = time_zone_instants(l->zone, local, instants);
    if (count == 0) {
        snprintf(why, size,
                 "a time that did not exist in %.60s: clocks were put forward over it; correct it, "
                 "or write the zone of the logger's clock (zone: +00:00)",
                 l->name);
        return DATE_WRONG;
    }
    *unix_seconds = l->previous = instants[count == 2 && !(instants[0] > l->previous)];
    return DATE_OK;
}
