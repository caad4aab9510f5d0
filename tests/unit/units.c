/* Quantities as text. */
#include "base/units.h"

#include <float.h>

#include "check.h"

/* Factors from the definitions of the units; three roundings at most. */
static void a_quantity_comes_out_in_si(void)
{
    static const struct {
        const char *text;
        unit_kind kind;
        double si;
    } good[] = {
        {"20 mm/h", UNIT_RATE, 20e-3 / 3600},
        {"20mm/h", UNIT_RATE, 20e-3 / 3600},
        {" 20  mm / h ", UNIT_RATE, 20e-3 / 3600},
        {"1 in/h", UNIT_RATE, 0.0254 / 3600},
        {"24 mm/d", UNIT_RATE, 24e-3 / 86400},
        {"2 mm/min", UNIT_RATE, 2e-3 / 60},
        {"100 l/s/ha", UNIT_RATE, 1e-5},
        {"36 l/m2/h", UNIT_RATE, 1e-5},
        {"1e3", UNIT_LENGTH, 1000},
        {"-0.42 m", UNIT_LENGTH, -0.42},
        {"+.5 km", UNIT_LENGTH, 500},
        {"5. cm", UNIT_LENGTH, 0.05},
        {"10 ft", UNIT_LENGTH, 3.048},
        {"2 in", UNIT_LENGTH, 0.0508},
        {"1 mi", UNIT_LENGTH, 1609.344},
        {"7 mm", UNIT_LENGTH, 0.007},
        {"90", UNIT_TIME, 90},
        {"15 min", UNIT_TIME, 900},
        {"60 h", UNIT_TIME, 216000},
        {"2 d", UNIT_TIME, 172800},
        {"1 week", UNIT_TIME, 604800},
        {"250 ms", UNIT_TIME, 0.25},
        {"1.5 hours", UNIT_TIME, 5400},
        {"12 m3/s", UNIT_DISCHARGE, 12},
        {"12 m\xc2\xb3/s", UNIT_DISCHARGE, 12},
        {"12 m^3/s", UNIT_DISCHARGE, 12},
        {"12 m3 s-1", UNIT_DISCHARGE, 12},
        {"12 m\xc2\xb3\xc2\xb7s\xe2\x81\xbb\xc2\xb9", UNIT_DISCHARGE, 12},
        {"-250 l/s", UNIT_DISCHARGE, -0.25},
        {"86.4 ML/d", UNIT_DISCHARGE, 1},
        {"100 cfs", UNIT_DISCHARGE, 2.8316846592},
        {"100 ft3/s", UNIT_DISCHARGE, 2.8316846592},
        {"36 km/h", UNIT_SPEED, 10},
        {"10 kn", UNIT_SPEED, 18520. / 3600},
        {"10 mph", UNIT_SPEED, 4.4704},
        {"3 m/s", UNIT_SPEED, 3},
        {"45", UNIT_ANGLE, 45},
        {"45 deg", UNIT_ANGLE, 45},
        {"45\xc2\xb0", UNIT_ANGLE, 45},
        {"3.141592653589793 rad", UNIT_ANGLE, 180},
        {"1e-4 1/s", UNIT_FREQUENCY, 1e-4},
        {"1e-4 s-1", UNIT_FREQUENCY, 1e-4},
        {"1.6e-11 1/(m s)", UNIT_BETA, 1.6e-11},
        {"1.6e-11 1/( m s ) ", UNIT_BETA, 1.6e-11},
        {"1.6e-11 1/m/s", UNIT_BETA, 1.6e-11},
        {"1.6e-11 m-1 s-1", UNIT_BETA, 1.6e-11},
        {"1.6e-8 1/(km s)", UNIT_BETA, 1.6e-11},
        {"101325 Pa", UNIT_PRESSURE, 101325},
        {"1013.25 hPa", UNIT_PRESSURE, 101325},
        {"1013.25 mbar", UNIT_PRESSURE, 101325},
        {"101.325 kPa", UNIT_PRESSURE, 101325},
        {"0.035", UNIT_NONE, 0.035},
        {"0.2 %", UNIT_NONE, 0.002},
    };
    for (size_t n = 0; n < sizeof good / sizeof *good; ++n) {
        double si = NAN;
        if (!CHECK(quantity_parse(good[n].text, good[n].kind, &si) == QUANTITY_OK))
            printf("  %s\n", good[n].text);
        CHECK_NEAR(si, good[n].si, 3 * DBL_EPSILON * fabs(good[n].si));
    }
}

static void texts_that_are_no_quantities_are_refused(void)
{
    static const struct {
        const char *text;
        unit_kind kind;
        quantity_result result;
    } bad[] = {
        {"", UNIT_LENGTH, QUANTITY_NOT_A_NUMBER},
        {"m", UNIT_LENGTH, QUANTITY_NOT_A_NUMBER},
        {"nan", UNIT_LENGTH, QUANTITY_NOT_A_NUMBER},
        {"inf", UNIT_LENGTH, QUANTITY_NOT_A_NUMBER},
        {"-", UNIT_LENGTH, QUANTITY_NOT_A_NUMBER},
        {".", UNIT_LENGTH, QUANTITY_NOT_A_NUMBER},
        {"1e999", UNIT_LENGTH, QUANTITY_NOT_A_NUMBER},
        {"1e308 km", UNIT_LENGTH, QUANTITY_NOT_A_NUMBER},
        {"data/rain.csv", UNIT_RATE, QUANTITY_NOT_A_NUMBER},
        {"20", UNIT_RATE, QUANTITY_UNIT_MISSING},
        {"20 ", UNIT_DISCHARGE, QUANTITY_UNIT_MISSING},
        {"3", UNIT_SPEED, QUANTITY_UNIT_MISSING},
        {"1e-4", UNIT_FREQUENCY, QUANTITY_UNIT_MISSING},
        {"1e-11", UNIT_BETA, QUANTITY_UNIT_MISSING},
        {"1e-11 1/s", UNIT_BETA, QUANTITY_UNIT_UNKNOWN},
        {"1e-11 1/(m s", UNIT_BETA, QUANTITY_UNIT_UNKNOWN},
        {"1e-11 1/(m s ", UNIT_BETA, QUANTITY_UNIT_UNKNOWN},
        {"1e-11 1/m s)", UNIT_BETA, QUANTITY_UNIT_UNKNOWN},
        {"1e-11 1/(m/s)", UNIT_BETA, QUANTITY_UNIT_UNKNOWN},
        {"1e-11 1/()", UNIT_BETA, QUANTITY_UNIT_UNKNOWN},
        {"1013", UNIT_PRESSURE, QUANTITY_UNIT_MISSING},
        {"1013 m", UNIT_PRESSURE, QUANTITY_UNIT_UNKNOWN},
        {"3 hPa", UNIT_LENGTH, QUANTITY_UNIT_UNKNOWN},
        {"3 %", UNIT_PRESSURE, QUANTITY_UNIT_UNKNOWN},
        {"0x10", UNIT_LENGTH, QUANTITY_UNIT_UNKNOWN},
        {"1,5", UNIT_LENGTH, QUANTITY_UNIT_UNKNOWN},
        {"5 s", UNIT_LENGTH, QUANTITY_UNIT_UNKNOWN},
        {"5 m", UNIT_TIME, QUANTITY_UNIT_UNKNOWN},
        {"5 m", UNIT_NONE, QUANTITY_UNIT_UNKNOWN},
        {"20 mm", UNIT_RATE, QUANTITY_UNIT_UNKNOWN},
        {"20 mm/", UNIT_RATE, QUANTITY_UNIT_UNKNOWN},
        {"20 /h", UNIT_RATE, QUANTITY_UNIT_UNKNOWN},
        {"20 m/s/", UNIT_RATE, QUANTITY_UNIT_UNKNOWN},
        {"20 m9/s", UNIT_RATE, QUANTITY_UNIT_UNKNOWN},
        {"20 m0", UNIT_NONE, QUANTITY_UNIT_UNKNOWN},
        {"20 m/s m/s", UNIT_RATE, QUANTITY_UNIT_UNKNOWN},
        {"20 m m m m m/m/m/m/m/s", UNIT_RATE, QUANTITY_UNIT_UNKNOWN},
        {"1 2", UNIT_LENGTH, QUANTITY_UNIT_UNKNOWN},
        {"5 furlongs", UNIT_LENGTH, QUANTITY_UNIT_UNKNOWN},
        {"5 mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm", UNIT_LENGTH,
         QUANTITY_UNIT_UNKNOWN},
    };
    for (size_t n = 0; n < sizeof bad / sizeof *bad; ++n) {
        double si = 77;
        if (!CHECK(quantity_parse(bad[n].text, bad[n].kind, &si) == bad[n].result))
            printf("  %s\n", bad[n].text);
        CHECK(si == 77);
    }
}

static void a_unit_by_itself_has_its_factor(void)
{
    CHECK_NEAR(unit_factor(UNIT_RATE, "mm/h"), 1e-3 / 3600, 1e-22);
    CHECK(unit_factor(UNIT_LENGTH, "ft") == 0.3048);
    CHECK(unit_factor(UNIT_LENGTH, "s") == 0);
    CHECK(unit_factor(UNIT_LENGTH, "") == 0);
    CHECK(unit_factor(UNIT_LENGTH, "m ") == 1);
    CHECK(unit_factor(UNIT_NONE, "-") == 1);
    CHECK(unit_factor(UNIT_NONE, "s s-1") == 1);
}

/* What is suggested and what is printed must be understood again. */
static void examples_and_si_units_are_of_their_kind(void)
{
    for (int k = 0; k < UNIT_KINDS; ++k) {
        const unit_kind kind = (unit_kind)k;
        if (kind == UNIT_NONE)
            continue;
        CHECK(unit_factor(kind, unit_si(kind)) == 1);
        CHECK(unit_factor(kind, unit_example(kind)) > 0);
    }
    CHECK(unit_may_be_bare(UNIT_LENGTH) && unit_may_be_bare(UNIT_TIME));
    CHECK(!unit_may_be_bare(UNIT_RATE) && !unit_may_be_bare(UNIT_DISCHARGE));
}

static void a_number_alone_is_the_whole_text(void)
{
    double value = 77;
    CHECK(number_parse("-1.5e-3", &value) && value == -1.5e-3);
    value = 77;
    CHECK(!number_parse("1 ", &value) && !number_parse(" 1", &value) &&
          !number_parse("1m", &value));
    CHECK(!number_parse("", &value) && !number_parse("1e", &value) && !number_parse("nan", &value));
    CHECK(!number_parse("1.2.3", &value) && !number_parse("--1", &value));
    CHECK(value == 77);
}

int main(void)
{
    RUN(a_quantity_comes_out_in_si);
    RUN(texts_that_are_no_quantities_are_refused);
    RUN(a_unit_by_itself_has_its_factor);
    RUN(examples_and_si_units_are_of_their_kind);
    RUN(a_number_alone_is_the_whole_text);
    return check_done();
}
