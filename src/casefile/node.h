/* The values of a case file as a tree, with their positions in the file. */
#ifndef SPATE_CASEFILE_NODE_H
#define SPATE_CASEFILE_NODE_H

#include <stddef.h>

#include "casefile/casefile.h"
#include "casefile/keys.h"

typedef struct node_mark {
    int line, column; /* from 1 */
} node_mark;

struct case_node {
    case_kind kind;
    case_node *parent;
    char *key;              /* its name in a map; NULL in a list */
    int index;              /* its number in a list */
    node_mark key_at, at;   /* of the name and of the value */
    const char *set;        /* "grid.resolution=10 m" if it comes from --set; borrowed */
    const case_key *schema; /* its key in the tables; for an entry of a list: that of the list */
    char *text;             /* of a scalar */
    int plain;              /* the scalar has no quotes */
    int count, room;
    case_node **items;
};

/* NULL: out of memory. */
case_node *node_new(case_kind kind, node_mark at, const char *set);
case_node *node_scalar(const char *text, size_t length, int plain, node_mark at, const char *set);
void node_free(case_node *node);

/* The parent owns the item from now on. 0: out of memory, the caller still owns it. key: NULL in a
 * list. */
int node_add(case_node *parent, case_node *item, const char *key, node_mark key_at);
/* Replaces a child, which is freed. */
void node_replace(case_node *old, case_node *item);

case_node *node_child(const case_node *map, const char *name);
/* The entry of a list whose child `key` is `text`. NULL: none; then `names` has those that exist,
 * "a|b|c". */
case_node *node_entry(const case_node *list, const char *key, const char *text, char *names,
                      size_t size);
/* Whether a child has one of the names "a|b|c". */
int node_has_one(const case_node *map, const char *names);
/* Whether there is no value: "key:" or "key: null". */
int node_is_null(const case_node *node);
/* "boundaries[0].line" */
const char *node_path(const case_node *node, char *out, size_t size);

#endif
