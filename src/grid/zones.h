/* Ghost zones: cells beside a part that it computes as their owners do, so that states need to be
 * exchanged only every few steps. A zone is a box of whole tiles. It ends where the grid ends, and
 * no direction of the grid may be periodic. */
#ifndef SPATE_GRID_ZONES_H
#define SPATE_GRID_ZONES_H

#include "grid/grid.h"

enum { MOST_ZONES = 8 }; /* of a part: one in each direction */

/* Cells of a zone beyond a cut of the partition along x and along y; 0 where there are no cuts. */
typedef struct zone_width {
    int x, y;
} zone_width;

/* The width with which a part can make `rings` computations in a row, each of which needs valid
 * values up to `halo` cells away. After an exchange, the zones and `halo` ghost cells around them
 * are valid. Every computation leaves `halo` cells less on each side, and the last one must leave
 * the part. */
zone_width zones_width(const partition *p, int halo, int rings);
/* The zones of a part of the partition. Returns how many there are. */
int zones_of_part(const partition *p, const grid *g, int part, zone_width w, box zones[MOST_ZONES]);
/* Cells that are in both boxes; nx or ny is 0 where there are none. */
box box_common(box a, box b);

#endif
