/* Values of the checked tree, in SI units, with the defaults of the keys. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "casefile/node.h"
#include "casefile/scalar.h"

case_kind case_kind_of(const case_node *node)
{
    return node ? node->kind : CASE_ABSENT;
}

int case_count(const case_node *list)
{
    if (!list)
        return 0;
    return list->kind == CASE_LIST ? list->count : 1;
}

const case_node *case_at(const case_node *list, int n)
{
    if (n < 0 || n >= case_count(list))
        return NULL;
    return list->kind == CASE_LIST ? list->items[n] : list;
}

enum { NAME_SIZE = 64 };

/* Copies the first name of a dotted path and moves past it; 0: it is longer than any key. */
static int next_name(const char **path, char *name)
{
    const size_t length = strcspn(*path, ".");
    if (length >= NAME_SIZE)
        return 0;
    memcpy(name, *path, length);
    name[length] = 0;
    *path += length + ((*path)[length] == '.');
    return 1;
}

/* The key for a path below a map. */
static const case_key *schema_at(const case_node *map, const char *path)
{
    const case_key *key = map->schema;
    char name[NAME_SIZE];
    while (key && *path)
        key = next_name(&path, name) ? key_child(key, name) : NULL;
    return key;
}

static const case_node *find(const case_node *node, const char *path)
{
    char name[NAME_SIZE];
    while (node && *path)
        node = next_name(&path, name) ? node_child(node, name) : NULL;
    return node;
}

const case_node *case_get(const case_node *map, const char *path)
{
    if (!map)
        return NULL;
    assert(schema_at(map, path) && "a key that is not in the table");
    return find(map, path);
}

/* The scalar at a path, or its default; 0 if there is neither. */
static int scalar_at(const case_node *map, const char *path, const case_key **key,
                     scalar_value *value)
{
    if (!map)
        return 0;
    *key = schema_at(map, path);
    assert(*key && "a key that is not in the table");
    const case_node *node = find(map, path);
    const char *text = node ? node->text : *key ? (*key)->fallback : NULL;
    char why[640];
    return *key && text && scalar_read(*key, text, value, why, sizeof why);
}

double case_number(const case_node *map, const char *path)
{
    const case_key *key;
    scalar_value value;
    if (!scalar_at(map, path, &key, &value))
        return NAN;
    if (value.form == KEY_FLAG && value.number != 0 && key->yes)
        quantity_parse(key->yes, key->unit, &value.number);
    return value.number;
}

int64_t case_integer(const case_node *map, const char *path)
{
    const double number = case_number(map, path);
    return isfinite(number) ? (int64_t)number : 0;
}

int case_flag(const case_node *map, const char *path)
{
    const double number = case_number(map, path);
    return isfinite(number) && number != 0;
}

const char *case_text(const case_node *map, const char *path)
{
    if (!map)
        return NULL;
    const case_node *node = case_get(map, path);
    const case_key *key = schema_at(map, path);
    if (node)
        return node->text;
    return key ? key->fallback : NULL;
}

double case_instant(const case_node *map, const char *path, double start)
{
    const case_key *key;
    scalar_value value;
    if (!scalar_at(map, path, &key, &value))
        return NAN;
    return value.form == KEY_DATE ? value.number : start + value.number;
}

int case_pair(const case_node *map, const char *path, double pair[2])
{
    const case_key *key;
    scalar_value value;
    if (scalar_at(map, path, &key, &value)) {
        pair[0] = value.number;
        pair[1] = value.form == KEY_PARTS ? value.second : value.number;
        return 1;
    }
    const case_node *list = map ? find(map, path) : NULL;
    return case_count(list) == 2 && case_as_number(case_at(list, 0), UNIT_LENGTH, &pair[0]) &&
           case_as_number(case_at(list, 1), UNIT_LENGTH, &pair[1]);
}

/* Is the word in "[a, b]"? */
static int list_has(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; ++at)
        if (strchr("[ ,", at[-1]) && strchr("], ", at[length]))
            return 1;
    return 0;
}

unsigned case_choices(const case_node *map, const char *path)
{
    const case_node *list = case_get(map, path);
    const case_key *key = map ? schema_at(map, path) : NULL;
    unsigned bits = 0;
    char word[32];
    for (int n = 0; key && key_word(key->choices, n, word, sizeof word); ++n) {
        int given = !list && key->fallback && list_has(key->fallback, word);
        for (int m = 0; m < case_count(list); ++m)
            given |= strcmp(list->items[m]->text, word) == 0;
        bits |= given ? 1u << n : 0;
    }
    return bits;
}

int case_as_number(const case_node *scalar, unit_kind kind, double *si)
{
    return scalar && scalar->kind == CASE_SCALAR &&
           quantity_parse(scalar->text, kind, si) == QUANTITY_OK;
}

const char *case_as_text(const case_node *scalar)
{
    return scalar ? scalar->text : NULL;
}

static int point_at(const case_node *list, double point[2])
{
    return case_kind_of(list) == CASE_LIST && list->count == 2 &&
           case_as_number(list->items[0], UNIT_LENGTH, &point[0]) &&
           case_as_number(list->items[1], UNIT_LENGTH, &point[1]);
}

double (*case_as_points(const case_node *list, int *count))[2]
{
    *count = 0;
    if (case_kind_of(list) != CASE_LIST || list->count == 0)
        return NULL;
    const int single = list->items[0]->kind == CASE_SCALAR;
    const int points = single ? 1 : list->count;
    double(*out)[2] = malloc((size_t)points * sizeof *out);
    if (!out)
        return NULL;
    for (int n = 0; n < points; ++n)
        if (!point_at(single ? list : list->items[n], out[n])) {
            free(out);
            return NULL;
        }
    *count = points;
    return out;
}

int case_as_box(const case_node *list, double box[4])
{
    if (case_kind_of(list) != CASE_LIST || list->count != 4)
        return 0;
    for (int n = 0; n < 4; ++n)
        if (!case_as_number(list->items[n], UNIT_LENGTH, &box[n]))
            return 0;
    return 1;
}

case_quantity case_quantity_of(const casefile *c, const case_node *map, const char *path)
{
    case_quantity q = {.form = QUANTITY_ABSENT, .number = NAN, .scale = 1};
    const case_key *key = map ? schema_at(map, path) : NULL;
    assert((!map || key) && "a key that is not in the table");
    q.node = map ? find(map, path) : NULL;
    scalar_value value;
    if (case_kind_of(q.node) == CASE_LIST || !key) {
        return q;
    } else if (case_kind_of(q.node) == CASE_MAP) {
        q.form = QUANTITY_OTHER_MAP;
        const case_node *file = node_child(q.node, "file");
        if (!file)
            return q;
        q.form = QUANTITY_FILE;
        q.file = casefile_resolve(c, file->text);
        q.column = key_child(key, "column") ? case_text(q.node, "column") : NULL;
        q.unit = key_child(key, "unit") ? case_text(q.node, "unit") : NULL;
        q.zone = key_child(key, "zone") ? case_text(q.node, "zone") : NULL;
        q.hold_last = key_child(key, "hold") && case_text(q.node, "hold") != NULL;
        q.offset = key_child(key, "offset") ? case_number(q.node, "offset") : 0;
        q.scale = key_child(key, "scale") ? case_number(q.node, "scale") : 1;
    } else if (scalar_at(map, path, &key, &value) && value.form == KEY_NUMBER) {
        q.form = QUANTITY_NUMBER;
        q.number = value.number;
    } else if (q.node) {
        q.form = QUANTITY_FILE;
        q.file = casefile_resolve(c, q.node->text);
    }
    return q;
}
