/* Sources of a flow: their fields, the tables of rain and wind, and the account of all sources.
 * What they do to a cell is in physics/sources.h. */
#include "schemes/flow_sources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "forcing/time_tables.h"
#include "parallel/comm.h"

void flow_sources_changed(flow *k)
{
    const double rise = k->parts[0].params.rain + k->rain_most + k->rain_map_most + k->inflow_most;
    const double limit = part_dt_limit(k->setup.options, rise);
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = &k->parts[n];
        p->params.dt_limit = limit;
        memset(p->tile_moved, 1, tile_count(&p->shape));
    }
    flow_use_images(k, PART_LISTS | PART_SOURCES);
    flow_images_changed(k, PART_SOURCES);
}

double flow_largest_value(const time_table *table)
{
    double most = 0;
    for (int n = 0; n < table->count; ++n)
        most = fmax(most, table->value[n]);
    return most;
}

static spate_status check_values(const flow *k, const time_table *table,
                                 const series_limits *limits)
{
    for (int n = 0; n < table->count; ++n)
        if (!(table->value[n] >= limits->low && table->value[n] <= limits->high))
            return fail_argument(k->setup.ctx, "%s: the value of entry %d of the series is %g; %s",
                                 limits->what, n + 1, table->value[n], limits->advice);
    return SPATE_OK;
}

spate_status flow_replace_table(const flow *k, time_table *table, const spate_series *series,
                                const series_limits *limits)
{
    time_table made = {0};
    spate_status status = SPATE_OK;
    if (series)
        status = time_table_make(k->setup.ctx, series, limits->what, &made);
    if (status == SPATE_OK)
        status = check_values(k, &made, limits);
    if (status != SPATE_OK) {
        time_table_free(&made);
        return status;
    }
    time_table_free(table);
    *table = made;
    return SPATE_OK;
}

/* ---- fields ---- */

static int make_needed(flow *k, grid_part *p, source_need what)
{
    switch (what) {
    case NEED_RAIN_MAP:
        return flow_make_field(k, p, FIELD_CARRY) && flow_make_forced(p) &&
               flow_make_field(k, p, FIELD_RAIN_MAP);
    case NEED_AIR: return flow_air_make(k, p);
    case NEED_GREEN_AMPT:
        if (!flow_make_field(k, p, FIELD_SUCTION) || !flow_make_field(k, p, FIELD_DEFICIT))
            return 0;
        break;
    case NEED_GROUND: break;
    }
    return flow_make_field(k, p, FIELD_CARRY) && flow_make_field(k, p, FIELD_CONDUCTIVITY) &&
           flow_make_field(k, p, FIELD_INFILTRATED);
}

/* Upper bound of the bytes per value: two words of carry, one or three of maps, two of f64. */
static double most_bytes(const flow *k, source_need what)
{
    static const int words[] = {
        [NEED_RAIN_MAP] = 3, [NEED_GROUND] = 3, [NEED_GREEN_AMPT] = 5, [NEED_AIR] = 2};
    return words[what] * k->value_bytes + (what == NEED_GROUND || what == NEED_GREEN_AMPT ? 16 : 0);
}

static spate_status make_all_needed(flow *k, source_need what)
{
    const double available = flow_available(k);
    double values = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        values += (double)k->parts[n].shape.pitch * (double)part_room(&k->parts[n].shape);
    int ok = available <= 0 || k->parts[0].field[FIELD_CONDUCTIVITY][0] ||
             k->parts[0].field[FIELD_RAIN_MAP][0] || most_bytes(k, what) * values <= available;
    for (int n = 0; n < k->setup.part_count && ok; ++n)
        ok = make_needed(k, &k->parts[n], what);
    return ok ? SPATE_OK
              : fail_memory(
                    k->setup.ctx,
                    "no memory for the maps of %s; use a smaller grid, f32, or more machines",
                    what == NEED_RAIN_MAP ? "rain"
                    : what == NEED_AIR    ? "the pressure of the air"
                                          : "infiltration");
}

static spate_status need(void *self, source_need what)
{
    flow *k = self;
    return comm_agree(k->setup.ctx, make_all_needed(k, what));
}

/* ---- rain, ground, wind ---- */

static spate_status set_rain(void *self, const spate_series *rain)
{
    flow *k = self;
    int ok = 1;
    for (int n = 0; n < k->setup.part_count && ok && rain; ++n)
        ok = flow_make_field(k, &k->parts[n], FIELD_CARRY);
    spate_status status = SPATE_OK;
    if (!ok)
        status = fail_memory(k->setup.ctx, "rain: no memory for its fields");
    SPATE_TRY(comm_agree(k->setup.ctx, status));
    SPATE_TRY(
        flow_replace_table(k, &k->rain, rain,
                           &(series_limits){"rain", 0, 1,
                                            "it must be from 0 to 1 m/s: 20 mm/h is 5.56e-6"}));
    for (int n = 0; n < k->setup.part_count; ++n) {
        k->parts[n].params.rain = 0; /* the constant of the options */
        k->parts[n].sources.rain = k->rain;
    }
    k->rain_most = flow_largest_value(&k->rain);
    flow_sources_changed(k);
    return SPATE_OK;
}

static spate_status set_wind(void *self, const spate_series *east, const spate_series *north)
{
    static const char advice[] =
        "a stress over the density of water is within +-1 m2/s2: a wind of 20 m/s gives 0.001";
    flow *k = self;
    SPATE_TRY(flow_replace_table(k, &k->wind_x, east,
                                 &(series_limits){"wind stress to the east", -1, 1, advice}));
    SPATE_TRY(flow_replace_table(k, &k->wind_y, north,
                                 &(series_limits){"wind stress to the north", -1, 1, advice}));
    for (int n = 0; n < k->setup.part_count; ++n) {
        k->parts[n].sources.wind_x = k->wind_x;
        k->parts[n].sources.wind_y = k->wind_y;
    }
    flow_sources_changed(k);
    return SPATE_OK;
}

static double largest_size(const time_table *table)
{
    double most = 0;
    for (int n = 0; n < table->count; ++n)
        most = fmax(most, fabs(table->value[n]));
    return most;
}

static double wind_most(void *self)
{
    const flow *k = self;
    return hypot(largest_size(&k->wind_x), largest_size(&k->wind_y));
}

static void ground_changed(void *self)
{
    flow_sources_changed(self);
}

/* ---- the account ---- */

static source_account account(void *self)
{
    flow *k = self;
    const spate_clock *c = &k->clocks[0];
    exact_sum infiltrated = {0};
    for (int n = 0; n < k->setup.part_count; ++n)
        k->parts[n].common->sum_infiltrated(&k->parts[n], &infiltrated);
    comm_sum_exact(k->setup.ctx->comm, &infiltrated);
    source_account a = {.rain = c->rain_depth,
                        .rain_map = c->rain_map_depth,
                        .infiltrated = exact_sum_value(&infiltrated)};
    for (int n = 0; n < k->inflow_count; ++n) {
        const double net = flow_inflow_sum(k, n, INFLOW_ENTERED);
        a.entered += fmax(net, 0);
        a.left += fmax(-net, 0);
    }
    return a;
}

void flow_drop_sources(flow *k)
{
    flow_drop_inflows(k);
    for (int n = 0; k->parts && n < k->part_end; ++n)
        free(k->parts[n].sources.tile_forced);
    time_table_free(&k->rain);
    time_table_free(&k->wind_x);
    time_table_free(&k->wind_y);
}

const source_ops flow_sources = {
    .set_rain = set_rain,
    .set_wind = set_wind,
    .wind_most = wind_most,
    .need = need,
    .rain_map_changed = flow_rain_map_changed,
    .rain_map_off = flow_rain_map_off,
    .air_next = flow_air_next,
    .air_changed = flow_air_changed,
    .air_off = flow_air_off,
    .air_time = flow_air_time,
    .ground_changed = ground_changed,
    .add_inflow = flow_add_inflow,
    .inflow_count = flow_inflow_count,
    .inflow = flow_inflow,
    .account = account,
};
