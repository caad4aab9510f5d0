/* Light on a surface, so that its relief shows: the sun stands in the north-west, 45 degrees up. */
#ifndef SPATE_TOOLS_HILLSHADE_H
#define SPATE_TOOLS_HILLSHADE_H

/* Heights at nx * ny places, row 0 in the south; NaN: there is none. */
typedef struct relief {
    int nx, ny;
    double dx, dy;
    const double *z;
} relief;

/* How much heights are stretched so that the relief shows, whatever it is in metres; 0 on
 * a plane. */
double hillshade_stretch(const relief *r);
/* -1 (turned away) to 1 (facing the sun), 0 where it is level. */
double hillshade_at(const relief *r, int i, int j, double stretch);

#endif
