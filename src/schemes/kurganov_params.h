/* Options of the user turned into the constants of the kernels. */
#ifndef SPATE_SCHEMES_KURGANOV_PARAMS_H
#define SPATE_SCHEMES_KURGANOV_PARAMS_H

#include "backend/kurganov.h"
#include "spate/spate.h"

kp_params kp_params_from(const spate_options *opt);

/* g n^2 or g / C^2. */
double kp_friction_strength(const spate_options *opt, double coefficient);

#endif
