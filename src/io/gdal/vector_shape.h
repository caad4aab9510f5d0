/* Shapes as geometries of OGR. */
#ifndef SPATE_IO_GDAL_VECTOR_SHAPE_H
#define SPATE_IO_GDAL_VECTOR_SHAPE_H

#include "support.h"

/* Always a multi-geometry; owned by the caller. */
OGRGeometryH shape_geometry(const shape *s);

#endif
