/* Kinds of maps: those of spate plot, and the hazard of a frame. */
#include "plane_kinds.h"

#include <math.h>
#include <string.h>

#include "physics/hazard.h"
#include "results/maps/tiles.h"

static const map_kind hazard_now = {"hazard-now", "u", "Hazard at this time",
                                    "Unsafe for", "",  RAMP_SPEED,
                                    RANGE_ARR,    1,   SHOW_ALL};

static const char *const names[] = {"depth",      "level",     "speed",     "hazard-now",
                                    "max-depth",  "max-level", "max-speed", "max-product",
                                    "hazard-arr", "hazard-uk", "arrival",   "duration",
                                    "bed"};
enum { NAMES = sizeof names / sizeof *names };

const char *plane_kind_name(int n)
{
    return n < NAMES ? names[n] : NULL;
}

int plane_kind_find(const char *name, plane_kind *out)
{
    int n = 0;
    while (n < NAMES && strcmp(names[n], name) != 0)
        ++n;
    if (n == NAMES)
        return 0;
    out->about = strcmp(name, hazard_now.what) == 0 ? &hazard_now : kind_find(name);
    out->from = PLANE_FILE;
    if (out->about == &hazard_now)
        out->from = PLANE_HAZARD;
    else if (strcmp(name, "bed") == 0)
        out->from = PLANE_BED;
    else if (strcmp(name, "depth") == 0)
        out->from = PLANE_DEPTH;
    else if (strcmp(name, "level") == 0)
        out->from = PLANE_LEVEL;
    else if (strcmp(name, "speed") == 0)
        out->from = PLANE_SPEED;
    return out->about != NULL;
}

int plane_kind_over_time(const plane_kind *k)
{
    return k->from != PLANE_BED && k->from != PLANE_FILE;
}

int plane_kind_classes(const plane_kind *k)
{
    return k->about->range == RANGE_ARR || k->about->range == RANGE_UK;
}

int plane_kind_zero_where_dry(const plane_kind *k)
{
    return k->from == PLANE_DEPTH || k->from == PLANE_SPEED ||
           (k->from == PLANE_FILE && k->about->show != SHOW_ALL && !plane_kind_classes(k));
}

static float hazard_of(double depth, double speed)
{
    return (float)hazard_arr_class(depth, speed, depth * speed);
}

/* In a wet cell. */
static float wet_value(const plane_kind *k, const plane_inputs *in, size_t n)
{
    const float d = in->depth[n];
    if (k->from == PLANE_DEPTH)
        return d;
    if (k->from == PLANE_LEVEL)
        return in->bed[n] + d;
    if (in->u[n] == TILE_FILL || in->v[n] == TILE_FILL)
        return NAN;
    const double speed = hypot((double)in->u[n], (double)in->v[n]);
    return k->from == PLANE_SPEED ? (float)speed : hazard_of((double)d, speed);
}

static float file_value(const plane_kind *k, const plane_inputs *in, float v)
{
    const int shown = k->about->show == SHOW_ALL   ? 1
                      : k->about->show == SHOW_WET ? v >= in->wet_depth
                                                   : v > 0;
    return v == TILE_FILL || !shown ? NAN : v;
}

void plane_kind_values(const plane_kind *k, const plane_inputs *in, float *out)
{
    for (size_t n = 0; n < in->n; ++n) {
        if (k->from == PLANE_BED)
            out[n] = in->bed[n];
        else if (k->from == PLANE_FILE)
            out[n] = file_value(k, in, in->file[n]);
        else if (in->depth[n] >= in->wet_depth && in->depth[n] < TILE_FILL)
            out[n] = wet_value(k, in, n);
        else
            out[n] = NAN;
    }
}
