/* Checks the tree against the tables of keys. */
#include "casefile/check.h"

#include <stdlib.h>
#include <string.h>

#include "casefile/scalar.h"

/* Names are compared pairwise; the limits keep the time for a hostile file short. */
enum { MOST_KEYS = 200, MOST_ENTRIES = 5000 };

static const unsigned nested = KEY_MAP | KEY_LIST;

static void wrong_kind(case_errors *errors, const case_node *node, const case_key *key)
{
    static const char *const what[] = {"nothing", "a text", "a list", "a map of keys"};
    char forms[512];
    errors_add(errors, node, OF_KEY, "%s is not expected here; write %s", what[node->kind],
               key_forms_text(key, forms, sizeof forms));
}

static void check_value(case_errors *errors, case_node *node, const case_key *key);

static int is_first(const case_node *map, const case_node *child)
{
    return node_child(map, child->key) == child;
}

static void check_map(case_errors *errors, case_node *map, const case_key *key)
{
    map->schema = key;
    if (map->count > MOST_KEYS) {
        errors_add(errors, map, OF_KEY, "there are %d keys here, more than Spate knows",
                   map->count);
        return;
    }
    for (int n = 0; n < map->count; ++n) {
        case_node *child = map->items[n];
        const case_key *known = key_child(key, child->key);
        if (!known)
            check_unknown_key(errors, child, key);
        else if (known->flags & KEY_NOT_YET)
            errors_add(errors, child, OF_KEY, "not yet: this version cannot do it. %s",
                       known->help);
        else if (!is_first(map, child))
            errors_add(errors, child, OF_KEY, "this key is given twice, first in line %d",
                       node_child(map, child->key)->key_at.line);
        else
            check_value(errors, child, known);
    }
    check_siblings(errors, map, key);
}

/* Entries whose `unique` key repeats that of an earlier one. */
static void check_unique(case_errors *errors, const case_node *list, const case_key *key)
{
    for (const case_key *unique = key_next(NULL); unique; unique = key_next(unique)) {
        if (!unique->unique || !key_is_inside(unique, key))
            continue;
        for (int n = 1; n < list->count; ++n) {
            const case_node *name = node_child(list->items[n], key_name(unique));
            for (int m = 0; name && name->kind == CASE_SCALAR && m < n; ++m) {
                const case_node *other = node_child(list->items[m], key_name(unique));
                if (!other || other->kind != CASE_SCALAR || strcmp(other->text, name->text) != 0)
                    continue;
                if (*unique->unique && (!node_child(list->items[n], unique->unique) ||
                                        !node_child(list->items[m], unique->unique)))
                    continue;
                errors_add(errors, name, OF_VALUE, "%.60s is also the name of entry %d, in line %d",
                           name->text, m, other->at.line);
                break;
            }
        }
    }
}

static void check_list(case_errors *errors, case_node *list, const case_key *key)
{
    if (list->count > MOST_ENTRIES) {
        errors_add(errors, list, OF_KEY, "there are %d entries, more than %d; put them into a file",
                   list->count, (int)MOST_ENTRIES);
        return;
    }
    for (int n = 0; n < list->count; ++n) {
        if (list->items[n]->kind == CASE_MAP)
            check_map(errors, list->items[n], key);
        else
            errors_add(errors, list->items[n], OF_VALUE,
                       "each entry of this list is a map of keys, such as {name: ...}");
    }
    check_unique(errors, list, key);
}

static void check_scalar(case_errors *errors, case_node *node, const case_key *key)
{
    scalar_value value;
    char why[640];
    if (node_is_null(node)) {
        char forms[512];
        errors_add(errors, node, OF_KEY, "there is no value; write %s, or remove the key",
                   key_forms_text(key, forms, sizeof forms));
    } else if (!scalar_read(key, node->text, &value, why, sizeof why)) {
        errors_add(errors, node, OF_VALUE, "%s", why);
    } else if (key->group && value.form == KEY_FLAG && value.number == 0) {
        errors_add(errors, node, OF_VALUE,
                   "the only value here is yes; remove the key to choose something else");
    }
}

static void check_value(case_errors *errors, case_node *node, const case_key *key)
{
    node->schema = key;
    if (node_is_null(node) && !(key->forms & ~nested)) {
        /* A section whose lines are all commented out is empty. */
        free(node->text);
        node->text = NULL;
        node->kind = key->forms & KEY_MAP ? CASE_MAP : CASE_LIST;
    }
    if (node->kind == CASE_SCALAR && key->forms & ~nested)
        check_scalar(errors, node, key);
    else if (node->kind == CASE_MAP && key->forms & KEY_MAP)
        check_map(errors, node, key);
    else if (node->kind == CASE_LIST && key->forms & KEY_LIST)
        check_list(errors, node, key);
    else if (node->kind == CASE_LIST)
        check_plain_list(errors, node, key);
    else
        wrong_kind(errors, node, key);
}

/* Values that must be the name of something else in the file. */
static void check_references(case_errors *errors, const case_node *root, const case_node *node)
{
    for (int n = 0; n < node->count; ++n)
        check_references(errors, root, node->items[n]);
    if (node->kind != CASE_SCALAR || !node->schema || !node->schema->refers)
        return;
    char list_name[32];
    const char *refers = node->schema->refers, *brackets = strstr(refers, "[]");
    memcpy(list_name, refers, (size_t)(brackets - refers));
    list_name[brackets - refers] = 0;
    const case_node *list = node_child(root, list_name);
    char names[256], text[128] = "";
    if (node_entry(list, brackets + 3, node->text, names, sizeof names))
        return;
    suggest_word(names, node->text, text, sizeof text);
    errors_add(errors, node, OF_VALUE, "%s has no entry named %.60s%s", list_name, node->text,
               text);
}

void check_case(case_errors *errors, case_node *root)
{
    check_map(errors, root, &case_root_key);
    check_references(errors, root, root);
}
