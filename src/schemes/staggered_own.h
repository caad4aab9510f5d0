/* The description of the staggered scheme, and options turned into numbers. */
#ifndef SPATE_SCHEMES_STAGGERED_OWN_H
#define SPATE_SCHEMES_STAGGERED_OWN_H

#include "schemes/scheme.h"

extern const scheme_description staggered_about;

double staggered_cfl(const spate_options *options);
/* m above which a face begins to flow. */
double staggered_flood_depth(const spate_options *options);
/* Whether options fit each other. */
spate_status staggered_check(const scheme_setup *setup);

#endif
