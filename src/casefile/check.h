/* Checks the tree against the tables of keys: keys, forms, ranges, groups. */
#ifndef SPATE_CASEFILE_CHECK_H
#define SPATE_CASEFILE_CHECK_H

#include "casefile/errors.h"

/* Adds every error that it finds and sets the schema of each node. */
void check_case(case_errors *errors, case_node *root);
/* A list that is not a list of maps: points, boxes, choices, files. */
void check_plain_list(case_errors *errors, const case_node *list, const case_key *key);
/* A key that the map does not have. */
void check_unknown_key(case_errors *errors, const case_node *node, const case_key *map);
/* Which keys of a map exclude, need or lack each other. */
void check_siblings(case_errors *errors, const case_node *map, const case_key *key);

#endif
