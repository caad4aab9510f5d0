/* OKLab and the ramps. Each ramp is a Bezier curve through a few control points of our
 * own choice. */
#include "colour.h"

#include <math.h>

enum { MAX_CONTROLS = 5, PIECES = 512 };

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* ---- sRGB (IEC 61966-2-1) and OKLab ---- */

static uint8_t srgb_byte(double linear)
{
    const double c = clamp(linear, 0, 1);
    const double s = c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055;
    return (uint8_t)lround(255 * s);
}

static double linear_light(uint8_t byte)
{
    const double s = byte / 255.0;
    return s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
}

static double cube(double x)
{
    return x * x * x;
}

rgb colour_srgb(oklab q)
{
    const double l = cube(q.l + 0.3963377774 * q.a + 0.2158037573 * q.b);
    const double m = cube(q.l - 0.1055613458 * q.a - 0.0638541728 * q.b);
    const double s = cube(q.l - 0.0894841775 * q.a - 1.2914855480 * q.b);
    const rgb c = {.r = srgb_byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                   .g = srgb_byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                   .b = srgb_byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
    return c;
}

oklab colour_oklab(rgb c)
{
    const double r = linear_light(c.r), g = linear_light(c.g), b = linear_light(c.b);
    const double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    const oklab q = {.l = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                     .a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                     .b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
    return q;
}

oklab colour_lch(double lightness, double chroma, double hue)
{
    const double angle = hue * 3.14159265358979323846 / 180;
    const oklab q = {.l = lightness, .a = chroma * cos(angle), .b = chroma * sin(angle)};
    return q;
}

/* ---- ramps ---- */

static const struct {
    int count;
    struct {
        double lightness, chroma, hue;
    } controls[MAX_CONTROLS];
} ramps[RAMP_COUNT] = {
    [RAMP_DEPTH] = {3, {{0.90, 0.075, 208}, {0.66, 0.17, 240}, {0.27, 0.13, 267}}},
    [RAMP_LEVEL] = {3, {{0.32, 0.13, 268}, {0.62, 0.15, 230}, {0.94, 0.08, 150}}},
    [RAMP_SPEED] = {4, {{0.93, 0.09, 105}, {0.78, 0.18, 62}, {0.52, 0.22, 10}, {0.27, 0.12, 310}}},
    [RAMP_ARRIVAL] = {4,
                      {{0.30, 0.14, 300}, {0.46, 0.17, 255}, {0.72, 0.18, 165}, {0.94, 0.15, 106}}},
    [RAMP_DURATION] = {3, {{0.94, 0.06, 125}, {0.70, 0.11, 175}, {0.30, 0.10, 262}}},
    [RAMP_SEA] = {3, {{0.30, 0.11, 265}, {0.62, 0.13, 240}, {0.90, 0.06, 208}}},
    [RAMP_LAND] = {4, {{0.45, 0.09, 150}, {0.68, 0.12, 118}, {0.82, 0.09, 82}, {0.97, 0.012, 70}}},
    [RAMP_LESS] = {3, {{0.34, 0.14, 262}, {0.70, 0.13, 240}, {0.97, 0.004, 240}}},
    [RAMP_MORE] = {3, {{0.97, 0.004, 60}, {0.72, 0.14, 50}, {0.36, 0.14, 25}}},
};

static oklab mix(oklab a, oklab b, double share)
{
    const oklab q = {.l = a.l + share * (b.l - a.l),
                     .a = a.a + share * (b.a - a.a),
                     .b = a.b + share * (b.b - a.b)};
    return q;
}

/* De Casteljau. */
static oklab curve_at(colour_ramp ramp, double share)
{
    oklab q[MAX_CONTROLS];
    const int count = ramps[ramp].count;
    for (int n = 0; n < count; ++n)
        q[n] = colour_lch(ramps[ramp].controls[n].lightness, ramps[ramp].controls[n].chroma,
                          ramps[ramp].controls[n].hue);
    for (int order = count - 1; order > 0; --order)
        for (int n = 0; n < order; ++n)
            q[n] = mix(q[n], q[n + 1], share);
    return q[0];
}

static double distance(oklab p, oklab q)
{
    return sqrt((p.l - q.l) * (p.l - q.l) + (p.a - q.a) * (p.a - q.a) + (p.b - q.b) * (p.b - q.b));
}

colour_table colour_table_of(colour_ramp ramp)
{
    double along[PIECES + 1] = {0}; /* length of the curve up to each piece */
    for (int n = 1; n <= PIECES; ++n)
        along[n] = along[n - 1] + distance(curve_at(ramp, (double)(n - 1) / PIECES),
                                           curve_at(ramp, (double)n / PIECES));
    colour_table table;
    int n = 0;
    for (int k = 0; k < COLOUR_STEPS; ++k) {
        const double wanted = along[PIECES] * k / (COLOUR_STEPS - 1);
        while (n < PIECES - 1 && along[n + 1] < wanted)
            ++n;
        const double within = (wanted - along[n]) / (along[n + 1] - along[n]);
        table.steps[k] = colour_srgb(curve_at(ramp, (n + within) / PIECES));
    }
    return table;
}

colour_table colour_table_joined(colour_ramp low, colour_ramp high, double share)
{
    const colour_table below = colour_table_of(low), above = colour_table_of(high);
    const double joint = share * (COLOUR_STEPS - 1), from = fmax(joint, 0);
    colour_table table;
    for (int k = 0; k < COLOUR_STEPS; ++k)
        table.steps[k] = k < joint
                             ? colour_at(&below, k / joint)
                             : colour_at(&above, (k - from) / fmax(COLOUR_STEPS - 1 - from, 1));
    return table;
}

rgb colour_at(const colour_table *table, double share)
{
    return table->steps[lround(clamp(share, 0, 1) * (COLOUR_STEPS - 1))];
}

rgb colour_land(double light)
{
    const oklab q = {.l = clamp(0.88 + (light < 0 ? 0.24 : 0.10) * light, 0.4, 0.98),
                     .a = 0.001,
                     .b = 0.008};
    return colour_srgb(q);
}

rgb colour_lit(rgb c, double light)
{
    oklab q = colour_oklab(c);
    q.l = clamp(q.l + 0.06 * light, 0, 1);
    return colour_srgb(q);
}
