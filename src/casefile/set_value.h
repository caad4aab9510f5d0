/* --set KEY=VALUE: a value from the command line that replaces one of the file. */
#ifndef SPATE_CASEFILE_SET_VALUE_H
#define SPATE_CASEFILE_SET_VALUE_H

#include "casefile/errors.h"

/* The tree keeps a pointer to set. Adds to the errors. */
void set_value(case_errors *errors, case_node *root, const char *set);

#endif
