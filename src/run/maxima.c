/* Checks the settings of maxima. */
#include "base/need.h"
#include "run/sim.h"

/* Squares of smaller depths underflow in f32. */
static const double least_wet_depth = 1e-7;

spate_status spate_track_maxima(spate_sim *sim, double wet_depth, double duration_depth)
{
    SIM_ENTER(sim);
    if (!(wet_depth >= least_wet_depth && wet_depth <= SPATE_LARGEST_INPUT))
        return fail_argument(sim->ctx, "wet_depth is %g: it must be from %g m to %g m", wet_depth,
                             least_wet_depth, SPATE_LARGEST_INPUT);
    if (!(duration_depth >= 0 && duration_depth <= SPATE_LARGEST_INPUT))
        return fail_argument(sim->ctx, "duration_depth is %g: it must be from 0 to %g m",
                             duration_depth, SPATE_LARGEST_INPUT);
    SPATE_TRY(sim->ops->track_maxima(sim->scheme, wet_depth, duration_depth));
    sim->wet_depth = wet_depth;
    return SPATE_OK;
}
