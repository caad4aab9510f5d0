/* Sources of water and momentum: checks the values of the user and passes them to the scheme. */
#include <math.h>

#include "base/need.h"
#include "parallel/comm.h"
#include "run/scheme_limits.h"
#include "run/visit.h"

static double cell_area(const spate_sim *sim)
{
    return sim->grid.dx * sim->grid.dy;
}

/* New values of a field, and the largest valid one. */
typedef struct filling {
    int field;
    field_source source;
    double most;
} filling;

static int visit_filling(spate_sim *sim, const row_piece *p, void *user, visit_range *range)
{
    const filling *f = user;
    double values[VISIT_PIECE];
    int wrong = p->n;
    piece_read(sim, &f->source, p, p->needed, values);
    for (int k = p->n - 1; k >= 0; --k) {
        values[k] = p->needed[k] ? values[k] : 0;
        range->high = values[k] > range->high ? values[k] : range->high;
        wrong = values[k] >= 0 && values[k] <= f->most ? wrong : k; /* so for NaN */
    }
    piece_store(sim, p, f->field, values);
    return wrong;
}

static spate_status fill(spate_sim *sim, filling f, const char *argument, const char *demand,
                         double *most)
{
    visit_range range;
    SPATE_TRY(visit_field(sim, AT_CELL, 0, visit_filling, &f, argument, demand, &range));
    if (most)
        *most = range.high;
    return SPATE_OK;
}

static spate_status needs(const spate_sim *sim, unsigned ability, const char *what)
{
    return scheme_limits_check_ability(sim->ctx, sim->ops, ability, what);
}

static spate_status needs_bed(const spate_sim *sim, const char *what)
{
    return sim->has_bed ? SPATE_OK : fail_argument(sim->ctx, "%s: set the bed first", what);
}

spate_status spate_set_rain(spate_sim *sim, const spate_series *rain)
{
    SIM_ENTER(sim);
    SPATE_TRY(needs(sim, SCHEME_SOURCES, "rain"));
    return sim->ops->sources->set_rain(sim->scheme, rain);
}

spate_status sim_set_rain_map(spate_sim *sim, field_source rain)
{
    double most;
    SPATE_TRY(needs(sim, SCHEME_SOURCES, "rain map"));
    if (!rain.at && !rain.row) {
        sim->ops->sources->rain_map_off(sim->scheme);
        return SPATE_OK;
    }
    SPATE_TRY(needs_bed(sim, "rain map"));
    SPATE_TRY(sim->ops->sources->need(sim->scheme, NEED_RAIN_MAP));
    SPATE_TRY(fill(sim, (filling){FIELD_RAIN_MAP, rain, 1}, "rain",
                   "it must be from 0 to 1 m/s at every active cell: 20 mm/h is 5.56e-6", &most));
    sim->ops->sources->rain_map_changed(sim->scheme, most);
    return SPATE_OK;
}

spate_status spate_set_rain_map(spate_sim *sim, spate_field_fn rain, void *user)
{
    SIM_ENTER(sim);
    return sim_set_rain_map(sim, (field_source){.at = rain, .user = user});
}

spate_status spate_set_infiltration(spate_sim *sim, spate_field_fn conductivity,
                                    spate_field_fn suction, spate_field_fn deficit, void *user)
{
    SIM_ENTER(sim);
    const int green_ampt = suction != NULL;
    SPATE_TRY(needs(sim, SCHEME_SOURCES, "infiltration"));
    if (!conductivity || green_ampt != (deficit != NULL))
        return fail_argument(
            sim->ctx, "infiltration: give the conductivity alone, or with suction and deficit");
    if (!green_ampt && sim->ops->field(sim->scheme, 0, FIELD_SUCTION))
        return fail_argument(sim->ctx, "infiltration: it follows Green and Ampt already; give "
                                       "suction and deficit (0 for a constant rate)");
    SPATE_TRY(needs_bed(sim, "infiltration"));
    SPATE_TRY(sim->ops->sources->need(sim->scheme, green_ampt ? NEED_GREEN_AMPT : NEED_GROUND));
    SPATE_TRY(fill(sim, (filling){FIELD_CONDUCTIVITY, {.at = conductivity, .user = user}, 1},
                   "infiltration: conductivity",
                   "it must be from 0 to 1 m/s at every active cell: 10 mm/h is 2.78e-6", NULL));
    if (green_ampt) {
        SPATE_TRY(fill(sim, (filling){FIELD_SUCTION, {.at = suction, .user = user}, 1000},
                       "infiltration: suction head",
                       "it must be from 0 to 1000 m at every active cell", NULL));
        SPATE_TRY(fill(sim, (filling){FIELD_DEFICIT, {.at = deficit, .user = user}, 1},
                       "infiltration: moisture deficit",
                       "it must be from 0 to 1 at every active cell", NULL));
    }
    sim->ops->sources->ground_changed(sim->scheme);
    return SPATE_OK;
}

spate_status spate_set_wind(spate_sim *sim, const spate_series *east, const spate_series *north)
{
    SIM_ENTER(sim);
    SPATE_TRY(needs(sim, SCHEME_FORCES, "wind"));
    return sim->ops->sources->set_wind(sim->scheme, east, north);
}

/* ---- the pressure of the air ---- */

/* Values near zero keep their digits in f32. */
static const double USUAL_PRESSURE = 101.325; /* m2/s2 */

typedef struct air_map {
    field_source source;
    double reference, gravity;
} air_map;

static int visit_air(spate_sim *sim, const row_piece *p, void *user, visit_range *range)
{
    const air_map *a = user;
    double values[VISIT_PIECE];
    int wrong = p->n;
    (void)range;
    piece_read(sim, &a->source, p, p->needed, values);
    for (int k = p->n - 1; k >= 0; --k) {
        wrong = !p->needed[k] || (values[k] >= 50 && values[k] <= 150) ? wrong : k; /* so for NaN */
        values[k] = p->needed[k] ? (values[k] - a->reference) / a->gravity : 0;
    }
    piece_store(sim, p, FIELD_AIR, values);
    return wrong;
}

static spate_status check_air(const spate_sim *sim, double t, double reference)
{
    const double before = sim->ops->sources->air_time(sim->scheme);
    if (!(fabs(t) <= SPATE_LARGEST_INPUT) || t <= before)
        return fail_argument(sim->ctx,
                             "air pressure: a map of t = %g s does not follow that of %g s", t,
                             before);
    if (!isnan(reference) && !(reference >= 50 && reference <= 150))
        return fail_argument(
            sim->ctx,
            "air pressure: the reference is %g m2/s2; 1013.25 hPa over 1000 kg/m3 is 101.325",
            reference);
    return SPATE_OK;
}

spate_status spate_set_air_pressure(spate_sim *sim, spate_field_fn pressure, void *user, double t,
                                    double reference)
{
    SIM_ENTER(sim);
    const source_ops *ops = sim->ops->sources;
    visit_range range;
    SPATE_TRY(needs(sim, SCHEME_AIR, "air pressure"));
    if (!pressure) {
        ops->air_off(sim->scheme);
        return SPATE_OK;
    }
    SPATE_TRY(needs_bed(sim, "air pressure"));
    SPATE_TRY(check_air(sim, t, reference));
    SPATE_TRY(ops->need(sim->scheme, NEED_AIR));
    ops->air_next(sim->scheme);
    air_map a = {.source = {.at = pressure, .user = user},
                 .reference = isnan(reference) ? USUAL_PRESSURE : reference,
                 .gravity = sim->options.gravity};
    const spate_status status =
        visit_field(sim, AT_CELL, 1, visit_air, &a, "air pressure",
                    "over the density of water it must be from 50 to 150 m2/s2 at every active "
                    "cell: 1013.25 hPa on 1000 kg/m3 is 101.325",
                    &range);
    if (status != SPATE_OK) { /* a map that is only partly filled is dropped */
        ops->air_off(sim->scheme);
        return status;
    }
    ops->air_changed(sim->scheme, t, isnan(reference));
    return SPATE_OK;
}

spate_status spate_add_inflow(spate_sim *sim, const char *name, const spate_series *discharge,
                              spate_field_fn share, void *user, int64_t *cells, double *area)
{
    SIM_ENTER(sim);
    int64_t count = 0;
    if (!name || !discharge || !share)
        return fail_argument(sim->ctx, "inflow: its name, series and cells must be given");
    SPATE_TRY(needs(sim, SCHEME_SOURCES, name));
    SPATE_TRY(needs_bed(sim, name));
    SPATE_TRY(sim->ops->sources->add_inflow(sim->scheme, name, discharge, share, user, &count));
    if (cells)
        *cells = count;
    if (area)
        *area = (double)count * cell_area(sim);
    return SPATE_OK;
}

spate_status spate_get_inflow(spate_sim *sim, int inflow, spate_inflow_stats *stats)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, stats, "stats is NULL");
    const int count = sim->ops->sources->inflow_count(sim->scheme);
    if (inflow < 0 || inflow >= count)
        return fail_argument(sim->ctx, "inflow is %d: this run has %d", inflow, count);
    double entered, shortfall;
    sim->ops->sources->inflow(sim->scheme, inflow, &entered, &shortfall);
    *stats = (spate_inflow_stats){.entered = entered * cell_area(sim),
                                  .shortfall = shortfall * cell_area(sim)};
    return SPATE_OK;
}

void account_for_sources(spate_sim *sim, spate_stats *stats)
{
    const source_account now = sim->ops->sources->account(sim->scheme), *b = &sim->sources_before;
    const double area = cell_area(sim);
    stats->rain = (now.rain - b->rain) * sim->active_area + (now.rain_map - b->rain_map) * area;
    stats->infiltrated = (now.infiltrated - b->infiltrated) * area;
    stats->entered += stats->rain + (now.entered - b->entered) * area;
    stats->left += stats->infiltrated + (now.left - b->left) * area;
}

spate_status sim_set_force(spate_sim *sim, scheme_force *force)
{
    if (sim->ops->set_force && sim->ops->set_force(sim->scheme, force)) {
        sim->forced = force != NULL;
        return SPATE_OK;
    }
    const scheme_description *other = scheme_that_can_be_forced();
    return fail_argument(sim->ctx,
                         "the force of a manufactured solution: scheme \"%s\" on the backend "
                         "\"%s\" has none; use scheme \"%s\" and the backend \"%s\"",
                         sim->ops->about->name, sim->backend->name, other->name,
                         other->can.forced_on);
}
