/* Manning's n inside polygons, over what a number, a raster or classes gave. */
#ifndef SPATE_MODEL_FRICTION_AREAS_H
#define SPATE_MODEL_FRICTION_AREAS_H

#include "model/model.h"

/* Applies manning.polygons in their order to m->manning: later entries, and later features of a
 * file, replace earlier ones. A cell belongs to a polygon that contains its centre. Not collective. */
spate_status friction_areas_apply(model *m, const case_node *polygons);

#endif
