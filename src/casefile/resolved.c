/* Writes the case with every default. YAML keeps the text of the file; JSON has numbers in SI
 * units, so that equivalent cases compare as equal. Both can be read as case files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dates.h"
#include "base/json_writer.h"
#include "base/units.h"
#include "casefile/node.h"
#include "casefile/scalar.h"

typedef struct writer {
    FILE *out;
    int json;
    int items; /* written in the innermost map or list */
    int depth;
    int after_dash; /* the next key goes on the line of the dash */
} writer;

/* ---- scalars ---- */

/* Whether YAML reads the text back as it is without quotes, in a flow list too. */
static int is_plain(const char *text)
{
    const case_node as = {.kind = CASE_SCALAR, .plain = 1, .text = (char *)text};
    const size_t length = strlen(text);
    if (node_is_null(&as) || text[length - 1] == ' ' || text[length - 1] == ':')
        return 0;
    if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789./+_", *text) &&
        !(*text == '-' && text[1] >= '0' && text[1] <= '9'))
        return 0;
    for (const char *c = text; *c; ++c) {
        const int word = (*c >= '0' && *c <= '9') || ((*c | 32) >= 'a' && (*c | 32) <= 'z');
        if (!word && !strchr("./+-_% :", *c))
            return 0;
        if (*c == ':' && c[1] == ' ')
            return 0;
    }
    return 1;
}

static void write_number(writer *w, double number)
{
    char text[32];
    fputs(number_text(number, 15, text, sizeof text), w->out);
}

/* For JSON, according to the key. */
static void write_canonical(writer *w, const case_key *key, const char *text)
{
    scalar_value value;
    char why[640], date[48];
    if (!scalar_read(key, text, &value, why, sizeof why))
        value.form = KEY_TEXT;
    if (value.form == KEY_FLAG)
        fputs(value.number != 0 ? "true" : "false", w->out);
    else if (value.form == KEY_DATE)
        json_write_string(w->out, date_format(value.number, date, sizeof date));
    else if (value.form == KEY_NUMBER && !unit_may_be_bare(key->unit)) {
        fputc('"', w->out);
        write_number(w, value.number);
        fprintf(w->out, " %s\"", unit_si(key->unit));
    } else if (value.form == KEY_NUMBER || value.form == KEY_INTEGER || value.form == KEY_FORMAT)
        write_number(w, value.number);
    else
        json_write_string(w->out, text);
}

static void write_scalar(writer *w, const case_key *key, const char *text)
{
    if (w->json)
        write_canonical(w, key, text);
    else if (is_plain(text))
        fputs(text, w->out);
    else
        json_write_string(w->out, text);
}

/* Items of lists that the table does not describe one by one. */
static void write_item(writer *w, const case_key *key, const char *text)
{
    const case_key length = {.path = "", .forms = KEY_NUMBER, .unit = UNIT_LENGTH};
    const case_key word = {.path = "", .forms = KEY_TEXT};
    const int words = (key->forms & (KEY_CHOICES | KEY_FILES)) != 0;
    write_scalar(w, words ? &word : &length, text);
}

static void write_plain_list(writer *w, const case_key *key, const case_node *list)
{
    fputc('[', w->out);
    for (int n = 0; n < list->count; ++n) {
        fputs(n > 0 ? ", " : "", w->out);
        if (list->items[n]->kind == CASE_LIST)
            write_plain_list(w, key, list->items[n]);
        else
            write_item(w, key, list->items[n]->text);
    }
    fputc(']', w->out);
}

/* The default of a list of choices. */
static void write_default_list(writer *w, const case_key *key)
{
    char word[32];
    int written = 0;
    fputc('[', w->out);
    for (const char *at = key->fallback + 1; *at && *at != ']';) {
        const size_t length = strcspn(at, ",] ");
        if (length > 0 && length < sizeof word) {
            memcpy(word, at, length);
            word[length] = 0;
            fputs(written++ ? ", " : "", w->out);
            write_item(w, key, word);
        }
        at += length + strspn(at + length, ", ");
    }
    fputc(']', w->out);
}

/* ---- maps and lists ---- */

static void begin_item(writer *w)
{
    if (w->json && w->items > 0)
        fputc(',', w->out);
    if (w->json || (!w->after_dash && (w->depth > 0 || w->items > 0)))
        fputc('\n', w->out);
    if (!w->after_dash)
        fprintf(w->out, "%*s", 2 * w->depth, "");
    w->after_dash = 0;
    ++w->items;
}

static void begin_key(writer *w, const case_key *key)
{
    begin_item(w);
    fprintf(w->out, w->json ? "\"%s\":" : "%s:", key_name(key));
}

static void write_map(writer *w, const case_key *key, const case_node *map);

static void open_scope(writer *w, char bracket)
{
    if (w->json)
        fputc(bracket, w->out);
    ++w->depth;
    w->items = 0;
}

static void close_scope(writer *w, char bracket)
{
    --w->depth;
    if (w->json && w->items > 0)
        fprintf(w->out, "\n%*s", 2 * w->depth, "");
    if (w->json)
        fputc(bracket, w->out);
    w->items = 1; /* the scope itself is an item of the one around it */
}

static void write_list(writer *w, const case_key *key, const case_node *list)
{
    if (list->count == 0) {
        fputs(" []", w->out);
        return;
    }
    fputs(w->json ? " " : "", w->out);
    open_scope(w, '[');
    for (int n = 0; n < list->count; ++n) {
        begin_item(w);
        if (!w->json) {
            fputs("- ", w->out);
            w->after_dash = 1;
        }
        write_map(w, key, list->items[n]);
    }
    close_scope(w, ']');
}

static int is_empty_map(const case_key *key, const case_node *map)
{
    for (const case_key *k = key_next(NULL); k; k = key_next(k))
        if (key_is_inside(k, key) && (node_child(map, key_name(k)) || k->flags & KEY_SECTION ||
                                      (k->fallback && (!k->needs || node_has_one(map, k->needs)))))
            return 0;
    return 1;
}

static void write_entry(writer *w, const case_key *key, const case_node *map)
{
    const case_node *node = node_child(map, key_name(key));
    const int due = key->fallback && (!key->needs || node_has_one(map, key->needs));
    if (!node && !due && !(key->flags & KEY_SECTION))
        return;
    begin_key(w, key);
    if (node ? node->kind == CASE_MAP : (key->flags & KEY_SECTION) != 0) {
        fputs(w->json ? " " : "", w->out);
        write_map(w, key, node);
    } else if (node && node->kind == CASE_LIST && key->forms & KEY_LIST) {
        write_list(w, key, node);
    } else {
        fputc(' ', w->out);
        if (node && node->kind == CASE_LIST)
            write_plain_list(w, key, node);
        else if (key->forms & KEY_CHOICES)
            write_default_list(w, key);
        else
            write_scalar(w, key, node ? node->text : key->fallback);
    }
}

/* The map with its defaults; NULL: only defaults. */
static void write_map(writer *w, const case_key *key, const case_node *map)
{
    if (is_empty_map(key, map)) {
        fputs(w->json ? "{}" : w->after_dash ? "{}" : " {}", w->out);
        w->after_dash = 0;
        return;
    }
    open_scope(w, '{');
    if (key == &case_root_key && !w->json)
        w->depth = 0;
    for (const case_key *k = key_next(NULL); k; k = key_next(k))
        if (key_is_inside(k, key))
            write_entry(w, k, map);
    if (key == &case_root_key && !w->json)
        w->depth = 1;
    close_scope(w, '}');
}

static char *resolved(const casefile *c, int json)
{
    char *text = NULL;
    size_t size = 0;
    writer w = {.out = open_memstream(&text, &size), .json = json};
    if (!w.out)
        return NULL;
    write_map(&w, &case_root_key, casefile_root(c));
    fputc('\n', w.out);
    const int failed = ferror(w.out);
    if (fclose(w.out) != 0 || failed) {
        free(text);
        return NULL;
    }
    return text;
}

char *casefile_resolved_yaml(const casefile *c)
{
    return resolved(c, 0);
}

char *casefile_resolved_json(const casefile *c)
{
    return resolved(c, 1);
}
