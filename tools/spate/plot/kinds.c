/* The table of maps, their values and their colour bars. */
#include "kinds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "physics/hazard.h"
#include "ticks.h"

static const map_kind kinds[] = {
    {"max-depth", "max_depth", "Maximum depth", "Depth", "m", RAMP_DEPTH, RANGE_FROM_ZERO, 0,
     SHOW_WET},
    {"max-level", "max_level", "Maximum level", "Level", "m", RAMP_LEVEL, RANGE_BOTH, 0, SHOW_ALL},
    {"max-speed", "max_speed", "Maximum speed", "Speed", "m/s", RAMP_SPEED, RANGE_FROM_ZERO, 0,
     SHOW_POSITIVE},
    {"hazard", "hazard_arr", "Hazard classes of Australian Rainfall and Runoff", "Unsafe for", "",
     RAMP_SPEED, RANGE_ARR, 0, SHOW_POSITIVE},
    {"hazard-arr", "hazard_arr", "Hazard classes of Australian Rainfall and Runoff", "Unsafe for",
     "", RAMP_SPEED, RANGE_ARR, 0, SHOW_POSITIVE},
    {"hazard-uk", "hazard_uk", "Hazard to people, British rating", "Danger for", "", RAMP_SPEED,
     RANGE_UK, 0, SHOW_POSITIVE},
    {"max-product", "max_hazard", "Largest product of depth and speed", "Depth times speed",
     "m\xc2\xb2/s", RAMP_SPEED, RANGE_FROM_ZERO, 0, SHOW_POSITIVE},
    {"arrival", "arrival", "Arrival of the water", "Time", "", RAMP_ARRIVAL, RANGE_CLOCK, 0,
     SHOW_ALL},
    {"duration", "duration", "Duration of flooding", "Duration", "", RAMP_DURATION, RANGE_TIME, 0,
     SHOW_POSITIVE},
    {"probability", "probability", "Probability of flooding", "Probability", "", RAMP_DURATION,
     RANGE_SHARE, 0, SHOW_POSITIVE},
    {"mean-max-depth", "mean_max_depth", "Mean of the maximum depths", "Depth", "m", RAMP_DEPTH,
     RANGE_FROM_ZERO, 0, SHOW_POSITIVE},
    {"largest-max-depth", "largest_max_depth", "Largest of the maximum depths", "Depth", "m",
     RAMP_DEPTH, RANGE_FROM_ZERO, 0, SHOW_WET},
    {"depth", "depth", "Depth", "Depth", "m", RAMP_DEPTH, RANGE_FROM_ZERO, 1, SHOW_WET},
    {"level", "level", "Level", "Level", "m", RAMP_LEVEL, RANGE_BOTH, 1, SHOW_ALL},
    {"speed", "u", "Speed", "Speed", "m/s", RAMP_SPEED, RANGE_FROM_ZERO, 1, SHOW_ALL},
    {"vorticity", "u", "Vorticity", "Vorticity", "1/s", RAMP_LEVEL, RANGE_BOTH, 1, SHOW_ALL},
    {"bed", "bed", "Bed", "Elevation", "m", RAMP_LAND, RANGE_BED, 0, SHOW_ALL},
};
enum { KINDS = sizeof kinds / sizeof *kinds };
static const map_kind anything = {"values",     "",         "Values", "Value", "",
                                  RAMP_ARRIVAL, RANGE_BOTH, 0,        SHOW_ALL};

const map_kind *kind_find(const char *what)
{
    for (int n = 0; n < KINDS; ++n)
        if (strcmp(kinds[n].what, what) == 0)
            return &kinds[n];
    return NULL;
}

const map_kind *kind_at(int n)
{
    return n < KINDS ? &kinds[n] : NULL;
}

const map_kind *kind_of_variable(const char *variable)
{
    for (int n = 0; n < KINDS; ++n)
        if (strcmp(kinds[n].variable, variable) == 0)
            return &kinds[n];
    if (strstr(variable, "depth")) /* reference rasters, "observed_depth" */
        return kind_find("depth");
    return &anything;
}

/* ---- values ---- */

/* sqrt(u^2 + v^2) into u, where the water is deep enough to have a speed worth showing. */
static spate_status make_speed(plot_source *s, int64_t frame, field *u)
{
    field v, depth;
    SPATE_TRY(source_read(s, "v", frame, &v));
    const spate_status status = source_read(s, "depth", frame, &depth);
    for (size_t k = 0; status == SPATE_OK && k < field_count(u); ++k)
        u->values[k] = depth.values[k] >= s->wet_depth ? hypot(u->values[k], v.values[k]) : NAN;
    field_free(&v);
    if (status == SPATE_OK)
        field_free(&depth);
    return status;
}

/* Difference of f over a distance along x or y around cell k, over that distance: centred, or to one
 * side where the other has no value. step: to the next cell; place: of the cell in its line. */
static double slope_at(const field *f, size_t k, size_t step, long long place, long long last,
                       double size)
{
    const int back = place > 0 && isfinite(f->values[k - step]);
    const int front = place < last && isfinite(f->values[k + step]);
    const double rise = f->values[front ? k + step : k] - f->values[back ? k - step : k];
    return back + front > 0 ? rise / ((back + front) * size) : 0;
}

/* v_x - u_y, where there is a velocity. */
static spate_status make_vorticity(plot_source *s, int64_t frame, field *out)
{
    field u, v;
    SPATE_TRY(source_read(s, "u", frame, &u));
    const spate_status status = source_read(s, "v", frame, &v);
    const raster_grid *g = &u.grid;
    for (size_t k = 0; status == SPATE_OK && k < field_count(&u); ++k) {
        const long long i = (long long)k % g->nx, j = (long long)k / g->nx;
        const double turn = slope_at(&v, k, 1, i, g->nx - 1, g->dx) -
                            slope_at(&u, k, (size_t)g->nx, j, g->ny - 1, g->dy);
        out->values[k] = isfinite(u.values[k]) ? turn : NAN;
    }
    field_free(&u);
    if (status == SPATE_OK)
        field_free(&v);
    return status;
}

/* Classes from the three maxima, for a run without them (its case has no such output, or the
 * version was older). */
static spate_status make_hazard(plot_source *s, const map_kind *kind, field *out)
{
    static const char *const names[3] = {"max_depth", "max_speed", "max_hazard"};
    field f[3] = {{.values = NULL}};
    spate_status status = SPATE_OK;
    for (int k = 0; k < 3 && status == SPATE_OK; ++k)
        status = source_read(s, names[k], 0, &f[k]);
    for (size_t n = 0; status == SPATE_OK && n < field_count(&f[0]); ++n) {
        const double d = f[0].values[n], v = f[1].values[n], product = f[2].values[n];
        const int class = kind->range == RANGE_ARR ? hazard_arr_class(d, v, product)
                                                   : hazard_uk_class(hazard_uk_rating(d, product));
        f[0].values[n] = d >= s->wet_depth ? (double)class : (double)NAN;
    }
    if (status == SPATE_OK) {
        *out = f[0];
        f[0] = (field){0};
    }
    for (int k = 0; k < 3; ++k)
        field_free(&f[k]);
    return status;
}

void kind_hide(const map_kind *kind, double wet_depth, field *f)
{
    for (size_t k = 0; kind->show != SHOW_ALL && k < field_count(f); ++k)
        if (!(kind->show == SHOW_WET ? f->values[k] >= wet_depth : f->values[k] > 0))
            f->values[k] = NAN;
}

spate_status kind_read(plot_source *s, const map_kind *kind, int64_t frame, field *out)
{
    if ((kind->range == RANGE_ARR || kind->range == RANGE_UK) && !source_has(s, kind->variable))
        return make_hazard(s, kind, out);
    SPATE_TRY(source_read(s, kind->variable, frame, out));
    if (strcmp(kind->variable, "u") == 0) {
        const spate_status status = strcmp(kind->what, "speed") == 0
                                        ? make_speed(s, frame, out)
                                        : make_vorticity(s, frame, out);
        if (status != SPATE_OK)
            field_free(out);
        return status;
    }
    kind_hide(kind, s->wet_depth, out);
    return SPATE_OK;
}

/* ---- range ---- */

kind_range kind_range_begin(void)
{
    const kind_range r = {
        .low = INFINITY, .high = -INFINITY, .least = INFINITY, .largest = -INFINITY, .empty = 1};
    return r;
}

spate_status kind_range_add(spate_context *ctx, kind_range *r, const field *f)
{
    long long count;
    const size_t n = field_count(f);
    const double low = ticks_quantile(f->values, n, -INFINITY, 0.02, &count);
    const double high = ticks_quantile(f->values, n, -INFINITY, 0.98, &count);
    if (count < 0)
        return fail_memory(ctx, "not enough memory to order the values");
    if (count == 0)
        return SPATE_OK;
    r->empty = 0;
    r->low = fmin(r->low, low);
    r->high = fmax(r->high, high);
    for (size_t k = 0; k < n; ++k) {
        if (!isfinite(f->values[k]))
            continue;
        r->least = fmin(r->least, f->values[k]);
        r->largest = fmax(r->largest, f->values[k]);
    }
    return SPATE_OK;
}

/* Classes are numbered from 1; the limits are those of physics/hazard.h. */
static void put_classes(map_legend *legend, int count, const char *const *names)
{
    legend->class_count = count;
    for (int n = 0; n < count; ++n)
        legend->classes[n] =
            (map_class){.from = n + 0.5,
                        .name = names[n],
                        .colour = colour_at(&legend->table, 0.06 + 0.9 * n / (count - 1))};
}

static void arr_classes(map_legend *legend)
{
    static const char *const names[] = {"H1 (generally safe)",   "H2 small vehicles",
                                        "H3 vehicles, children", "H4 people, vehicles",
                                        "H5 weak buildings too", "H6 all buildings too"};
    put_classes(legend, 6, names);
}

static void uk_classes(map_legend *legend)
{
    static const char *const names[] = {"low (caution)", "moderate: some", "significant: most",
                                        "extreme: all"};
    put_classes(legend, 4, names);
}

/* Ends and step in whole ticks. */
static void both_ends(map_legend *l, double low, double high)
{
    if (!(high - low > 1e-9 * (fabs(low) + fabs(high)))) {
        low -= 0.5;
        high += 0.5;
    }
    l->step = ticks_step(high - low, 6);
    l->low = floor(low / l->step + 1e-6) * l->step;
    l->high = ceil(high / l->step - 1e-6) * l->step;
}

static void time_ends(map_legend *l, const kind_range *r, int clock)
{
    const double span = fmax(r->high, 1e-9);
    const clock_unit unit = ticks_clock(span);
    l->unit = ticks_clock_seconds(unit);
    l->step = ticks_time_step(span, 10) / l->unit;
    l->clock = clock && unit >= CLOCK_MINUTES;
    if (l->clock) {
        l->unit = 3600;
        l->step = ticks_time_step(span, 10) / 3600;
    }
    l->low = clock ? floor(r->least / l->unit / l->step + 1e-6) * l->step : 0;
    l->high = ceil(span / l->unit / l->step - 1e-6) * l->step;
    l->high = fmax(l->high, l->low + l->step);
    l->banded = clock;
}

double kind_unit(const char *metric, int feet, const char **name)
{
    static const struct {
        const char *metric, *feet;
        double metres;
    } units[] = {{"m", "ft", 0.3048},
                 {"m/s", "ft/s", 0.3048},
                 {"m\xc2\xb2/s", "ft\xc2\xb2/s", 0.3048 * 0.3048},
                 {"m\xc2\xb3/s", "ft\xc2\xb3/s", 0.3048 * 0.3048 * 0.3048},
                 {"m\xc2\xb3", "ft\xc2\xb3", 0.3048 * 0.3048 * 0.3048}};
    *name = metric;
    for (size_t n = 0; feet && n < sizeof units / sizeof *units; ++n)
        if (strcmp(units[n].metric, metric) == 0) {
            *name = units[n].feet;
            return units[n].metres;
        }
    return 1;
}

static void label_of(const map_kind *kind, const map_legend *l, const char *unit, char *label,
                     size_t size)
{
    if (kind->range == RANGE_TIME || kind->range == RANGE_CLOCK)
        unit = l->clock          ? "h:min"
               : l->unit == 1    ? "s"
               : l->unit == 60   ? "min"
               : l->unit == 3600 ? "h"
                                 : "d";
    snprintf(label, size, *unit ? "%s (%s)" : "%s", kind->label, unit);
}

map_legend kind_legend(const map_kind *kind, const kind_range *range, const kind_settings *wanted,
                       char *label, size_t size)
{
    const char *unit;
    const double length = kind_unit(kind->unit, wanted->feet, &unit);
    const double low = wanted->low, high = wanted->high;
    kind_range r = *range;
    if (r.empty)
        r = (kind_range){.low = 0, .high = 1, .least = 0, .largest = 1};
    map_legend l = {.label = label, .unit = length, .table = colour_table_of(kind->ramp)};
    switch (kind->range) {
    case RANGE_FROM_ZERO:
        l.high = ticks_round_up(fmax(r.high / length, 1e-9));
        l.step = ticks_step(l.high, 6);
        break;
    case RANGE_SHARE:
        l.high = 1;
        l.step = 0.2;
        break;
    case RANGE_BOTH:
    case RANGE_BED: both_ends(&l, r.low / length, r.high / length); break;
    case RANGE_CHANGE:
        l.high = ticks_round_up(fmax(fmax(r.high, -r.low) / length, 1e-9));
        l.low = -l.high;
        l.step = ticks_step(2 * l.high, 6);
        break;
    case RANGE_TIME: time_ends(&l, &r, 0); break;
    case RANGE_CLOCK: time_ends(&l, &r, 1); break;
    case RANGE_ARR: arr_classes(&l); break;
    default: uk_classes(&l); break;
    }
    l.low = isnan(low) ? l.low : low;
    l.high = isnan(high) ? l.high : high;
    if (!isnan(low) || !isnan(high))
        l.step = ticks_step(l.high - l.low, 6);
    l.over = !range->empty && r.largest > l.high * l.unit * (1 + 1e-9);
    l.under = !range->empty && r.least < l.low * l.unit - 1e-9 * fabs(l.low * l.unit);
    if (kind->range == RANGE_BED)
        l.table = colour_table_joined(RAMP_SEA, RAMP_LAND,
                                      (wanted->sea_level / length - l.low) / (l.high - l.low));
    if (kind->range == RANGE_CHANGE)
        l.table = colour_table_joined(RAMP_LESS, RAMP_MORE, 0.5);
    label_of(kind, &l, unit, label, size);
    return l;
}
