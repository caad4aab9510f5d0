/* A run of any scheme for measurements: a basin with walls, 1 m of water, a drop and waves, so that
 * all cells move and none falls dry. */
#include <math.h>

#include "bench/scaling.h"
#include "run/sim.h"

static const double DEPTH = 1, CELL = 1;

static double bed(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return -DEPTH;
}

/* Beside the drop, waves all over the basin: no tile is at rest. */
static double level(double x, double y, void *user)
{
    const spate_options *o = user;
    const double k = 2 * 3.14159265358979 / 64, width = 10;
    const double dx = (x - 0.3 * (double)o->nx * o->dx) / width;
    const double dy = (y - 0.5 * (double)o->ny * o->dy) / width;
    return 0.1 * exp(-0.5 * (dx * dx + dy * dy)) + 0.01 * cos(k * x) * cos(k * y);
}

spate_options scaling_options(const bench *b, const scaling_setup *s)
{
    const scaling_bench *w = b->kind->user;
    const scheme_description *about = s->scheme->ops->about;
    work_setup words = {.scheme = s->scheme, .courant = (double)NAN};
    spate_options o;
    spate_options_default(&o);
    o.scheme = about->name;
    o.nx = s->nx;
    o.ny = s->ny;
    o.dx = o.dy = CELL;
    o.backend = b->backend_name;
    o.precision = w->precision;
    o.bed_model = scheme_bed_model(about, o.bed_model);
    o.threads = s->threads;
    o.parts_x = s->parts_x;
    o.parts_y = s->parts_y;
    o.skip_still = 0;
    work_adjust(&o, &words);
    return o;
}

spate_status scaling_sim_create(const bench *b, const scaling_setup *s, spate_sim **sim)
{
    const scaling_bench *w = b->kind->user;
    const int group = s->members == SCALING_GROUP;
    spate_options o = scaling_options(b, s);
    *sim = NULL;
    if (s->members == SCALING_ALONE && b->tool->rank != 0)
        return SPATE_OK;
    spate_status status = spate_sim_create(group ? b->tool->ctx : w->alone, &o, sim);
    if (status == SPATE_OK)
        status = spate_set_bed(*sim, bed, NULL);
    if (status == SPATE_OK)
        status = spate_set_level(*sim, level, &o);
    return status;
}

/* A device is done with what it was given once it has shown a value. On the host there is nothing to
 * wait for. */
static void await_devices(const spate_sim *sim, int parts)
{
    const void *values;
    for (int n = 0; n < parts; ++n)
        if (sim->ops->device_field(sim->scheme, n, FIELD_DEPTH, &values) != SPATE_OK)
            return;
}

void scaling_exchange_state(const spate_sim *sim, int64_t count)
{
    for (int64_t n = 0; n < count; ++n)
        sim->ops->exchange(sim->scheme);
    await_devices(sim, sim->part_count);
}

scaling_counts scaling_count(const bench *b, const spate_sim *sim)
{
    if (!sim)
        return (scaling_counts){0};
    const halo_counts h = sim->ops->exchanged(sim->scheme);
    const comm_counts c = *comm_counted(sim->ctx->comm);
    const scheme_iterations none = {.solves = 0};
    (void)b;
    return (scaling_counts){.exchanges = (double)h.exchanges,
                            .fields = (double)h.fields,
                            .copies = (double)h.copies,
                            .copied_bytes = (double)h.copied_bytes,
                            .messages = (double)c.messages,
                            .bytes = (double)c.bytes,
                            .reductions = (double)c.reductions,
                            .iterations =
                                sim->ops->iterations ? sim->ops->iterations(sim->scheme) : none};
}
