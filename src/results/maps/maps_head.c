/* Reads the description of a NetCDF file of maps: axes, times, variables, coordinate system. */
#include "results/maps/maps_head.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dates.h"
#include "results/maps/netcdf_library.h"

#if SPATE_HAVE_NETCDF

static spate_status unfit(const maps_file *f, const char *what)
{
    return fail_data(f->ctx, "%s: %s; it is not a file of maps on a regular grid", f->name, what);
}

spate_status maps_nc_failed(const maps_file *f, int error)
{
    return fail_data(f->ctx, "%s: %s", f->name, nc.strerror(error));
}

/* An attribute as text, cut to size; "" where it is missing or a number. */
static const char *text_of(const maps_file *f, int variable, const char *name, char *out,
                           size_t size)
{
    nc_type type;
    size_t length;
    *out = '\0';
    if (nc.inq_att(f->id, variable, name, &type, &length) != NC_NOERR || type != NC_CHAR)
        return out;
    char *whole = malloc(length + 1);
    if (whole && nc.get_att_text(f->id, variable, name, whole) == NC_NOERR) {
        whole[length] = '\0';
        snprintf(out, size, "%s", whole);
    }
    free(whole);
    return out;
}

static char *long_text_of(const maps_file *f, int variable, const char *name)
{
    size_t length = 0;
    if (nc.inq_attlen(f->id, variable, name, &length) != NC_NOERR)
        length = 0;
    char *out = malloc(length + 1);
    if (out)
        text_of(f, variable, name, out, length + 1);
    return out;
}

static double number_of(const maps_file *f, int variable, const char *name, double otherwise)
{
    nc_type type;
    size_t length;
    double value;
    if (nc.inq_att(f->id, variable, name, &type, &length) != NC_NOERR || length != 1 ||
        type == NC_CHAR || nc.get_att_double(f->id, variable, name, &value) != NC_NOERR)
        return otherwise;
    return value;
}

/* ---- axes ---- */

static int is_axis(const maps_file *f, int variable, int which)
{
    static const char *const names[3][3] = {{"time", "t", "time"},
                                            {"y", "lat", "latitude"},
                                            {"x", "lon", "longitude"}};
    char name[NC_MAX_NAME + 1], axis[8];
    if (nc.inq_varname(f->id, variable, name) != NC_NOERR)
        return 0;
    text_of(f, variable, "axis", axis, sizeof axis);
    for (int k = 0; k < 3; ++k)
        if (strcmp(name, names[which][k]) == 0)
            return 1;
    return axis[0] == "TYX"[which];
}

static void find_axes(maps_file *f, int count)
{
    for (int which = 0; which < 3; ++which) {
        f->dimensions[which] = f->coordinates[which] = -1;
        for (int v = 0; v < count && f->coordinates[which] < 0; ++v) {
            int dimension, dimensions;
            if (nc.inq_varndims(f->id, v, &dimensions) == NC_NOERR && dimensions == 1 &&
                nc.inq_vardimid(f->id, v, &dimension) == NC_NOERR && is_axis(f, v, which)) {
                f->dimensions[which] = dimension;
                f->coordinates[which] = v;
            }
        }
    }
}

/* The cell size for an axis with one value only. */
static double cell_size(const maps_file *f, int which)
{
    double size[2];
    size_t length;
    if (nc.inq_attlen(f->id, NC_GLOBAL, "cell_size", &length) != NC_NOERR || length != 2 ||
        nc.get_att_double(f->id, NC_GLOBAL, "cell_size", size) != NC_NOERR ||
        !(size[2 - which] > 0))
        return 1;
    return size[2 - which];
}

/* Coordinates may be in single precision: the tolerance is a hundredth of a step plus rounding. */
static int is_regular(const double *values, size_t n, double *first, double *step)
{
    *first = values[0];
    *step = n > 1 ? (values[n - 1] - values[0]) / (double)(n - 1) : 1;
    int regular = isfinite(*first) && isfinite(*step) && *step != 0;
    for (size_t k = 0; k < n && regular; ++k)
        regular = fabs(values[k] - (*first + (double)k * *step)) <=
                  0.01 * fabs(*step) + 1e-6 * fabs(values[k]);
    return regular;
}

/* Length, first value and step of a regular axis. */
static spate_status read_axis(maps_file *f, int which, size_t *length, double *first, double *step)
{
    int error = nc.inq_dimlen(f->id, f->dimensions[which], length);
    if (error != NC_NOERR)
        return maps_nc_failed(f, error);
    if (*length < 1 || *length > INT64_C(1) << 31)
        return unfit(f, "an axis has no values");
    double *values = malloc(*length * sizeof *values);
    if (!values)
        return fail_memory(f->ctx, "no memory to read %s", f->name);
    error = nc.get_var_double(f->id, f->coordinates[which], values);
    const int regular = error == NC_NOERR && is_regular(values, *length, first, step);
    free(values);
    if (error != NC_NOERR)
        return maps_nc_failed(f, error);
    if (*length == 1)
        *step = cell_size(f, which);
    return regular ? SPATE_OK : unfit(f, "its coordinates are not regular");
}

static spate_status read_grid(maps_file *f)
{
    raster_grid *g = &f->info.grid;
    size_t nx, ny;
    double x, y;
    SPATE_TRY(read_axis(f, 2, &nx, &x, &g->dx));
    SPATE_TRY(read_axis(f, 1, &ny, &y, &g->dy));
    if (g->dx < 0)
        return unfit(f, "its x goes from east to west");
    f->from_north = g->dy < 0;
    if (f->from_north)
        y += (double)(ny - 1) * g->dy;
    g->dy = fabs(g->dy);
    g->nx = (long long)nx, g->ny = (long long)ny;
    g->x0 = x - 0.5 * g->dx, g->y0 = y - 0.5 * g->dy;
    return SPATE_OK;
}

/* ---- time ---- */

static double instant(const char *text)
{
    char zoned[96];
    double value;
    if (date_parse(text, &value) == DATE_OK)
        return value;
    snprintf(zoned, sizeof zoned, "%.60s%s", text, strchr(text, ':') ? "Z" : "T00:00Z");
    return date_parse(zoned, &value) == DATE_OK ? value : (double)NAN;
}

/* "hours since 2024-01-02T00:00Z": the unit in s, and the date; 0 for any other text. */
static double time_unit(const char *units, double *start)
{
    static const struct {
        const char *name;
        double seconds;
    } known[] = {{"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}};
    const char *since = strstr(units, " since ");
    if (!since)
        return 0;
    *start = instant(since + 7);
    for (size_t k = 0; k < sizeof known / sizeof *known; ++k)
        if (units[0] == known[k].name[0])
            return known[k].seconds;
    return 0;
}

static spate_status read_times(maps_file *f)
{
    char units[160];
    size_t frames;
    f->info.start = instant(text_of(f, NC_GLOBAL, "time_coverage_start", units, sizeof units));
    if (f->dimensions[0] < 0)
        return SPATE_OK;
    int error = nc.inq_dimlen(f->id, f->dimensions[0], &frames);
    if (error == NC_NOERR && frames > 0) {
        f->times = malloc(frames * sizeof *f->times);
        if (!f->times)
            return fail_memory(f->ctx, "no memory to read %s", f->name);
        error = nc.get_var_double(f->id, f->coordinates[0], f->times);
    }
    if (error != NC_NOERR)
        return maps_nc_failed(f, error);
    double unit =
        time_unit(text_of(f, f->coordinates[0], "units", units, sizeof units), &f->info.start);
    for (size_t k = 0; k < frames; ++k)
        f->times[k] *= unit > 0 ? unit : 1;
    f->info.frames = (int64_t)frames;
    f->info.times = f->times;
    return SPATE_OK;
}

/* ---- variables ---- */

static int is_map(const maps_file *f, int variable, int *over_time)
{
    int count, dimensions[NC_MAX_VAR_DIMS];
    nc_type type;
    if (nc.inq_var(f->id, variable, NULL, &type, &count, dimensions, NULL) != NC_NOERR ||
        count < 2 || count > 3 || type == NC_CHAR || type > NC_UINT64)
        return 0;
    *over_time = count == 3;
    return dimensions[count - 2] == f->dimensions[1] && dimensions[count - 1] == f->dimensions[2] &&
           (count == 2 || (dimensions[0] == f->dimensions[0] && f->dimensions[0] >= 0));
}

static void describe(maps_file *f, int variable, int over_time)
{
    const int n = f->info.variable_count++;
    maps_variable *v = &f->variables[n];
    char name[NC_MAX_NAME + 1] = "";
    f->ids[n] = variable;
    v->over_time = over_time;
    nc.inq_varname(f->id, variable, name);
    snprintf(v->name, sizeof v->name, "%.63s", name);
    text_of(f, variable, "long_name", v->long_name, sizeof v->long_name);
    text_of(f, variable, "units", v->units, sizeof v->units);
    f->fills[n] =
        number_of(f, variable, "_FillValue", number_of(f, variable, "missing_value", (double)NAN));
    f->scales[n] = number_of(f, variable, "scale_factor", 1);
    f->offsets[n] = number_of(f, variable, "add_offset", 0);
}

static spate_status read_variables(maps_file *f, int count)
{
    const size_t n = (size_t)count + 1;
    f->variables = calloc(n, sizeof *f->variables);
    f->ids = calloc(n, sizeof *f->ids);
    f->fills = calloc(n, sizeof *f->fills);
    f->scales = calloc(n, sizeof *f->scales);
    f->offsets = calloc(n, sizeof *f->offsets);
    f->title = long_text_of(f, NC_GLOBAL, "title");
    if (!f->variables || !f->ids || !f->fills || !f->scales || !f->offsets || !f->title)
        return fail_memory(f->ctx, "no memory to read %s", f->name);
    for (int v = 0, over_time; v < count; ++v)
        if (is_map(f, v, &over_time))
            describe(f, v, over_time);
    return f->info.variable_count > 0 ? SPATE_OK : unfit(f, "it has no variable over y and x");
}

static spate_status read_crs(maps_file *f)
{
    char name[NC_MAX_NAME + 1];
    int crs = -1;
    for (int k = 0; k < f->info.variable_count && crs < 0; ++k)
        if (*text_of(f, f->ids[k], "grid_mapping", name, sizeof name))
            nc.inq_varid(f->id, name, &crs);
    if (crs >= 0) {
        text_of(f, crs, "crs_id", f->crs, sizeof f->crs);
        f->wkt = long_text_of(f, crs, "crs_wkt");
    } else {
        f->wkt = calloc(1, 1);
    }
    return f->wkt ? SPATE_OK : fail_memory(f->ctx, "no memory to read %s", f->name);
}

spate_status maps_read_head(maps_file *f)
{
    int count;
    const int error = nc.inq_nvars(f->id, &count);
    if (error != NC_NOERR)
        return maps_nc_failed(f, error);
    find_axes(f, count);
    if (f->coordinates[1] < 0 || f->coordinates[2] < 0)
        return unfit(f, "it has no coordinates x and y");
    SPATE_TRY(read_grid(f));
    SPATE_TRY(read_times(f));
    SPATE_TRY(read_variables(f, count));
    SPATE_TRY(read_crs(f));
    f->info.grid.crs = f->crs;
    f->info.wkt = f->wkt;
    f->info.title = f->title;
    f->info.variables = f->variables;
    return SPATE_OK;
}
#endif
