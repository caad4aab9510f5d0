/* The force of a manufactured solution. */
#ifndef SPATE_SCHEMES_FORCE_H
#define SPATE_SCHEMES_FORCE_H

/* Addition to the momentum equation at a face (axis 0: along x), m2/s2. */
typedef double scheme_force(int axis, double x, double y, double t);

#endif
