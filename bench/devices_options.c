/* The options of the runs that the benchmark of several devices makes. */
#include <math.h>

#include "bench/devices.h"

/* Fractions of rows: at least `least` for each device, the others smaller in proportion. */
static void leave_none_out(double *part, int count, double least)
{
    double raised = 0, others = 0;
    for (int d = 0; d < count; ++d)
        *(part[d] < least ? &raised : &others) += part[d] < least ? least : part[d];
    for (int d = 0; d < count; ++d)
        part[d] = part[d] < least ? least : part[d] * (1 - raised) / others;
}

/* The rows of the first device, or of each by its speed alone; "": not known. Every device gets a row
 * of tiles. */
void devices_weights(const devices_bench *w, const devices_setup *s, char *text, size_t room)
{
    double part[DEVICES_MOST], sum = 0;
    const double rows = (double)((s->n + SPATE_TILE_Y - 1) / SPATE_TILE_Y), least = 1.01 / rows;
    size_t used = 0;
    text[0] = 0;
    if (s->mode != DEVICES_STATIC || w->count < 2 || !(w->count * least < 1))
        return;
    for (int d = 0; d < w->count; ++d) {
        part[d] = s->share > 0 ? (d == 0 ? s->share : (1 - s->share) / (w->count - 1))
                               : 1 / w->known.seconds[d];
        if (!isfinite(part[d]))
            return;
        sum += part[d];
    }
    for (int d = 0; d < w->count; ++d)
        part[d] /= sum;
    leave_none_out(part, w->count, least);
    for (int d = 0; d < w->count && used < room; ++d)
        used += (size_t)snprintf(text + used, room - used, "%s%.4f", d > 0 ? "," : "", part[d]);
}

const char *devices_of_run(const devices_bench *w, const devices_setup *s, char *text, size_t room)
{
    size_t used = 0;
    if (s->name)
        return s->name;
    if (s->mode == DEVICES_SINGLE)
        return w->names[s->device];
    for (int d = 0; d < w->count && used < room; ++d)
        used += (size_t)snprintf(text + used, room - used, "%s%s", d > 0 ? "," : "", w->names[d]);
    return text;
}

spate_options devices_options(const bench *b, const devices_setup *s, const char *devices,
                              const char *weights, const char *delays)
{
    const devices_bench *w = b->kind->user;
    spate_options o;
    spate_options_default(&o);
    o.nx = o.ny = s->n;
    o.dx = o.dy = s->of->side / (double)s->n;
    o.devices = devices;
    o.precision = w->precision;
    o.integrator = s->of->euler ? SPATE_EULER : SPATE_RK2;
    o.threads = s->threads;
    o.skip_still = s->skip != DEVICES_NO_SKIP;
    o.skip = s->skip == DEVICES_NO_SKIP ? SPATE_SKIP_TILES : (spate_skip)(s->skip - DEVICES_TILES);
    o.exchange_every = s->every;
    o.exchange_delay = s->delay;
    o.tile_delays = delays;
    if (s->parts > 1 && b->tool->ranks == 1) {
        o.parts_x = 1;
        o.parts_y = s->parts;
    }
    if (*weights)
        o.part_weights = weights;
    if (s->mode != DEVICES_SINGLE)
        o.tune = s->mode == DEVICES_DYNAMIC ? SPATE_TUNE_DYNAMIC
                 : *weights                 ? SPATE_TUNE_OFF
                                            : SPATE_TUNE_START;
    return o;
}
