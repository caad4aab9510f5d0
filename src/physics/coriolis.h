/* The Coriolis parameter on an f plane or a beta plane. In f64 for every precision, so that rows
 * have the same value in every part. Knows no arrays. */
#ifndef SPATE_PHYSICS_CORIOLIS_H
#define SPATE_PHYSICS_CORIOLIS_H

#include "base/host_device.h"

/* f = f0 + beta y. Rows are those of a part. */
typedef struct coriolis_rows {
    double f0;   /* 1/s */
    double beta; /* 1/(m s); 0: f0 everywhere */
    double y;    /* of the south edge of the grid, m north of where f is f0 */
    double dy;   /* m, of a row */
    double row0; /* the row of the grid that is row 0 of the part */
} coriolis_rows;

/* f so many rows north of the south side of row 0: j + 0.5 for centres of cells and west faces of
 * row j, j for its south faces and corners. */
SPATE_BOTH double coriolis_at(const coriolis_rows *c, double rows)
{
    return c->beta == 0 ? c->f0 : c->f0 + c->beta * (c->y + (c->row0 + rows) * c->dy);
}

/* The same at the faces of row j along an axis: 0 for those at the west of its cells, 1 for those at
 * their south. */
SPATE_BOTH double coriolis_at_faces(const coriolis_rows *c, int axis, int j)
{
    return coriolis_at(c, axis ? j : j + 0.5);
}

/* Whether there is a Coriolis force. */
SPATE_BOTH int coriolis_acts(const coriolis_rows *c)
{
    return c->f0 != 0 || c->beta != 0;
}

#endif
