/* Instants as text. */
#include "base/dates.h"

#include "check.h"

static void a_date_is_seconds_since_1970(void)
{
    static const struct {
        const char *text;
        double seconds;
    } good[] = {
        {"1970-01-01T00:00Z", 0},
        {"1970-01-01T00:00:01z", 1},
        {"2024-01-02T00:00Z", 1704153600},
        {"2024-01-02 00:00:30.5+01:00", 1704153600 + 30.5 - 3600},
        {"2024-01-02T00:00 -0330", 1704153600 + 12600},
        {"2024-01-02T00:00+14", 1704153600 - 14 * 3600},
        {"2024-02-29T12:00Z", 1709208000},
        {"2000-02-29T00:00Z", 951782400},
        {"1969-12-31T23:59:59Z", -1},
        {"1959-12-02T20:13Z", -318138420}, /* Malpasset */
        {"0001-01-01T00:00Z", -62135596800},
        {"9999-12-31T23:59:59Z", 253402300799},
    };
    for (size_t n = 0; n < sizeof good / sizeof *good; ++n) {
        double seconds = NAN;
        if (!CHECK(date_parse(good[n].text, &seconds) == DATE_OK && seconds == good[n].seconds))
            printf("  %s: %.17g\n", good[n].text, seconds);
    }
}

static void texts_that_are_no_dates_are_refused(void)
{
    static const struct {
        const char *text;
        date_result result;
    } bad[] = {
        {"2024-01-02", DATE_WITHOUT_ZONE},
        {"2024-01-02T00:00", DATE_WITHOUT_ZONE},
        {"2024-01-02 00:00:30.5", DATE_WITHOUT_ZONE},
        {"", DATE_WRONG},
        {"60 h", DATE_WRONG},
        {"02.01.2024", DATE_WRONG},
        {"2024-1-2T00:00Z", DATE_WRONG},
        {"2024-13-02T00:00Z", DATE_WRONG},
        {"2024-00-02T00:00Z", DATE_WRONG},
        {"2023-02-29T00:00Z", DATE_WRONG},
        {"1900-02-29T00:00Z", DATE_WRONG},
        {"2024-01-32T00:00Z", DATE_WRONG},
        {"0000-01-01T00:00Z", DATE_WRONG},
        {"2024-01-02T24:00Z", DATE_WRONG},
        {"2024-01-02T00:60Z", DATE_WRONG},
        {"2024-01-02T00:00:60Z", DATE_WRONG},
        {"2024-01-02T00Z", DATE_WRONG},
        {"2024-01-02T00:00:00.Z", DATE_WRONG},
        {"2024-01-02T00:00ZZ", DATE_WRONG},
        {"2024-01-02T00:00Z ", DATE_WRONG},
        {"2024-01-02T00:00+1", DATE_WRONG},
        {"2024-01-02T00:00+15", DATE_WRONG},
        {"2024-01-02T00:00CET", DATE_WRONG},
    };
    for (size_t n = 0; n < sizeof bad / sizeof *bad; ++n) {
        double seconds = 77;
        if (!CHECK(date_parse(bad[n].text, &seconds) == bad[n].result &&
                   (seconds == 77) == (bad[n].result == DATE_WRONG)))
            printf("  %s\n", bad[n].text);
    }
}

static void a_fraction_of_any_length_ends_well(void)
{
    char text[600] = "2024-01-02T00:00:00.";
    double seconds = 0;
    memset(text + strlen(text), '9', 500);
    CHECK(date_parse(text, &seconds) == DATE_WRONG);
}

static void a_date_is_written_in_utc(void)
{
    char text[40], cut[8];
    CHECK(strcmp(date_format(0, text, sizeof text), "1970-01-01T00:00:00Z") == 0);
    CHECK(strcmp(date_format(1704153630.5, text, sizeof text), "2024-01-02T00:00:30.5Z") == 0);
    CHECK(strcmp(date_format(-1, text, sizeof text), "1969-12-31T23:59:59Z") == 0);
    CHECK(strcmp(date_format(-0.25, text, sizeof text), "1969-12-31T23:59:59.75Z") == 0);
    CHECK(strcmp(date_format(59.99999999, text, sizeof text), "1970-01-01T00:01:00Z") == 0);
    CHECK(strcmp(date_format(NAN, text, sizeof text), "no date") == 0);
    CHECK(strcmp(date_format(1e300, text, sizeof text), "no date") == 0);
    CHECK(strlen(date_format(0, cut, sizeof cut)) == sizeof cut - 1);
}

static void what_is_written_reads_back(void)
{
    for (int n = 0; n < 20000; ++n) {
        const double t = floor(draw_between(-62135596800., 253402300799.));
        double back = NAN;
        char text[40];
        CHECK(date_parse(date_format(t, text, sizeof text), &back) == DATE_OK && back == t);
    }
}

int main(void)
{
    RUN(a_date_is_seconds_since_1970);
    RUN(texts_that_are_no_dates_are_refused);
    RUN(a_fraction_of_any_length_ends_well);
    RUN(a_date_is_written_in_utc);
    RUN(what_is_written_reads_back);
    return check_done();
}
