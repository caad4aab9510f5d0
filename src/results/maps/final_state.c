/* The last state of a run, state.nc, from which another run may start. */
#include "results/maps/final_file.h"

static const final_variable state[] = {
    {SPATE_BED, NULL, {"bed", "altitude", "elevation of the bed", "m", 64, 0, NULL}},
    {SPATE_DEPTH, NULL, {"depth", "flood_water_thickness", "depth of the water", "m", 64, 1, NULL}},
    {SPATE_VELOCITY_X,
     NULL,
     {"u", "sea_water_x_velocity", "velocity towards x", "m s-1", 64, 1, NULL}},
    {SPATE_VELOCITY_Y,
     NULL,
     {"v", "sea_water_y_velocity", "velocity towards y", "m s-1", 64, 1, NULL}},
};

spate_status write_state(results *r)
{
    if (!SPATE_HAVE_NETCDF)
        return SPATE_OK;
    return final_file_write(r, "state.nc", state, (int)(sizeof state / sizeof *state));
}
