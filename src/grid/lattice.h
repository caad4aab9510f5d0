/* The lattice of elevations: bed and initial levels are rounded to multiples of a power of two,
 * small enough to be harmless and large enough that level - bed and depth + bed are exact in the
 * precision of the run. A lake at rest is then an exact fixed point. Elevations are stored
 * relative to a datum, so that land at 2000 m is as finely resolved as land at sea level, and a
 * raised DEM gives the same answer. */
#ifndef SPATE_GRID_LATTICE_H
#define SPATE_GRID_LATTICE_H

typedef struct lattice {
    double datum;   /* m: elevation = stored value + datum */
    double spacing; /* m, a power of two: of cell values */
    double reach;   /* m: largest stored elevation or depth that is still exact */
} lattice;

/* For beds from low to high. precision: 32 or 64 bits. */
lattice lattice_for(double low, double high, int precision);
/* Widens the lattice until `size` (an elevation or a depth) is within reach. Returns 1 if it
 * changed: the values stored so far must then be rounded again. */
int lattice_widen(lattice *l, double size, int precision);

/* Multiples of `steps` spacings: corners of bilinear beds use 4, so that means of four
 * are exact. */
double lattice_round(const lattice *l, double stored, int steps);
/* The same of n values, in place. */
void lattice_round_row(const lattice *l, int steps, int n, double *values);

#endif
