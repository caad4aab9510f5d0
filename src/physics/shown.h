/* What reports show of a cell, worked out in f64 in every precision. */
#ifndef SPATE_PHYSICS_SHOWN_H
#define SPATE_PHYSICS_SHOWN_H

#include "base/host_device.h"

/* Velocity from momentum; thin films show none. */
SPATE_BOTH double shown_velocity(double momentum, double depth, double dry_depth)
{
    return depth > dry_depth ? momentum / depth : 0;
}

/* Square of the speed, so that a search for the largest needs one root. Speeds below 1e-150 m/s,
 * whose squares are too small for a double, count as 0. */
SPATE_BOTH double shown_speed_squared(double h, double hu, double hv, double dry_depth)
{
    return h > dry_depth ? (hu * hu + hv * hv) / (h * h) : 0;
}

#endif
