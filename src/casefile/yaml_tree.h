/* Reads YAML text into the tree of values, with libyaml. Features of YAML that case files do not
 * need (tags, anchors, several documents) are refused. */
#ifndef SPATE_CASEFILE_YAML_TREE_H
#define SPATE_CASEFILE_YAML_TREE_H

#include "casefile/errors.h"

/* The first value of the text; a null scalar for an empty text. NULL: an error was added. set: the
 * text is the value of a --set. */
case_node *yaml_tree(case_errors *errors, const char *set, const char *text, size_t length);
/* Whether this build has libyaml. */
int yaml_available(void);

#endif
