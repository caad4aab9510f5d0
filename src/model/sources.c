/* What comes and goes inside the grid, in the order of the case file's reference. */
#include "model/forcing.h"

spate_status model_sources(model *m)
{
    SPATE_TRY(model_rain(m));
    SPATE_TRY(model_inflows(m));
    SPATE_TRY(model_infiltration(m));
    return model_wind(m);
}
