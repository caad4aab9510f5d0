#include "gpu_adi_channels.h"

#include <math.h>
#include <stdlib.h>

static const double STRETCH = 2.8; /* dt sqrt(g h) / dx */

/* ---- the water ---- */

/* A pseudo-random value of a cell, -1 to 1, so that a wrong index gives a wrong value. */
static double noise(double x, double y)
{
    const uint64_t i = (uint64_t)(x / CHANNEL_DX), j = (uint64_t)(y / CHANNEL_DX);
    uint64_t k = (i * 0x9e3779b97f4a7c15u) ^ (j * 0xc2b2ae3d27d4eb4fu);
    k = (k ^ (k >> 29)) * 0xbf58476d1ce4e5b9u;
    return (double)((k ^ (k >> 32)) & 0xfffff) / 524287.5 - 1;
}

static double bed(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return -CHANNEL_DEPTH;
}

static double level(double x, double y, void *user)
{
    (void)user;
    return CHANNEL_WAVE * noise(x, y);
}

static double is_channel(double x, double y, void *user)
{
    const channels *c = user;
    return (int64_t)((c->axis == 0 ? y : x) / CHANNEL_DX) % 2 == 0;
}

/* ---- a step ---- */

double channels_dt(void)
{
    return STRETCH * CHANNEL_DX / sqrt(CHANNEL_GRAVITY * CHANNEL_DEPTH);
}

spate_options channels_options(const channels *c, const char *backend, const char *isa,
                               const char *method)
{
    spate_options o;
    spate_options_default(&o);
    o.scheme = "adi";
    o.nx = c->axis == 0 ? c->n : 2 * c->count - 1;
    o.ny = c->axis == 0 ? 2 * c->count - 1 : c->n;
    o.dx = o.dy = CHANNEL_DX;
    spate_options_set_precision(&o, c->precision);
    o.backend = backend;
    o.isa = isa;
    o.lines = method;
    o.courant = 100; /* dt_max sets the step */
    o.dt_max = channels_dt();
    o.extrapolate = 0;
    return o;
}

spate_status channels_run(spate_context *ctx, const channels *c, const spate_options *o,
                          outcome *out)
{
    spate_sim *sim = NULL;
    channels copy = *c;
    out->cells = o->nx * o->ny;
    out->depth = malloc(sizeof(double) * (size_t)out->cells);
    out->momentum = malloc(sizeof(double) * (size_t)out->cells);
    if (!out->depth || !out->momentum)
        return SPATE_ERROR_MEMORY;
    spate_status status = spate_sim_create(ctx, o, &sim);
    if (status == SPATE_OK)
        status = spate_set_active(sim, is_channel, &copy);
    if (status == SPATE_OK)
        status = spate_set_bed(sim, bed, NULL);
    if (status == SPATE_OK)
        status = spate_set_level(sim, level, NULL);
    if (status == SPATE_OK)
        status = spate_advance_steps(sim, 1);
    if (status == SPATE_OK)
        status = spate_get_field(sim, SPATE_DEPTH, out->depth);
    if (status == SPATE_OK)
        status =
            spate_get_field(sim, c->axis == 0 ? SPATE_MOMENTUM_X : SPATE_MOMENTUM_Y, out->momentum);
    spate_sim_destroy(sim);
    return status;
}

void outcome_release(outcome *o)
{
    free(o->depth);
    free(o->momentum);
}
