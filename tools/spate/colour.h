/* Colour ramps that look evenly spaced, to colour-blind readers too: curves through OKLab (Ottosson
 * 2020) along which lightness only rises or only falls, in equal steps. Knows nothing of water or
 * pictures beyond the names of its ramps. */
#ifndef SPATE_TOOLS_COLOUR_H
#define SPATE_TOOLS_COLOUR_H

#include <stdint.h>

typedef struct rgb {
    uint8_t r, g, b; /* sRGB */
} rgb;

typedef struct oklab {
    double l, a, b; /* l: 0 black, 1 white */
} oklab;

rgb colour_srgb(oklab q); /* clipped where sRGB does not reach */
oklab colour_oklab(rgb c);
/* Lightness, chroma, hue in degrees. */
oklab colour_lch(double lightness, double chroma, double hue);

typedef enum {
    RAMP_DEPTH,    /* pale cyan to navy */
    RAMP_LEVEL,    /* navy to pale green: low to high */
    RAMP_SPEED,    /* pale yellow over red to violet */
    RAMP_ARRIVAL,  /* violet (early) over green to yellow (late) */
    RAMP_DURATION, /* pale green over teal to dark blue */
    RAMP_SEA,      /* navy to pale cyan: deep to shallow */
    RAMP_LAND,     /* green over tan to almost white: low to high */
    RAMP_LESS,     /* dark blue to almost white: much less to equal */
    RAMP_MORE,     /* almost white to dark red: equal to much more */
    RAMP_COUNT
} colour_ramp;

enum { COLOUR_STEPS = 256 };
typedef struct colour_table {
    rgb steps[COLOUR_STEPS];
} colour_table;

/* Equal steps of share are equal distances in OKLab. */
colour_table colour_table_of(colour_ramp ramp);
/* Up to `share` of its length one ramp, beyond it another: all of each, whatever their lengths. */
colour_table colour_table_joined(colour_ramp low, colour_ramp high, double share);
rgb colour_at(const colour_table *table, double share); /* share is clamped to 0 ... 1 */

/* Land: warm grey, light -1 (away from the sun) to 1. */
rgb colour_land(double light);
/* The colour made lighter or darker, as a surface under the same light. */
rgb colour_lit(rgb c, double light);

#endif
