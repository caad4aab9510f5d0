/* Maxima at the end of a run: max.nc, and each as a raster. */
#include "results/maps/final_file.h"

static const struct {
    unsigned bit;
    final_variable what;
} maxima[] = {
    {MAXIMUM_DEPTH,
     {SPATE_MAX_DEPTH,
      "max_depth.tif",
      {"max_depth", "flood_water_thickness", "largest depth", "m", 32, 0, NULL}}},
    {MAXIMUM_LEVEL,
     {SPATE_MAX_LEVEL,
      "max_level.tif",
      {"max_level", "water_surface_height_above_reference_datum", "largest level where it was wet",
       "m", 32, 0, NULL}}},
    {MAXIMUM_SPEED,
     {SPATE_MAX_SPEED,
      "max_speed.tif",
      {"max_speed", "flood_water_speed", "largest speed", "m s-1", 32, 0, NULL}}},
    {MAXIMUM_HAZARD,
     {SPATE_MAX_HAZARD,
      "max_hazard.tif",
      {"max_hazard", NULL, "largest product of depth and speed at one moment", "m2 s-1", 32, 0,
       NULL}}},
    {MAXIMUM_ARRIVAL,
     {SPATE_ARRIVAL,
      "arrival.tif",
      {"arrival", NULL, "first arrival of the water, since the start of the run", "s", 32, 0,
       NULL}}},
    {MAXIMUM_DURATION,
     {SPATE_DURATION,
      "duration.tif",
      {"duration", "flood_water_duration_above_threshold",
       "how long it was deeper than the threshold", "s", 32, 0, NULL}}},
    {MAXIMUM_HAZARD_ARR,
     {SPATE_HAZARD_ARR,
      "hazard_arr.tif",
      {"hazard_arr", NULL,
       "worst hazard class H1 to H6, Australian Rainfall and Runoff 2019 (1 is H1, 6 is H6)", "1",
       32, 0,
       "H1_generally_safe H2_unsafe_for_small_vehicles "
       "H3_unsafe_for_vehicles_children_and_the_elderly H4_unsafe_for_people_and_vehicles "
       "H5_unsafe_buildings_need_special_design H6_unsafe_all_buildings_may_fail"}}},
    {MAXIMUM_HAZARD_UK,
     {SPATE_HAZARD_UK,
      "hazard_uk.tif",
      {"hazard_uk", NULL,
       "worst hazard to people, British rating of 2008 (1 low, 2 moderate, 3 significant, 4 extreme)",
       "1", 32, 0,
       "low_caution moderate_danger_for_some significant_danger_for_most extreme_danger_for_all"}}},
};
enum { MAXIMA = sizeof maxima / sizeof *maxima };

spate_status write_maxima(results *r)
{
    final_variable list[MAXIMA + 1] = {
        {SPATE_BED, NULL, {"bed", "altitude", "elevation of the bed", "m", 32, 0, NULL}}};
    int count = 1;
    for (int k = 0; k < MAXIMA; ++k)
        if (r->plan->maxima & maxima[k].bit)
            list[count++] = maxima[k].what;
    return count == 1 ? SPATE_OK : final_file_write(r, "max.nc", list, count);
}
