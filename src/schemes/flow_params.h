/* Options of the user turned into the constants of the kernels. */
#ifndef SPATE_SCHEMES_FLOW_PARAMS_H
#define SPATE_SCHEMES_FLOW_PARAMS_H

#include "backend/backend.h"
#include "spate/spate.h"

/* All but the stages, which the scheme's description has. */
part_params part_params_from(const spate_options *opt);

/* Courant number of the explicit scheme, both directions together: the given one or the default. */
double part_cfl(const spate_options *opt);

/* Longest step, s, where water rises by at most `rise` m/s through sources. */
double part_dt_limit(const spate_options *opt, double rise);

/* Longest step, s, in which mixing across lines is stable; INFINITY without viscosity. */
double part_viscous_dt(const spate_options *opt);

/* g n^2 or g / C^2. */
double part_friction_strength(const spate_options *opt, double coefficient);

#endif
