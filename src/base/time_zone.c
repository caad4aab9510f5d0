/* Zones as lists of transitions with a rule for the time after them. */
#include "base/time_zone.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dates.h"
#include "base/text.h"
#include "base/time_zone_rule.h"

enum { LARGEST_FILE = 1 << 20, MOST_KINDS = 256 };
/* Far beyond every date, so that sums of seconds stay exact and years fit into an int. */
static const double earliest = -6.3e10, latest = 2.6e11;

struct time_zone {
    int count; /* of transitions */
    double *at;
    uint8_t *kind; /* from at[k] on */
    int kinds;
    double offset[MOST_KINDS]; /* s east; [0] before the first transition */
    int has_rule;
    time_zone_rule rule; /* from the last transition on */
};

static time_zone *refuse(time_zone *z, char *why, size_t size, const char *sentence)
{
    snprintf(why, size, "%s", sentence);
    time_zone_close(z);
    return NULL;
}

/* ---- files of the database ---- */

typedef struct head { /* numbers of items in a block */
    uint32_t utc_flags, standard_flags, leaps, times, kinds, letters;
} head;

enum { HEAD = 44 };

static uint64_t big_endian(const unsigned char *b, int bytes)
{
    uint64_t value = 0;
    for (int k = 0; k < bytes; ++k)
        value = value << 8 | b[k];
    return value;
}

static int read_head(const unsigned char *b, size_t length, head *h)
{
    if (length < HEAD || memcmp(b, "TZif", 4) != 0 || b[4] < '2')
        return 0;
    uint32_t *const items[6] = {&h->utc_flags, &h->standard_flags, &h->leaps,
                                &h->times,     &h->kinds,          &h->letters};
    for (int k = 0; k < 6; ++k) {
        *items[k] = (uint32_t)big_endian(b + 20 + 4 * k, 4);
        if (*items[k] > LARGEST_FILE)
            return 0;
    }
    return h->kinds > 0 && h->kinds <= MOST_KINDS;
}

static size_t block_bytes(const head *h, size_t time_bytes)
{
    return (time_bytes + 1) * h->times + 6 * (size_t)h->kinds + h->letters +
           (time_bytes + 4) * h->leaps + h->standard_flags + h->utc_flags;
}

static int read_block(time_zone *z, const unsigned char *b, const head *h)
{
    const unsigned char *kinds = b + 8 * (size_t)h->times, *about = kinds + h->times;
    z->kinds = (int)h->kinds;
    for (int k = 0; k < z->kinds; ++k) {
        z->offset[k] = (int32_t)(uint32_t)big_endian(about + 6 * k, 4);
        if (fabs(z->offset[k]) > 26 * 3600)
            return 0;
    }
    z->at = malloc(((size_t)h->times + 1) * sizeof *z->at);
    z->kind = malloc((size_t)h->times + 1);
    if (!z->at || !z->kind)
        return 0;
    for (uint32_t k = 0; k < h->times; ++k) {
        const double at = (double)(int64_t)big_endian(b + 8 * (size_t)k, 8);
        if (kinds[k] >= h->kinds || (z->count > 0 && !(at > z->at[z->count - 1])))
            return 0;
        z->at[z->count] = at;
        z->kind[z->count++] = kinds[k];
    }
    return 1;
}

/* "\nGMT0BST,M3.5.0/1,M10.5.0\n" */
static int read_rule(time_zone *z, const unsigned char *b, size_t length)
{
    char text[128];
    const unsigned char *end = length > 1 ? memchr(b + 1, '\n', length - 1) : NULL;
    if (length < 2 || b[0] != '\n' || !end || end - b > (long)sizeof text)
        return 0;
    const size_t count = (size_t)(end - b) - 1;
    memcpy(text, b + 1, count);
    text[count] = '\0';
    z->has_rule = count > 0;
    return count == 0 || time_zone_rule_parse(text, &z->rule);
}

time_zone *time_zone_parse(const unsigned char *bytes, size_t length, char *why, size_t size)
{
    static const char *const broken = "its file in the time zone database is damaged; install "
                                      "tzdata again, or write an offset such as +01:00";
    head h = {0};
    time_zone *z = calloc(1, sizeof *z);
    if (!z)
        return refuse(z, why, size, "there is no memory to read it");
    if (!read_head(bytes, length, &h))
        return refuse(z, why, size, broken);
    const size_t first = HEAD + block_bytes(&h, 4); /* the same with 32 bits, for old programs */
    if (first > length || !read_head(bytes + first, length - first, &h))
        return refuse(z, why, size, broken);
    const size_t at = first + HEAD, count = block_bytes(&h, 8);
    if (h.leaps > 0)
        return refuse(z, why, size,
                      "it counts leap seconds, as no other clock does; use the same name "
                      "without right/");
    if (count > length - at || !read_block(z, bytes + at, &h) ||
        !read_rule(z, bytes + at + count, length - at - count))
        return refuse(z, why, size, broken);
    return z;
}

/* ---- names ---- */

/* A name must not lead out of the database. */
static int is_plain(const char *name)
{
    for (const char *c = name; *c; ++c)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
              strchr("_+-/", *c)))
            return 0;
    return *name && *name != '/' && strlen(name) < 200;
}

static int fixed_offset(const char *name, double *offset)
{
    char date[64];
    double seconds;
    if (strlen(name) > 6 || !strchr("+-Zz", *name))
        return 0;
    snprintf(date, sizeof date, "1970-01-01T00:00%s", name);
    if (date_parse(date, &seconds) != DATE_OK)
        return 0;
    *offset = -seconds;
    return 1;
}

time_zone *time_zone_open(const char *name, char *why, size_t size)
{
    double offset = 0;
    if (fixed_offset(name, &offset) || strcmp(name, "UTC") == 0) {
        time_zone *z = calloc(1, sizeof *z);
        if (!z)
            return refuse(z, why, size, "there is no memory to read it");
        z->kinds = 1;
        z->offset[0] = offset;
        return z;
    }
    const char *given = getenv("TZDIR"), *folder = given && *given ? given : "/usr/share/zoneinfo";
    char path[4096];
    size_t length = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *bytes = is_plain(name) ? text_file_read(path, LARGEST_FILE, &length) : NULL;
    if (!bytes) {
        snprintf(path, sizeof path, "%s/Etc/UTC", folder);
        char *utc = text_file_read(path, LARGEST_FILE, &length);
        snprintf(why, size,
                 utc ? "it is not in the time zone database %s; write a name such as "
                       "Europe/London (capitals matter), or an offset such as +01:00"
                     : "there is no time zone database in %s (Debian: apt-get install tzdata); "
                       "write an offset such as +01:00",
                 folder);
        free(utc);
        return NULL;
    }
    time_zone *z = time_zone_parse((const unsigned char *)bytes, length, why, size);
    free(bytes);
    return z;
}

void time_zone_close(time_zone *z)
{
    if (!z)
        return;
    free(z->at);
    free(z->kind);
    free(z);
}

/* ---- instants ---- */

double time_zone_offset(const time_zone *z, double unix_seconds)
{
    int low = -1, high = z->count;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (z->at[middle] <= unix_seconds)
            low = middle;
        else
            high = middle;
    }
    if (low == z->count - 1 && z->has_rule)
        return time_zone_rule_offset(&z->rule, unix_seconds);
    return z->offset[low < 0 ? 0 : z->kind[low]];
}

/* Every offset of the zone is tried; those that hold at the instant that they lead to count. */
int time_zone_instants(const time_zone *z, double local, double unix_seconds[2])
{
    int found = 0;
    if (!(local > earliest && local < latest))
        return 0;
    for (int k = 0; k < z->kinds + 2 * z->has_rule && found < 2; ++k) {
        const double offset = k < z->kinds         ? z->offset[k]
                              : k == z->kinds      ? z->rule.offset
                              : z->rule.has_summer ? z->rule.summer_offset
                                                   : z->rule.offset;
        const double instant = local - offset;
        if (time_zone_offset(z, instant) != offset || (found && unix_seconds[0] == instant))
            continue;
        unix_seconds[found++] = instant;
    }
    if (found == 2 && unix_seconds[1] < unix_seconds[0]) {
        const double later = unix_seconds[0];
        unix_seconds[0] = unix_seconds[1];
        unix_seconds[1] = later;
    }
    return found;
}
