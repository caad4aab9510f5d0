/* Reads scalars according to the forms of their key, the most specific form first. */
#include "casefile/scalar.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/dates.h"
#include "base/suggest.h"
#include "casefile/errors.h"

enum { NO = 0, YES = 1, NEXT = -1 }; /* wrong; right; try another form */

typedef struct scalar_reader {
    const case_key *key;
    const char *text;
    char shown[64]; /* the text, shortened for a message */
    scalar_value *out;
    char *why;
    size_t size;
} scalar_reader;

#define REFUSE(q, ...) (snprintf((q)->why, (q)->size, __VA_ARGS__), NO)

static int accept(scalar_reader *q, unsigned form, double number)
{
    q->out->form = form;
    q->out->number = number;
    return YES;
}

static int in_range(scalar_reader *q, double value)
{
    const case_key *key = q->key;
    if (key->low == key->high || (value >= key->low && value <= key->high))
        return YES;
    char range[128];
    return REFUSE(q, "%s is out of range: %s", q->shown, key_range_text(key, range, sizeof range));
}

static int read_format(scalar_reader *q)
{
    double number;
    if (number_parse(q->text, &number) && number == q->key->high)
        return accept(q, KEY_FORMAT, number);
    return REFUSE(q, "format %s is not known to this version of Spate, which reads format %g",
                  q->shown, q->key->high);
}

static int read_flag(scalar_reader *q)
{
    static const char *const words[] = {"no", "yes", "false", "true", "off", "on"};
    for (int n = 0; n < 6; ++n)
        if (strcasecmp(q->text, words[n]) == 0)
            return accept(q, KEY_FLAG, n % 2);
    return NEXT;
}

/* "0", or "0,1": numbers of at most four digits. */
static int is_number_list(const char *text)
{
    const size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 4)
        return 0;
    return !text[digits] || (text[digits] == ',' && is_number_list(text + digits + 1));
}

static int read_choice(scalar_reader *q)
{
    char word[32];
    for (int n = 0; key_word(q->key->choices, n, word, sizeof word); ++n) {
        const size_t stem = strlen(word) - 1;
        if (strcmp(word, q->text) == 0 && strcmp(word + strcspn(word, ":"), ":N") != 0)
            return accept(q, KEY_CHOICE, 0);
        if (stem > 1 && strcmp(word + stem - 1, ":N") == 0 && strncmp(word, q->text, stem) == 0 &&
            is_number_list(q->text + stem))
            return accept(q, KEY_CHOICE, 0);
    }
    return NEXT;
}

static int read_date(scalar_reader *q)
{
    double seconds;
    switch (date_parse(q->text, &seconds)) {
    case DATE_OK: return accept(q, KEY_DATE, seconds);
    case DATE_WITHOUT_ZONE:
        return REFUSE(q, "%s has no time zone; write %s%sZ for UTC, or +01:00 for another zone",
                      q->shown, q->shown, strpbrk(q->text, "Tt ") ? "" : "T00:00");
    default: break;
    }
    if (q->key->forms & KEY_NUMBER && !(strspn(q->text, "0123456789") == 4 && q->text[4] == '-'))
        return NEXT;
    return REFUSE(q, "%s is not a date; write it as 2024-01-02T00:00Z", q->shown);
}

static int read_integer(scalar_reader *q)
{
    double number;
    if (!number_parse(q->text, &number) || number != floor(number) || fabs(number) > 1e15)
        return NEXT;
    return in_range(q, number) ? accept(q, KEY_INTEGER, number) : NO;
}

static int read_parts(scalar_reader *q)
{
    char left[16];
    double number;
    const char *cross = strchr(q->text, 'x');
    const size_t length = cross ? (size_t)(cross - q->text) : 0;
    if (length == 0 || length >= sizeof left)
        return NEXT;
    memcpy(left, q->text, length);
    left[length] = 0;
    if (!number_parse(left, &number) || !number_parse(cross + 1, &q->out->second) ||
        number != floor(number) || q->out->second != floor(q->out->second))
        return NEXT;
    return in_range(q, number) && in_range(q, q->out->second) ? accept(q, KEY_PARTS, number) : NO;
}

/* Whether it ends with a point and letters: data/tide.csv, 2d.tif. */
static int looks_like_file(const char *text)
{
    const char *slash = strrchr(text, '/'), *dot = strrchr(slash ? slash : text, '.');
    return dot && isalpha((unsigned char)dot[1]);
}

static int read_number(scalar_reader *q)
{
    const case_key *key = q->key;
    double number;
    switch (quantity_parse(q->text, key->unit, &number)) {
    case QUANTITY_OK: return in_range(q, number) ? accept(q, KEY_NUMBER, number) : NO;
    case QUANTITY_UNIT_MISSING:
        return REFUSE(q, "%s has no unit; write %s %s", q->shown, q->shown,
                      unit_example(key->unit));
    case QUANTITY_UNIT_UNKNOWN: break;
    default: return NEXT;
    }
    if (looks_like_file(q->text))
        return NEXT;
    const char *comma = strchr(q->text, ',');
    if (comma && isdigit((unsigned char)comma[1]))
        return REFUSE(q, "%s is not a number; decimals follow a point, not a comma", q->shown);
    if (key->unit == UNIT_NONE)
        return REFUSE(q, "%s has a unit where a number alone is expected", q->shown);
    return REFUSE(q, "%s has no unit of %s; write for example %s", q->shown,
                  key_kind_name(key->unit), key_kind_example(key->unit));
}

static int read_unit_name(scalar_reader *q)
{
    return unit_factor(q->key->unit, q->text) > 0 ? accept(q, KEY_UNIT, 0) : NEXT;
}

static int read_name(scalar_reader *q)
{
    const char *text = q->text;
    int control = 0;
    for (const char *c = text; *c; ++c)
        control |= (unsigned char)*c < 0x20 || *c == 0x7f;
    if (!*text || strlen(text) > 100)
        return REFUSE(q, "a name has 1 to 100 characters");
    if (*text == '.' || strpbrk(text, "/\\") || control)
        return REFUSE(q,
                      "%s is not a name that a file can have: it begins with a point, or holds a "
                      "slash or a control character",
                      q->shown);
    return accept(q, KEY_NAME, 0);
}

static int read_file(scalar_reader *q)
{
    const unsigned alone = KEY_FILE | KEY_FILES | KEY_MAP;
    if (!*q->text || (q->key->forms & ~alone && !strpbrk(q->text, "./\\")))
        return NEXT;
    return accept(q, KEY_FILE, 0);
}

static int read_text(scalar_reader *q)
{
    return *q->text ? accept(q, KEY_TEXT, 0) : NEXT;
}

static const struct {
    unsigned form;
    int (*read)(scalar_reader *q);
} readers[] = {
    {KEY_FORMAT, read_format}, {KEY_FLAG, read_flag},      {KEY_CHOICE, read_choice},
    {KEY_DATE, read_date},     {KEY_PARTS, read_parts},    {KEY_INTEGER, read_integer},
    {KEY_NUMBER, read_number}, {KEY_UNIT, read_unit_name}, {KEY_NAME, read_name},
    {KEY_FILE, read_file},     {KEY_TEXT, read_text},
};

void suggest_word(const char *words, const char *typed, char *text, size_t size)
{
    char word[32], best[32];
    suggestion s = suggest_begin(typed);
    for (int n = 0; key_word(words, n, word, sizeof word); ++n) {
        suggest_offer(&s, word);
        if (s.best == word) {
            strcpy(best, word);
            s.best = best;
        }
    }
    char sentence[64];
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", suggest_text(&s, "", sentence, sizeof sentence));
}

int scalar_read(const case_key *key, const char *text, scalar_value *out, char *why, size_t size)
{
    scalar_reader q = {.key = key, .text = text, .out = out, .why = why, .size = size};
    error_quote(text, q.shown, sizeof q.shown);
    *out = (scalar_value){0, NAN, NAN};
    for (size_t n = 0; n < sizeof readers / sizeof *readers; ++n) {
        if (!(key->forms & readers[n].form))
            continue;
        const int answer = readers[n].read(&q);
        if (answer != NEXT)
            return answer;
    }
    char forms[512];
    snprintf(why, size, "%s is not %s", *text ? q.shown : "an empty text",
             key_forms_text(key, forms, sizeof forms));
    if (key->forms & KEY_CHOICE)
        suggest_word(key->choices, text, why, size);
    const case_key *file = key->forms & KEY_MAP ? key_child(key, "file") : NULL;
    const case_key *unit = file ? key_child(key, "unit") : NULL;
    if (unit && unit->required_with && looks_like_file(text)) {
        const size_t used = strlen(why);
        snprintf(why + used, size - used, "; a file is given with its unit, {file: %s, unit: %s}",
                 q.shown, unit_example(unit->unit));
    }
    return NO;
}
