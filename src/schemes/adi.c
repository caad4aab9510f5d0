/* The ADI scheme: what it asks of a run, and its table of operations. Its steps are in adi_step.c.
 * backend/adi/adi.h describes the state; equations are in physics/adi.h. */
#include "backend/adi/adi.h"

#include <math.h>

#define SPATE_REAL_BITS 64
#include "physics/adi_rates.h"
#include "physics/adi_times.h"
#include "physics/guard.h"
#include "schemes/adi_own.h"
#include "schemes/adi_state.h"
#include "schemes/flow_solver.h"

extern const scheme_description adi_about;

static part_params params(const spate_options *options)
{
    part_params p = part_params_from(options);
    p.cfl = options->courant;
    /* A face keeps flowing down to half the flood depth: with long steps, films as thin as those of
     * an explicit scheme are of no use. */
    p.dry_depth = 0.5 * adi_flood_depth(options);
    p.skip_still = 0;
    return p;
}

static void warn_of_viscosity(const scheme_setup *s)
{
    const spate_options *o = s->options;
    const double most = part_viscous_dt(o);
    if (o->viscosity > 0)
        spate_log(s->ctx, o->dt_max > most ? SPATE_LOG_WARNING : SPATE_LOG_INFO,
                  "a viscosity of %g m2/s on cells of %g m is stable for time steps of at most "
                  "%.3g s, which are taken; a smaller viscosity allows longer ones",
                  o->viscosity, fmin(o->dx, o->dy), most);
}

enum { ALL_SWEEPS = 1 << ADI_SWEEP_X | 1 << ADI_SWEEP_Y | 1 << ADI_LAUNCH };

/* The sweeps that the backend makes alone, of parts with whole lines. */
static unsigned whole_sweeps(const flow *k)
{
    const adi_kernels *own = adi_kernels_of(&k->parts[0]);
    const partition *p = k->setup.partition;
    if (!own->sweep || p->px * p->py > 1)
        return 0;
    return own->sweeps ? own->sweeps(&k->parts[0]) : ALL_SWEEPS;
}

static spate_status check_lines(const scheme_setup *s)
{
    const adi_kernels *own =
        (const adi_kernels *)s->backend->kernels(adi_about.name, adi_precision(s->options),
                                                 s->devices[0].isa);
    if (!own)
        return SPATE_OK; /* the check of the parts reports it */
    const int parts = s->partition->px * s->partition->py;
    if (own->sweep && !own->rows && !own->make_rows && parts > 1)
        return fail_argument(s->ctx,
                             "scheme \"adi\" solves whole lines in the %s backend, and there are "
                             "%d x %d parts; use one process and one part",
                             s->backend->name, s->partition->px, s->partition->py);
    return flow_check_one_device(s, "lines");
}

static spate_status create(flow *k)
{
    adi *a = k->own;
    const scheme_setup *s = &k->setup;
    a->whole = whole_sweeps(k);
    SPATE_TRY(adi_lines_check_whole(s, a->whole != 0));
    const unsigned needed =
        adi_of(&k->parts[0])->extrapolated ? ALL_SWEEPS : ALL_SWEEPS & ~(1u << ADI_LAUNCH);
    return (needed & ~a->whole) ? adi_lines_create(&a->lines, s, k->parts) : SPATE_OK;
}

/* ---- checkpoints ---- */

static spate_status persist(flow *k, state_stream *s)
{
    return adi_persist(s, &k->setup, k->parts);
}

/* The first step of a run begins with fluxes of one time. Solvers allocate their memory in steps
 * that the host makes. */
static int needs_host(const flow *k)
{
    const adi *a = k->own;
    return !(adi_of(&k->parts[0])->dt_before > 0) || !a->warmed;
}

static double least_dt(const grid_part *p, double speed, double waves)
{
    return guard_implicit_dt(speed, waves, fmin(p->params.dx, p->params.dy), p->params.cfl,
                             ADI_FLOW_COURANT);
}

static double film(const grid_part *p)
{
    return guard_emptied_film(adi_of(p)->flood_depth);
}

static const flow_kind kind = {
    .about = &adi_about,
    .fields = adi_field_table,
    .field_count = ADI_FIELDS,
    .params = params,
    .precision = adi_precision,
    .extra_bytes = adi_extra_bytes,
    .create_part = adi_create_part,
    .create_failed = adi_create_failed,
    .create = create,
    .destroy = adi_destroy,
    .start = adi_start,
    .attempt = adi_attempt,
    .persist = persist,
    .loaded = adi_loaded,
    .needs_host = needs_host,
    .least_dt = least_dt,
    .film = film,
};

static int runs_on(const spate_backend *backend)
{
    return flow_has_kernels(&kind, backend);
}

static spate_status create_scheme(const scheme_setup *setup, void **self)
{
    warn_of_viscosity(setup);
    SPATE_TRY(adi_lines_check(setup));
    SPATE_TRY(check_lines(setup));
    return flow_create(&kind, setup, self);
}

const scheme_ops scheme_adi = {
    .about = &adi_about,
    .runs_on = runs_on,
    .line_methods = adi_lines_methods,
    .mixes = adi_lines_mix,
    .lines = adi_lines_in_use,
    .create = create_scheme,
    .set_force = adi_set_force,
    FLOW_OPS,
};
