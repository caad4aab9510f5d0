/* --set KEY=VALUE: a value of the command line in the place of one of the file. */
#ifndef SPATE_CASEFILE_SET_VALUE_H
#define SPATE_CASEFILE_SET_VALUE_H

#include "casefile/errors.h"

/* set stays borrowed by the tree. What is wrong is added to the errors. */
void set_value(case_errors *errors, case_node *root, const char *set);

#endif
