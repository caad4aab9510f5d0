/* What reports show of a cell, worked out in f64 in every precision. */
#ifndef SPATE_PHYSICS_SHOWN_H
#define SPATE_PHYSICS_SHOWN_H

#include "base/host_device.h"

/* Velocity from momentum; thin films show none. */
SPATE_BOTH double shown_velocity(double momentum, double depth, double dry_depth)
{
    return depth > dry_depth ? momentum / depth : 0;
}

#endif
