/* All sources inside the grid, in the order of the reference page. */
#include <math.h>

#include "model/forcing/forcing.h"

spate_status model_sources(model *m)
{
    SPATE_TRY(model_rain(m));
    SPATE_TRY(model_inflows(m));
    SPATE_TRY(model_infiltration(m));
    SPATE_TRY(model_wind(m));
    return model_air(m);
}

double model_next_change(const model *m, double t)
{
    return fmin(rain_next_change(m, t), air_next_change(m, t));
}

spate_status model_apply_changes(model *m, double t)
{
    SPATE_TRY(rain_apply_changes(m, t));
    return air_apply_changes(m, t);
}
