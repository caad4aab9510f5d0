/* A unit is a product of powers of named units; its kind follows from its dimensions, so that
 * "mm/h", "l/s/ha" and "m s-1" need no list of combinations. */
#include "base/units.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Factor to SI = up / down: kept apart so that 20 mm/h is rounded once, not at every step. */
typedef struct dimension {
    int metres, seconds, degrees, pascals; /* exponents; nothing here has a mass by itself */
    double up, down;
} dimension;

static const struct {
    const char *names; /* separated by blanks */
    dimension value;
} units[] = {
    {"m metre metres meter meters", {1, 0, 0, 0, 1, 1}},
    {"mm", {1, 0, 0, 0, 1, 1000}},
    {"cm", {1, 0, 0, 0, 1, 100}},
    {"dm", {1, 0, 0, 0, 1, 10}},
    {"km", {1, 0, 0, 0, 1000, 1}},
    {"ft foot feet", {1, 0, 0, 0, 3048, 10000}},
    {"in inch inches", {1, 0, 0, 0, 254, 10000}},
    {"yd", {1, 0, 0, 0, 9144, 10000}},
    {"mi mile miles", {1, 0, 0, 0, 1609344, 1000}},
    {"ha", {2, 0, 0, 0, 10000, 1}},
    {"l L", {3, 0, 0, 0, 1, 1000}},
    {"Ml ML", {3, 0, 0, 0, 1000, 1}},
    {"s sec second seconds", {0, 1, 0, 0, 1, 1}},
    {"ms", {0, 1, 0, 0, 1, 1000}},
    {"min minute minutes", {0, 1, 0, 0, 60, 1}},
    {"h hr hour hours", {0, 1, 0, 0, 3600, 1}},
    {"d day days", {0, 1, 0, 0, 86400, 1}},
    {"week weeks", {0, 1, 0, 0, 604800, 1}},
    {"cfs", {3, -1, 0, 0, 28316846592, 1e12}},
    {"cumec cumecs", {3, -1, 0, 0, 1, 1}},
    {"kn kt knot knots", {1, -1, 0, 0, 1852, 3600}},
    {"mph", {1, -1, 0, 0, 1609344, 3600000}},
    {"kph", {1, -1, 0, 0, 1000, 3600}},
    {"deg degree degrees", {0, 0, 1, 0, 1, 1}},
    {"rad", {0, 0, 1, 0, 180, 3.14159265358979323846}},
    {"Hz", {0, -1, 0, 0, 1, 1}},
    {"Pa", {0, 0, 0, 1, 1, 1}},
    {"hPa mbar mb", {0, 0, 0, 1, 100, 1}},
    {"kPa", {0, 0, 0, 1, 1000, 1}},
    {"%", {0, 0, 0, 0, 1, 100}},
    {"-", {0, 0, 0, 0, 1, 1}},
};

static const struct {
    int metres, seconds, degrees, pascals, bare;
    const char *si, *example;
} kinds[UNIT_KINDS] = {
    [UNIT_NONE] = {0, 0, 0, 0, 1, "", ""},
    [UNIT_LENGTH] = {1, 0, 0, 0, 1, "m", "m"},
    [UNIT_TIME] = {0, 1, 0, 0, 1, "s", "s"},
    [UNIT_RATE] = {1, -1, 0, 0, 0, "m/s", "mm/h"},
    [UNIT_DISCHARGE] = {3, -1, 0, 0, 0, "m3/s", "m3/s"},
    [UNIT_SPEED] = {1, -1, 0, 0, 0, "m/s", "m/s"},
    [UNIT_ANGLE] = {0, 0, 1, 0, 1, "deg", "deg"},
    [UNIT_FREQUENCY] = {0, -1, 0, 0, 0, "1/s", "1/s"},
    [UNIT_BETA] = {-1, -1, 0, 0, 0, "1/(m s)", "1/(m s)"},
    [UNIT_PRESSURE] = {0, 0, 0, 1, 0, "Pa", "hPa"},
};

/* Replaces typographic signs by plain ones. Returns 0 if the text is too long for a unit. */
static int plain(const char *text, char *out, size_t size)
{
    static const char *const signs[][2] = {
        {"\xc2\xb9", "1"},
        {"\xc2\xb2", "2"},
        {"\xc2\xb3", "3"},
        {"\xe2\x81\xbb", "-"},
        {"\xe2\x88\x92", "-"},
        {"\xc2\xb7", " "},
        {"\xc2\xb0", "deg"},
        {"*", " "},
        {"^", ""},
    };
    size_t used = 0;
    while (*text) {
        char one[2] = {*text, 0};
        const char *as = one;
        size_t taken = 1;
        for (size_t k = 0; k < sizeof signs / sizeof *signs; ++k)
            if (strncmp(text, signs[k][0], strlen(signs[k][0])) == 0) {
                as = signs[k][1];
                taken = strlen(signs[k][0]);
            }
        if (used + strlen(as) >= size)
            return 0;
        memcpy(out + used, as, strlen(as));
        used += strlen(as);
        text += taken;
    }
    out[used] = 0;
    return 1;
}

static const dimension *named(const char *word, size_t length)
{
    for (size_t k = 0; k < sizeof units / sizeof *units; ++k)
        for (const char *n = units[k].names; *n; n += *n == ' ') {
            const size_t size = strcspn(n, " ");
            if (size == length && strncmp(n, word, length) == 0)
                return &units[k].value;
            n += size;
        }
    return NULL;
}

static void multiply(dimension *product, const dimension *by, int power)
{
    for (int k = 0; k < abs(power); ++k) {
        product->up *= power > 0 ? by->up : by->down;
        product->down *= power > 0 ? by->down : by->up;
    }
    product->metres += power * by->metres;
    product->seconds += power * by->seconds;
    product->degrees += power * by->degrees;
    product->pascals += power * by->pascals;
}

/* "m3", "s-1": a name and its exponent. Returns the rest of the text, NULL if there is no such
 * factor. */
static const char *one_factor(const char *text, int sign, dimension *product)
{
    size_t length = 0;
    while (isalpha((unsigned char)text[length]))
        ++length;
    if (length == 0 && (*text == '%' || (*text == '-' && !isdigit((unsigned char)text[1]))))
        length = 1;
    const dimension *unit = length > 0 ? named(text, length) : NULL;
    if (!unit)
        return NULL;
    text += length;
    int power = 1;
    const int minus = *text == '-';
    if (isdigit((unsigned char)text[minus])) {
        power = text[minus] - '0';
        text += minus + 1;
        if (minus)
            power = -power;
    }
    if (power == 0 || abs(power) > 3 || isalnum((unsigned char)*text))
        return NULL;
    multiply(product, unit, sign * power);
    return text;
}

static int read_unit(const char *text, dimension *out)
{
    char buffer[48];
    *out = (dimension){0, 0, 0, 0, 1, 1};
    if (!plain(text, buffer, sizeof buffer))
        return 0;
    const char *at = buffer + strspn(buffer, " ");
    if (at[0] == '1' && at[strspn(at + 1, " ") + 1] == '/') /* "1/s" */
        ++at;
    if (!*at)
        return 0;
    int factors = 0, bracket = 0;
    while (*at) {
        at += strspn(at, " ");
        const int inverse = *at == '/';
        if (inverse && bracket)
            return 0;
        at += inverse;
        at += strspn(at, " ");
        if (factors > 0 && !*at && !inverse)
            return !bracket; /* blanks at the end */
        if (inverse && *at == '(') {
            bracket = 1;
            at += 1 + strspn(at + 1, " ");
        }
        at = one_factor(at, inverse || bracket ? -1 : 1, out);
        if (!at || ++factors > 4)
            return 0;
        const char *const end = at + strspn(at, " ");
        if (bracket && *end == ')') {
            bracket = 0;
            at = end + 1;
        }
    }
    return factors > 0 && !bracket;
}

static int is_of(unit_kind kind, const dimension *d)
{
    return d->metres == kinds[kind].metres && d->seconds == kinds[kind].seconds &&
           d->degrees == kinds[kind].degrees && d->pascals == kinds[kind].pascals;
}

double unit_factor(unit_kind kind, const char *unit)
{
    dimension d;
    return read_unit(unit, &d) && is_of(kind, &d) ? d.up / d.down : 0;
}

int unit_may_be_bare(unit_kind kind)
{
    return kinds[kind].bare;
}

const char *unit_example(unit_kind kind)
{
    return kinds[kind].example;
}

const char *unit_si(unit_kind kind)
{
    return kinds[kind].si;
}

/* Length of the number that the text begins with: sign, digits, point, exponent. 0 if there is
 * none. */
static size_t number_length(const char *text)
{
    static const char digits[] = "0123456789";
    size_t at = *text == '+' || *text == '-';
    const size_t whole = strspn(text + at, digits);
    at += whole;
    size_t decimals = 0;
    if (text[at] == '.') {
        decimals = strspn(text + at + 1, digits);
        at += 1 + decimals;
    }
    if (whole + decimals == 0)
        return 0;
    if (text[at] == 'e' || text[at] == 'E') {
        const size_t sign = text[at + 1] == '+' || text[at + 1] == '-';
        const size_t exponent = strspn(text + at + 1 + sign, digits);
        if (exponent > 0)
            at += 1 + sign + exponent;
    }
    return at;
}

static int convert(const char *text, size_t length, double *value)
{
    char copy[128];
    if (length == 0 || length >= sizeof copy)
        return 0;
    memcpy(copy, text, length);
    copy[length] = 0;
    char *point = strchr(copy, '.');
    if (point) /* strtod needs the decimal point of the locale */
        *point = *localeconv()->decimal_point;
    char *end;
    *value = strtod(copy, &end);
    return *end == 0 && isfinite(*value);
}

int number_parse(const char *text, double *value)
{
    double read;
    const size_t length = number_length(text);
    if (text[length] || !convert(text, length, &read))
        return 0;
    *value = read;
    return 1;
}

quantity_result quantity_parse(const char *text, unit_kind kind, double *si)
{
    text += strspn(text, " \t");
    const size_t length = number_length(text);
    double number;
    if (!convert(text, length, &number))
        return QUANTITY_NOT_A_NUMBER;
    const char *unit = text + length;
    unit += strspn(unit, " \t");
    dimension d = {0, 0, 0, 0, 1, 1};
    if (!*unit && !kinds[kind].bare)
        return QUANTITY_UNIT_MISSING;
    if (*unit && !(read_unit(unit, &d) && is_of(kind, &d)))
        return QUANTITY_UNIT_UNKNOWN;
    number = number * d.up / d.down;
    if (!isfinite(number))
        return QUANTITY_NOT_A_NUMBER;
    *si = number;
    return QUANTITY_OK;
}

const char *number_text(double value, int least, char *out, size_t size)
{
    for (int digits = least; digits <= 17; ++digits) {
        snprintf(out, size, "%.*g", digits, value);
        if (strtod(out, NULL) == value)
            break;
    }
    return out;
}
