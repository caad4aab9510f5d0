/* The table of scenarios: a column `name`, perhaps a column `weight`, and a column for each key of
 * the case that differs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/units.h"
#include "ensemble/ensemble.h"
#include "io/csv.h"
#include "io/table_text.h"
#include "model/places.h"

typedef struct table_reader {
    ensemble *e;
    csv table;
    int name, weight; /* columns; weight -1: none */
    int room;
} table_reader;

static spate_status no_memory(const table_reader *r)
{
    return fail_memory(r->e->tool->ctx, "%s: no memory", r->e->table_file);
}

/* ---- columns ---- */

/* The reader of tables takes the end of "initial[0]" for a unit. */
static char *key_of(const char *name, const char *unit, int *is_unit)
{
    char whole[512];
    *is_unit = *unit && strspn(unit, "0123456789") != strlen(unit);
    snprintf(whole, sizeof whole, *unit && !*is_unit ? "%s[%s]" : "%s", name, unit);
    return strdup(whole);
}

static spate_status check_key(const table_reader *r, int column, const char *key)
{
    spate_context *ctx = r->e->tool->ctx;
    if (!*key)
        return fail_data(ctx,
                         "%s:1: column %d has no name; write a key of the case, such as manning",
                         r->e->table_file, column + 1);
    if (strcmp(key, "output.folder") == 0)
        return fail_data(ctx,
                         "%s:1: column %d, output.folder: every scenario has its own folder, which "
                         "is named after it; remove the column",
                         r->e->table_file, column + 1);
    for (int k = 0; k < r->e->columns; ++k)
        if (strcmp(r->e->keys[k], key) == 0)
            return fail_data(ctx, "%s:1: column %d, %s, is there twice; remove one of them",
                             r->e->table_file, column + 1, key);
    return SPATE_OK;
}

static spate_status add_column(table_reader *r, int column)
{
    ensemble *e = r->e;
    int is_unit;
    char *key = key_of(r->table.names[column], r->table.units[column], &is_unit);
    char *unit = strdup(is_unit ? r->table.units[column] : "");
    const spate_status status = key && unit ? check_key(r, column, key) : no_memory(r);
    if (status != SPATE_OK) {
        free(key);
        free(unit);
        return status;
    }
    e->column[e->columns] = column;
    e->units[e->columns] = unit;
    e->keys[e->columns++] = key;
    return SPATE_OK;
}

static spate_status find_columns(table_reader *r)
{
    ensemble *e = r->e;
    const csv *c = &r->table;
    char names[512];
    if (!c->names)
        return fail_data(c->ctx,
                         "%s:1: the first line must name the columns: name, and keys of the case, "
                         "such as \"name,manning\"",
                         e->table_file);
    r->name = csv_column(c, "name");
    r->weight = csv_column(c, "weight");
    if (r->name < 0)
        return fail_data(
            c->ctx,
            "%s:1: there is no column \"name\", only %s; add one with a short name for "
            "each scenario",
            e->table_file, csv_names_text(c, -1, names, sizeof names));
    e->keys = calloc((size_t)c->columns, sizeof *e->keys);
    e->column = calloc((size_t)c->columns, sizeof *e->column);
    e->units = calloc((size_t)c->columns, sizeof *e->units);
    if (!e->keys || !e->column || !e->units)
        return no_memory(r);
    for (int n = 0; n < c->columns; ++n)
        if (n != r->name && n != r->weight)
            SPATE_TRY(add_column(r, n));
    if (e->columns == 0)
        return fail_data(c->ctx,
                         "%s:1: no column is a key of the case; add what differs between the "
                         "scenarios, as in \"name,manning\"",
                         e->table_file);
    return SPATE_OK;
}

/* ---- rows ---- */

/* Files of the ensemble lie beside the folders of the scenarios. */
static int is_reserved(const char *name)
{
    static const char *const endings[] = {".nc", ".csv", ".tif", ".asc", ".png", ".lock", ".part"};
    const size_t length = strlen(name);
    for (size_t k = 0; k < sizeof endings / sizeof *endings; ++k) {
        const size_t n = strlen(endings[k]);
        if (length > n && strcasecmp(name + length - n, endings[k]) == 0)
            return 1;
    }
    return strcasecmp(name, "logs") == 0;
}

static spate_status check_name(const table_reader *r, const char *name)
{
    const csv *c = &r->table;
    if (!name_fits_file(name) || is_reserved(name))
        return fail_data(
            c->ctx,
            "%s:%ld: column %d: \"%.60s\" cannot name a folder of results; use letters, "
            "digits, - and _",
            c->name, c->line, r->name + 1, name);
    for (int k = 0; k < r->e->count; ++k)
        if (strcasecmp(r->e->list[k].name, name) == 0)
            return fail_data(c->ctx,
                             "%s:%ld: column %d: the name \"%.60s\" is that of line %ld too; give "
                             "each scenario its own",
                             c->name, c->line, r->name + 1, name, r->e->list[k].line);
    return SPATE_OK;
}

static spate_status read_weight(const table_reader *r, double *weight)
{
    const csv *c = &r->table;
    *weight = 1;
    if (r->weight < 0)
        return SPATE_OK;
    const char *text = c->row.fields[r->weight];
    if (number_parse(text, weight) && *weight > 0)
        return SPATE_OK;
    return fail_data(c->ctx, "%s:%ld: column %d, weight: \"%.60s\" is not a number above 0",
                     c->name, c->line, r->weight + 1, text);
}

/* "manning=0.03", with the unit of the header where the cell is a bare number. */
static char *set_of(const char *key, const char *cell, const char *unit)
{
    double number;
    const int add = *unit && number_parse(cell, &number);
    const size_t size = strlen(key) + strlen(cell) + strlen(unit) + 3;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%s=%s%s%s", key, cell, add ? " " : "", add ? unit : "");
    return text;
}

static spate_status fill_scenario(const table_reader *r, scenario *s)
{
    const ensemble *e = r->e;
    const csv *c = &r->table;
    const size_t size = strlen(e->folder) + strlen(s->name) + 2;
    s->folder = malloc(size);
    s->cells = calloc((size_t)e->columns, sizeof *s->cells);
    s->sets = calloc((size_t)(e->sets.count + e->columns) + 1, sizeof *s->sets);
    if (!s->folder || !s->cells || !s->sets)
        return no_memory(r);
    snprintf(s->folder, size, "%s/%s", e->folder, s->name);
    memcpy(s->sets, e->sets.items, (size_t)e->sets.count * sizeof *s->sets);
    int sets = s->own_sets = e->sets.count;
    for (int k = 0; k < e->columns; ++k) {
        const char *cell = c->row.fields[e->column[k]];
        s->cells[k] = strdup(cell);
        if (*cell)
            s->sets[sets++] = set_of(e->keys[k], cell, e->units[k]);
        if (!s->cells[k] || (*cell && !s->sets[sets - 1]))
            return no_memory(r);
    }
    return SPATE_OK;
}

static spate_status add_row(table_reader *r)
{
    ensemble *e = r->e;
    const csv *c = &r->table;
    scenario s = {.line = c->line};
    SPATE_TRY(check_name(r, c->row.fields[r->name]));
    SPATE_TRY(read_weight(r, &s.weight));
    if (e->count == r->room) {
        const int room = r->room ? 2 * r->room : 64;
        scenario *grown = realloc(e->list, (size_t)room * sizeof *grown);
        if (!grown)
            return no_memory(r);
        e->list = grown;
        r->room = room;
    }
    s.name = strdup(c->row.fields[r->name]);
    if (!s.name)
        return no_memory(r);
    e->list[e->count++] = s;
    return fill_scenario(r, &e->list[e->count - 1]);
}

static spate_status read_table(table_reader *r)
{
    SPATE_TRY(find_columns(r));
    for (;;) {
        int more;
        SPATE_TRY(csv_next(&r->table, &more));
        if (!more)
            return check_scenarios(r->e);
        SPATE_TRY(add_row(r));
    }
}

spate_status table_of_scenarios(ensemble *e)
{
    char *text;
    size_t length;
    table_reader r = {.e = e};
    SPATE_TRY(table_text_read(e->tool->ctx, e->table_file, &text, &length));
    spate_status status = csv_open(&r.table, e->tool->ctx, e->table_file, text, length);
    if (status == SPATE_OK)
        status = read_table(&r);
    csv_close(&r.table);
    free(text);
    return status;
}

static void free_scenario(const ensemble *e, scenario *s)
{
    for (int k = 0; s->cells && k < e->columns; ++k)
        free(s->cells[k]);
    for (int k = s->own_sets; s->sets && s->sets[k]; ++k)
        free((void *)(uintptr_t)s->sets[k]);
    free(s->cells);
    free(s->sets);
    free(s->folder);
    free(s->name);
}

void ensemble_free(ensemble *e)
{
    for (int k = 0; k < e->count; ++k)
        free_scenario(e, &e->list[k]);
    for (int k = 0; k < e->columns; ++k) {
        free(e->keys[k]);
        free(e->units[k]);
    }
    free(e->keys);
    free(e->units);
    free(e->column);
    free(e->list);
}
