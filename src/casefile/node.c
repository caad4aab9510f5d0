/* The tree of values: making, freeing, finding. */
#include "casefile/node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

case_node *node_new(case_kind kind, node_mark at, const char *set)
{
    case_node *node = calloc(1, sizeof *node);
    if (!node)
        return NULL;
    node->kind = kind;
    node->at = at;
    node->set = set;
    return node;
}

case_node *node_scalar(const char *text, size_t length, int plain, node_mark at, const char *set)
{
    case_node *node = node_new(CASE_SCALAR, at, set);
    if (!node)
        return NULL;
    node->plain = plain;
    node->text = malloc(length + 1);
    if (!node->text) {
        free(node);
        return NULL;
    }
    memcpy(node->text, text, length);
    node->text[length] = 0;
    return node;
}

void node_free(case_node *node)
{
    if (!node)
        return;
    for (int n = 0; n < node->count; ++n)
        node_free(node->items[n]);
    free(node->items);
    free(node->key);
    free(node->text);
    free(node);
}

int node_add(case_node *parent, case_node *item, const char *key, node_mark key_at)
{
    if (parent->count == parent->room) {
        const int room = parent->room ? 2 * parent->room : 4;
        case_node **items = realloc(parent->items, (size_t)room * sizeof(case_node *));
        if (!items)
            return 0;
        parent->items = items;
        parent->room = room;
    }
    if (key) {
        item->key = malloc(strlen(key) + 1);
        if (!item->key)
            return 0;
        strcpy(item->key, key);
    }
    item->key_at = key_at;
    item->parent = parent;
    item->index = parent->count;
    parent->items[parent->count++] = item;
    return 1;
}

void node_replace(case_node *old, case_node *item)
{
    item->key = old->key;
    old->key = NULL;
    item->key_at = old->key_at;
    item->index = old->index;
    item->parent = old->parent;
    old->parent->items[old->index] = item;
    node_free(old);
}

case_node *node_child(const case_node *map, const char *name)
{
    for (int n = 0; map && map->kind == CASE_MAP && n < map->count; ++n)
        if (strcmp(map->items[n]->key, name) == 0)
            return map->items[n];
    return NULL;
}

case_node *node_entry(const case_node *list, const char *key, const char *text, char *names,
                      size_t size)
{
    *names = 0;
    for (int n = 0; list && list->kind == CASE_LIST && n < list->count; ++n) {
        const case_node *name = node_child(list->items[n], key);
        if (!name || name->kind != CASE_SCALAR)
            continue;
        if (strcmp(name->text, text) == 0)
            return list->items[n];
        if (strlen(name->text) < 32 && strlen(names) + strlen(name->text) + 2 < size) {
            strcat(names, *names ? "|" : "");
            strcat(names, name->text);
        }
    }
    return NULL;
}

int node_has_one(const case_node *map, const char *names)
{
    char word[32];
    for (int n = 0; key_word(names, n, word, sizeof word); ++n)
        if (node_child(map, word))
            return 1;
    return 0;
}

int node_is_null(const case_node *node)
{
    return node->kind == CASE_SCALAR && node->plain &&
           (!*node->text || strcmp(node->text, "~") == 0 || strcmp(node->text, "null") == 0);
}

const char *node_path(const case_node *node, char *out, size_t size)
{
    *out = 0;
    if (!node || !node->parent)
        return out;
    node_path(node->parent, out, size);
    const size_t used = strlen(out);
    if (node->key)
        snprintf(out + used, size - used, "%s%.60s", used > 0 ? "." : "", node->key);
    else
        snprintf(out + used, size - used, "[%d]", node->index);
    return out;
}
