/* Reads the rows of a table in text. */
#include "io/csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/dates.h"
#include "base/text.h"
#include "base/units.h"
#include "io/table_text.h"

static spate_status no_memory(const csv *c)
{
    return fail_memory(c->ctx, "%s: no memory", c->name);
}

/* ---- lines ---- */

/* Copies the next line that is not empty, without its comment; *more is 0 at the end. */
static spate_status next_line(csv *c, int *more)
{
    for (*more = 0; c->at < c->end && !*more;) {
        const char *stop = memchr(c->at, '\n', (size_t)(c->end - c->at));
        const char *next = stop ? stop + 1 : c->end;
        stop = stop ? stop : c->end;
        c->line = c->next_line++;
        const size_t length = (size_t)(stop - c->at);
        if (length + 1 > c->row.size) {
            char *grown = realloc(c->row.text, 2 * length + 64);
            if (!grown)
                return no_memory(c);
            c->row.text = grown;
            c->row.size = 2 * length + 64;
        }
        size_t used = 0;
        int quoted = 0;
        for (size_t n = 0; n < length && (quoted || c->at[n] != '#'); ++n) {
            quoted ^= c->at[n] == '"';
            c->row.text[used++] = c->at[n];
            *more |= !strchr(" \t\r", c->at[n]);
        }
        c->row.text[used] = '\0';
        c->at = next;
    }
    return SPATE_OK;
}

static char *trimmed(char *text)
{
    text += strspn(text, " \t\r");
    size_t length = strlen(text);
    while (length && strchr(" \t\r", text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* ---- fields ---- */

/* Ends the field at `at` and removes its quotes. Returns the start of the next field, NULL after
 * the last. */
static char *cut(char *at, char separator, char **field)
{
    char *from = at, *to = at;
    int quoted = 0;
    if (separator == ' ')
        from = to = at + strspn(at, " \t\r");
    *field = to;
    for (; *from; ++from) {
        if (*from == '"') {
            if (quoted && from[1] == '"')
                *to++ = *from++;
            else
                quoted = !quoted;
            continue;
        }
        const int ends = separator == ' ' ? strchr(" \t\r", *from) != NULL : *from == separator;
        if (ends && !quoted)
            break;
        *to++ = *from;
    }
    char *next = *from ? from + 1 : NULL;
    if (separator == ' ' && next && !next[strspn(next, " \t\r")])
        next = NULL;
    *to = '\0';
    *field = trimmed(*field);
    return next;
}

static spate_status split(csv *c, char separator)
{
    csv_row *r = &c->row;
    r->count = 0;
    for (char *at = r->text; at;) {
        if (r->count == r->room) {
            const int room = r->room ? 2 * r->room : 16;
            char **grown = realloc(r->fields, (size_t)room * sizeof *grown);
            if (!grown)
                return no_memory(c);
            r->fields = grown;
            r->room = room;
        }
        at = cut(at, separator, &r->fields[r->count++]);
    }
    return SPATE_OK;
}

static char separator_of(const char *line)
{
    for (const char *s = ";\t,"; *s; ++s)
        if (strchr(line, *s))
            return *s;
    return ' ';
}

/* ---- header ---- */

/* "discharge [m3/s]" or "discharge (m3/s)" into name and unit. */
static spate_status name_and_unit(csv *c, char *field, int column)
{
    const size_t length = strlen(field);
    const char close = length ? field[length - 1] : '\0';
    char *open = close == ']' ? strrchr(field, '[') : close == ')' ? strrchr(field, '(') : NULL;
    if (open) {
        field[length - 1] = '\0';
        *open = '\0';
    }
    c->names[column] = strdup(trimmed(field));
    c->units[column] = strdup(open ? trimmed(open + 1) : "");
    return c->names[column] && c->units[column] ? SPATE_OK : no_memory(c);
}

/* For headers separated by two or more blanks ("time(s)   water surface(m)"): replaces each gap by
 * a tab. */
static void tabs_for_gaps(char *line)
{
    char *to = line;
    for (char *from = line; *from;) {
        const size_t gap = strspn(from, " \t\r");
        if (gap > 1 || (gap && strchr("\t\r", *from))) {
            *to++ = '\t';
            from += gap;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}

/* A separator at the end of a row does not start a column. */
static void drop_empty_end(csv *c)
{
    c->row.count -= c->row.count == c->columns + 1 && !*c->row.fields[c->columns];
}

/* line: the header, which fits into c->row.text. */
static spate_status read_header(csv *c, const char *line)
{
    strcpy(c->row.text, line);
    SPATE_TRY(split(c, c->separator));
    drop_empty_end(c);
    const int found = c->row.count;
    if (found != c->columns) {
        strcpy(c->row.text, line + strspn(line, " \t\r"));
        tabs_for_gaps(c->row.text);
        SPATE_TRY(split(c, '\t'));
        drop_empty_end(c);
    }
    if (c->row.count != c->columns)
        return fail_data(
            c->ctx,
            "%s:%ld: the header has %d columns, the first row %d; use the same separator in both",
            c->name, c->line, found, c->columns);
    c->names = calloc((size_t)c->columns, sizeof *c->names);
    c->units = calloc((size_t)c->columns, sizeof *c->units);
    if (!c->names || !c->units)
        return no_memory(c);
    for (int n = 0; n < c->columns; ++n)
        SPATE_TRY(name_and_unit(c, c->row.fields[n], n));
    return SPATE_OK;
}

/* A row of data begins with a number or a date, with or without a zone. */
static int is_data(const char *field)
{
    double value;
    return number_parse(field, &value) || date_parse(field, &value) != DATE_WRONG;
}

/* Finds the separator and the number of columns from the row in c->row.text. */
static spate_status count_columns(csv *c)
{
    c->separator = separator_of(c->row.text);
    SPATE_TRY(split(c, c->separator));
    c->columns = c->row.count;
    c->columns -= c->columns > 1 && !*c->row.fields[c->columns - 1];
    return SPATE_OK;
}

/* Columns are counted on the first row of data: the header may be spaced differently. */
static spate_status header_above_rows(csv *c, const char *line)
{
    const char *const rows = c->at;
    const long header_line = c->line, rows_line = c->next_line;
    int more;
    SPATE_TRY(next_line(c, &more));
    if (!more)
        return fail_data(c->ctx, "%s: there are no rows below the header", c->name);
    const int in_header = c->columns;
    SPATE_TRY(count_columns(c));
    if (c->row.count == in_header) /* then an empty last field is a missing value */
        c->columns = in_header;
    c->line = header_line;
    SPATE_TRY(read_header(c, line));
    c->at = rows;
    c->next_line = rows_line;
    return SPATE_OK;
}

/* The first line is the header unless it begins like data. */
static spate_status find_header(csv *c)
{
    const char *const first = c->at;
    const long first_line = c->next_line;
    int more;
    SPATE_TRY(next_line(c, &more));
    if (!more)
        return fail_data(c->ctx, "%s: the file is empty", c->name);
    char *line = strdup(c->row.text);
    if (!line)
        return no_memory(c);
    spate_status status = count_columns(c);
    if (status == SPATE_OK && is_data(c->row.fields[0])) {
        c->at = first;
        c->next_line = first_line;
    } else if (status == SPATE_OK) {
        status = header_above_rows(c, line);
    }
    free(line);
    return status;
}

/* ---- the table ---- */

spate_status csv_open(csv *c, spate_context *ctx, const char *name, const char *text, size_t length)
{
    *c = (csv){.ctx = ctx, .name = name, .at = text, .end = text + length, .next_line = 1};
    SPATE_TRY(table_text_check(ctx, name, text, length));
    c->at += text_bom_length(text, length);
    return find_header(c);
}

spate_status csv_next(csv *c, int *more)
{
    SPATE_TRY(next_line(c, more));
    if (!*more)
        return SPATE_OK;
    SPATE_TRY(split(c, c->separator));
    drop_empty_end(c);
    if (c->row.count != c->columns)
        return fail_data(c->ctx, "%s:%ld: %d columns where %d are expected", c->name, c->line,
                         c->row.count, c->columns);
    return SPATE_OK;
}

void csv_close(csv *c)
{
    for (int n = 0; n < c->columns; ++n) {
        if (c->names)
            free(c->names[n]);
        if (c->units)
            free(c->units[n]);
    }
    free(c->names);
    free(c->units);
    free(c->row.fields);
    free(c->row.text);
}

int csv_column(const csv *c, const char *name)
{
    for (int n = 0; c->names && n < c->columns; ++n)
        if (strcmp(c->names[n], name) == 0)
            return n;
    for (int n = 0; c->names && n < c->columns; ++n)
        if (strcasecmp(c->names[n], name) == 0)
            return n;
    return -1;
}

const char *csv_names_text(const csv *c, int but, char *out, size_t size)
{
    out[0] = '\0';
    size_t used = 0;
    for (int n = 0; c->names && n < c->columns && used < size; ++n)
        if (n != but)
            used +=
                (size_t)snprintf(out + used, size - used, "%s%.60s", used ? ", " : "", c->names[n]);
    return out;
}
