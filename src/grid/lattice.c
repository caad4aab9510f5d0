/* Rounding of elevations to a power of two. */
#include "grid/lattice.h"

#include <math.h>

/* Water up to this deep (or high above the datum) never makes the lattice coarser. It is 4
 * micrometres in f32. */
#define LEAST_REACH 64.0

static double spacing_for(double reach, int precision)
{
    /* All multiples up to 2^24 (2^53) spacings are exact. */
    return ldexp(1.0, (int)ceil(log2(reach)) - (precision == 32 ? 24 : 53));
}

lattice lattice_for(double low, double high, int precision)
{
    /* Whole metres: a DEM raised by whole metres keeps its stored values to the bit. */
    const double datum = floor(0.5 * (low + high));
    const double span = fmax(high - datum, datum - low);
    const double reach = fmax(exp2(ceil(log2(fmax(span, 1e-30)))), LEAST_REACH);
    return (lattice){.datum = datum, .spacing = spacing_for(reach, precision), .reach = reach};
}

int lattice_widen(lattice *l, double size, int precision)
{
    if (!(fabs(size) > l->reach))
        return 0;
    l->reach = exp2(ceil(log2(fabs(size))));
    l->spacing = spacing_for(l->reach, precision);
    return 1;
}

double lattice_round(const lattice *l, double stored, int steps)
{
    const double step = l->spacing * steps;
    return nearbyint(stored / step) * step;
}

/* A sum with 2^52 has no bits for a fraction. The sign of a zero is that of the value, as in
 * nearbyint. This form vectorises on every machine. */
void lattice_round_row(const lattice *l, int steps, int n, double *values)
{
    const double step = l->spacing * steps;
    for (int k = 0; k < n; ++k) {
        const double share = values[k] / step, large = copysign(0x1p52, share);
        const double whole = copysign((share + large) - large, share);
        values[k] = (fabs(share) < 0x1p52 ? whole : share) * step;
    }
}
