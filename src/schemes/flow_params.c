/* Options of the user turned into the constants of the kernels. */
#include "schemes/flow_params.h"

#include <math.h>

#define SPATE_REAL_BITS 64
#include "physics/kurganov_update.h"
#include "physics/time_step.h"
#include "schemes/description.h"

/* The longest step of a run without water, which has no other bound. */
#define LONGEST_STEP 3600.0

/* Mixing across the lines of an implicit sweep is explicit. It reduces a wave of two cells by the
 * fraction z = 4 viscosity dt / d^2 per step: p' = p - z p is damped up to z = 2, p' = p - z (3 p -
 * p_before) / 2, with extrapolated fluxes, up to z = 1. */
double part_viscous_dt(const spate_options *opt)
{
    const double d = fmin(opt->dx, opt->dy), most = opt->extrapolate ? 0.25 : 0.5;
    return opt->viscosity > 0 ? most * d * d / opt->viscosity : INFINITY;
}

/* An option that the scheme lacks has no effect. A scheme without limiter has no slopes. */
double part_cfl(const spate_options *opt)
{
    const scheme_description *scheme = scheme_about(opt->scheme);
    const double theta = scheme_option_of(scheme, "solver.limiter") ? opt->theta : 0;
    if (opt->cfl > 0 && scheme_option_of(scheme, "solver.cfl"))
        return opt->cfl;
    return usual_cfl(scheme_stages(opt), theta);
}

double part_dt_limit(const spate_options *opt, double rise)
{
    double limit = fmin(opt->dt_max > 0 ? opt->dt_max : LONGEST_STEP, part_viscous_dt(opt));
    if (rise > 0)
        limit =
            fmin(limit, cbrt(rain_dt_cubed(rise, opt->gravity, part_cfl(opt), opt->dx, opt->dy)));
    return limit;
}

double part_friction_strength(const spate_options *opt, double coefficient)
{
    switch (opt->friction) {
    case SPATE_FRICTION_MANNING: return manning_strength(coefficient, opt->gravity);
    case SPATE_FRICTION_CHEZY: return chezy_strength(coefficient, opt->gravity);
    case SPATE_FRICTION_NONE: break;
    }
    return 0;
}

part_params part_params_from(const spate_options *opt)
{
    return (part_params){
        .gravity = opt->gravity,
        .theta = opt->theta,
        .dry_depth = opt->dry_depth,
        .shown_dry_depth = opt->dry_depth,
        .dx = opt->dx,
        .dy = opt->dy,
        .cfl = part_cfl(opt),
        .dt_limit = part_dt_limit(opt, opt->rain),
        .rain = opt->rain,
        .coriolis = {.f0 = opt->coriolis,
                     .beta = opt->coriolis_beta,
                     .y = opt->y0 - opt->coriolis_y,
                     .dy = opt->dy},
        .friction_strength = part_friction_strength(opt, opt->friction_coefficient),
        .bed_model = opt->bed_model == SPATE_BED_BILINEAR ? BED_BILINEAR : BED_CELLS,
        .friction = opt->friction == SPATE_FRICTION_MANNING ? FRICTION_MANNING
                    : opt->friction == SPATE_FRICTION_CHEZY ? FRICTION_CHEZY
                                                            : FRICTION_NONE,
        .skip_still = opt->skip_still,
        .skip = opt->skip == SPATE_SKIP_EARLY_EXIT     ? SKIP_EARLY_EXIT
                : opt->skip == SPATE_SKIP_BOUNDING_BOX ? SKIP_BOUNDING_BOX
                                                       : SKIP_TILES,
    };
}
