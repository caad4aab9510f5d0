/* Time zones against dates known from almanacs, and from the definition of their rules. */
#include "base/time_zone.h"

#include <stdlib.h>

#include "base/dates.h"
#include "base/time_zone_rule.h"
#include "check.h"
#include "tiny_zone.h"

static double instant(const char *date)
{
    double seconds = NAN;
    CHECK(date_parse(date, &seconds) == DATE_OK);
    return seconds;
}

/* The instants of a local time, as "first second". */
static int is(const time_zone *z, const char *local, const char *first, const char *second)
{
    double when = 0, found[2] = {NAN, NAN};
    CHECK(date_parse(local, &when) == DATE_WITHOUT_ZONE);
    const int count = time_zone_instants(z, when, found);
    return count == (first != NULL) + (second != NULL) && (!first || found[0] == instant(first)) &&
           (!second || found[1] == instant(second));
}

static void a_local_date_is_what_the_clock_shows(void)
{
    double seconds;
    CHECK(date_parse("1970-01-02T03:04:05.5", &seconds) == DATE_WITHOUT_ZONE);
    CHECK(seconds == 86400 + 3 * 3600 + 4 * 60 + 5.5);
    CHECK(date_parse("1970-01-02", &seconds) == DATE_WITHOUT_ZONE && seconds == 86400);
    CHECK(date_parse("1970-01-02T03:04 o'clock", &seconds) == DATE_WRONG);
}

static void fixed_offsets_need_no_database(void)
{
    char why[512];
    static const struct {
        const char *name, *utc;
    } zones[] = {{"+01:00", "2024-01-01T23:00Z"},
                 {"-0330", "2024-01-02T03:30Z"},
                 {"Z", "2024-01-02T00:00Z"},
                 {"UTC", "2024-01-02T00:00Z"}};
    for (int k = 0; k < 4; ++k) {
        time_zone *z = time_zone_open(zones[k].name, why, sizeof why);
        CHECK(z && is(z, "2024-01-02T00:00", zones[k].utc, NULL));
        time_zone_close(z);
    }
    static const char *const wrong[] = {"",   "+99:00",      "../../etc/passwd", "/etc/passwd",
                                        "+1", "Mars/Olympus"};
    for (int k = 0; k < 6; ++k) {
        CHECK(time_zone_open(wrong[k], why, sizeof why) == NULL);
        CHECK_CONTAINS(why, "such as +01:00");
    }
}

static void london(const time_zone *z)
{
    CHECK(is(z, "2024-01-02T12:00", "2024-01-02T12:00Z", NULL));
    CHECK(is(z, "2024-07-02T12:00", "2024-07-02T11:00Z", NULL));
    CHECK(is(z, "2024-03-31T00:59:59", "2024-03-31T00:59:59Z", NULL));
    CHECK(is(z, "2024-03-31T01:00", NULL, NULL));
    CHECK(is(z, "2024-03-31T01:59:59", NULL, NULL));
    CHECK(is(z, "2024-03-31T02:00", "2024-03-31T01:00Z", NULL));
    CHECK(is(z, "2024-10-27T01:00", "2024-10-27T00:00Z", "2024-10-27T01:00Z"));
    CHECK(is(z, "2024-10-27T02:00", "2024-10-27T02:00Z", NULL));
}

static void names_of_the_database_follow_its_rules(void)
{
    char why[512];
    time_zone *z = time_zone_open("Europe/London", why, sizeof why);
    if (!z) {
        printf("  left out: %s\n", why);
        return;
    }
    london(z);
    CHECK(is(z, "1970-07-01T12:00", "1970-07-01T11:00Z", NULL)); /* British Standard Time */
    CHECK(is(z, "2099-07-01T12:00", "2099-07-01T11:00Z", NULL)); /* beyond the list, by the rule */
    CHECK(is(z, "2099-10-25T01:30", "2099-10-25T00:30Z", "2099-10-25T01:30Z"));
    time_zone_close(z);
    z = time_zone_open("America/New_York", why, sizeof why);
    CHECK(z && is(z, "2024-11-03T01:30", "2024-11-03T05:30Z", "2024-11-03T06:30Z"));
    time_zone_close(z);
    z = time_zone_open("Australia/Lord_Howe", why, sizeof why); /* by half an hour, in the south */
    CHECK(z && is(z, "2024-10-06T02:15", NULL, NULL));
    CHECK(z && is(z, "2024-12-25T12:00", "2024-12-25T01:00Z", NULL));
    CHECK(z && is(z, "2024-07-01T12:00", "2024-07-01T01:30Z", NULL));
    time_zone_close(z);
}

static void rules_of_posix_hold_in_every_year(void)
{
    time_zone_rule r;
    CHECK(time_zone_rule_parse("GMT0BST,M3.5.0/1,M10.5.0", &r) && r.summer_offset == 3600);
    for (int year = 2024; year < 2124; ++year) { /* at 01:00 UTC of a last Sunday */
        const double day = 86400.0 * (double)date_days(year, 3, 31);
        double sunday = day;
        while (((int64_t)(sunday / 86400) + 4) % 7 != 0)
            sunday -= 86400;
        CHECK(time_zone_rule_offset(&r, sunday + 3599) == 0);
        CHECK(time_zone_rule_offset(&r, sunday + 3600) == 3600);
    }
    CHECK(time_zone_rule_parse("<+03>-3", &r) && !r.has_summer && r.offset == 3 * 3600);
    /* Day 60 of J is the first of March in every year; without J it is the 29th of February. */
    CHECK(time_zone_rule_parse("AAA0BBB,J60/0,J100/0", &r));
    CHECK(time_zone_rule_offset(&r, instant("2024-02-29T23:59Z")) == 0);
    CHECK(time_zone_rule_offset(&r, instant("2024-03-01T00:00Z")) == 3600);
    CHECK(time_zone_rule_parse("AAA0BBB,59/0,100/0", &r));
    CHECK(time_zone_rule_offset(&r, instant("2024-02-29T00:00Z")) == 3600);
    static const char *const wrong[] = {"",          "A0",
                                        "AAA",       "AAA0BBB",
                                        "AAA0B,",    "AAA0BBB,M3.5",
                                        "AAA0,M3.5", "AAA0BBB,M13.5.0,M10.5.0",
                                        "<+0",       "AAA99"};
    for (int k = 0; k < 10; ++k)
        CHECK(!time_zone_rule_parse(wrong[k], &r));
}

static void a_file_made_by_hand_is_london_in_2024(void)
{
    unsigned char file[TINY_ZONE_ROOM];
    char why[512];
    const size_t length = tiny_zone(file);
    time_zone *z = time_zone_parse(file, length, why, sizeof why);
    if (CHECK(z != NULL))
        london(z);
    time_zone_close(z);
    for (size_t cut = 0; cut < length - 1; ++cut) { /* every byte is needed */
        z = time_zone_parse(file, cut, why, sizeof why);
        CHECK(z == NULL && strstr(why, "damaged"));
        time_zone_close(z);
    }
    file[44 + 20 + 20 + 11] = 1; /* leap seconds */
    CHECK(time_zone_parse(file, length, why, sizeof why) == NULL);
    CHECK_CONTAINS(why, "leap seconds");
}

int main(void)
{
    RUN(a_local_date_is_what_the_clock_shows);
    RUN(fixed_offsets_need_no_database);
    RUN(names_of_the_database_follow_its_rules);
    RUN(rules_of_posix_hold_in_every_year);
    RUN(a_file_made_by_hand_is_london_in_2024);
    return check_done();
}
