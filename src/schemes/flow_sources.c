/* Sources of a flow: makes their fields, tables and lists of cells, and keeps the account of
 * what they brought. What they do to a cell is in physics/sources.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "forcing/time_tables.h"
#include "parallel/comm.h"
#include "schemes/flow.h"
#include "schemes/flow_air.h"
#include "schemes/flow_params.h"
#include "schemes/inflow_cells.h"

/* Rates of rain are small: scaled so that order-free sums, whose unit is 2^-60, keep their digits. */
#define RAIN_SCALE 0x1p20

/* ---- what every change of the sources asks for ---- */

/* The step is bounded by the fastest rise that sources may cause; and no tile may sleep through a change. */
static void sources_changed(flow *k)
{
    const double rise = k->parts[0].params.rain + k->rain_most + k->rain_map_most + k->inflow_most;
    const double limit = part_dt_limit(k->setup.options, rise);
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = &k->parts[n];
        p->params.dt_limit = limit;
        memset(p->tile_moved, 1, (size_t)p->shape.tiles_x * (size_t)p->shape.tiles_y);
    }
    flow_use_images(k, PART_LISTS | PART_SOURCES);
    flow_images_changed(k, PART_SOURCES);
}

static double largest_value(const time_table *table)
{
    double most = 0;
    for (int n = 0; n < table->count; ++n)
        most = fmax(most, table->value[n]);
    return most;
}

/* Refuses values outside low to high; the message says which and what they are. */
static spate_status check_values(const flow *k, const time_table *table, const char *what,
                                 double low, double high, const char *advice)
{
    for (int n = 0; n < table->count; ++n)
        if (!(table->value[n] >= low && table->value[n] <= high))
            return spate_fail(k->setup.ctx, SPATE_ERROR_ARGUMENT,
                              "%s: the value of entry %d of the series is %g; %s", what, n + 1,
                              table->value[n], advice);
    return SPATE_OK;
}

/* Replaces a table by a checked copy of a series; NULL: by none. */
static spate_status replace_table(const flow *k, time_table *table, const spate_series *series,
                                  const char *what, double low, double high, const char *advice)
{
    time_table made = {0};
    spate_status status = SPATE_OK;
    if (series)
        status = time_table_make(k->setup.ctx, series, what, &made);
    if (status == SPATE_OK)
        status = check_values(k, &made, what, low, high, advice);
    if (status != SPATE_OK) {
        time_table_free(&made);
        return status;
    }
    time_table_free(table);
    *table = made;
    return SPATE_OK;
}

/* ---- fields ---- */

static int make_forced(grid_part *p)
{
    if (!p->sources.tile_forced)
        p->sources.tile_forced = calloc((size_t)p->shape.tiles_x * (size_t)p->shape.tiles_y, 1);
    return p->sources.tile_forced != NULL;
}

static int make_needed(flow *k, grid_part *p, source_need what)
{
    switch (what) {
    case NEED_RAIN_MAP:
        return flow_make_field(k, p, FIELD_CARRY) && make_forced(p) &&
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

/* Most bytes a value that a need takes: two of carry and one or three of maps, two of f64. */
static double most_bytes(const flow *k, source_need what)
{
    static const int words[] = {
        [NEED_RAIN_MAP] = 3, [NEED_GROUND] = 3, [NEED_GREEN_AMPT] = 5, [NEED_AIR] = 2};
    return words[what] * k->value_bytes + (what == NEED_GROUND || what == NEED_GREEN_AMPT ? 16 : 0);
}

static spate_status need_here(flow *k, source_need what)
{
    const double available = flow_available(k);
    double values = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        values += (double)k->parts[n].shape.pitch * (double)part_rows(&k->parts[n].shape);
    int ok = available <= 0 || k->parts[0].field[FIELD_CONDUCTIVITY][0] ||
             k->parts[0].field[FIELD_RAIN_MAP][0] || most_bytes(k, what) * values <= available;
    for (int n = 0; n < k->setup.part_count && ok; ++n)
        ok = make_needed(k, &k->parts[n], what);
    return ok ? SPATE_OK
              : spate_fail(
                    k->setup.ctx, SPATE_ERROR_MEMORY,
                    "no memory for the maps of %s; use a smaller grid, f32, or more machines",
                    what == NEED_RAIN_MAP ? "rain"
                    : what == NEED_AIR    ? "the pressure of the air"
                                          : "infiltration");
}

static spate_status need(void *self, source_need what)
{
    flow *k = self;
    return comm_agree(k->setup.ctx, need_here(k, what));
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
        status = spate_fail(k->setup.ctx, SPATE_ERROR_MEMORY, "rain: no memory for its fields");
    SPATE_TRY(comm_agree(k->setup.ctx, status));
    SPATE_TRY(replace_table(k, &k->rain, rain, "rain", 0, 1,
                            "it must be from 0 to 1 m/s: 20 mm/h is 5.56e-6"));
    for (int n = 0; n < k->setup.part_count; ++n) {
        k->parts[n].params.rain = 0; /* the constant of the options */
        k->parts[n].sources.rain = k->rain;
    }
    k->rain_most = largest_value(&k->rain);
    sources_changed(k);
    return SPATE_OK;
}

static spate_status set_wind(void *self, const spate_series *east, const spate_series *north)
{
    static const char advice[] =
        "a stress over the density of water is within +-1 m2/s2: a wind of "
        "20 m/s gives 0.001";
    flow *k = self;
    SPATE_TRY(replace_table(k, &k->wind_x, east, "wind stress to the east", -1, 1, advice));
    SPATE_TRY(replace_table(k, &k->wind_y, north, "wind stress to the north", -1, 1, advice));
    for (int n = 0; n < k->setup.part_count; ++n) {
        k->parts[n].sources.wind_x = k->wind_x;
        k->parts[n].sources.wind_y = k->wind_y;
    }
    sources_changed(k);
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

static double map_value(const flow *k, const void *map, ptrdiff_t o)
{
    return k->value_bytes == 4 ? (double)((const float *)map)[o] : ((const double *)map)[o];
}

/* Marks the tiles of a tile row where the rain map acts, and adds its rates. */
static void mark_rain(const flow *k, grid_part *p, int ty, exact_sum *sum)
{
    const part_shape *s = &p->shape;
    const int end = (ty + 1) * SPATE_TILE_Y;
    for (int j = ty * SPATE_TILE_Y; j < s->ny && j < end; ++j)
        for (int i = 0; i < s->nx; ++i) {
            const double rate =
                map_value(k, p->field[FIELD_RAIN_MAP][0], (ptrdiff_t)j * s->pitch + i);
            if (rate > 0) {
                exact_sum_add(sum, rate * RAIN_SCALE);
                p->sources.tile_forced[(ptrdiff_t)ty * s->tiles_x + i / SPATE_TILE_X] = 1;
            }
        }
}

/* Marks the tiles where inflows or the rain map act; returns the scaled sum of the map. */
static exact_sum mark_forced(const flow *k, grid_part *p)
{
    const part_shape *s = &p->shape;
    const inflow_list *l = &p->sources.inflow_cells;
    const int rainy_rows = p->field[FIELD_RAIN_MAP][0] ? s->tiles_y : 0;
    exact_sum sum = {0};
    memset(p->sources.tile_forced, 0, (size_t)s->tiles_x * (size_t)s->tiles_y);
#pragma omp parallel
    {
        exact_sum mine = {0};
#pragma omp for schedule(static) nowait
        for (int ty = 0; ty < rainy_rows; ++ty)
            mark_rain(k, p, ty, &mine);
#pragma omp critical(spate_rain_map)
        exact_sum_merge(&sum, &mine);
    }
    for (int n = 0; n < l->count; ++n)
        p->sources.tile_forced[(ptrdiff_t)(l->cells[n].j / SPATE_TILE_Y) * s->tiles_x +
                               l->cells[n].i / SPATE_TILE_X] = 1;
    return sum;
}

static void rain_map_changed(void *self, double most)
{
    flow *k = self;
    exact_sum sum = {0};
    for (int n = 0; n < k->setup.part_count; ++n) {
        const exact_sum part = mark_forced(k, &k->parts[n]);
        exact_sum_merge(&sum, &part);
    }
    comm_sum_exact(k->setup.ctx->comm, &sum);
    for (int n = 0; n < k->setup.part_count; ++n)
        k->parts[n].sources.rain_map_sum = exact_sum_value(&sum) / RAIN_SCALE;
    k->rain_map_most = most;
    sources_changed(k);
}

static void rain_map_off(void *self)
{
    flow *k = self;
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = &k->parts[n];
        flow_drop_field(k, p, FIELD_RAIN_MAP);
        p->sources.rain_map_sum = 0;
        if (p->sources.tile_forced)
            mark_forced(k, p);
    }
    k->rain_map_most = 0;
    sources_changed(k);
}

static void ground_changed(void *self)
{
    sources_changed(self);
}

/* ---- inflows ---- */

static spate_status keep_table(flow *k, const char *name, const spate_series *discharge)
{
    time_table *more = realloc(k->inflow_tables, sizeof *more * (size_t)(k->inflow_count + 1));
    if (!more)
        return spate_fail(k->setup.ctx, SPATE_ERROR_MEMORY, "inflow \"%s\": no memory", name);
    k->inflow_tables = more;
    more[k->inflow_count] = (time_table){0};
    return replace_table(k, &more[k->inflow_count], discharge, name, -1e9, 1e9,
                         "it must be within +-1e9 m3/s");
}

/* Makes room for one more inflow in a part: its list of cells with those of the new one into *cells. */
static int prepare_inflow(const flow *k, int n, const inflow_choice *choice, inflow_list *cells)
{
    grid_part *p = &k->parts[n];
    part_inflow *more = realloc(p->sources.inflows, sizeof *more * (size_t)(k->inflow_count + 1));
    if (!more)
        return 0;
    p->sources.inflows = more;
    return make_forced(p) && inflow_cells_extend(&p->sources.inflow_cells, &k->setup, n, p, choice,
                                                 k->inflow_count, cells);
}

static void commit_inflow(flow *k, double area, inflow_list *cells)
{
    const time_table *table = &k->inflow_tables[k->inflow_count];
    for (int n = 0; n < k->setup.part_count; ++n) {
        part_sources *s = &k->parts[n].sources;
        s->inflows[k->inflow_count] = (part_inflow){.discharge = *table, .area = area};
        s->inflow_count = k->inflow_count + 1;
        inflow_cells_free(&s->inflow_cells);
        s->inflow_cells = cells[n];
        cells[n] = (inflow_list){0};
        mark_forced(k, &k->parts[n]);
    }
    k->inflow_most += largest_value(table) / area;
    ++k->inflow_count;
    sources_changed(k);
}

static spate_status place_inflow(flow *k, const char *name, const inflow_choice *choice,
                                 int64_t *count)
{
    const scheme_setup *s = &k->setup;
    *count = 0;
    for (int n = 0; n < s->part_count; ++n)
        *count += inflow_cells_count(s, n, &k->parts[n], choice);
    comm_sum_count(s->ctx->comm, count, 1);
    if (*count == 0)
        return spate_fail(s->ctx, SPATE_ERROR_ARGUMENT,
                          "inflow \"%s\": no active cell takes part; move it or make it larger",
                          name);
    inflow_list *cells = calloc((size_t)s->part_count, sizeof *cells);
    int ok = cells != NULL;
    for (int n = 0; n < s->part_count && ok; ++n)
        ok = prepare_inflow(k, n, choice, &cells[n]);
    const spate_status status =
        comm_agree(s->ctx,
                   ok ? SPATE_OK
                      : spate_fail(s->ctx, SPATE_ERROR_MEMORY, "inflow \"%s\": no memory", name));
    if (status == SPATE_OK)
        commit_inflow(k, (double)*count * s->grid->dx * s->grid->dy, cells);
    for (int n = 0; n < s->part_count && cells; ++n)
        inflow_cells_free(&cells[n]);
    free(cells);
    return status;
}

static spate_status add_inflow(void *self, const char *name, const spate_series *discharge,
                               spate_field_fn share, void *user, int64_t *cells)
{
    flow *k = self;
    flow_use_images(k, PART_SOURCES); /* the list is made anew, accounts included */
    SPATE_TRY(comm_agree(k->setup.ctx, keep_table(k, name, discharge)));
    const int number = k->inflow_count;
    const spate_status status =
        place_inflow(k, name, &(inflow_choice){.share = share, .user = user}, cells);
    if (status != SPATE_OK)
        time_table_free(&k->inflow_tables[number]);
    return status;
}

static int inflow_count(void *self)
{
    return ((flow *)self)->inflow_count;
}

static double inflow_sum(flow *k, int inflow, int value)
{
    exact_sum sum = {0};
    flow_use_images(k, PART_SOURCES);
    for (int n = 0; n < k->setup.part_count; ++n) {
        const inflow_list *l = &k->parts[n].sources.inflow_cells;
        for (int c = 0; c < l->count; ++c)
            if (l->cells[c].inflow == inflow)
                exact_sum_add(&sum, l->kept[c][value]);
    }
    comm_sum_exact(k->setup.ctx->comm, &sum);
    return exact_sum_value(&sum);
}

static void inflow(void *self, int number, double *entered, double *shortfall)
{
    *entered = inflow_sum(self, number, INFLOW_ENTERED);
    *shortfall = inflow_sum(self, number, INFLOW_SHORTFALL);
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
        const double net = inflow_sum(k, n, INFLOW_ENTERED);
        a.entered += fmax(net, 0);
        a.left += fmax(-net, 0);
    }
    return a;
}

void flow_drop_sources(flow *k)
{
    for (int n = 0; k->parts && n < k->setup.part_count; ++n) {
        part_sources *s = &k->parts[n].sources;
        free(s->inflows);
        inflow_cells_free(&s->inflow_cells);
        free(s->tile_forced);
    }
    for (int n = 0; n < k->inflow_count; ++n)
        time_table_free(&k->inflow_tables[n]);
    free(k->inflow_tables);
    time_table_free(&k->rain);
    time_table_free(&k->wind_x);
    time_table_free(&k->wind_y);
}

const source_ops flow_sources = {
    .set_rain = set_rain,
    .set_wind = set_wind,
    .wind_most = wind_most,
    .need = need,
    .rain_map_changed = rain_map_changed,
    .rain_map_off = rain_map_off,
    .air_next = flow_air_next,
    .air_changed = flow_air_changed,
    .air_off = flow_air_off,
    .air_time = flow_air_time,
    .ground_changed = ground_changed,
    .add_inflow = add_inflow,
    .inflow_count = inflow_count,
    .inflow = inflow,
    .account = account,
};
