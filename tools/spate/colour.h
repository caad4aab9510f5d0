/* Colours that the eye reads as evenly spaced, whatever colours it can tell apart: straight ramps
 * of lightness in CIE L*a*b*. */
#ifndef SPATE_TOOLS_COLOUR_H
#define SPATE_TOOLS_COLOUR_H

#include "raster.h"

/* Water: share 0 (shallow, light cyan) to 1 (deep, navy); light is the shade of the surface, -1 to
 * 1. */
rgb colour_water(double share, double light);
/* Dry land: warm grey, light -1 (away from the sun) to 1. */
rgb colour_land(double light);

#endif
