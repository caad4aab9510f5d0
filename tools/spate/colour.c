/* The colour maps. */
#include "colour.h"

#include <math.h>

typedef struct lab {
    double l, a, b;
} lab;

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* Inverse of the cube root with a straight foot (CIE 1976). */
static double cie_cube(double t)
{
    const double d = 6.0 / 29.0;
    return t > d ? t * t * t : 3 * d * d * (t - 4.0 / 29.0);
}

static uint8_t srgb_byte(double linear)
{
    const double c = clamp(linear, 0, 1);
    const double s = c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055;
    return (uint8_t)lround(255 * s);
}

/* CIE L*a*b* under D65 to sRGB (IEC 61966-2-1). */
static rgb srgb(lab q)
{
    const double f = (q.l + 16) / 116;
    const double x = 0.95047 * cie_cube(f + q.a / 500);
    const double y = cie_cube(f);
    const double z = 1.08883 * cie_cube(f - q.b / 200);
    const rgb colour = {.r = srgb_byte(3.2406 * x - 1.5372 * y - 0.4986 * z),
                        .g = srgb_byte(-0.9689 * x + 1.8758 * y + 0.0415 * z),
                        .b = srgb_byte(0.0557 * x - 0.2040 * y + 1.0570 * z)};
    return colour;
}

/* A parabola through L*a*b* from pale cyan to navy that stays inside sRGB; lightness is nearly
 * linear in s, so equal steps of depth look equal, in grey print too. */
rgb colour_water(double share, double light)
{
    static const lab pale = {91, -16, -6}, middle = {62, -20, -32}, navy = {18, 24, -48};
    const double s = clamp(share, 0, 1);
    const double wp = (1 - s) * (1 - s), wm = 2 * s * (1 - s), wn = s * s;
    const lab q = {.l = wp * pale.l + wm * middle.l + wn * navy.l + 7 * light,
                   .a = wp * pale.a + wm * middle.a + wn * navy.a,
                   .b = wp * pale.b + wm * middle.b + wn * navy.b};
    return srgb(q);
}

rgb colour_land(double light)
{
    const lab q = {.l = clamp(70 + 26 * light, 20, 97), .a = 2, .b = 9};
    return srgb(q);
}
