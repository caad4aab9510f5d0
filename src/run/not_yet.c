/* Work in progress: weak stand-ins until each function is merged. */
#include "base/context.h"

__attribute__((weak)) spate_status spate_add_boundary(spate_sim *sim,
                                                      const spate_boundary *boundary)
{
    (void)sim;
    (void)boundary;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_get_boundary(spate_sim *sim, int boundary,
                                                      spate_boundary_stats *stats)
{
    (void)sim;
    (void)boundary;
    (void)stats;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_get_boundary_faces(spate_sim *sim, int boundary,
                                                            spate_face *faces, int64_t most)
{
    (void)sim;
    (void)boundary;
    (void)faces;
    (void)most;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_get_wall_faces(spate_sim *sim, spate_face *faces,
                                                        int64_t most, int64_t *count)
{
    (void)sim;
    (void)faces;
    (void)most;
    (void)count;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_set_crests(spate_sim *sim, const spate_crest *crests,
                                                    int64_t count)
{
    (void)sim;
    (void)crests;
    (void)count;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_add_section(spate_sim *sim,
                                                     const spate_section_face *faces, int64_t count)
{
    (void)sim;
    (void)faces;
    (void)count;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_get_section(spate_sim *sim, int section, double *volume)
{
    (void)sim;
    (void)section;
    (void)volume;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_set_rain(spate_sim *sim, const spate_series *rain)
{
    (void)sim;
    (void)rain;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_set_rain_map(spate_sim *sim, spate_field_fn rain,
                                                      void *user)
{
    (void)sim;
    (void)rain;
    (void)user;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_add_inflow(spate_sim *sim, const char *name,
                                                    const spate_series *discharge,
                                                    spate_field_fn share, void *user,
                                                    int64_t *cells, double *area)
{
    (void)sim;
    (void)name;
    (void)discharge;
    (void)share;
    (void)user;
    (void)cells;
    (void)area;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_get_inflow(spate_sim *sim, int inflow,
                                                    spate_inflow_stats *stats)
{
    (void)sim;
    (void)inflow;
    (void)stats;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_set_infiltration(spate_sim *sim,
                                                          spate_field_fn conductivity,
                                                          spate_field_fn suction,
                                                          spate_field_fn deficit, void *user)
{
    (void)sim;
    (void)conductivity;
    (void)suction;
    (void)deficit;
    (void)user;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_set_wind(spate_sim *sim, const spate_series *east,
                                                  const spate_series *north)
{
    (void)sim;
    (void)east;
    (void)north;
    return SPATE_ERROR_INTERNAL;
}
