/* Descriptions of keys: forms of values, default, range. */
#include <stdio.h>
#include <string.h>

#include "casefile/keys.h"

static const struct {
    const char *name, *example;
} kinds[UNIT_KINDS] = {
    [UNIT_NONE] = {"number", "0.03"},
    [UNIT_LENGTH] = {"length", "5 m"},
    [UNIT_TIME] = {"duration", "15 min"},
    [UNIT_RATE] = {"rate", "20 mm/h"},
    [UNIT_DISCHARGE] = {"discharge", "12 m3/s"},
    [UNIT_SPEED] = {"speed", "2 m/s"},
    [UNIT_ANGLE] = {"angle", "45 deg"},
    [UNIT_FREQUENCY] = {"frequency", "1e-4 1/s"},
    [UNIT_BETA] = {"frequency per length", "1.6e-11 1/(m s)"},
    [UNIT_PRESSURE] = {"pressure", "1013.25 hPa"},
};

const char *key_kind_name(unit_kind kind)
{
    return kinds[kind].name;
}

const char *key_kind_example(unit_kind kind)
{
    return kinds[kind].example;
}

static void append(char *out, size_t size, const char *between, const char *text)
{
    const size_t used = strlen(out);
    snprintf(out + used, size - used, "%s%s", used > 0 ? between : "", text);
}

/* Appends the words of "a|b" with another separator. */
static void append_words(char *out, size_t size, const char *words, const char *between)
{
    char word[32];
    for (int n = 0; key_word(words, n, word, sizeof word); ++n)
        append(out, size, between, word);
}

/* Forms in the order of messages; numbers and choices are described by code. */
static const struct {
    unsigned form;
    const char *type, *sentence;
} forms[] = {
    {KEY_FORMAT, "format", "the format of the case file"},
    {KEY_FLAG, "yes/no", "yes or no"},
    {KEY_CHOICE, NULL, NULL},
    {KEY_NUMBER, NULL, NULL},
    {KEY_INTEGER, "integer", "a whole number"},
    {KEY_PAIR, "[dx, dy]", "two of them such as [5, 10]"},
    {KEY_DATE, "date", "a date such as 2024-01-02T00:00Z"},
    {KEY_UNIT, "unit", "a unit"},
    {KEY_PARTS, "NxM", "two whole numbers such as 2x3"},
    {KEY_POINT, "[x, y]", "a point [x, y]"},
    {KEY_LINE, "[[x, y], ...]", "points [[x, y], [x, y]], two or more"},
    {KEY_POLYGON, "[[x, y], ...]", "points [[x, y], [x, y], [x, y]], three or more"},
    {KEY_BOX, "[xmin, ymin, xmax, ymax]", "a box [xmin, ymin, xmax, ymax]"},
    {KEY_NAME, "name", "a name"},
    {KEY_TEXT, "text", "a text"},
    {KEY_FILE, "file", "the name of a file"},
    {KEY_FILES, "[file, ...]", "a list of files"},
    {KEY_CHOICES, "list", "a list"},
    {KEY_MAP, "map", "a map of keys"},
    {KEY_LIST, "list of maps", "a list whose entries begin with a dash and hold keys"},
};
enum { FORMS = sizeof forms / sizeof *forms };

const char *key_type_text(const case_key *key, char *out, size_t size)
{
    *out = 0;
    for (int n = 0; n < FORMS; ++n) {
        if (!(key->forms & forms[n].form))
            continue;
        if (forms[n].form == KEY_NUMBER)
            append(out, size, " | ", kinds[key->unit].name);
        else if (forms[n].form == KEY_CHOICE)
            append_words(out, size, key->choices, " | ");
        else
            append(out, size, " | ", forms[n].type);
    }
    return out;
}

const char *key_forms_text(const case_key *key, char *out, size_t size)
{
    int last = 0;
    for (int n = 0; n < FORMS; ++n)
        if (key->forms & forms[n].form)
            last = n;
    *out = 0;
    for (int n = 0; n <= last; ++n) {
        if (!(key->forms & forms[n].form))
            continue;
        const char *between = n == last ? " or " : ", ";
        char text[128] = "";
        if (forms[n].form == KEY_NUMBER && key->unit == UNIT_NONE)
            snprintf(text, sizeof text, "a number");
        else if (forms[n].form == KEY_NUMBER)
            snprintf(text, sizeof text, "%s %s such as %s",
                     strchr("aeio", kinds[key->unit].name[0]) ? "an" : "a", kinds[key->unit].name,
                     kinds[key->unit].example);
        else if (forms[n].form == KEY_CHOICE)
            append_words(text, sizeof text, key->choices, key->forms == KEY_CHOICE ? " or " : ", ");
        else if (forms[n].form == KEY_UNIT && key->unit != UNIT_NONE)
            snprintf(text, sizeof text, "a unit of %s such as %s", kinds[key->unit].name,
                     unit_example(key->unit));
        else if (forms[n].form == KEY_CHOICES) {
            append_words(text, sizeof text, key->choices, ", ");
            append(out, size, between, "a list of some of ");
            between = "";
        } else
            snprintf(text, sizeof text, "%s", forms[n].sentence);
        append(out, size, between, text);
    }
    return out;
}

/* Whether the default of a list of choices is all of them. */
static int default_is_all(const case_key *key)
{
    char all[256] = "";
    append_words(all, sizeof all, key->choices, ", ");
    return strlen(key->fallback) == strlen(all) + 2 &&
           strncmp(key->fallback + 1, all, strlen(all)) == 0;
}

const char *key_default_text(const case_key *key, char *out, size_t size)
{
    *out = 0;
    if (key->fallback)
        snprintf(out, size, "%s",
                 key->forms & KEY_CHOICES && default_is_all(key) ? "all" : key->fallback);
    else if (key->flags & KEY_REQUIRED)
        snprintf(out, size, "required");
    else if (key->group)
        snprintf(out, size, "one %s", key->group);
    else if (key->required_with) {
        char words[64] = "";
        append_words(words, sizeof words, key->required_with, " or ");
        snprintf(out, size, "required with %s", words);
    } else if (key->otherwise)
        snprintf(out, size, "%s", key->otherwise);
    return out;
}

const char *key_number_text(double si, unit_kind kind, char *out, size_t size)
{
    const char *unit = unit_example(kind);
    const double factor = *unit ? unit_factor(kind, unit) : 1;
    snprintf(out, size, "%.10g%s%s", si / factor, *unit ? " " : "", unit);
    return out;
}

const char *key_range_text(const case_key *key, char *out, size_t size)
{
    *out = 0;
    if (key->forms & KEY_CHOICES)
        append_words(out, size, key->choices, ", ");
    if (key->forms & KEY_FORMAT || key->low == key->high)
        return out;
    char low[48], high[48];
    key_number_text(key->low, key->unit, low, sizeof low);
    key_number_text(key->high, key->unit, high, sizeof high);
    low[strcspn(low, " ")] = 0;
    snprintf(out, size, "%s to %s", low, high);
    return out;
}
