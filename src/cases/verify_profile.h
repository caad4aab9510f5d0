/* Water along a line of cells of a finished run, and the exact solution there, for pictures and
 * tables. The line is a strip, or the middle row of a grid, and is limited to the window of the
 * case. */
#ifndef SPATE_CASES_VERIFY_PROFILE_H
#define SPATE_CASES_VERIFY_PROFILE_H

#include "cases/verify.h"

/* Values at `count` cell centres. Levels are NaN where the water is no deeper than the dry
 * depth. */
typedef struct verify_profile {
    int64_t nx, ny; /* of the grid */
    int precision;
    double t; /* s */
    int64_t count;
    double *place; /* m: x, or y of a strip along y; one allocation with the arrays below */
    double *bed;   /* m */
    double *level, *solution_level; /* m */
    double *flow, *solution_flow;   /* m2/s along the line */
} verify_profile;

/* The case must have a solution. SPATE_ERROR_MEMORY leaves the profile empty. */
spate_status verify_profile_make(const verify_finished *run, verify_profile *profile);
/* The profile may be empty, {0}. */
void verify_profile_free(verify_profile *profile);

#endif
