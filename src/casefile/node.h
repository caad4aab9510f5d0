/* The values of a case file as a tree, with their places in the file. Knows nothing of what keys mean. */
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
    const char *set;        /* "grid.resolution=10 m" where --set gave it; borrowed */
    const case_key *schema; /* what the table says of it; of an entry of a list: of the list */
    char *text;             /* of a scalar */
    int plain;              /* the scalar stands without quotes */
    int count, room;
    case_node **items;
};

/* NULL: no memory. */
case_node *node_new(case_kind kind, node_mark at, const char *set);
case_node *node_scalar(const char *text, size_t length, int plain, node_mark at, const char *set);
void node_free(case_node *node);

/* Takes the item over; 0 without memory (then the caller still owns it). key: NULL in a list. */
int node_add(case_node *parent, case_node *item, const char *key, node_mark key_at);
/* Puts the item in the place of a child. The old one is freed. */
void node_replace(case_node *old, case_node *item);

case_node *node_child(const case_node *map, const char *name);
/* Whether a child has one of the names "a|b|c". */
int node_has_one(const case_node *map, const char *names);
/* Nothing was written: "key:" or "key: null". */
int node_is_null(const case_node *node);
/* "boundaries[0].line" */
const char *node_path(const case_node *node, char *out, size_t size);

#endif
